// A program that must end by std::terminate does, in a stolen strand too, and
// the exception is the one being handled.
// DEFINE: %{place} =
// DEFINE: %{check} = env CILK_NWORKERS=3 TUSSAH_STRESS=always-steal %not %t %{place} 2>&1 | %FileCheck %s --match-full-lines
// RUN: %tussah-clang++ -O1 %s -o %t
// REDEFINE: %{place} = noexcept
// RUN: %{check}
// REDEFINE: %{place} = destructor
// RUN: %{check}
// REDEFINE: %{place} = main
// RUN: %{check}
// CHECK: terminating with 7

#include "../Inputs/kernels.h"

#include <cilk/cilk.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

static const char *place;

struct Thrower {
  ~Thrower() noexcept(false) {
    if (!strcmp(place, "destructor"))
      throw 7;
  }
};

static void fail() {
  fib(5);
  if (!strcmp(place, "destructor")) {
    Thrower thrower;
    throw 7;
  }
  throw 7;
}

static int confined() noexcept {
  fib(5);
  cilk_spawn fail();
  int result = fib(4);
  cilk_sync;
  return result;
}

static void open() {
  cilk_spawn fail();
  fib(4);
  cilk_sync;
}

int main(int, char **argv) {
  place = argv[1];
  std::set_terminate([] {
    try {
      throw;
    } catch (int value) {
      printf("terminating with %d\n", value);
    }
    fflush(stdout);
    _Exit(1);
  });
  cilk_spawn fib(3);
  if (!strcmp(place, "main"))
    open();
  else
    confined();
  cilk_sync;
  return 0;
}
