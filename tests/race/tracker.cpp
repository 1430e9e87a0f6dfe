// Patterns that OpenCilk's tracker names: reports that were spurious, or races that were missed, or programs that did not
// link, under Cilksan. README.md says which issue is which function.
// RUN: %race --levels 03 %s -- %tussah-clang++ -march=native
// RUN: %tussah-clang++ -Wno-tussah-race -O2 -g -D_FORTIFY_SOURCE=2 -fsanitize=cilk %s -o %t
// RUN: env CILK_NWORKERS=1 %not %t 2>&1 | %FileCheck %s --check-prefix=FORTIFIED --implicit-check-not=_chk
#include <cilk/cilk.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { COUNT = 1000 };
static double values[2 * COUNT], results[COUNT];
static int chosen[COUNT];
static volatile int zero;

/// #37: vectors that load what lies between the elements that an iteration uses, and masked ends.
__attribute__((noinline)) static void add_even(const double *from, double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] += from[2 * i]; // race, always
}
__attribute__((noinline)) static void set_odd(double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[2 * i + 1] = i;
}
__attribute__((noinline)) static void set_some(double *to, const int *which, int n) {
  for (int i = 0; i < n; ++i)
    if (which[i])
      to[i] = 1;
}
static void write_at(double *p) { *p = 1; } // race, always
static void vectorized() {
  cilk_spawn add_even(values, results, COUNT);
  set_odd(values, COUNT);
  cilk_sync;
#ifndef SAFE
  cilk_spawn add_even(values, results, COUNT);
  write_at(values + 2 * (COUNT - 1));
  cilk_sync;
#endif
  for (int i = 0; i < COUNT; ++i)
    chosen[i] = i % 3 == 0;
  cilk_spawn set_some(results, chosen, COUNT);
  for (int i = 1; i < COUNT; i += 3)
    results[i] = 2;
  cilk_sync;
}

/// #47: gathers and scatters.
__attribute__((noinline)) static double gather(const double *from, const int *which, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += from[which[i]]; // race, always
  return sum;
}
static double gathered() {
  for (int i = 0; i < COUNT; ++i)
    chosen[i] = (i * 7) % COUNT;
  double sum = cilk_spawn gather(values, chosen, COUNT);
#ifdef SAFE
  values[COUNT] = 3;
#else
  values[COUNT - 1] = 3; // race, always
#endif
  cilk_sync;
  return sum;
}

/// #218: blocks that malloc, realloc and free move between strands.
static void grow(int n) {
  int *block = static_cast<int *>(malloc(16));
  for (int size = 4; size < n; size *= 2) {
    block = static_cast<int *>(realloc(block, static_cast<size_t>(size) * 2 * sizeof *block));
    for (int i = 0; i < 2 * size; ++i)
      block[i] = i;
  }
  free(block);
  void *cleared = calloc(static_cast<size_t>(n), 4);
  memset(cleared, 1, static_cast<size_t>(n) * 4);
  free(cleared);
}
static void blocks() {
  cilk_for (int i = 0; i < 100; ++i)
    grow(40 + i);
  int *block = static_cast<int *>(malloc(64));
  block[3] = zero;
  cilk_spawn [block] { block[3] = 1; }(); // race, always
#ifdef SAFE
  cilk_sync;
#endif
  free(block); // race, always
  cilk_sync;
}

/// macOS: checked copies of the C library (_FORTIFY_SOURCE), where the lines are those of its headers.
// FORTIFIED: write at {{.*}}tracker.cpp:{{.*}} in fortified
// FORTIFIED: write at {{.*}} in memcpy
// FORTIFIED: write at {{.*}}tracker.cpp:{{.*}} in fortified
// FORTIFIED: write at {{.*}} in strncat
static char text[32], copy[64], other[64];
static void fortified() {
  strcpy(text, "tracker");
  cilk_spawn snprintf(copy, sizeof copy, "%s", "a task"); // race, always
#ifdef SAFE
  cilk_sync;
#endif
  memcpy(copy, text, static_cast<size_t>(8 + zero)); // race, always
  cilk_sync;
  cilk_spawn strcpy(other, text); // race, always
#ifdef SAFE
  cilk_sync;
#endif
  strncat(other, text, static_cast<size_t>(3 + zero)); // race, always
  cilk_sync;
}

int main() {
  vectorized();
  blocks();
  fortified();
  return gathered() == 1.5;
}
