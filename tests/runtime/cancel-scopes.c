// The scope of cancellation belongs to the strand: a stolen continuation is in that of
// its spawn, not in one that the child has entered since; and behind a sync it is the one
// before it, whichever strand arrives last.
//
// RUN: %tussah-clang -ftussah-target=native -ftussah-keep-spawns -O2 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays timeout 60 %t
// RUN: %tussah-clang -ftussah-target=native -O0 %s -o %t
// RUN: env CILK_NWORKERS=2 timeout 60 %t
#include "Inputs/robbed.h"
#include "Inputs/test.h"

#include <stdatomic.h>
#include <tussah/cancel.h>

static const struct tussah_token none = TUSSAH_TOKEN;
static struct tussah_token inner, outer;
static atomic_bool is_cancelled, has_asked, has_arrived;

/// Computes until it is so.
static void await(const atomic_bool *flag) {
  while (!atomic_load(flag))
    compute(1e-5);
}

static void nothing(void) {}

/// Is robbed of its parent's continuation within a scope, and cancels that. A
/// scope of a function that it has called comes in between.
__attribute__((noinline)) static void be_robbed_in_scope(int depth) {
  struct tussah_token token = TUSSAH_TOKEN;
  tussah_cancel_scope(depth ? &token : &inner) {
    // Sees a request here, where it is in the scope.
    cilk_spawn nothing();
    if (depth)
      be_robbed_in_scope(depth - 1);
    else
      be_robbed();
    CHECK(!tussah_cancelled());
    tussah_cancel(&inner);
    CHECK(tussah_cancelled() == (depth == 0));
  }
  atomic_store(&is_cancelled, true);
  await(&has_asked);
}

/// Asks in a continuation that was stolen out of a child's scope.
static void ask_outside(int depth, int is_cancelled_around) {
  inner = none;
  is_stolen = false;
  is_cancelled = has_asked = false;
  cilk_spawn be_robbed_in_scope(depth);
  is_stolen = true;
  await(&is_cancelled);
  CHECK(tussah_cancelled() == is_cancelled_around);
  atomic_store(&has_asked, true);
  cilk_sync;
  CHECK(tussah_cancelled() == is_cancelled_around);
}

static void arrive_last(int child_is_last) {
  be_robbed();
  if (child_is_last)
    await(&has_arrived);
  compute(child_is_last ? 2e-3 : 0);
}

/// Asks behind a sync at which the child, or the continuation, is the last.
static void ask_behind(int child_is_last) {
  is_stolen = false;
  has_arrived = false;
  outer = none;
  tussah_cancel_scope(&outer) {
    cilk_spawn arrive_last(child_is_last);
    is_stolen = true;
    atomic_store(&has_arrived, true);
    compute(child_is_last ? 0 : 2e-3);
    cilk_sync;
    CHECK(!tussah_cancelled());
    tussah_cancel(&outer);
    CHECK(tussah_cancelled());
  }
  CHECK(!tussah_cancelled());
}

int main(void) {
  for (int i = 0; i < 10; ++i) {
    ask_outside(i % 3, 0);
    ask_behind(0);
    ask_behind(1);
    struct tussah_token around = TUSSAH_TOKEN;
    tussah_cancel_scope(&around) { ask_outside(i % 3, 0); }
  }
}
