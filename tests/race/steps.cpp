// Loops that step through arrays and leave when they like make one check of what they have accessed: of all of it, and
// of nothing else.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>

static long a[512], b[512], to[1024], sum;

__attribute__((noinline)) static void merge(const long *x, const long *xEnd, const long *y, const long *yEnd,
                                            long *out) {
  while (x != xEnd && y != yEnd)
    *out++ = *x < *y ? *x++ : *y++; // race, always
}

__attribute__((noinline)) static long *find(long *p, long value) {
  while (*p != value) // race, always
    ++p;
  return p;
}

/// Goes down from the end, as the first element is odd.
__attribute__((noinline)) static void partition(long *first, long *last) {
  while (first < last) {
    if (*first % 2)
      *--last = 1; // race, always
    else
      *first++ = 0;
  }
}

int main() {
  for (long i = 0; i < 512; ++i) {
    a[i] = 2 * i;
    b[i] = 2 * i + 1;
  }
  // The merge is done when it has read the last of a, 511 of b, and written 1,023.
  cilk_spawn merge(a, a + 512, b, b + 512, to);
#ifdef SAFE
  to[1023] = 5;
#else
  to[1022] = 5; // race, always
#endif
  cilk_sync;
  // What is found is the last that is read.
  cilk_spawn find(a, 600);
#ifdef SAFE
  a[301] = 1;
#else
  a[300] = 600; // race, always
#endif
  cilk_sync;
  for (long i = 0; i < 512; ++i)
    a[i] = i % 2;
  cilk_spawn partition(a + 1, a + 511);
#ifdef SAFE
  sum = a[0] + a[511];
#else
  sum = a[2]; // race, always
#endif
  cilk_sync;
}
