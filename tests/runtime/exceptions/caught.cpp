// A continuation that is stolen while its child is in a handler sees the
// exceptions that its own handlers have caught, and not the child's. The C++
// libraries keep them in lists of different layouts. It is offered although the
// child runs foreign code, and the parent was called through a pointer.
// DEFINE: %{library} = libstdc++
// DEFINE: %{check} = %tussah-clang++ -O1 -stdlib=%{library} %s -o %t && env CILK_NWORKERS=2 timeout 60 %t
// RUN: %{check}
// REDEFINE: %{library} = libc++
// RUN: %if libcxx %{ %{check} %}

#include "../Inputs/kernels.h"

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

/// Has arguments on the stack, which are pushed before a call.
[[gnu::noinline]] void fail(int a, int b, int c, int d, int e, int f, int g,
                            int value) {
  throw a + b + c + d + e + f + g + value;
}

/// Where the stack pointer is lower at the call that throws than at the spawn
/// in the handler. If its exception passed for the child's, the continuation
/// would begin in the handler around.
static bool pushing_parent() {
  try {
    throw 3;
  } catch (int) {
    bool right;
    try {
      fail(0, 0, 0, 0, 0, 0, 0, 4);
      return false;
    } catch (int) {
      int child = cilk_spawn handle();
      int own = current();
      released = true;
      cilk_sync;
      right = child == 2 && own == 4 && current() == 4;
    }
    return right && current() == 3;
  }
}

/// Keeps the other worker from stealing before the child is in its handler.
static void wait() {
  while (!in_handler)
    ;
}

static bool works(bool (*parent)()) {
  in_handler = released = false;
  bool right = cilk_spawn parent();
  wait();
  cilk_sync;
  return right && current() == 0;
}

int main() {
  for (int i = 0; i < 10; ++i)
    if (!works(parent) || !works(pushing_parent))
      return 1;
  return 0;
}
