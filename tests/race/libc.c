// Row E7: what functions of the C library read and write is checked; memory of uninstrumented functions and of the
// program's own allocators is not taken for what it was before.
// RUN: %race --levels 0 --targets native %s -- %tussah-clang
#include <cilk/cilk.h>
#include <cilk/cilksan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char text[32] = "text", copy[32], number[32], line[64], formatted[32], joined[32];
static int values[64];
static char pool[64];

static void reader(void) {
  if (strlen(text) > 20) // race
    abort();
}
static void sorter(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } // race
static void sorter(void) { qsort(values, 64, sizeof(int), compare); } // race

// Sorts what is its own: glibc's qsort has a temporary array on the stack.
__attribute__((noinline)) static void sort_own(int n) {
  int own[16];
  for (int i = 0; i != 16; ++i)
    own[i] = (i * 7 + n) % 16;
  qsort(own, 16, sizeof(int), compare);
}
__attribute__((noinline)) static void fill(int depth) {
  volatile int own[64];
  for (int i = 0; i != 64; ++i)
    own[i] = depth;
  if (depth)
    fill(depth - 1);
}

// What the program has with a name of the C library.
int rename_me(void);

int main() {
  cilk_spawn reader();
#ifdef SAFE
  cilk_sync;
#endif
  strcpy(text, "other"); // race always
  cilk_sync;

  cilk_spawn strcpy(copy, "abc"); // race
#ifdef SAFE
  cilk_sync;
#endif
  if (!memcmp(copy, "x", 2)) // race always
    return 1;
  cilk_sync;

  cilk_spawn sorter();
#ifdef SAFE
  cilk_sync;
#endif
  values[63] = 1; // race always
  cilk_sync;

  cilk_spawn sprintf(number, "%d", 12345); // race
#ifdef SAFE
  cilk_sync;
#endif
  if (atoi(number) == 99) // race always
    return 1;
  cilk_sync;

  FILE *file = fopen("/proc/self/status", "r");
  cilk_spawn fread(line, 1, 8, file); // race
#ifdef SAFE
  cilk_sync;
#endif
  line[7] = 0; // race always
  cilk_sync;
  fclose(file);

  // Blocks of one pool.
  cilk_for (int i = 0; i < 8; ++i) {
    __cilksan_record_alloc(pool, 8);
    __cilksan_disable_checking();
    strcpy(joined, "all do");
    __cilksan_enable_checking();
    __cilksan_begin_atomic();
    strcpy(formatted, "all do");
    __cilksan_end_atomic();
    if (!__cilksan_is_checking_enabled())
      abort();
  }
  cilk_for (int i = 0; i < 32; ++i) {
    if (i % 2)
      fill(20);
    else
      sort_own(i);
  }
}
