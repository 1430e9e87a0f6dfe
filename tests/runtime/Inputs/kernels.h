// Programs of several shapes, in C and C++.

#ifndef KERNELS_H
#define KERNELS_H

#include <cilk/cilk.h>
#include <stdlib.h>
#include <string.h>

static int fib(int n) {
  if (n < 2)
    return n;
  int x = cilk_spawn fib(n - 1);
  int y = fib(n - 2);
  cilk_sync;
  return x + y;
}

static int fib_serial(int n) {
  return n < 2 ? n : fib_serial(n - 1) + fib_serial(n - 2);
}

/// A loop that spawns, with memory of a size known at run time in each frame.
static int queens(int n, int row, const signed char *columns) {
  if (row == n)
    return 1;
  signed char *boards = (signed char *)alloca((size_t)(n * (row + 1)));
  int counts[32], used = 0;
  for (int column = 0; column < n; ++column) {
    int free = 1;
    for (int i = 0; i < row; ++i)
      if (columns[i] == column || abs(columns[i] - column) == row - i)
        free = 0;
    if (!free)
      continue;
    signed char *board = boards + used * (row + 1);
    for (int i = 0; i < row; ++i)
      board[i] = columns[i];
    board[row] = (signed char)column;
    counts[used] = cilk_spawn queens(n, row + 1, board);
    ++used;
  }
  cilk_sync;
  int sum = 0;
  for (int i = 0; i < used; ++i)
    sum += counts[i];
  return sum;
}

/// ThreadSanitizer's own qsort does not stand a change of the thread while it
/// calls back.
#ifdef OWN_QSORT
static void sort_ints(void *base, size_t n, size_t size,
                      int (*compare)(const void *, const void *)) {
  int *values = (int *)base;
  (void)size;
  for (size_t i = 1; i < n; ++i)
    for (size_t j = i; j > 0 && compare(&values[j - 1], &values[j]) > 0; --j) {
      int value = values[j];
      values[j] = values[j - 1];
      values[j - 1] = value;
    }
}
#define qsort sort_ints
#endif

/// Parallel code below a function of the C library that has no frame pointer.
static int compare_by_fib(const void *a, const void *b) {
  int x = cilk_spawn fib(*(const int *)a);
  int y = fib(*(const int *)b);
  cilk_sync;
  return (x > y) - (x < y);
}

static int sort_by_fib(int depth) {
  int values[12];
  for (int i = 0; i < 12; ++i)
    values[i] = (i * 7 + depth) % 12;
  int below = 0;
  if (depth > 0)
    below = cilk_spawn sort_by_fib(depth - 1);
  qsort(values, 12, sizeof *values, compare_by_fib);
  cilk_sync;
  int ordered = 1;
  for (int i = 1; i < 12; ++i)
    ordered &= fib_serial(values[i - 1]) <= fib_serial(values[i]);
  return below + ordered;
}

/// A loop whose iterations are tasks.
static long sum_of_squares(long n) {
  long *squares = (long *)malloc((size_t)n * sizeof *squares);
  cilk_for (long i = 0; i < n; ++i)
    squares[i] = i * i;
  long sum = 0;
  for (long i = 0; i < n; ++i)
    sum += squares[i];
  free(squares);
  return sum;
}

/// Runs everything once; returns the number of wrong results.
static int run_kernels(void) {
  int wrong = 0;
  wrong += fib(20) != 6765;
  wrong += queens(7, 0, NULL) != 40;
  wrong += sort_by_fib(6) != 7;
  wrong += sum_of_squares(3000) != 8995500500L;
  return wrong;
}

#endif
