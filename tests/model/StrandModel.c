//===- StrandModel.c - Strands of a frame meet, and its memory is freed ---===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function spawns two children and syncs; or it spawns one, which does the
/// same with a child of its own; or three in two regions, whose syncs throw
/// only what was thrown in them. Each thread of the model is a worker, and its
/// stack is the fiber that the worker runs on. Thread 0 begins; each child
/// polls, and so publishes the continuation behind it; the others steal what is
/// published. What a strand does in the function is written here; all else is
/// promote.c and strand.c. Tables of views are replaced by lists of what was
/// done, and reducing by appending.
///
//===----------------------------------------------------------------------===//

#include "models.h"

// In a model, a strand that has nothing more to do ends the thread.
#define schedule strand_model_schedule
#define fiber_put strand_model_fiber_put
#include "runtime/scheduler/context.h"
#include "runtime/scheduler/fiber.h"
#include "runtime/scheduler/idle.h"
#include "runtime/scheduler/search.h"
#include "runtime/scheduler/site.h"
#include "runtime/scheduler/thread.h"
#include "runtime/scheduler/views.h"
#include "runtime/scheduler/worker.h"

// The checker's threads are no threads of the system, so they have no
// thread-local variables.
static struct tussah_thread threads[3];
static struct tussah_thread *this_thread(void) {
  return &threads[model_self()];
}
#define __tussah_thread (*this_thread())

/// What the continuation behind each child, and behind each sync, is known by.
enum {
  CHILDREN = 3,
  BEHIND_CHILD = 1,
  BEHIND_INNER_CHILD = 50,
  BEHIND_SYNC = 100,
  BEHIND_FIRST_SYNC,
  BEHIND_INNER_SYNC
};

/// The table of sites has a model of its own.
static struct site spawn_site(uintptr_t address) {
  if (address - BEHIND_CHILD < CHILDREN || address == BEHIND_INNER_CHILD)
    return (struct site){SITE_SPAWN, true, address};
  return (struct site){SITE_FOREIGN, false, 0};
}
#define site_find spawn_site
#define sites_check_unloading() ((void)0)

/// Time stands still: no walk takes any.
static uint64_t clock_ns(void) { return 1; }
static void thread_yield(void) { model_pause(); }

/// The root's mask, `root.blocked`, which is written where the only strand
/// publishes. No thief may read it meanwhile.
static plain_word mask;
static void signals_get(const void *context, tussah_os_signals *blocked) {
  (void)context, (void)blocked;
  write_plain(&mask, 1);
}
static const struct tussah_os os = {.clock_ns = clock_ns,
                                    .thread_yield = thread_yield,
                                    .signals_get = signals_get};
#define tussah_os (&os)

#include "runtime/scheduler/promote.c"
#include "runtime/scheduler/strand.c"

#include <setjmp.h>
#include <string.h>
#include <unwind.h>

enum { WORKERS = 3, REGION = 7, FIRST_REGION };

size_t tussah_fiber_size = 64 << 10; // of the checker's stacks

static struct worker workers[WORKERS];
static struct root root;
static struct promotion promotion_memory[WORKERS * CHILDREN];
static struct full_frame full_memory[WORKERS * CHILDREN];
static unsigned promotions_used[WORKERS], fulls_used[WORKERS];
static jmp_buf ends[WORKERS];

/// The function's frame, which lies on the fiber of thread 0.
static plain_word results[CHILDREN + 1];
static plain_word inner_results[2]; ///< of its child's child, and of its child
static uintptr_t function_frame;    ///< its frame pointer
static struct _Unwind_Exception *leaving; ///< arrived at the sync
static plain_word finished;
static struct _Unwind_Exception *thrown; ///< out of the function
static struct _Unwind_Exception exceptions[CHILDREN];
static unsigned destroyed[CHILDREN];

/// What the strands have done, in the order of the serial program if the views
/// are reduced in the right one. Each child does something, and so does the
/// continuation behind it.
enum { DEEDS = 2 * CHILDREN + 1 };
struct views {
  struct deposit deposit;
  plain_word count, deeds[DEEDS];
};
static struct views leftmost, views_memory[WORKERS][DEEDS];
static unsigned views_used[WORKERS];

static unsigned throwing; ///< a bit for each child
static unsigned children;
static bool is_nested;   ///< the first child spawns too
static bool has_regions; ///< there is a sync for the second child alone

static void begin_with(unsigned child_count, unsigned throwing_children) {
  memset(threads, 0, sizeof threads);
  memset(workers, 0, sizeof workers);
  memset(&root, 0, sizeof root);
  memset(&mask, 0, sizeof mask);
  memset(promotion_memory, 0, sizeof promotion_memory);
  memset(full_memory, 0, sizeof full_memory);
  memset(promotions_used, 0, sizeof promotions_used);
  memset(fulls_used, 0, sizeof fulls_used);
  memset(results, 0, sizeof results);
  memset(inner_results, 0, sizeof inner_results);
  memset(&finished, 0, sizeof finished);
  memset(destroyed, 0, sizeof destroyed);
  memset(&tussah_idle, 0, sizeof tussah_idle);
  memset(&leftmost, 0, sizeof leftmost);
  memset(views_memory, 0, sizeof views_memory);
  memset(views_used, 0, sizeof views_used);
  thrown = leaving = NULL;
  throwing = throwing_children;
  children = child_count;
  is_nested = has_regions = false;
  // No protocol depends on these.
  for (unsigned i = 0; i < WORKERS; ++i) {
    model_ignore(&workers[i].statistics, sizeof workers[i].statistics);
    model_ignore(&workers[i].runs_user_code, sizeof(atomic_word));
    model_ignore(&workers[i].undisturbed_until, sizeof(atomic_word));
    model_ignore(&workers[i].has_nothing, sizeof(atomic_word));
    model_ignore(&threads[i].request, sizeof(atomic_word));
  }
}

//===----------------------------------------------------------------------===//
// What the scheduler calls
//===----------------------------------------------------------------------===//

// Memory is not used again: what was freed is watched.
struct promotion *promotion_get(struct worker *worker) {
  (void)worker;
  unsigned self = model_self();
  return &promotion_memory[self * CHILDREN + promotions_used[self]++];
}

struct full_frame *full_frame_get(struct worker *worker) {
  (void)worker;
  unsigned self = model_self();
  return &full_memory[self * CHILDREN + fulls_used[self]++];
}

void promotion_put(struct worker *worker, struct promotion *promotion) {
  (void)worker;
  model_freed(promotion, sizeof *promotion);
}

void full_frame_put(struct worker *worker, struct full_frame *full) {
  (void)worker;
  model_freed(full, sizeof *full);
}

void strand_model_fiber_put(struct worker *worker, struct fiber *fiber) {
  (void)worker;
  model_require(fiber_of((uintptr_t)__builtin_frame_address(0)) == fiber,
                "another fiber is freed");
  model_freed(fiber, sizeof *fiber);
}

/// The strand of the caller does \p deed, with a view of its own if it is to
/// the right of a steal.
static void act(uintptr_t deed) {
  struct tussah_thread *thread = this_thread();
  if (thread->views == NO_VIEWS)
    thread->views = &views_memory[model_self()][views_used[model_self()]++];
  struct views *views = thread->views ? thread->views : &leftmost;
  uintptr_t count = read_plain(&views->count);
  write_plain(&views->deeds[count], deed);
  write_plain(&views->count, count + 1);
}

void views_leave(struct join *join, struct views *views, uintptr_t order) {
  model_require(views, "a strand to the right of a steal is a leftmost one");
  if (views == NO_VIEWS)
    return;
  write_plain(&views->deposit.order, order);
  join_deposit(join, &views->deposit);
}

static void append(const struct views *views) {
  for (uintptr_t i = 0; views != NO_VIEWS && i < read_plain(&views->count); ++i)
    act(read_plain(&views->deeds[i]));
}

struct _Unwind_Exception *views_join(struct worker *worker,
                                     struct full_frame *full) {
  model_require(!worker->thread->views, "a strand has ended with its views");
  worker->thread->views = full->first_views;
  uintptr_t deposits = join_take_deposits(&full->join);
  for (uintptr_t order = 0; order <= CHILDREN; ++order)
    for (uintptr_t next = deposits; next;) {
      const struct deposit *deposit = (const struct deposit *)next;
      next = read_plain(&deposit->next);
      if (read_plain(&deposit->order) == order)
        append((const struct views *)deposit);
    }
  append(full->last_views);
  return NULL;
}

_Noreturn void strand_model_schedule(struct worker *worker) {
  (void)worker;
  _longjmp(ends[model_self()], 1);
}

_Noreturn void context_switch(uintptr_t stack,
                              void (*function)(struct worker *),
                              struct worker *worker) {
  (void)stack;
  function(worker);
  __builtin_unreachable();
}

uintptr_t context_environment(void) { return 0; }
struct scope *scope_before(struct scope *scope, uintptr_t child) {
  (void)child;
  return scope;
}

bool handling_find(const struct worker *worker, uintptr_t child,
                   uintptr_t parent, struct handling *handling) {
  (void)worker, (void)child, (void)parent;
  *handling = (struct handling){NULL, NULL, NULL};
  return true;
}

struct exception_state exception_state_get(void) {
  return (struct exception_state){NULL, 0};
}
void exception_state_set(struct exception_state state) { (void)state; }
void *const *exceptions_caught(void) {
  static void *const nothing = NULL;
  return &nothing;
}
void exception_departs(struct _Unwind_Exception *exception) { (void)exception; }
void exception_arrives(struct _Unwind_Exception *exception) { (void)exception; }

void sanitizer_enter_fiber(struct worker *worker, struct fiber *fiber) {
  (void)worker, (void)fiber;
}
void sanitizer_leave_fiber(struct worker *worker, struct fiber *fiber,
                           bool returns) {
  (void)worker, (void)fiber, (void)returns;
}
void sanitizer_exception_arrives(struct fiber *fiber, uintptr_t stack_pointer) {
  (void)fiber, (void)stack_pointer;
}

void exception_destroy(struct _Unwind_Exception *exception) {
  if (exception)
    ++destroyed[exception - exceptions];
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// It returns, or \p exception leaves it. All strands are over.
static void finish(uintptr_t frame, struct _Unwind_Exception *exception) {
  struct fiber *fiber = fiber_of(frame);
  model_require(load_relaxed(&workers[0].statistics.promotions) != 0,
                "nothing was published");
  model_require(!fiber->promoted && !fiber->kept,
                "something of the frame is left");
  for (unsigned i = 0; i < children; ++i)
    model_require(read_plain(&results[i]) == 1 ||
                      (exception && exception - exceptions < (int)i),
                  "a strand's result is missing");
  model_require(!this_thread()->views, "the function's views are not leftmost");
  write_plain(&finished, read_plain(&finished) + 1);
  thrown = exception;
}

/// Syncs \p region of the frame. Returns if there is nothing to wait for.
static void sync_region(uintptr_t frame, uintptr_t address, uintptr_t region,
                        struct _Unwind_Exception *in_flight) {
  // The thread may execute the frame's own stack without being on it.
  uintptr_t stack = (uintptr_t)this_thread()->worker->fiber - REGION;
  uintptr_t result;
  if (sync_arrived(frame, address, stack, region, in_flight, &result))
    sync_left();
}

/// The last sync, with an exception of the continuation or without.
static void sync_frame(uintptr_t frame, struct _Unwind_Exception *in_flight) {
  leaving = in_flight;
  sync_region(frame, BEHIND_SYNC, REGION, in_flight);
  finish(frame, in_flight);
}

/// A child of \p frame has returned to it, or thrown \p exception.
static void end_of_child(uintptr_t frame, unsigned child,
                         struct _Unwind_Exception *exception) {
  write_plain(&results[child], 1);
  act(2 * child);
  if (exception)
    __tussah_exception(exception, 1, frame,
                       has_regions && child == 1 ? FIRST_REGION : REGION);
  else if (this_thread()->mark == frame && child_done(frame))
    child_left();
}

/// The first child, with a child of its own, which polls twice: what its
/// parent's parent does next is published first. Returns what it throws.
static __attribute__((noinline)) struct _Unwind_Exception *
run_nested(uintptr_t frame) {
  const uintptr_t link[] = {frame, BEHIND_INNER_CHILD};
  poll_requested((uintptr_t)link);
  poll_requested((uintptr_t)link);
  write_plain(&inner_results[0], 1);
  if (throwing & 1) {
    __tussah_exception(&exceptions[0], 1, frame, REGION);
    return &exceptions[0];
  }
  if (this_thread()->mark == frame && child_done(frame))
    child_left();
  write_plain(&inner_results[1], 1);
  return NULL;
}

/// The continuation of the first child, as a thief runs it.
static void resume_nested(uintptr_t frame) {
  write_plain(&inner_results[1], 1);
  sync_region(frame, BEHIND_INNER_SYNC, REGION, NULL);
  model_require(false, "a thief does not wait at the sync");
}

/// All strands of the first child have met. Somebody else has the continuation
/// of its parent: it was published first.
static void leave_nested(uintptr_t frame, struct _Unwind_Exception *exception) {
  for (unsigned i = 0; i < 2; ++i)
    model_require(read_plain(&inner_results[i]) == 1,
                  "an inner strand's result is missing");
  end_of_child(*(const uintptr_t *)frame, 0, exception);
  model_require(false, "a continuation was taken back after its child's");
}

/// The function from the child \p next on, at which there is no sync.
static void run_after_sync(uintptr_t frame, unsigned next) {
  for (unsigned child = next; child < children; ++child) {
    // The child's frame: the caller's frame pointer and the return address.
    const uintptr_t link[] = {frame, BEHIND_CHILD + child};
    struct _Unwind_Exception *exception =
        throwing & 1u << child ? &exceptions[child] : NULL;
    if (is_nested)
      exception = run_nested((uintptr_t)link);
    else
      poll_requested((uintptr_t)link);
    end_of_child(frame, child, exception);
    if (exception) {
      // It arrives in the frame, which syncs before it leaves.
      sync_frame(frame, exception);
      return;
    }
    act(2 * child + 1);
    if (has_regions && child == 1)
      sync_region(frame, BEHIND_FIRST_SYNC, FIRST_REGION, NULL);
  }
  write_plain(&results[children], 1);
  sync_frame(frame, NULL);
}

/// The continuation behind the child \p child, as a thief runs it.
static void resume_behind(uintptr_t frame, unsigned child) {
  act(2 * child + 1);
  if (has_regions && child == 1)
    sync_region(frame, BEHIND_FIRST_SYNC, FIRST_REGION, NULL);
  run_after_sync(frame, child + 1);
}

/// All strands have arrived at the sync of \p frame, out of which \p exception
/// of a child is thrown, if any, or else what the continuation threw.
static _Noreturn void go_on(uintptr_t address, uintptr_t frame,
                            struct _Unwind_Exception *exception) {
  if (address == BEHIND_INNER_SYNC) {
    leave_nested(frame, exception);
  } else if (address == BEHIND_FIRST_SYNC) {
    model_require(!exception, "a sync throws what another one should");
    run_after_sync(frame, 2);
  } else {
    model_require(address == BEHIND_SYNC, "the frame goes on somewhere else");
    finish(frame, exception ? exception : leaving);
  }
  schedule(NULL);
}

_Noreturn void context_return(uintptr_t address, uintptr_t frame,
                              uintptr_t stack, uintptr_t value,
                              uintptr_t environment) {
  (void)stack, (void)value, (void)environment;
  go_on(address, frame, NULL);
}

_Noreturn void context_raise(uintptr_t address, uintptr_t frame,
                             uintptr_t stack,
                             struct _Unwind_Exception *exception,
                             uintptr_t environment) {
  (void)stack, (void)environment;
  go_on(address, frame, exception);
}

_Noreturn void tussah_raise(struct _Unwind_Exception *exception) {
  finish(function_frame, exception);
  schedule(NULL);
}

static void steal_and_run(struct worker *worker) {
  struct offer offer;
  for (unsigned i = 0; i < WORKERS; ++i) {
    if (&workers[i] == worker || !slot_peek(&workers[i].slot) ||
        !slot_steal(&workers[i].slot, (uintptr_t)&root, &offer))
      continue;
    struct fiber *fiber = worker->fiber;
    fiber->base = (struct full_frame *)offer.full;
    worker->root = fiber->base->root;
    model_require(read_plain(&mask) == 1, "a thief has no mask");
    worker->thread->mark = 0;
    worker->thread->views = NO_VIEWS;
    leave_runtime(worker);
    if (offer.resume == BEHIND_INNER_CHILD)
      resume_nested(offer.frame);
    else
      resume_behind(offer.frame, (unsigned)(offer.resume - BEHIND_CHILD));
    return;
  }
}

static void run(unsigned number) {
  struct worker *worker = &workers[number];
  worker->thread = this_thread();
  worker->thread->worker = worker;
  worker->scheduler_stack = 1;
  worker->fiber = fiber_of((uintptr_t)__builtin_frame_address(0));
  *worker->fiber = (struct fiber){.next = NULL};
  if (_setjmp(ends[number]))
    return;
  if (number == 0) {
    worker->root = &root;
    leave_runtime(worker);
    function_frame = (uintptr_t)__builtin_frame_address(0);
    run_after_sync(function_frame, 0);
  } else {
    steal_and_run(worker);
  }
}

/// What strands have done is done, once, and in the serial order. Behind an
/// exception the continuation may have done something or not.
static void check_views(void) {
  uintptr_t count = leftmost.count.value;
  for (uintptr_t i = 0; i + 1 < count; ++i)
    model_require(leftmost.deeds[i].value < leftmost.deeds[i + 1].value,
                  "views are not reduced from left to right");
  for (unsigned i = 0; i < children && !thrown; ++i)
    model_require(leftmost.deeds[2 * i].value == 2 * i &&
                      leftmost.deeds[2 * i + 1].value == 2 * i + 1,
                  "a view was lost");
  for (unsigned i = 0; i < children; ++i)
    model_require(thrown != &exceptions[i] ||
                      (count > 2 * i && leftmost.deeds[2 * i].value == 2 * i),
                  "a view was lost");
}

static void check(void) {
  check_views();
  model_require(finished.value == 1, "the frame did not go on exactly once");
  struct _Unwind_Exception *first = NULL;
  for (unsigned i = children; i-- > 0;)
    if (throwing & 1u << i)
      first = &exceptions[i];
  model_require(thrown == first, "not the serially first exception is thrown");
  for (unsigned i = 0; i < children; ++i)
    model_require(destroyed[i] == ((throwing >> i & 1) && results[i].value &&
                                   &exceptions[i] != thrown),
                  "an exception is not destroyed exactly once");
}

static void begin_return(void) { begin_with(2, 0); }
static void begin_throw_first(void) { begin_with(2, 1); }
static void begin_throw_second(void) { begin_with(2, 2); }
static void begin_throw_both(void) { begin_with(2, 3); }
static void begin_one_child(void) { begin_with(1, 1); }

static void begin_nested_with(unsigned throwing_children) {
  begin_with(1, throwing_children);
  is_nested = true;
}

static void begin_nested(void) { begin_nested_with(0); }
static void begin_nested_throw(void) { begin_nested_with(1); }

static void begin_regions_with(unsigned throwing_children) {
  begin_with(3, throwing_children);
  has_regions = true;
}

static void begin_regions(void) { begin_regions_with(1); }
static void begin_regions_throw_both(void) { begin_regions_with(5); }

const struct model strand_models[] = {
    {"strands-1-child", 2, 0, begin_one_child, run, check, -1, -1},
    {"strands-return", 3, 0, begin_return, run, check, -1, -1},
    {"strands-throw-first", 3, 0, begin_throw_first, run, check, -1, -1},
    {"strands-throw-second", 3, 0, begin_throw_second, run, check, -1, -1},
    {"strands-throw-both", 3, 0, begin_throw_both, run, check, -1, -1},
    {"strands-regions", 3, 0, begin_regions, run, check, -1, -1},
    {"strands-regions-throw-both", 3, 0, begin_regions_throw_both, run, check,
     -1, -1},
    {"strands-nested", 3, 0, begin_nested, run, check, -1, -1},
    {"strands-nested-throw", 3, 0, begin_nested_throw, run, check, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
