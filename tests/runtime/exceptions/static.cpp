// A static program registers unwind tables, which the unwinder searches under a
// lock: a signal handler that unwinds would wait for the thread it interrupted.
//
// RUN: %tussah-clang++ -static -ftussah-target=native -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 TUSSAH_STATS=%t.json timeout -k 1 60 %t | %FileCheck %s
// RUN: %python %S/../Inputs/statistics.py %t.json 'signals == 0'
// CHECK: 6000000
#include <cilk/cilk.h>
#include <stdio.h>

__attribute__((noinline)) static void fail(int i) {
  if (i)
    throw i;
}

__attribute__((noinline)) static long leaf(int n) {
  long sum = 0;
  for (int i = 0; i < 100000; ++i)
    try {
      fail(i & 1);
    } catch (int e) {
      sum += e * n;
    }
  return sum / n * 2;
}

static long run(int n) {
  if (n == 0)
    return 0;
  long a = cilk_spawn leaf(n);
  long b = run(n - 1);
  cilk_sync;
  return a + b;
}

int main() {
  long sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += run(6);
  printf("%ld\n", sum);
}
