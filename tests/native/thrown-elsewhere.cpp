// REQUIRES: asan
// An exception of a stolen continuation is thrown on the thief's stack, and goes on
// from the sync on that of the frame. What AddressSanitizer has noted of variables
// there is forgotten, as it is where an exception is thrown; otherwise it would take
// for wrong what functions do that use the same memory later.
// DEFINE: %{level} =
// DEFINE: %{check} = %tussah-clang++ %{level} -ftussah-keep-spawns -g -fsanitize=address %s -o %t && env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json %t && %FileCheck %s --input-file=%t.json && env CILK_NWORKERS=2 %t
// REDEFINE: %{level} = -O0
// RUN: %{check}
// REDEFINE: %{level} = -O2
// RUN: %{check}
// CHECK: "steals": {{[1-9]}}

#include <cilk/cilk.h>

__attribute__((noinline)) static int element(volatile char *values, int i) {
  return values[i];
}

__attribute__((noinline)) static int same(int n) { return n; }

__attribute__((noinline)) static void fail(int n) {
  int a = cilk_spawn same(n);
  if (n > 0)
    throw n;
  cilk_sync;
  element(reinterpret_cast<char *>(&a), 0);
}

/// Ends by the exception, and has nothing to do then.
__attribute__((noinline)) static int between(int n) {
  volatile char values[n];
  for (int i = 0; i < n; ++i)
    values[i] = 0;
  fail(n);
  return element(values, n / 2);
}

/// Uses the same part of the stack again, with other variables.
__attribute__((noinline)) static int cover(int n) {
  volatile char values[n + 1];
  for (int i = 0; i <= n; ++i)
    values[i] = 0;
  int sum = element(values, n / 2);
  return n > 0 ? sum + cover(n - 1) : sum;
}

static int work() {
  for (int i = 0; i < 20; ++i) {
    try {
      between(10 + i);
      return 1;
    } catch (int) {
    }
    if (cover(60) != 0)
      return 1;
  }
  return 0;
}

int main() {
  int failed = cilk_spawn work();
  cilk_sync;
  return failed;
}
