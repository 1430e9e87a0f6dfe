// std::uncaught_exceptions is what it is in the serial program wherever a
// function goes on: behind a spawn, behind a sync and in a child, while
// destructors run for an exception, and in handlers.
//
// RUN: %tussah-clang++ -ftussah-target=native -std=c++17 -O0 %s -o %t.0
// RUN: %tussah-clang++ -ftussah-target=native -std=c++17 -O2 %s -o %t.2
// RUN: env CILK_NWORKERS=2 timeout 60 %t.2
// RUN: env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal timeout 60 %t.0
// RUN: env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal TUSSAH_STATS=%t.json \
// RUN:   timeout 60 %t.2
// RUN: %FileCheck %s < %t.json
// CHECK: "steals": {{[1-9]}}

#include <cilk/cilk.h>

#include <exception>
#include <stdio.h>
#include <string>

#define NOINLINE __attribute__((noinline))
#define EXPECT(n) expect(n, __LINE__)

static int wrong;

static void expect(int n, int line) {
  if (std::uncaught_exceptions() == n)
    return;
  __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
  fprintf(stderr, "line %d: %d exceptions, expected %d\n", line,
          std::uncaught_exceptions(), n);
}

static NOINLINE long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

/// Spawns when it is destroyed, while `inFlight` exceptions are in flight.
struct Spawner {
  int n, inFlight;

  NOINLINE ~Spawner() {
    EXPECT(inFlight);
    long a = cilk_spawn fib(n);
    EXPECT(inFlight);
    long b = fib(n - 1);
    EXPECT(inFlight);
    if (n > 3) {
      try {
        Spawner inner{n - 2, inFlight + 1};
        if (n > 4)
          throw 1;
        inner.inFlight = inFlight;
      } catch (int) {
        EXPECT(inFlight);
      }
    }
    EXPECT(inFlight);
    cilk_sync;
    EXPECT(inFlight);
    if (a + b != fib(n + 1))
      EXPECT(-1);
  }
};

static NOINLINE long throws(int n) {
  EXPECT(0);
  if (n < 3)
    throw std::string(20, 'x');
  cilk_spawn fib(n);
  EXPECT(0);
  Spawner spawner{n, 1};
  throw n;
}

static NOINLINE long catches(int n) {
  EXPECT(0);
  long sum = 0;
  try {
    sum = cilk_spawn throws(n);
    EXPECT(0);
    fib(8);
    EXPECT(0);
  } catch (int e) {
    EXPECT(0);
    fib(5);
    EXPECT(0);
    long a = cilk_spawn fib(6);
    EXPECT(0);
    fib(4);
    cilk_sync;
    EXPECT(0);
    sum += e + a;
  } catch (std::string &text) {
    EXPECT(0);
    sum += (long)text.size();
    fib(7);
    EXPECT(0);
    try {
      throw;
    } catch (std::string &again) {
      EXPECT(0);
      sum += (long)again.size();
    }
  }
  EXPECT(0);
  return sum;
}

/// Enters parallel code while an exception is in flight.
struct Enters {
  ~Enters() {
    EXPECT(1);
    Spawner spawner{9, 1};
    if (fib(12) != 144)
      EXPECT(-1);
    EXPECT(1);
  }
};

int main() {
  for (int i = 0; i < 12; ++i) {
    long sum = 0;
    sum = catches(i);
    if (sum != (i < 3 ? 40 : i + 8))
      EXPECT(-1);
  }
  try {
    Enters enters;
    throw 1;
  } catch (int) {
    EXPECT(0);
  }
  return wrong != 0;
}
