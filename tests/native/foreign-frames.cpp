// Frames without frame pointers between functions that spawn: code of others
// uses that register for what it likes, and so do functions of this program
// that do not spawn. Exceptions pass through.
//
// REQUIRES: any-gcc
// RUN: %clangxx -O2 -fomit-frame-pointer -c -DFOREIGN %s -o %t.foreign.o
// RUN: %clangxx -O2 -fomit-frame-pointer -S -DFOREIGN %s -o - | %FileCheck %s
// CHECK: pushq %rbp
// CHECK-NOT: movq %rsp, %rbp
// CHECK: {{mov|lea|add|xor|imul|rol}}{{.*}}, %{{r|e}}bp
// RUN: %gxx -O2 -fomit-frame-pointer -c -DFOREIGN %s -o %t.gcc.o
// DEFINE: %{object} = %t.foreign.o
// DEFINE: %{flags} = -O2
// DEFINE: %{check} = %tussah-clang++ -ftussah-target=native -std=c++17 %{flags} %s %{object} -o %t && env CILK_NWORKERS=2 timeout 60 %t && env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal timeout 60 %t && env CILK_NWORKERS=3 TUSSAH_STRESS=signals timeout 60 %t
// RUN: %{check}
// REDEFINE: %{flags} = -O1 -fomit-frame-pointer
// RUN: %{check}
// REDEFINE: %{flags} = -O0
// RUN: %{check}
// REDEFINE: %{flags} = -O3 -fomit-frame-pointer
// REDEFINE: %{object} = %t.gcc.o
// RUN: %{check}

#include <stdint.h>

using Callback = long (*)(int, uint64_t, void *);

/// Calls \p callback for each number below \p n, with a hash, and returns the
/// sum of the results and of what it has computed itself meanwhile.
extern "C" uint64_t each(int n, Callback callback, void *data);

#ifdef FOREIGN
extern "C" uint64_t each(int n, Callback callback, void *data) {
  uint64_t a = 1, b = 2, c = 3, d = 4, sum = 0;
  for (int i = 0; i < n; ++i) {
    a = (a ^ (a >> 29)) * 0xbf58476d1ce4e5b9u + b;
    b = (b << 7 | b >> 57) + c;
    c = c * 31 + d;
    d ^= a + (uint64_t)i;
    sum += (uint64_t)callback(i, a ^ b, data);
  }
  return sum + a + 3 * b + 5 * c + 7 * d;
}

#else
#include <cilk/cilk.h>

#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static NOINLINE long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

static NOINLINE long fibSerially(int n) {
  return n < 2 ? n : fibSerially(n - 1) + fibSerially(n - 2);
}

struct Problem {
  int depth;
  bool isParallel;
};

/// Through foreign frames down to depth 0.
static long visit(int i, uint64_t hash, void *data) {
  Problem problem = *(Problem *)data;
  if (problem.depth == 0)
    return problem.isParallel ? fib(i + (int)(hash % 4))
                              : fibSerially(i + (int)(hash % 4));
  --problem.depth;
  if (!problem.isParallel)
    return (long)each(3, visit, &problem) + 3 * (long)each(2, visit, &problem);
  long a = cilk_spawn each(3, visit, &problem);
  long b = 3 * (long)each(2, visit, &problem);
  cilk_sync;
  return a + b;
}

/// A thrown number passes a foreign frame.
static long visitAndThrow(int i, uint64_t, void *data) {
  int depth = *(int *)data;
  if (depth == 0) {
    if (i == 1)
      throw fib(10);
    return fib(8);
  }
  --depth;
  long a = cilk_spawn each(2, visitAndThrow, &depth);
  fib(6);
  cilk_sync;
  return a;
}

static int compare(const void *a, const void *b) {
  long x = cilk_spawn fib(*(const int *)a);
  long y = fib(*(const int *)b);
  cilk_sync;
  return (x > y) - (x < y);
}

static NOINLINE int sort(int n) {
  int values[12];
  for (int i = 0; i < 12; ++i)
    values[i] = i * 7 % 12 + 2;
  int failures = 0;
  if (n > 0)
    failures = cilk_spawn sort(n - 1);
  qsort(values, 12, sizeof *values, compare);
  cilk_sync;
  for (int i = 0; i < 12; ++i)
    failures += values[i] != i + 2;
  return failures;
}

int main() {
  int failures = sort(4);
  for (int depth = 0; depth < 5; ++depth) {
    Problem serial = {depth, false}, parallel = {depth, true};
    failures += each(4, visit, &serial) != each(4, visit, &parallel);
  }
  for (int depth = 1; depth < 6; ++depth) {
    try {
      each(4, visitAndThrow, &depth);
      ++failures;
    } catch (long thrown) {
      failures += thrown != 55;
    }
  }
  if (failures)
    fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
#endif
