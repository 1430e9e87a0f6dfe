// A continuation that is stolen while its child is in a handler sees the
// exceptions that its own handlers have caught, and not the child's. The C++
// libraries keep them in lists of different layouts.
// DEFINE: %{library} = libstdc++
// DEFINE: %{check} = %tussah-clang++ -O1 -stdlib=%{library} %s -o %t && env CILK_NWORKERS=2 %t
// RUN: %{check}
// REDEFINE: %{library} = libc++
// RUN: %if libcxx %{ %{check} %}

#include "Inputs/kernels.h"

#include <cilk/cilk.h>

#include <atomic>
#include <exception>

static std::atomic<bool> in_handler, released;

/// What the innermost handler of the strand has caught, 0 if none.
static int current() {
  if (!std::current_exception())
    return 0;
  try {
    throw;
  } catch (int value) {
    return value;
  }
}

static int handle() {
  try {
    throw 2;
  } catch (int) {
    in_handler = true;
    // Answers the requests for work.
    while (!released)
      fib(3);
    return current();
  }
}

static bool parent() {
  try {
    throw 1;
  } catch (int) {
    int child = cilk_spawn handle();
    int own = current();
    released = true;
    cilk_sync;
    return child == 2 && own == 1 && current() == 1;
  }
}

/// Keeps the other worker from stealing before the child is in its handler.
static void wait() {
  while (!in_handler)
    ;
}

int main() {
  for (int i = 0; i < 10; ++i) {
    in_handler = released = false;
    bool right = cilk_spawn parent();
    wait();
    cilk_sync;
    if (!right || current() != 0)
      return 1;
  }
  return 0;
}
