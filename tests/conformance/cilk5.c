// The language of Cilk-5, with <cilk.h>; inlets and abort by their counterparts.
// RUN: %tussah-clang -O1 -w %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <tussah/inlet.h>

#include <cilk-lib.h>

cilk int fib(int n) {
  if (n < 2)
    return n;
  else {
    int x, y;
    x = spawn fib(n - 1);
    y = spawn fib(n - 2);
    sync;
    return x + y;
  }
}

BEHAVIOUR(cilk5_fib, C5, "Programming in Cilk, The Cilk language", "the first example compiles as it is, with <cilk.h>") {
  CHECK(fib(15) == 610);
}

static NOINLINE int call_from_c(int n) { return fib(n); }

BEHAVIOUR(cilk5_prototype, C5, "Language Reference, Procedure definition and declaration", "cilk declares procedures, also prototypes") {
  cilk int later(int);
  int x;
  x = spawn later(4);
  sync;
  CHECK(x == 8);
}
cilk int later(int n) { return 2 * n; }

DEVIATION(cilk5_call, C5, "Language Reference, Procedure definition and declaration", "procedures must be spawned, and cannot be called from C",
          "a procedure is a function: any function may call it, and it syncs before it returns") {
  CHECK(call_from_c(10) == 55);
}

BEHAVIOUR(cilk5_void, C5, "Language Reference, Spawning", "a procedure without a result is spawned without a left side") {
  int i, done[4] = {0};
  for (i = 0; i < 4; ++i)
    spawn set(&done[i]);
  sync;
  CHECK(done[0] && done[1] && done[2] && done[3]);
}

BEHAVIOUR(cilk5_operators, C5, "Language Reference, Spawning", "each assignment operator of C may assign a spawn's result") {
  int a = 3, b = 3, c = 100, d = 17, e = 5, f = 5, g = 3, h = 64, i = 7, j = 12, k = 9;
  a = spawn later(2);
  b *= spawn later(2);
  c /= spawn later(2);
  d %= spawn later(2);
  e += spawn later(2);
  f -= spawn later(2);
  g <<= spawn later(2);
  h >>= spawn later(2);
  i &= spawn later(2);
  j ^= spawn later(2);
  k |= spawn later(2);
  sync;
  CHECK(a == 4 && b == 12 && c == 25 && d == 1 && e == 9 && f == 1);
  CHECK(g == 48 && h == 4 && i == 4 && j == 8 && k == 13);
}

BEHAVIOUR(cilk5_pointer_operator, C5, "Language Reference, Spawning", "with += and -= the left side may be a pointer") {
  int numbers[20], *p = numbers, *q = numbers + 19;
  p += spawn later(3);
  q -= spawn later(2);
  sync;
  CHECK(p == numbers + 6 && q == numbers + 15);
}

DEVIATION(cilk5_conversion, C5, "Language Reference, Spawning", "the left side must have the type of the result",
          "the result is converted, as in an assignment of C") {
  double x;
  x = spawn later(4);
  sync;
  CHECK(x == 8.0);
}

cilk void leaves_child(int *done) {
  cilk_spawn { dawdle(); set(done); }
  return;
}

BEHAVIOUR(cilk5_return_syncs, C5, "Programming in Cilk, The Cilk language", "there is an implicit sync before every return") {
  int done = 0;
  leaves_child(&done);
  CHECK(done == 1);
}

BEHAVIOUR(cilk5_sync_in_if, C5, "Language Reference, Synchronization", "a sync may be anywhere where a statement may be") {
  int x = 0, n = 3;
  x = spawn later(n);
  if (n == 3)
    sync;
  CHECK(x == 6);
}

BEHAVIOUR(cilk5_synched, C5, "Language Reference, Cilk scheduler variables", "SYNCHED is 1 behind a sync, and not 1 while a child is outstanding elsewhere") {
  static int released;
  released = workers() == 1;
  spawn wait_for(&released);
  int during = SYNCHED;
  set(&released);
  sync;
  CHECK(SYNCHED == 1);
  CHECK(workers() == 1 ? during == 1 : during == 0);
}

BEHAVIOUR(cilk5_active_size, C5, "Specification of Cilk Libraries, Global variables", "Cilk_active_size is the number of workers") {
  CHECK(Cilk_active_size == workers());
}

BEHAVIOUR(cilk5_self, C5, "Specification of Cilk Libraries, Global variables", "Self is from 0 to Cilk_active_size - 1") {
  int i, numbers[8];
  for (i = 0; i < 8; ++i)
    cilk_spawn { dawdle(); numbers[i] = Self; }
  sync;
  for (i = 0; i < 8; ++i)
    CHECK(numbers[i] >= 0 && numbers[i] < Cilk_active_size);
}

cilk int with_memory(int n) {
  int *memory = Cilk_alloca(n * sizeof(int)), i, sum = 0;
  for (i = 0; i < n; ++i)
    memory[i] = i;
  for (i = 0; i < n; ++i)
    spawn later(memory[i]);
  sync;
  for (i = 0; i < n; ++i)
    sum += memory[i];
  return sum;
}

BEHAVIOUR(cilk5_alloca, C5, "Specification of Cilk Libraries, Shared memory support", "memory of Cilk_alloca lives until the procedure returns") {
  int x, y;
  x = spawn with_memory(100);
  y = spawn with_memory(10);
  sync;
  CHECK(x == 4950 && y == 45);
}

BEHAVIOUR(cilk5_assert, C5, "Specification of Cilk Libraries, Debug support", "Cilk_assert does nothing if its expression is true") {
  int n = 0;
  Cilk_assert(++n == 1);
  CHECK(n == 1);
}

BEHAVIOUR(cilk5_locks, C5, "Specification of Cilk Libraries, Locks", "Cilk_lock excludes others until Cilk_unlock") {
  Cilk_lockvar lock;
  int i, count = 0;
  Cilk_lock_init(lock);
  for (i = 0; i < 200; ++i)
    cilk_spawn {
      Cilk_lock(lock);
      ++count;
      Cilk_unlock(lock);
    }
  sync;
  CHECK(count == 200);
}

BEHAVIOUR(cilk5_fence, C5, "Programming in Cilk, Shared memory", "with Cilk_fence the example never gives 2") {
  int round, bad = 0;
  for (round = 0; round < 50; ++round) {
    static volatile int x, y;
    static int z;
    x = y = z = 0;
    cilk_spawn { x = 1; Cilk_fence(); if (y == 0) __atomic_fetch_add(&z, 1, __ATOMIC_RELAXED); }
    cilk_spawn { y = 1; Cilk_fence(); if (x == 0) __atomic_fetch_add(&z, 1, __ATOMIC_RELAXED); }
    sync;
    bad += z > 1;
  }
  CHECK(bad == 0);
}

BEHAVIOUR(cilk5_wall_time, C5, "Specification of Cilk Libraries, Timers", "Cilk_get_wall_time goes on, and Cilk_wall_time_to_sec converts it") {
  Cilk_time begin = Cilk_get_wall_time();
  dawdle();
  CHECK(Cilk_wall_time_to_sec(Cilk_get_wall_time() - begin) > 0);
}

DEVIATION(cilk5_work_timers, C5, "Specification of Cilk Libraries, Timers", "Cilk_user_work and Cilk_user_critical_path are measured",
          "they are 0; compile with `-fcilktool=cilkscale`, and use `<cilk/cilkscale.h>`") {
  CHECK(Cilk_user_work == 0 && Cilk_user_critical_path == 0 && Cilk_time_to_sec(Cilk_user_work) == 0);
}

// Inlets

struct inlets {
  struct tussah_inlet gate;
  struct tussah_token token;
  int inside, calls, sum, found;
};

static void sum_up(void *context, const void *result) {
  struct inlets *parent = context;
  CHECK(__atomic_fetch_add(&parent->inside, 1, __ATOMIC_RELAXED) == 0);
  parent->sum += *(const int *)result;
  ++parent->calls;
  __atomic_fetch_sub(&parent->inside, 1, __ATOMIC_RELAXED);
}

TUSSAH_INLET_CHILD void child_of_inlet(struct tussah_inlet *gate, int n) {
  int result = n;
  dawdle();
  tussah_inlet_deliver(gate, &result);
}

DEVIATION(cilk5_inlet, C5, "Programming in Cilk, Inlets", "an inlet is declared with inlet in a procedure, and called around a spawn",
          "an inlet is a function of `<tussah/inlet.h>`, which gets the procedure's variables by a pointer") {
  struct inlets parent = {0};
  tussah_inlet_init(&parent.gate, sum_up, &parent, sizeof(int));
  for (int i = 0; i < 20; ++i)
    tussah_inlet_spawn(&parent.gate, child_of_inlet(&parent.gate, i));
  tussah_inlet_sync(&parent.gate);
  CHECK(parent.sum == 190 && parent.calls == 20);
}

BEHAVIOUR(cilk5_inlet_atomic, C5, "Programming in Cilk, Inlets", "inlets and their procedure operate atomically with respect to each other") {
  struct inlets parent = {0};
  tussah_inlet_init(&parent.gate, sum_up, &parent, sizeof(int));
  for (int i = 0; i < 20; ++i) {
    tussah_inlet_spawn(&parent.gate, child_of_inlet(&parent.gate, 1));
    CHECK(parent.inside == 0);
    const int before = parent.sum;
    dawdle();
    CHECK(parent.sum == before); // no inlet runs beside the procedure's code
    parent.sum += 100;
  }
  tussah_inlet_sync(&parent.gate);
  CHECK(parent.sum == 2020);
}

static int aborted_begun;
static NOINLINE void one_of_search(struct tussah_token *token, int n) {
  __atomic_fetch_add(&aborted_begun, 1, __ATOMIC_RELAXED);
  if (n == 0)
    tussah_cancel(token);
}

DEVIATION(cilk5_abort, C5, "Programming in Cilk, Aborting work", "abort in an inlet ends the children that have been spawned, not future ones",
          "`tussah_cancel` ends the children of a `tussah_cancel_scope`, those that would be spawned later, too") {
  struct tussah_token token = TUSSAH_TOKEN;
  aborted_begun = 0;
  tussah_cancel_scope(&token) for (int i = 0; i < 50; ++i) {
    cilk_spawn one_of_search(&token, i);
    if (i == 0)
      cilk_sync;
  }
  CHECK(aborted_begun == 1);
}
