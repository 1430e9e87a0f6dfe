// REQUIRES: onetbb, openmp
// RUN: %python %S/Inputs/matrix.py --clang %clangxx --plugin %lib-dir/libtussah-pass.so --out %t %s -- -std=c++17 -I %S/../tasks/Inputs | %FileCheck %s
// Programs on each target, at each level, give what the serial program gives.
#include "markers.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))

static std::atomic<int> Alive;

struct Counted {
  int Value;
  explicit Counted(int Value) : Value(Value) { ++Alive; }
  Counted(const Counted &Other) : Value(Other.Value) { ++Alive; }
  ~Counted() { --Alive; }
};

/// Its address shows whether a closure is aligned.
struct alignas(256) Aligned {
  int Value;
  const Aligned *Self;
  explicit Aligned(int Value) : Value(Value), Self(this) {}
  Aligned(const Aligned &Other) : Value(Other.Value), Self(this) {}
  bool isWhole() const {
    return Self == this && reinterpret_cast<uintptr_t>(this) % 256 == 0;
  }
};

static NOINLINE int task(int Fails, std::string Text, Counted C) {
  if (Fails)
    throw std::runtime_error("task " + std::to_string(Fails) + " " + Text);
  return static_cast<int>(Text.size()) + C.Value;
}

static NOINLINE int continuation(int Fails) {
  Counted C(Fails);
  if (Fails)
    throw std::logic_error("continuation");
  return C.Value;
}

// Two tasks and the continuation fail or not: the program sees the failure that
// the serial program would have seen.
static void failures(int First, int Second, int Third) {
  std::string Text("long enough for the heap, so that a leak is seen");
  Counted Kept(9);
  int X = -1, Y = -1, Z = -1;
  printf("%d%d%d: ", First, Second, Third);
  try {
    GUARD(Guard, 0);
    TASK(0, { X = CALLEE(task)(First * 1, Text, Counted(1)); });
    TASK(0, { Y = CALLEE(task)(Second * 2, Text + "!", Counted(2)); });
    Z = continuation(Third);
    SYNC(0);
    printf("%d %d %d\n", X, Y, Z);
  } catch (std::runtime_error &E) {
    printf("%.6s\n", E.what());
  } catch (std::logic_error &E) {
    printf("%s\n", E.what());
  }
}

static NOINLINE int pass(Aligned A) { return A.isWhole() ? A.Value : -1; }

static int aligned() {
  int X[3];
  GUARD(Guard, 0);
  for (int I = 0; I < 3; ++I) {
    TASK(0, { X[I] = CALLEE(pass)(Aligned(I + 1)); });
  }
  SYNC(0);
  return X[0] + X[1] + X[2];
}

static long failingLoop(int N, int Bad) {
  std::vector<long> V(N);
  std::string Text("x");
  try {
    GUARD(Guard, 0);
    LOOP(0, N, {
      int I = static_cast<int>(__tussah_loop_index());
      Counted C(I);
      std::string S = Text + std::to_string(I);
      V[I] = S.size();
      if (I == Bad || I == Bad + 37)
        throw I;
    });
  } catch (int I) {
    return -I;
  }
  long Sum = 0;
  for (long X : V)
    Sum += X;
  return Sum;
}

static long nestedLoops(int N, int M) {
  std::vector<long> V(static_cast<long>(N) * M);
  {
    GUARD(Guard, 0);
    LOOP(0, N, {
      GUARD(Inner, 1);
      long I = __tussah_loop_index();
      long *Row = &V[I * M];
      LOOP(1, M, {
        long J = __tussah_loop_index();
        Row[J] = I ^ J;
      });
    });
  }
  long Sum = 0;
  for (long X : V)
    Sum += X;
  return Sum;
}

static NOINLINE long fib(long N) {
  if (N < 2)
    return N;
  GUARD(Guard, 0);
  long X, Y;
  TASK(0, { X = CALLEE(fib)(N - 1); });
  Y = fib(N - 2);
  SYNC(0);
  return X + Y;
}

static NOINLINE long deep(int N) {
  GUARD(Guard, 0);
  long X = 0;
  if (N == 0)
    throw 42;
  TASK(0, { X = CALLEE(deep)(N - 1); });
  SYNC(0);
  return X + 1;
}

// Some syncs in a loop; a frame is as new after each.
static long spawnsInLoop(int N) {
  GUARD(Guard, 0);
  std::vector<long> V(N);
  for (int I = 0; I < N; I++) {
    TASK(0, { V[I] = CALLEE(fib)(I % 10); });
    if (I % 7 == 3)
      SYNC(0);
  }
  SYNC(0);
  long Sum = 0;
  for (long X : V)
    Sum += X;
  return Sum;
}

int main() {
  // CHECK: 000: 49 51 0
  // CHECK-NEXT: 001: continuation
  // CHECK-NEXT: 010: task 2
  // CHECK-NEXT: 011: task 2
  // CHECK-NEXT: 100: task 1
  // CHECK-NEXT: 101: task 1
  // CHECK-NEXT: 110: task 1
  // CHECK-NEXT: 111: task 1
  for (int Case = 0; Case < 8; ++Case)
    failures(Case >> 2, Case >> 1 & 1, Case & 1);
  // CHECK-NEXT: aligned 6
  printf("aligned %d\n", aligned());
  // CHECK-NEXT: loops 290 -50 3890
  printf("loops %ld %ld %ld\n", failingLoop(100, -1000), failingLoop(100, 50),
         failingLoop(1000, 99999));
  // CHECK-NEXT: nested 9060 0 0
  printf("nested %ld %ld %ld\n", nestedLoops(20, 30), nestedLoops(1, 1),
         nestedLoops(0, 5));
  // CHECK-NEXT: fib 2584
  printf("fib %ld\n", fib(18));
  try {
    deep(50);
  } catch (int I) {
    // CHECK-NEXT: deep 42
    printf("deep %d\n", I);
  }
  // CHECK-NEXT: spawns 880
  printf("spawns %ld\n", spawnsInLoop(100));
  // CHECK-NEXT: alive 0
  printf("alive %d\n", Alive.load());
}
// CHECK: all {{[0-9]+}} programs agree
