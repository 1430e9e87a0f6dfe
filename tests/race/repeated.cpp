// What a strand has accessed already is not checked again, but memory that is another object is, and so is what another
// strand accesses after the first one ends in the middle of a loop.
// RUN: %race %s -- %tussah-clang++
#include <cilk/cilk.h>
#include <cstdlib>

static long table[1000], sum, *volatile handed;

__attribute__((noinline)) static void writes(long *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = i; // race, always
}

__attribute__((noinline)) static long reads(const long *p, int n) {
  long result = 0;
  for (int i = 0; i < n; ++i)
    result += p[i]; // race, always
  return result;
}

int main() {
  // A range, and a part of it.
  cilk_spawn writes(table + 100, 300);
#ifdef SAFE
  sum += reads(table + 400, 300) + reads(table, 100);
#else
  sum += reads(table + 399, 300) + reads(table, 101);
#endif
  cilk_sync;
  // Elements of a row, each by a strand of its own, between whole rows.
  for (int row = 0; row < 10; ++row) {
    long *p = table + row * 100;
    p[0] = row;
#ifdef SAFE
    cilk_spawn writes(p + 1, 99);
#else
    cilk_spawn writes(p, 100);
#endif
    p[0] += 1; // race, always
    cilk_sync;
  }
  // The same strand frees, and allocates the same again.
  for (int i = 0; i < 10; ++i) {
    long *p = static_cast<long *>(malloc(64));
    for (int k = 0; k < 8; ++k)
      p[k] = k; // race
    handed = p;
    cilk_spawn writes(p, 4);
#ifdef SAFE
    cilk_sync;
#endif
    sum += p[3]; // race, always
    cilk_sync;
    free(p);
  }
}
