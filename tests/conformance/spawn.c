// Spawns and syncs in C: forms, when what is evaluated, what waits for what.
// RUN: %tussah-clang -O1 %s -o %t
// RUN: env CILK_NWORKERS=1 %t
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal %t

#include "Inputs/behaviour.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <setjmp.h>
#include <stdint.h>

static NOINLINE int square(int n) {
  dawdle();
  return n * n;
}

static NOINLINE void store(int *to, int value) {
  dawdle();
  *to = value;
}

static int order[8], ordered;
static NOINLINE int note(int value) {
  order[__atomic_fetch_add(&ordered, 1, __ATOMIC_RELAXED)] = value;
  return value;
}

// Forms

BEHAVIOUR(spawn_form_statement, OLS, "Keywords for Tasking, Grammar", "a spawn may be an expression statement") {
  int x = 0;
  cilk_spawn store(&x, 1);
  cilk_sync;
  CHECK(x == 1);
}

BEHAVIOUR(spawn_form_assignment, OLS, "Keywords for Tasking, Grammar",
          "a spawn may be the right side of an assignment that is a statement") {
  int x = 0;
  x = cilk_spawn square(3);
  cilk_sync;
  CHECK(x == 9);
}

BEHAVIOUR(spawn_form_initializer, OLS, "Keywords for Tasking, Grammar",
          "a spawn may initialize a variable of automatic storage duration") {
  int x = cilk_spawn square(4);
  cilk_sync;
  CHECK(x == 16);
}

BEHAVIOUR(spawn_form_several_declarators, OLS, "Spawn",
          "each of several declarators may have a spawn or none") {
  int x = cilk_spawn square(2), y = square(3), z = cilk_spawn square(4);
  CHECK(y == 9);
  cilk_sync;
  CHECK(x == 4 && z == 16);
}

BEHAVIOUR(spawn_form_parentheses, OLS, "Keywords for Tasking, Grammar",
          "what is spawned is any postfix expression that denotes a function") {
  int (*const table[])(int) = {square};
  int x, y;
  x = cilk_spawn table[0](5);
  y = cilk_spawn (*table)(6);
  cilk_sync;
  CHECK(x == 25 && y == 36);
}

BEHAVIOUR(spawn_form_before_assignment, OLR, "Grammar, Spawn",
          "cilk_spawn may stand before a whole assignment") {
  int x = 0;
  cilk_spawn x = square(7);
  cilk_sync;
  CHECK(x == 49);
}

BEHAVIOUR(spawn_form_block, OLR, "Grammar, Spawn", "cilk_spawn may stand before a block") {
  int x = 0, y = 0;
  cilk_spawn {
    x = square(2);
    y = x + 1;
  }
  cilk_sync;
  CHECK(x == 4 && y == 5);
}

BEHAVIOUR(spawn_form_other_statements, OLR, "Grammar, Spawn",
          "other statements than declarations can be spawned") {
  int sum = 0;
  cilk_spawn for (int i = 0; i < 10; ++i)
    sum += i;
  cilk_sync;
  int sign = 0;
  cilk_spawn if (sum > 40)
    sign = 1;
  cilk_sync;
  CHECK(sum == 45 && sign == 1);
}

BEHAVIOUR(spawn_three_equal_forms, OLR, "Execution, Spawn",
          "x = cilk_spawn f(); cilk_spawn x = f(); and cilk_spawn { x = f(); } mean the same") {
  int x = 0, y = 0, z = 0;
  x = cilk_spawn square(3);
  cilk_spawn y = square(3);
  cilk_spawn { z = square(3); }
  cilk_sync;
  CHECK(x == 9 && y == 9 && z == 9);
}

BEHAVIOUR(spawn_underscore_names, OLS, "Keywords for Tasking",
          "the keywords are _Cilk_spawn, _Cilk_sync, _Cilk_for and _Cilk_scope; those of <cilk/cilk.h> are aliases") {
  int x = 0, y = 0, sum[4] = {0};
  x = _Cilk_spawn square(2);
  _Cilk_sync;
  _Cilk_scope { _Cilk_spawn store(&y, 3); }
  _Cilk_for (int i = 0; i < 4; ++i)
    sum[i] = i;
  CHECK(x == 4 && y == 3 && sum[3] == 3);
}

BEHAVIOUR(spawn_many_in_loop, OLR, "Grammar, Sync", "a loop may spawn, and sync under a condition") {
  int squares[20];
  for (int i = 0; i < 20; ++i) {
    squares[i] = cilk_spawn square(i);
    if (i % 4 == 3) {
      cilk_sync;
      CHECK(squares[i] == i * i && squares[i - 3] == (i - 3) * (i - 3));
    }
  }
}

// Evaluation

BEHAVIOUR(spawn_arguments_first, OLS, "Spawn", "arguments are evaluated before the spawn point") {
  int i = 3, x = 0;
  x = cilk_spawn square(i++);
  CHECK(i == 4);
  i = 100;
  cilk_sync;
  CHECK(x == 9);
}

BEHAVIOUR(spawn_arguments_tutorial, OTU, "Adding parallelism",
          "the continuation starts when the arguments have been evaluated") {
  ordered = 0;
  cilk_spawn square(note(1));
  note(2);
  cilk_sync;
  CHECK(ordered == 2 && order[0] == 1 && order[1] == 2);
}

BEHAVIOUR(spawn_left_side_first, OLS, "Spawn", "the place of the result is determined before the spawn point") {
  int results[4] = {0}, j = 1;
  results[j++] = cilk_spawn square(5);
  CHECK(j == 2);
  j = 3;
  cilk_sync;
  CHECK(results[1] == 25 && results[2] == 0 && results[3] == 0);
}

BEHAVIOUR(spawn_side_effects_done, OLR, "Execution, Spawn",
          "in x[i++] = cilk_spawn f(a++, ...) all side effects of the statement's operands precede the continuation") {
  int x[3] = {0}, i = 0, a = 5;
  x[i++] = cilk_spawn square(a++);
  CHECK(i == 1 && a == 6);
  x[i++] = cilk_spawn square(a++);
  CHECK(i == 2 && a == 7);
  cilk_sync;
  CHECK(x[0] == 25 && x[1] == 36);
}

static int seen_by_callee;
static int global_index;
static NOINLINE int see_index(void) {
  seen_by_callee = global_index;
  return 8;
}

BEHAVIOUR(spawn_left_side_before_call, OLR, "Left hand side side effects",
          "the called function sees the side effects of the left side") {
  int a[2] = {0};
  global_index = 0;
  a[global_index++] = cilk_spawn see_index();
  cilk_sync;
  CHECK(a[0] == 8 && seen_by_callee == 1);
}

BEHAVIOUR(spawn_callee_before, OLS, "Spawn", "the function that is called is determined before the spawn point") {
  int (*function)(int) = square;
  int x = 0;
  x = cilk_spawn function(6);
  function = note;
  cilk_sync;
  CHECK(x == 36 && function == note);
}

BEHAVIOUR(spawn_converts_in_child, OLS, "Spawn", "the result is converted to the type of the receiver") {
  double x = cilk_spawn square(3);
  signed char y;
  y = cilk_spawn square(10);
  cilk_sync;
  CHECK(x == 9.0 && y == 100);
}

BEHAVIOUR(spawn_compound_assignment, OLS, "Serialization rule",
          "an assignment with an operator does what it does in the serialization") {
  int x = 10;
  x += cilk_spawn square(3);
  cilk_sync;
  x *= cilk_spawn square(2);
  cilk_sync;
  CHECK(x == 76);
}

struct large {
  int numbers[40];
};
static NOINLINE struct large fill(struct large from, int add) {
  dawdle();
  for (int i = 0; i < 40; ++i)
    from.numbers[i] += add;
  return from;
}

BEHAVIOUR(spawn_structures, ICG, "cilk_spawn", "arguments and the receiver may have any type that a call may have") {
  struct large from = {{1, 2, 3}}, to;
  to = cilk_spawn fill(from, 10);
  from.numbers[0] = 77;
  cilk_sync;
  CHECK(to.numbers[0] == 11 && to.numbers[2] == 13 && to.numbers[39] == 10);
}

BEHAVIOUR(spawn_receiver_omitted, ICG, "cilk_spawn", "the receiver may be left out, and must be for void functions") {
  int x = 0;
  cilk_spawn square(2);
  cilk_spawn store(&x, 5);
  cilk_sync;
  CHECK(x == 5);
}

DEVIATION(spawn_statement_operands, OLR, "Execution, Spawn",
          "cilk_spawn before an assignment of a call spawns the whole statement, with its operands",
          "the parent evaluates the arguments and the place of the result, as in x = cilk_spawn f()") {
  int x[2] = {0}, i = 0;
  cilk_spawn x[i++] = square(3);
  CHECK(i == 1);
  cilk_sync;
  CHECK(x[0] == 9);
}

// Parallelism

static int parent_went_on;
static NOINLINE void needs_parent(void) { CHECK(wait_for(&parent_went_on)); }

BEHAVIOUR(spawn_may_run_in_parallel, OLS, "Spawn", "the child and the continuation may be executed at the same time") {
  parent_went_on = 0;
  if (workers() == 1)
    set(&parent_went_on);
  cilk_spawn needs_parent();
  set(&parent_went_on);
  cilk_sync;
}

BEHAVIOUR(spawn_permissive, CPA, "__cilkrts_set_param, nworkers",
          "with one worker everything is executed in the serial order") {
  ordered = 0;
  cilk_spawn note(1);
  note(2);
  cilk_spawn note(3);
  note(4);
  cilk_sync;
  CHECK(ordered == 4);
  for (int i = 0; i < 4 && workers() == 1; ++i)
    CHECK(order[i] == i + 1);
}

static NOINLINE int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
  x = cilk_spawn fib(n - 1);
  y = fib(n - 2);
  cilk_sync;
  return x + y;
}

BEHAVIOUR(spawn_recursive, OKW, "Spawn and sync", "spawns compose: what is spawned may spawn and sync") {
  CHECK(fib(15) == 610);
}

BEHAVIOUR(spawn_thread_may_change, CPA, "__cilkrts_get_worker_number",
          "all strands of a program run on workers with numbers below the number of workers") {
  int numbers[16];
  for (int i = 0; i < 16; ++i)
    cilk_spawn {
      dawdle();
      numbers[i] = (int)__cilkrts_get_worker_number();
    }
  cilk_sync;
  for (int i = 0; i < 16; ++i)
    CHECK(numbers[i] >= 0 && numbers[i] < workers());
}

// Syncs

BEHAVIOUR(sync_waits_for_all, OLS, "Sync", "behind a sync all children of the task block have finished") {
  int x[12] = {0}, sum = 0;
  for (int i = 0; i < 12; ++i)
    cilk_spawn store(&x[i], i);
  cilk_sync;
  for (int i = 0; i < 12; ++i)
    sum += x[i];
  CHECK(sum == 66);
}

static NOINLINE void sync_of_another(int *x) {
  cilk_spawn store(x, 1);
  cilk_sync;
}

static int released;
static NOINLINE void waits_for_release(int *done) {
  CHECK(wait_for(&released));
  *done = 1;
}

BEHAVIOUR(sync_is_local, OKW, "Spawn and sync", "a sync in a called function waits for nothing of its caller") {
  int done = 0, x = 0;
  released = workers() == 1;
  cilk_spawn waits_for_release(&done);
  sync_of_another(&x);
  set(&released); // reached though the child is not done
  cilk_sync;
  CHECK(done == 1 && x == 1);
}

BEHAVIOUR(sync_without_children, OLS, "Sync", "a sync without children has no effect") {
  int x = 1;
  cilk_sync;
  cilk_sync;
  CHECK(x == 1);
}

BEHAVIOUR(sync_conditional, OLR, "Grammar, Sync", "a sync that is not executed has no effect") {
  int done = 0, skip = workers() > 0;
  released = workers() == 1;
  cilk_spawn waits_for_release(&done);
  if (!skip)
    cilk_sync;
  set(&released);
  cilk_sync;
  CHECK(done == 1);
}

BEHAVIOUR(sync_makes_visible, C5, "Language Reference, Synchronization",
          "behind a sync all writes of what was spawned before it are seen") {
  static int data[1000];
  for (int part = 0; part < 10; ++part)
    cilk_spawn for (int i = 0; i < 100; ++i)
      data[part * 100 + i] = i;
  cilk_sync;
  long sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += data[i];
  CHECK(sum == 49500);
}

BEHAVIOUR(sync_region_can_spawn_again, OLS, "Spawn", "the following sync of a spawn is the next one that is executed") {
  int x = 0;
  x = cilk_spawn square(2);
  cilk_sync;
  CHECK(x == 4);
  x = cilk_spawn square(x);
  cilk_sync;
  CHECK(x == 16);
}

static NOINLINE void spawns_without_sync(int *x) {
  cilk_spawn store(x, 4);
}

BEHAVIOUR(sync_implicit_function_end, OLS, "Task blocks", "a function syncs before it returns") {
  int x = 0;
  spawns_without_sync(&x);
  CHECK(x == 4);
}

static NOINLINE int returns_early(int *x, int early) {
  cilk_spawn store(x, 6);
  if (early)
    return 1;
  store(x, 7);
  return 2;
}

BEHAVIOUR(sync_implicit_each_return, C5, "Programming in Cilk, The Cilk language",
          "there is an implicit sync at each return") {
  int x = 0;
  CHECK(returns_early(&x, 1) == 1);
  CHECK(x == 6);
}

static NOINLINE int returns_before_sync(int *x) {
  released = workers() == 1;
  cilk_spawn waits_for_release(x);
  return note((set(&released), 3));
}

BEHAVIOUR(sync_implicit_after_value, OLR, "Implicit syncs",
          "the value of a return statement is computed before the implicit sync") {
  int x = 0;
  ordered = 0;
  CHECK(returns_before_sync(&x) == 3);
  CHECK(x == 1 && ordered == 1);
}

static NOINLINE void child_with_children(int *x) {
  cilk_spawn store(&x[0], 1);
  cilk_spawn store(&x[1], 2);
}

BEHAVIOUR(sync_waits_for_grandchildren, OLR, "Explicit sync",
          "a sync waits for children, which wait for what they have spawned") {
  int x[2] = {0};
  cilk_spawn child_with_children(x);
  cilk_sync;
  CHECK(x[0] == 1 && x[1] == 2);
}

BEHAVIOUR(sync_of_spawned_block, OLR, "Explicit sync", "a spawned block waits for what was spawned in it") {
  int x[2] = {0}, seen = 0;
  cilk_spawn {
    cilk_spawn store(&x[0], 1);
    cilk_spawn store(&x[1], 2);
    cilk_sync;
    seen = x[0] + x[1];
  }
  cilk_sync;
  CHECK(seen == 3);
}

// Scopes

BEHAVIOUR(scope_waits, OTU, "Adding parallelism", "execution goes on behind a cilk_scope when all spawned in it is done") {
  int x, y;
  cilk_scope {
    x = cilk_spawn square(3);
    y = square(4);
  }
  CHECK(x == 9 && y == 16);
}

BEHAVIOUR(scope_ignores_others, OLR, "Grammar, Scope", "the sync of a scope does not wait for spawns outside of it") {
  int done = 0, x = 0;
  released = workers() == 1;
  cilk_spawn waits_for_release(&done);
  cilk_scope {
    cilk_spawn store(&x, 2);
    cilk_sync; // of the scope
  }
  CHECK(x == 2);
  set(&released);
  cilk_sync;
  CHECK(done == 1);
}

BEHAVIOUR(scope_of_one_statement, OLR, "Grammar, Scope", "the statement of a scope need not be a block") {
  int x = 0;
  cilk_scope cilk_spawn store(&x, 3);
  CHECK(x == 3);
}

BEHAVIOUR(scope_nested, OTU, "Adding parallelism", "parallel regions may contain parallel regions") {
  int x = 0, y = 0;
  cilk_scope {
    cilk_spawn store(&x, 1);
    cilk_scope { cilk_spawn store(&y, 2); }
    CHECK(y == 2);
  }
  CHECK(x == 1);
}

BEHAVIOUR(scope_left_by_jump, OLS, "Task blocks", "a task block that is left in another way syncs too") {
  int x[3] = {0};
  for (int i = 0; i < 3; ++i)
    cilk_scope {
      cilk_spawn store(&x[i], i + 1);
      if (i == 1)
        break;
    }
  CHECK(x[0] == 1 && x[1] == 2 && x[2] == 0);
}

BEHAVIOUR(scope_spawned, OLR, "Explicit sync", "a scope can be spawned, and waits in the child") {
  int x = 0;
  cilk_spawn cilk_scope { cilk_spawn store(&x, 9); }
  cilk_sync;
  CHECK(x == 9);
}

DEVIATION(scope_starts_workers, OLI, "Summary of OpenCilk features",
          "a cilk_scope may make sure that the workers are there, also without a spawn in it",
          "a scope without spawns is a block; the first spawn starts the workers, or `__cilkrts_init()` before") {
  cilk_scope CHECK(__cilkrts_running_on_workers() == 0);
}

// Lifetimes

BEHAVIOUR(lifetime_parent_variables, C5, "Programming in Cilk, Stack memory",
          "pointers to variables may be passed to procedures below in the call tree") {
  int local[4] = {1, 2, 3, 4};
  cilk_spawn store(&local[0], local[3]);
  cilk_spawn store(&local[1], 8);
  cilk_sync;
  CHECK(local[0] == 4 && local[1] == 8);
}

static NOINLINE int *from_heap(int value) {
  int *memory = malloc(sizeof(int));
  *memory = value;
  return memory;
}

BEHAVIOUR(lifetime_heap, C5, "Programming in Cilk, Heap memory",
          "memory of malloc may go from a child to its parent") {
  int *x, *y;
  x = cilk_spawn from_heap(1);
  y = cilk_spawn from_heap(2);
  cilk_sync;
  CHECK(*x == 1 && *y == 2);
  free(x);
  free(y);
}

BEHAVIOUR(lifetime_siblings_apart, C5, "Programming in Cilk, Stack memory",
          "each procedure instance has its own local variables") {
  CHECK(fib(12) == 144);
  int x[6];
  for (int i = 0; i < 6; ++i)
    x[i] = cilk_spawn fib(i + 5);
  cilk_sync;
  CHECK(x[0] == 5 && x[1] == 8 && x[2] == 13 && x[3] == 21 && x[4] == 34 && x[5] == 55);
}

BEHAVIOUR(setjmp_without_spawn, OLS, "Spawn", "setjmp and longjmp in one task block work if nothing is spawned or synced between") {
  jmp_buf buffer;
  volatile int times = 0;
  int x = 0;
  if (setjmp(buffer) < 2) {
    times = times + 1;
    longjmp(buffer, times + 1);
  }
  cilk_spawn store(&x, 1);
  cilk_sync;
  CHECK(times >= 1 && x == 1);
}
