// What each construct does to the pedigree of a strand: as in Cilk Plus, and
// the same on all targets and with any schedule. Iterations are numbered,
// whatever the grain.
//
// RUN: %replay %s -- %tussah-clang | %FileCheck %s

#include "Inputs/record.h"

#include <cilk/cilk.h>

static void calls(void) {
  note("called");
  cilk_spawn note("called: task");
  note("called: continuation");
  cilk_sync;
  note("called: synced");
}

// Each note takes a random number, which counts.
//
// CHECK: {{^}}basic 0 [0, 0]
// CHECK: {{^}}basic 1 [0, 2, 0]
// CHECK: {{^}}basic 2 [0, 3]
// CHECK: {{^}}basic 3 [0, 4, 0]
// CHECK: {{^}}basic 4 [0, 5]
// CHECK: {{^}}basic 5 [0, 7]
// CHECK: {{^}}basic 6 [0, 8]
static void basic(void) {
  note("basic 0");
  __cilkrts_bump_worker_rank();
  cilk_spawn note("basic 1");
  note("basic 2");
  cilk_spawn note("basic 3");
  note("basic 4");
  cilk_sync;
  note("basic 5");
  cilk_sync; // nothing is outstanding: not a sync
  note("basic 6");
}

// Called functions go on with the pedigree of the caller.
static void nested(int depth) {
  if (depth == 0)
    return calls();
  cilk_spawn nested(depth - 1);
  nested(depth - 1);
  cilk_sync;
  note("nested");
}

// Children of a loop run at the same time: their terms must not be one.
static void spawns_in_loop(void) {
  for (int k = 0; k < 20; ++k)
    cilk_spawn calls();
  cilk_sync;
}

// CHECK: loop: iteration [0, [[#LOOP:]], 0, 0]
// CHECK: loop: iteration [0, [[#LOOP]], 29, 0]
// CHECK: loop: task [0, [[#LOOP+2]], 9, 0, 0]
static void loops(int grain) {
  note("loop: before");
#pragma cilk grainsize grain
  cilk_for (int k = 0; k < 30; ++k)
    note("loop: iteration");
  note("loop: after");
#pragma cilk grainsize grain
  cilk_for (int k = 5; k > -5; --k) {
    cilk_spawn note("loop: task");
    note("loop: continuation");
    cilk_sync;
    cilk_for (int m = 0; m < 3; ++m)
      calls();
  }
}

static void scopes(void) {
  cilk_scope {
    cilk_spawn note("scope: task");
    note("scope: in it");
  }
  note("scope: behind it");
  int block = 1;
  cilk_spawn {
    note("block");
    cilk_spawn calls();
    block = 2;
  }
  cilk_sync;
  if (block == 2)
    note("scope: end");
}

// A function that nobody observes counts for its caller.
static long sum(const long *values, long n) {
  if (n < 8) {
    long result = 0;
    for (long k = 0; k < n; ++k)
      result += values[k];
    return result;
  }
  long left = cilk_spawn sum(values, n / 2);
  long right = sum(values + n / 2, n - n / 2);
  cilk_sync;
  return left + right;
}

static long values[1000];

// It goes 8 levels down, with a spawn and a sync in each.
//
// CHECK: {{^}}sum [0, [[#FIRST:]]]
// CHECK-NEXT: sum [0, [[#FIRST+17]]]
// CHECK-NEXT: sum [0, [[#FIRST+21]]]
static void quiet(void) {
  cilk_for (int k = 0; k < 1000; ++k)
    values[k] = k;
  note("sum");
  long total = sum(values, 1000);
  note(total == 499500 ? "sum" : "wrong sum");
  long other = cilk_spawn sum(values, 500);
  note("beside quiet task");
  cilk_sync;
  note(other == 124750 ? "sum" : "wrong sum");
}

int main(void) {
  basic();
  cilk_spawn basic();
  cilk_sync;
  nested(5);
  spawns_in_loop();
  for (int grain = 1; grain < 50; grain += 16)
    loops(grain);
  scopes();
  quiet();
  print_notes();
}
