//===- outside.c - Loops that count a variable of the function ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in programs for Cilk Plus, and in older C: each iteration has a variable of
// its own, and the function's gets the value that the serial loop leaves.
//
// RUN: %matrix %s
// tasks: 200
// extra: sanitize debug
// standards: c11 c23

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <limits.h>

static long sum;

static NOINLINE void see(long value) {
  meet();
  add_to(&sum, (long)mix((uint64_t)value) & 0xffff);
}

#define LOOP(T, ...)                                                           \
  do {                                                                         \
    T i;                                                                       \
    cilk_for (__VA_ARGS__)                                                     \
      see((long)i);                                                            \
    printf("%s: %ld %ld\n", #__VA_ARGS__, (long)i, sum);                       \
  } while (0)

static NOINLINE void integers(int n, int step) {
  LOOP(int, i = 0; i < n; i++);
  LOOP(int, (i) = 3; i <= n; i += 4);
  LOOP(int, i = n; i > 0; i -= step);
  LOOP(int, i = n; i >= 0; (--i));
  LOOP(int, i = n; i < 3; i++);
  LOOP(int, i = 0; i != n; i += 2);
  LOOP(unsigned, i = UINT_MAX - 3; i != 5; ++i);
  LOOP(unsigned char, i = 200; i < 250; i += 9);
  LOOP(short, i = SHRT_MIN; i < SHRT_MIN + 9; i = i + 2);
  LOOP(long, i = LONG_MAX; i > LONG_MAX - 7; i--);
  LOOP(unsigned long long, i = 5; i < (unsigned long long)n; i++);
}

/// Other variables get their values before the loop, in the order of writing.
static NOINLINE void several(int n) {
  int i, j, k = 2, *p, array[20] = {0};
  cilk_for (i = 0, j = 3; i < 20; i++)
    array[i] = i + j;
  printf("several %d %d %d", i, j, array[19]);
  cilk_for (j = 2, p = array, i = n; i >= 0; i -= j)
    p[i % 20] += k;
  printf(" | %d %d %d", i, j, array[18]);
  cilk_for (k = 1, p = array; p != array + 20; ++p)
    *p += k;
  printf(" | %d %d", (int)(p - array), array[7]);
  cilk_for (i = j = 4; i < 9; i++)
    array[i] += j;
  printf(" | %d %d %d\n", i, j, array[8]);
}

enum colour { RED, GREEN, BLUE, LAST };

/// The body uses the variable in every way: also as an array's size, and in
/// tasks and loops of its own.
static NOINLINE long bodies(int n) {
  int i, j = 7, *p, array[20];
  enum colour c;
  cilk_for (p = array; p < array + 20; ++p)
    *p = (int)(p - array);
  cilk_for (p = &array[19]; p > array; p -= 4)
    *p += 100;
  long result = p - array;
  cilk_for (c = RED; c != LAST; c++)
    see(c);
  result += c;
  cilk_for (i = j; i < n; ++i) {
    int sized[i + 1], copy = i;
    long (*cast)[i + 1] = (long (*)[i + 1])0;
    sized[i] = (int)sizeof *cast;
    cilk_spawn see(i);
    cilk_spawn {
      int own = i * 2;
      see(own + copy);
    }
    cilk_sync;
    if (i % 3)
      continue;
    add_to(&sum, sized[i]);
    for (int k = 0; k < i; ++k)
      if (k == 3)
        break;
  }
  result = 10 * result + i;
  // It begins with what it was.
  cilk_for (i = i - 3; i > j; --i)
    see(i);
  result = 10 * result + i;
  for (i = 0; i < 20; ++i)
    result = 3 * result + array[i];
  return result;
}

static NOINLINE long nested(int n) {
  long results[8] = {0};
  int i, k;
  cilk_for (i = 0; i < 8; ++i) {
    int j;
    cilk_for (j = i; j < n; ++j)
      see(i * 100 + j);
    results[i] = j;
    cilk_for (k = 0; k < 3; ++k)
      see(i + k);
  }
  for (int round = 0; round < 3; ++round) {
    cilk_for (i = round; i < 5; ++i)
      see(i);
    cilk_spawn {
      int inner;
      cilk_for (inner = 0; inner < n; inner += 3)
        see(inner);
      results[round] += inner;
    }
    cilk_sync;
  }
  long result = i + 10 * k;
  for (i = 0; i < 8; ++i)
    result = 3 * result + results[i];
  return result;
}

int main(void) {
  several(18);
  integers(20, 3);
  printf("bodies %ld %ld\n", bodies(15), sum);
  printf("nested %ld %ld\n", nested(10), sum);
}
