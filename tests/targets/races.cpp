// REQUIRES: onetbb
// RUN: %python %S/Inputs/matrix.py --clang %clangxx --plugin %lib-dir/libtussah-pass.so --out %t %s -- -std=c++17 -I %S/../tasks/Inputs | %FileCheck %s
// Loops in which a load must not leave its iteration, or iterations are less
// independent than they seem.
#include "markers.h"

#include <atomic>
#include <cstdio>
#include <vector>

#define NOINLINE __attribute__((noinline))
#define PARALLEL(n, ...)                                                       \
  do {                                                                         \
    GUARD(Guard, 0);                                                           \
    LOOP(0, n, __VA_ARGS__);                                                   \
  } while (0)

struct Pair {
  long A, B;
};

// One iteration reads what it wrote.
static NOINLINE void alone(Pair *P, Pair *Q, long N) {
  PARALLEL(N, {
    P->A = P->A + 1;
    Q->B += P->A;
  });
}

struct Locked {
  long Value = 0;
  std::atomic<int> Lock{0};
};

static NOINLINE void increment(Locked *L, long N) {
  PARALLEL(N, {
    while (L->Lock.exchange(1, std::memory_order_acquire))
      ;
    L->Value = L->Value + 1;
    L->Lock.store(0, std::memory_order_release);
  });
}

// The last iteration writes what all have read.
static NOINLINE void lastWrites(Locked *L, long *Out, long N) {
  PARALLEL(N, {
    Out[__tussah_loop_index()] = L->Value;
    if (L->Lock.fetch_add(1) == N - 1)
      L->Value = 7;
  });
}

static thread_local long OfThread;
static std::atomic<long> OfThreads;

// A thread's variable is shared by the iterations that it runs.
static NOINLINE void perThread(long N) {
  PARALLEL(N, {
    long Old = OfThread;
    OfThread = Old + 1;
    OfThreads += OfThread - Old;
  });
}

// An iteration's variable has one stack slot for all iterations of a leaf.
static NOINLINE void local(long *Out, long N) {
  PARALLEL(N, {
    long I = __tussah_loop_index();
    long A[4];
    long *P = A;
    asm volatile("" : "+r"(P) : : "memory");
    P[0] = I;
    A[1] = I + 1;
    P[1] += 1;
    Out[I] = A[0] + A[1];
  });
}

// Not every iteration reads; the one that does may write.
static NOINLINE void oneReads(Pair *P, long *Out, long N) {
  PARALLEL(N, {
    long I = __tussah_loop_index();
    if (I == 0)
      P->A = 5;
    else
      Out[I] = I;
    if (I == 0)
      Out[0] = P->A;
  });
}

static long hash(const std::vector<long> &V) {
  unsigned long Hash = 0;
  for (long X : V)
    Hash = Hash * 31 + X;
  return Hash % 1000003;
}

int main() {
  Pair P{1, 2};
  alone(&P, &P, 0);
  // CHECK: 1 2
  printf("%ld %ld\n", P.A, P.B);
  alone(&P, &P, 1);
  // CHECK-NEXT: 2 4
  printf("%ld %ld\n", P.A, P.B);
  Locked L;
  increment(&L, 5000);
  // CHECK-NEXT: 5000
  printf("%ld\n", L.Value);
  std::vector<long> Out(3000);
  lastWrites(&L, Out.data(), 3000);
  // CHECK-NEXT: 5000 5000 7
  printf("%ld %ld %ld\n", Out[0], Out[2999], L.Value);
  perThread(4000);
  // CHECK-NEXT: 4000
  printf("%ld\n", OfThreads.load());
  local(Out.data(), 3000);
  // CHECK-NEXT: 2 6000
  printf("%ld %ld\n", Out[0], Out[2999]);
  long Before = hash(Out);
  oneReads(&P, Out.data(), 3000);
  // CHECK-NEXT: 5 1
  printf("%ld %d\n", Out[0], hash(Out) != Before);
}
// CHECK: all {{[0-9]+}} programs agree
