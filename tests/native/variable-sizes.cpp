// Memory of variable size of functions that spawn: it is on the stack as long as
// nothing is stolen, which needs no more stack with each iteration of a loop
// whose continuations are stolen; and stacks that overflow by it say so.
//
// DEFINE: %{flags} =
// DEFINE: %{build} = %tussah-clang++ -ftussah-target=native -ftussah-keep-spawns -Wno-vla-cxx-extension %{flags} %s -o %t
// DEFINE: %{steal} = env CILK_NWORKERS=3 CILK_STACKSIZE=256K TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json timeout 100 %t flat 300 && %FileCheck %s < %t.json
// CHECK: "steals": {{[0-9][0-9][0-9]}}
// DEFINE: %{check} = %{build} && env CILK_NWORKERS=1 timeout 60 %t near && env CILK_NWORKERS=1 CILK_STACKSIZE=256K timeout 60 %t flat 5000 && %{steal}
// DEFINE: %{code} = %{build} -S -o %t.s && %python %S/Inputs/check-code.py --sites 5 %t.s
//
// REDEFINE: %{flags} = -O0
// RUN: %{check}
// RUN: %{code}
// REDEFINE: %{flags} = -O1
// RUN: %{check}
// RUN: %{code}
// REDEFINE: %{flags} = -Os
// RUN: %{code}
// REDEFINE: %{flags} = -O3 -march=x86-64-v3
// RUN: %{check}
// RUN: %{code}
// REDEFINE: %{flags} = -O2 -fstack-clash-protection -fstack-protector-all
// RUN: %{check}
// RUN: %{code}
//
// Nothing is written there, but the next allocation or call touches the guard.
// RUN: env CILK_NWORKERS=2 CILK_STACKSIZE=256K timeout 60 %not --crash %t overflow 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=OVERFLOW
// RUN: env CILK_NWORKERS=2 CILK_STACKSIZE=256K timeout 60 %not --crash %t loop 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: tussah: stack overflow in worker {{[01]}}: its stack has 256 KiB

#include <cilk/cilk.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#define NOINLINE __attribute__((noinline))

static volatile int wrong;

static NOINLINE void use(volatile char *p, int n, int value) {
  p[0] = p[n - 1] = (char)value;
}

static NOINLINE void expect(volatile const char *p, int n, int value) {
  wrong += p[0] != (char)value || p[n - 1] != (char)value;
}

/// True if \p p is on the caller's stack: not far above this frame.
static NOINLINE bool isNear(volatile const char *p) {
  auto here = (uintptr_t)__builtin_frame_address(0);
  return (uintptr_t)p - here < (64 << 10);
}

/// On one worker nothing is stolen.
static NOINLINE void near(int n) {
  char first[n];
  wrong += !isNear(first);
  cilk_spawn use(first, n, 1);
  auto *second = (char *)__builtin_alloca(n);
  wrong += !isNear(second);
  cilk_spawn use(second, n, 2);
  {
    char third[3 * n];
    wrong += !isNear(third);
    cilk_spawn use(third, 3 * n, 3);
    cilk_sync;
    expect(third, 3 * n, 3);
  }
  // What is large could step over a guard, and over others' stacks.
  char large[n << 12];
  wrong += isNear(large);
  cilk_spawn use(large, n << 12, 4);
  cilk_sync;
  expect(first, n, 1);
  expect(second, n, 2);
  expect(large, n << 12, 4);
}

static NOINLINE void fails(volatile char *p, int n, int value) {
  use(p, n, value);
  throw value;
}

/// 8 KiB in each iteration.
static NOINLINE void flat(int iterations) {
  int n = 1000, caught = 0;
  for (int i = 0; i < iterations; ++i) {
    char before[3 * n];
    cilk_spawn use(before, 3 * n, i);
    char between[3 * n];
    use(between, 3 * n, i + 1);
    cilk_sync;
    char after[2 * n];
    cilk_spawn use(after, 2 * n, i + 2);
    cilk_sync;
    expect(before, 3 * n, i);
    expect(between, 3 * n, i + 1);
    expect(after, 2 * n, i + 2);
  }
  // Here the code that thieves execute goes on on the frame's own stack.
  for (int i = 0; i < iterations; ++i) {
    // An exception that left its block would not free it, as everywhere.
    char thrown[8 * n];
    try {
      cilk_spawn fails(thrown, 8 * n, 1);
      cilk_sync;
    } catch (int value) {
      caught += value;
    }
  }
  wrong += caught != iterations;
}

/// Writes to none of its memory.
static NOINLINE long overflow(long n) {
  auto *p = (char *)__builtin_alloca(20000 + n % 2);
  long x = cilk_spawn overflow(n + 1);
  cilk_sync;
  return x + (long)p;
}

static NOINLINE long loop(int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum ^= (long)__builtin_alloca(30000 + i % 2);
  char a[n];
  cilk_spawn use(a, n, 1);
  cilk_sync;
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 2 ? std::atoi(argv[2]) : 100;
  if (!std::strcmp(argv[1], "near"))
    near(n);
  else if (!std::strcmp(argv[1], "flat"))
    flat(n);
  else if (!std::strcmp(argv[1], "overflow"))
    return overflow(n) == 0;
  else
    return loop(n) == 0;
  return wrong != 0;
}
