// A loop whose continuations are stolen needs no more stack with each
// iteration, also if spawned calls have arguments on the stack, or fail.
//
// RUN: %tussah-clang++ -ftussah-target=native -ftussah-keep-spawns -O1 %s -o %t
// RUN: env CILK_NWORKERS=3 CILK_STACKSIZE=256K TUSSAH_STRESS=always-steal \
// RUN:   TUSSAH_STATS=%t.json timeout 100 %t
// RUN: env CILK_NWORKERS=1 CILK_STACKSIZE=256K timeout 60 %t throws
// RUN: %FileCheck %s < %t.json
// CHECK: "steals": {{[0-9][0-9][0-9]}}

#include <cilk/cilk.h>

#define NOINLINE __attribute__((noinline))

/// 48 words, of which 12 are in registers.
#define EIGHT(x, name)                                                         \
  x name##0, x name##1, x name##2, x name##3, x name##4, x name##5, x name##6, \
      x name##7
#define ALL(x)                                                                 \
  EIGHT(x, a), EIGHT(x, b), EIGHT(x, c), EIGHT(x, d), EIGHT(x, e), EIGHT(x, f)

#define EACH_ONE(name)                                                        \
  name##0 = one, name##1 = one, name##2 = one, name##3 = one, name##4 = one,   \
  name##5 = one, name##6 = one, name##7 = one
#define MANY                                                                   \
  long EACH_ONE(a), EACH_ONE(b), EACH_ONE(c), EACH_ONE(d), EACH_ONE(e),        \
      EACH_ONE(f)

static NOINLINE long last(ALL(long)) {
  return a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + b0 + b1 + b2 + b3 + b4 + b5 +
         b6 + b7 + c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + d0 + d1 + d2 + d3 +
         d4 + d5 + d6 + d7 + e0 + e1 + e2 + e3 + e4 + e5 + e6 + e7 + f0 + f1 +
         f2 + f3 + f4 + f5 + f6 + f7;
}

static NOINLINE long spawns(ALL(long)) {
  long x = cilk_spawn last(ALL());
  long y = last(ALL());
  cilk_sync;
  return x + y;
}

static NOINLINE void fails(int i) { throw i; }

static NOINLINE void failsWith(ALL(long)) { throw last(ALL()); }

int main(int argc, char **) {
  int throws = argc > 1 ? 20000 : 500;
  volatile long one = 1;
  long wrong = 0, caught = 0;
  for (int i = 0; i < 2500; ++i) {
    MANY;
    long x = cilk_spawn spawns(ALL());
    wrong += last(ALL()) != 48;
    cilk_sync;
    wrong += x != 96;
  }
  for (int i = 0; i < throws; ++i) {
    try {
      cilk_spawn fails(1);
      cilk_sync;
    } catch (int e) {
      caught += e;
    }
  }
  for (int i = 0; i < 1500; ++i) {
    MANY;
    try {
      cilk_spawn failsWith(ALL());
      cilk_sync;
    } catch (long e) {
      wrong += e != 48;
    }
  }
  return wrong != 0 || caught != throws;
}
