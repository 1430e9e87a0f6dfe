//===- strand.c - Strands end and meet -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A strand ends when a child returns to a frame whose continuation was stolen,
/// when a continuation arrives at a sync, or by an exception at one of these.
/// The functions called by the stubs run on the strand's fiber and decide; if
/// the strand has ended they return the scheduler's stack, and the stub calls
/// the `_left` function there. Only then is the fiber given up, or the join
/// counter decremented: afterwards another worker may use that stack.
///
//===----------------------------------------------------------------------===//

#include "strand.h"

#include "../atomic.h"
#include "attributes.h"
#include "context.h"
#include "counters.h"
#include "error.h"
#include "exception.h"
#include "fiber.h"
#include "frame.h"
#include "join.h"
#include "objects.h"
#include "observer.h"
#include "promote.h"
#include "sanitizer.h"
#include "search.h"
#include "slot.h"
#include "stress.h"
#include "theft.h"
#include "thread.h"
#include "views.h"
#include "worker.h"

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Inserts the failures of the children that have joined into the pending ones,
/// in serial order. All strands have arrived.
static void collect_failures(struct full_frame *full) {
  // Relaxed: join_arrive of the last strand was an acquire.
  uintptr_t next = load_relaxed(&full->join.failures);
  store_relaxed(&full->join.failures, 0);
  while (next) {
    struct failure *failure = (struct failure *)next;
    next = read_plain(&failure->next);
    struct failure *before = NULL, *after = full->pending;
    while (after && read_plain(&after->order) < read_plain(&failure->order)) {
      before = after;
      after = (struct failure *)read_plain(&after->next);
    }
    write_plain(&failure->next, (uintptr_t)after);
    if (before)
      write_plain(&before->next, (uintptr_t)failure);
    else
      full->pending = failure;
  }
}

/// Takes the failures of \p region out of the pending ones. Returns the
/// exception of the first, and destroys the others; null if there is none.
static struct _Unwind_Exception *
take_failure(struct worker *worker, struct full_frame *full, uintptr_t region) {
  struct _Unwind_Exception *first = NULL;
  struct failure *kept = NULL, *last_kept = NULL;
  for (struct failure *failure = full->pending; failure;) {
    struct failure *next = (struct failure *)read_plain(&failure->next);
    if (read_plain(&failure->region) != region) {
      write_plain(&failure->next, 0);
      if (last_kept)
        write_plain(&last_kept->next, (uintptr_t)failure);
      else
        kept = failure;
      last_kept = failure;
    } else {
      struct _Unwind_Exception *exception =
          (struct _Unwind_Exception *)read_plain(&failure->exception);
      if (first)
        exception_destroy(exception);
      else
        first = exception;
      // A failure is the first member of its promotion.
      promotion_put(worker, (struct promotion *)failure);
    }
    failure = next;
  }
  full->pending = kept;
  return first;
}

//===----------------------------------------------------------------------===//
// Continuing a frame
//===----------------------------------------------------------------------===//

/// Keeps \p full for a later sync if there are pending failures, else frees it.
/// Returns whether it was kept.
static bool keep_or_free(struct worker *worker, struct full_frame *full,
                         struct fiber *fiber) {
  if (full->pending) {
    if (fiber->kept != full) {
      full->next_kept = fiber->kept;
      fiber->kept = full;
    }
    return true;
  }
  if (fiber->kept == full)
    fiber->kept = full->next_kept;
  full_frame_put(worker, full);
  return false;
}

/// Continues behind the sync of \p full, at which all strands have arrived. On
/// the scheduler's stack.
static _Noreturn void continue_frame(struct worker *worker,
                                     struct full_frame *full) {
  worker->root = full->root;
  observe(worker, TIMELINE_RESUME, (uintptr_t)full);
  // While no frame is marked: it calls functions of the program.
  struct _Unwind_Exception *reduce_failure = views_join(worker, full);
  struct fiber *fiber = fiber_of(full->stack_pointer);
  worker->fiber = fiber;
  forget_walks(worker);
  worker->thread->mark = fiber->promoted ? fiber->promoted->frame : 0;
  worker->thread->scope = full->scope;
  worker->thread->handlers = full->handlers;
  // Ask for the next older spawn of this stack.
  store_relaxed(&worker->has_nothing, 0);
  store_relaxed(&worker->thread->request, 1);
  collect_failures(full);
  struct _Unwind_Exception *failure =
      take_failure(worker, full, full->sync_region);
  // The serial program would not have called reduce functions at all: what they
  // throw counts only if nothing else was thrown.
  if (failure || full->in_flight)
    exception_destroy(reduce_failure);
  else
    failure = reduce_failure;
  struct full_frame copy = *full;
  bool kept = keep_or_free(worker, full, fiber);
  exception_state_set(
      (struct exception_state){copy.sync_caught, copy.uncaught});
  // Serially earlier than what the continuation threw.
  if (failure)
    exception_destroy(copy.in_flight);
  sanitizer_enter_fiber(worker, fiber);
  leave_runtime(worker);
  if (failure)
    context_raise(copy.sync_address, copy.frame, copy.stack_pointer, failure,
                  copy.sync_environment);
  if (copy.in_flight) {
    exception_arrives(copy.in_flight);
    sanitizer_exception_arrives(fiber, copy.stack_pointer);
  }
  context_return(copy.sync_address, copy.frame, copy.stack_pointer, kept,
                 copy.sync_environment);
}

/// The strand that has left its stack arrives at the join of \p full.
static _Noreturn void arrive(struct worker *worker, struct full_frame *full) {
  worker->thread->mark = 0;
  // Reduce functions are in no scope and no handler.
  worker->thread->scope = NULL;
  worker->thread->handlers = NULL;
  count(&worker->statistics.joins, 1);
  observe(worker, TIMELINE_ARRIVE, (uintptr_t)full);
  stress_delay(worker);
  // The root may end as soon as the strand has arrived.
  worker->root = NULL;
  fence_signal();
  if (join_arrive(&full->join))
    continue_frame(worker, full);
  schedule(worker);
}

//===----------------------------------------------------------------------===//
// The child's strand
//===----------------------------------------------------------------------===//

/// The views of the strand of \p worker, which ends.
static struct views *take_views(struct worker *worker) {
  struct views *views = worker->thread->views;
  worker->thread->views = NULL;
  return views;
}

/// The child of the youngest promoted frame of the current fiber, which is \p
/// frame, ends. Takes the continuation back and returns null, or else returns
/// the promotion, which is the child's from now on.
static struct promotion *end_child(struct worker *worker, uintptr_t frame) {
  struct fiber *fiber = worker->fiber;
  struct promotion *promotion = fiber->promoted;
  if (!promotion || promotion->frame != frame)
    tussah_fatal(TUSSAH_ERROR_INTERNAL);
  stress_delay(worker);
  // If the slot holds anything it is the continuation of the youngest promotion
  // of this fiber (publish.md, lemma 1).
  if (slot_take_back(&worker->slot, (uintptr_t)worker->root)) {
    demote(worker, fiber);
    return NULL;
  }
  judge_theft(worker);
  fiber->promoted = promotion->next;
  struct views *views = take_views(worker);
  if (promotion->first)
    promotion->full->first_views = views;
  else
    views_leave(&promotion->full->join, views,
                read_plain(&promotion->failure.order));
  worker->leaving_promotion = promotion;
  worker->leaving_frame = promotion->full;
  // A fiber that the parent's frame is on stays with it.
  worker->leaving_fiber = promotion->first ? NULL : fiber;
  sanitizer_leave_fiber(worker, fiber, promotion->first);
  return promotion;
}

uintptr_t child_done(uintptr_t frame) {
  struct worker *worker = __tussah_thread.worker;
  enter_runtime(worker);
  if (end_child(worker, frame))
    return worker->scheduler_stack;
  leave_runtime(worker);
  return 0;
}

/// The strand of a child has ended, and left its fiber.
static _Noreturn void leave_child(struct worker *worker) {
  struct full_frame *full = worker->leaving_frame;
  if (!worker->leaving_fiber)
    full->uncaught = exception_state_get().uncaught;
  if (worker->leaving_fiber)
    fiber_put(worker, worker->leaving_fiber);
  arrive(worker, full);
}

void child_left(void) {
  struct worker *worker = __tussah_thread.worker;
  promotion_put(worker, worker->leaving_promotion);
  leave_child(worker);
}

/// What a landing pad receives.
struct landing {
  struct _Unwind_Exception *exception;
  uintptr_t selector;
};

/// An exception of a child arrives at the spawn in the frame \p frame. If the
/// continuation was stolen it is kept for the sync of \p region, and the strand
/// ends; otherwise it goes on, so what the landing pad received is returned.
TUSSAH_EXPORT struct landing
__tussah_exception(struct _Unwind_Exception *exception, uintptr_t selector,
                   uintptr_t frame, uintptr_t region) {
  struct landing landing = {exception, selector};
  if (__tussah_thread.mark != frame)
    return landing;
  struct worker *worker = __tussah_thread.worker;
  enter_runtime(worker);
  struct promotion *promotion = end_child(worker, frame);
  if (!promotion) {
    leave_runtime(worker);
    return landing;
  }
  exception_departs(exception);
  write_plain(&promotion->failure.region, region);
  write_plain(&promotion->failure.exception, (uintptr_t)exception);
  join_fail(&promotion->full->join, &promotion->failure);
  context_switch(worker->scheduler_stack, leave_child, worker);
}

//===----------------------------------------------------------------------===//
// The continuation's strand
//===----------------------------------------------------------------------===//

/// Syncs the frame \p frame, from which nothing has been stolen since it came
/// back to its own stack. But children may have failed before that.
static void sync_on_own_stack(struct worker *worker, struct fiber *fiber,
                              uintptr_t frame, uintptr_t region,
                              struct _Unwind_Exception *in_flight,
                              uintptr_t *result) {
  struct full_frame *full = fiber->kept;
  if (!full || full->frame != frame)
    return;
  struct _Unwind_Exception *failure = take_failure(worker, full, region);
  *result = keep_or_free(worker, full, fiber);
  if (!failure)
    return;
  exception_departs(in_flight);
  exception_destroy(in_flight);
  leave_runtime(worker);
  tussah_raise(failure);
}

uintptr_t sync_arrived(uintptr_t frame, uintptr_t address,
                       uintptr_t stack_pointer, uintptr_t region,
                       struct _Unwind_Exception *in_flight, uintptr_t *result) {
  struct worker *worker = __tussah_thread.worker;
  struct fiber *fiber = worker->fiber;
  *result = 0;
  enter_runtime(worker);
  if (on_same_fiber(frame, stack_pointer)) {
    sync_on_own_stack(worker, fiber, frame, region, in_flight, result);
    leave_runtime(worker);
    return 0;
  }
  judge_theft(worker);
  struct full_frame *full = fiber->base;
  full->sync_address = address;
  full->sync_region = region;
  full->sync_environment = context_environment();
  full->in_flight = in_flight;
  exception_departs(in_flight);
  full->sync_caught = exception_state_get().caught;
  full->last_views = take_views(worker);
  full->scope = worker->thread->scope;
  full->handlers = worker->thread->handlers;
  worker->leaving_frame = full;
  worker->leaving_fiber = fiber;
  sanitizer_leave_fiber(worker, fiber, false);
  return worker->scheduler_stack;
}

void sync_left(void) {
  struct worker *worker = __tussah_thread.worker;
  fiber_put(worker, worker->leaving_fiber);
  arrive(worker, worker->leaving_frame);
}
