// Exceptions of children, of the parent, of iterations, and where they arrive.
// RUN: %tussah-clang++ -O1 -std=c++17 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>

#include <stdexcept>
#include <string>

struct Failure {
  static int Living;
  int Number;
  explicit Failure(int N) : Number(N) { change(1); }
  Failure(const Failure &Other) : Number(Other.Number) { change(1); }
  ~Failure() { change(-1); }
  static void change(int By) { __atomic_fetch_add(&Living, By, __ATOMIC_RELAXED); }
};
int Failure::Living = 0;

static NOINLINE void fail(int N) {
  dawdle();
  throw Failure(N);
}
static NOINLINE int fails(int N) {
  if (N >= 0)
    fail(N);
  return N;
}
static NOINLINE void store(int *To, int Value) {
  dawdle();
  *To = Value;
}

/// The number of the exception that \p F throws, or -1.
template <class Function> static NOINLINE int caught(const Function &F) {
  try {
    F();
  } catch (const Failure &E) {
    return E.Number;
  }
  return -1;
}

BEHAVIOUR(throw_at_sync, OLS, "Exceptions", "an exception of a child propagates from the sync") {
  int Behind = 0;
  CHECK(caught([&] {
          cilk_spawn fail(1);
          cilk_sync;
          Behind = 1;
        }) == 1);
  CHECK(Behind == 0);
}

BEHAVIOUR(throw_at_implicit_sync, OLR, "Exceptions", "also from an implicit sync") {
  CHECK(caught([] { cilk_spawn fail(2); }) == 2);
}

BEHAVIOUR(throw_first_of_children, OLS, "Exceptions",
          "of several exceptions the earliest in the serial order is caught") {
  CHECK(caught([] {
          cilk_spawn fail(3);
          cilk_spawn fail(4);
          cilk_spawn fail(5);
          cilk_sync;
        }) == 3);
}

BEHAVIOUR(throw_child_before_parent, ICG, "Exception Handling",
          "a child's exception takes precedence over that of the continuation") {
  CHECK(caught([] {
          cilk_spawn fail(6);
          fail(7);
          cilk_sync;
        }) == 6);
}

BEHAVIOUR(throw_only_parent, ICG, "Exception Handling",
          "an exception of the continuation alone is caught behind an implicit sync") {
  int X = 0;
  CHECK(caught([&] {
          cilk_spawn store(&X, 1);
          fail(8);
        }) == 8);
  CHECK(X == 1);
}

BEHAVIOUR(throw_aborts_nobody, ICG, "Exception Handling", "children and siblings run to completion") {
  int X[4] = {0};
  int Number = caught([&] {
    cilk_spawn store(&X[0], 1);
    cilk_spawn fail(9);
    cilk_spawn store(&X[1], 2);
    cilk_sync;
  });
  CHECK(Number == 9 && X[0] == 1);
  // A continuation that the serial program would not reach may have run.
  CHECK(X[1] == 0 || X[1] == 2);
}

BEHAVIOUR(throw_discarded_destroyed, OLR, "Exceptions", "exceptions that are discarded are destructed") {
  for (int I = 0; I < 5; ++I)
    CHECK(caught([] {
            cilk_spawn fail(1);
            cilk_spawn fail(2);
            fail(3);
          }) == 1);
  CHECK(Failure::Living == 0);
}

BEHAVIOUR(throw_try_block_syncs, OLS, "Sync", "a try block with a spawn syncs on exit") {
  int X = 0;
  try {
    cilk_spawn store(&X, 4);
  } catch (...) {
    X = -1;
  }
  CHECK(X == 4);
}

BEHAVIOUR(throw_right_handler, OLR, "Exceptions",
          "the implicit sync of a try block lets its handlers see exceptions of its children") {
  int Inner = -1, Outer = -1;
  try {
    try {
      cilk_spawn fail(5);
    } catch (const Failure &E) {
      Inner = E.Number;
    }
    cilk_spawn fail(6);
    cilk_sync;
  } catch (const Failure &E) {
    Outer = E.Number;
  }
  CHECK(Inner == 5 && Outer == 6);
}

BEHAVIOUR(throw_no_children_in_handler, ICG, "Exception Handling",
          "when a handler begins, its try block has no active children") {
  int X[2] = {0}, Seen = -1;
  try {
    cilk_spawn store(&X[0], 1);
    cilk_spawn store(&X[1], 2);
    fail(1);
  } catch (...) {
    Seen = X[0] + X[1];
  }
  CHECK(Seen == 3);
}

DEVIATION(throw_try_is_scope, OLR, "Explicit sync", "a sync in a try block only waits for spawns in it",
          "an explicit sync in a try block waits for what was spawned before the block, too; "
          "use a `cilk_scope` in the block if that must not be") {
  int Before = 0, Inside = 0;
  cilk_spawn store(&Before, 2);
  try {
    cilk_spawn store(&Inside, 3);
    cilk_sync;
    CHECK(Before == 2 && Inside == 3);
  } catch (...) {
  }
}

DEVIATION(throw_sync_before_try, OLS, "Exceptions",
          "there is an implicit sync before a try block (as in Cilk Plus)",
          "a try block does not wait for what was spawned before it, as in OpenCilk; "
          "write `cilk_sync;` before it if its statements use results of those children") {
  static int Entered;
  int Done = 0;
  Entered = workers() == 1;
  cilk_spawn [&Done] { CHECK(wait_for(&Entered)); Done = 1; }();
  try {
    set(&Entered); // the child is not done
    cilk_spawn store(&Done, 0);
    cilk_sync;
  } catch (...) {
  }
  cilk_sync;
}

BEHAVIOUR(throw_in_handler_waits, OLR, "Explicit sync",
          "a sync in a handler waits for spawns of the enclosing scope") {
  int X = 0, Seen = -1;
  cilk_spawn store(&X, 1);
  try {
    fail(2);
  } catch (...) {
    cilk_sync;
    Seen = X;
  }
  CHECK(Seen == 1);
}

BEHAVIOUR(throw_receiver_untouched, OLS, "Serialization rule",
          "an assignment spawn whose call throws does not assign") {
  int X = 77;
  CHECK(caught([&] {
          X = cilk_spawn fails(3);
          cilk_sync;
        }) == 3);
  CHECK(X == 77);
}

BEHAVIOUR(throw_object_not_constructed, OLS, "Serialization rule",
          "an object whose initializer spawn throws is not destroyed") {
  static int Destroyed;
  struct Object {
    ~Object() { ++Destroyed; }
    static Object make() {
      fail(4);
      return Object();
    }
  };
  Destroyed = 0;
  CHECK(caught([] {
          Object O = cilk_spawn Object::make();
          cilk_sync;
        }) == 4);
  CHECK(Destroyed == 0);
}

BEHAVIOUR(throw_before_spawn, OLS, "Spawn", "an exception of an argument is thrown in the parent, and nothing is spawned") {
  int X = 0;
  CHECK(caught([&] { cilk_spawn store(&X, fails(5)); }) == 5);
  CHECK(X == 0);
}

static NOINLINE void nest(int Depth) {
  if (Depth == 0)
    fail(6);
  cilk_spawn nest(Depth - 1);
  cilk_sync;
}

BEHAVIOUR(throw_through_levels, OLS, "Exceptions", "an exception passes through all levels of children") {
  CHECK(caught([] { nest(10); }) == 6);
}

BEHAVIOUR(throw_inside_child, ICG, "Exception Handling", "a child that catches its exception shows none") {
  int X = 0;
  CHECK(caught([&] {
          cilk_spawn [&X] { X = caught([] { fail(7); }); }();
          cilk_sync;
        }) == -1);
  CHECK(X == 7);
}

BEHAVIOUR(throw_types_kept, OLS, "Exceptions", "the exception keeps its type and its contents") {
  std::string What;
  try {
    cilk_spawn [] { throw std::out_of_range("too far"); }();
    cilk_sync;
  } catch (const std::exception &E) {
    What = E.what();
  }
  CHECK(What == "too far");
}

BEHAVIOUR(throw_scope, OLS, "Task blocks", "a task block that an exception leaves syncs") {
  int X = 0;
  CHECK(caught([&] {
          cilk_scope {
            cilk_spawn store(&X, 5);
            fail(8);
          }
        }) == 8);
  CHECK(X == 5);
}

BEHAVIOUR(throw_iteration, OLS, "cilk_for Loops, Dynamic constraints",
          "an exception of an iteration leaves the cilk_for") {
  CHECK(caught([] {
          cilk_for (int I = 0; I < 20; ++I)
            if (I == 13)
              fail(13);
        }) == 13);
}

BEHAVIOUR(throw_iteration_first, OLS, "cilk_for Loops, Dynamic constraints",
          "of several iterations' exceptions the first in the serial order is thrown") {
  int Number = caught([] {
#pragma cilk grainsize 1
    cilk_for (int I = 0; I < 30; ++I)
      if (I % 7 == 6)
        fail(I);
  });
  CHECK(Number == 6);
}

BEHAVIOUR(throw_iteration_aborts_none, OLR, "Exceptions",
          "an iteration's exception does not end another iteration prematurely") {
  int Begun = 0, Ended = 0;
  int Number = caught([&] {
#pragma cilk grainsize 1
    cilk_for (int I = 0; I < 20; ++I) {
      __atomic_fetch_add(&Begun, 1, __ATOMIC_RELAXED);
      if (I == 10)
        fail(10);
      dawdle();
      __atomic_fetch_add(&Ended, 1, __ATOMIC_RELAXED);
    }
  });
  CHECK(Number == 10 && Begun == Ended + 1);
}

BEHAVIOUR(throw_iteration_caught, OLS, "cilk_for Loops, Dynamic constraints",
          "what an iteration catches itself concerns no other") {
  int Caught = 0;
  cilk_for (int I = 0; I < 20; ++I)
    if (caught([I] { fails(I % 2 ? I : -1); }) == I)
      __atomic_fetch_add(&Caught, 1, __ATOMIC_RELAXED);
  CHECK(Caught == 10);
}

BEHAVIOUR(throw_spawn_in_iteration, ICG, "Exception Handling",
          "the body of a cilk_for syncs before an exception leaves it") {
  int X = 0;
  CHECK(caught([&] {
          cilk_for (int I = 0; I < 4; ++I)
            if (I == 2) {
              cilk_spawn store(&X, 9);
              fail(2);
            }
        }) == 2);
  CHECK(X == 9);
}
