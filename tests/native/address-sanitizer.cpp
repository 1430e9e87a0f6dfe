// REQUIRES: asan
// AddressSanitizer protects the variables of functions that spawn: before a
// spawn, while the continuation runs on another stack, and behind the sync.
// What exceptions leave behind is not protected any more.
//
// The report names the variable only while a thread runs on the stack of the
// function's frame: between spawn and sync the thread that ran the child may
// have left it, and AddressSanitizer knows no other stacks.
// DEFINE: %{level} =
// DEFINE: %{build} = %tussah-clang++ %{level} -g -fsanitize=address %s -o %t
// DEFINE: %{place} =
// DEFINE: %{prefixes} = CHECK,NAMED
// DEFINE: %{find} = env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal %not %t %{place} 2>&1 | %FileCheck --check-prefixes=%{prefixes} %s
// DEFINE: %{check} = %{build} && env CILK_NWORKERS=3 %t 0 && env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal %t 0
// REDEFINE: %{level} = -O0
// RUN: %{check}
// REDEFINE: %{place} = 1
// RUN: %{find}
// REDEFINE: %{prefixes} = CHECK
// REDEFINE: %{place} = 2
// RUN: %{find}
// REDEFINE: %{prefixes} = CHECK,NAMED
// REDEFINE: %{place} = 3
// RUN: %{find}
// REDEFINE: %{level} = -O2
// RUN: %{check}
// REDEFINE: %{place} = 1
// RUN: %{find}
// REDEFINE: %{prefixes} = CHECK
// REDEFINE: %{place} = 2
// RUN: %{find}
// REDEFINE: %{prefixes} = CHECK,NAMED
// REDEFINE: %{place} = 3
// RUN: %{find}
// CHECK: ERROR: AddressSanitizer: stack-buffer-overflow
// CHECK: READ of size 4
// CHECK: in element(int*, int)
// CHECK: in sum(int)
// NAMED: 'values'{{.*}} <== Memory access at offset {{[0-9]+}} overflows this variable

#include <cilk/cilk.h>

#include <cstdlib>

__attribute__((noinline)) static int element(int *values, int i) {
  return *(volatile int *)&values[i];
}

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

__attribute__((noinline)) static int sum(int place) {
  int values[10] = {1, 1};
  int before = element(values, place == 1 ? 10 : 0);
  long a = cilk_spawn fib(10);
  int between = element(values, place == 2 ? 10 : 0);
  long b = fib(8);
  cilk_sync;
  return before + between + element(values, place == 3 ? 10 : 1) +
         (a + b == 55 + 21);
}

__attribute__((noinline)) static void fail(int n) {
  int values[10] = {n};
  if (n == 0)
    throw element(values, 0);
  cilk_spawn fail(n - 1);
  element(values, 0);
  cilk_sync;
}

/// Uses the same part of the stack again, with other variables.
__attribute__((noinline)) static int cover(int n) {
  volatile char values[200] = {};
  return n == 0 ? values[100] : cover(n - 1) + values[n];
}

int main(int, char **argv) {
  for (int i = 0; i < 20; ++i) {
    try {
      fail(20);
      return 1;
    } catch (int) {
    }
    int nothing = cilk_spawn cover(30);
    cilk_sync;
    if (nothing != 0 || sum(std::atoi(argv[1])) != 4)
      return 1;
  }
  return 0;
}
