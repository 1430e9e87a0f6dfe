// What __cilkrts_atinit registers is over before a root begins, whichever thread calls
// it; but for roots that it enters itself. One function after the other is called, also
// if one throws.
//
// RUN: %tussah-clang++ -ftussah-target=native -O2 %s -o %t -pthread
// RUN: env CILK_NWORKERS=2 timeout 60 %t
#include "../Inputs/kernels.h"
#include "../Inputs/test.h"

#include <atomic>
#include <cilk/cilk_api.h>
#include <thread>
#include <unistd.h>

static std::atomic<bool> isCalled, enters, isReady;
static std::atomic<int> last;

static void fail() {
  CHECK(last++ == 0);
  throw 7;
}

static void first() {
  CHECK(last++ == 1);
  isCalled = true;
  while (!enters)
    usleep(100);
  // The other thread would be in its root.
  usleep(50000);
  CHECK(last == 2);
  isReady = true;
}

static void second() {
  CHECK(isReady && last++ == 2);
  CHECK(fib(10) == 55);
  usleep(1000);
  ++last;
}

static void root() {
  cilk_spawn fib(10);
  CHECK(isReady && last == 4);
  cilk_sync;
}

int main() {
  CHECK(__cilkrts_atinit(fail) == 0);
  CHECK(__cilkrts_atinit(first) == 0);
  CHECK(__cilkrts_atinit(second) == 0);
  try {
    root();
    CHECK(false);
  } catch (int value) {
    CHECK(value == 7 && last == 1);
  }
  std::thread other([] {
    while (!isCalled)
      usleep(100);
    enters = true;
    root();
  });
  root();
  other.join();
}
