// The handler of an exception has a pedigree that does not depend on how far
// the parent of the task that threw has come: with or without a steal, in
// handlers of the parent, of its caller, and of a root, and when an exception
// of a task replaces a later one of its parent. What is executed behind the
// spawn of a task that throws depends on the schedule, so it notes nothing.
//
// RUN: %replay %s -- %tussah-clang++

#include "Inputs/record.h"

#include <cilk/cilk.h>

struct Guard {
  const char *name;
  ~Guard() { note(name); }
};

static void work(int n) {
  volatile long sum = 0;
  for (int k = 0; k < n; ++k)
    sum = sum + k;
}

static void thrower(int which) {
  note("thrower");
  cilk_spawn note("thrower's task");
  work(2000);
  cilk_sync;
  throw which;
}

// The handler is the parent's: a sync scope of its own.
static void ownHandler(int which) {
  cilk_spawn note("outer task");
  try {
    Guard guard{"guard in try"};
    cilk_spawn thrower(which);
    work(3000);
    cilk_spawn work(100);
    cilk_sync;
    note("not reached");
  } catch (int) {
    note("own handler");
    cilk_spawn note("task of handler");
    note("handler goes on");
  }
  note("behind try");
  cilk_sync;
  note("end");
}

// The exception leaves the function, at its implicit sync or the spawn.
static long passesOn(int which) {
  Guard guard{"guard of passesOn"};
  cilk_spawn thrower(which);
  work(1000);
  cilk_spawn work(100);
  return which;
}

// The parent throws too, later than its task.
static void replaced() {
  cilk_spawn thrower(1);
  work(1000);
  throw 2L;
}

static void inLoop(int which) {
  cilk_for (int k = 0; k < 20; ++k) {
    if (k <= 7)
      note("iteration");
    if (k == 7)
      thrower(which);
    if (k > 7)
      throw k;
  }
}

// Each iteration has a sync scope of its own, which one handler serves; the
// loop would be unrolled.
static inline __attribute__((always_inline)) void step(int k) {
  Guard guard{"guard of step"};
  if (k == 3)
    cilk_spawn thrower(k);
  else
    cilk_spawn note("task of step");
  work(500);
}
static void inlined() {
  for (int k = 0; k < 4; ++k)
    step(k);
}

template <class Callable> static void caught(const char *name, Callable f) {
  try {
    f();
  } catch (...) {
    note(name);
  }
  note("next");
}

int main() {
  for (int round = 0; round < 3; ++round) {
    note("main");
    caught("from ownHandler", [] { ownHandler(1); });
    caught("from passesOn", [] { passesOn(1); });
    caught("from replaced", [] { replaced(); });
    caught("from inLoop", [] { inLoop(1); });
    caught("from inlined", [] { inlined(); });
    cilk_scope {
      cilk_spawn caught("in task", [] { passesOn(2); });
      caught("beside task", [] { inLoop(3); });
    }
  }
  note("end of main");
  print_notes();
}
