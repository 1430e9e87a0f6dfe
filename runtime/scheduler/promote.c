//===- promote.c - A victim offers its oldest continuation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Publishing is the victim's work. It walks its own stack, so nothing has to
/// be recorded when a task is spawned.
///
//===----------------------------------------------------------------------===//

#include "promote.h"

#include "../atomic.h"
#include "../os/os.h"
#include "cancel.h"
#include "context.h"
#include "counters.h"
#include "error.h"
#include "exception.h"
#include "fiber.h"
#include "fork.h"
#include "frame.h"
#include "handlers.h"
#include "idle.h"
#include "join.h"
#include "mask.h"
#include "objects.h"
#include "observer.h"
#include "request.h"
#include "site.h"
#include "slot.h"
#include "stress.h"
#include "thread.h"
#include "trace.h"
#include "worker.h"

#include "calls.h"

/// A spawn in progress.
struct spawn {
  uintptr_t child; ///< frame pointer of the spawned function
  uintptr_t parent;
  uintptr_t landing_pad;
};

/// Where the strand is that publishes.
struct place {
  uintptr_t environment; ///< context_environment there
  const void *context;   ///< of the handler that has interrupted it; else null
};

/// Size of what a frame pointer points to: the caller's frame pointer and the
/// return address. Above it a function in native form has nothing.
#define FRAME_LINK (2 * sizeof(uintptr_t))

//===----------------------------------------------------------------------===//
// Walking the stack
//===----------------------------------------------------------------------===//

/// A walk from younger to older frames, and the oldest spawn found.
struct walk {
  const struct fiber *fiber; ///< the walk does not leave it
  uintptr_t mark;            ///< this frame and older ones are promoted
  uintptr_t walk_end;        ///< this frame and older ones have no spawns
  struct spawn oldest;
  bool found;
  bool is_cut;   ///< ended at a foreign frame; there may be spawns below
  uintptr_t cut; ///< the frame of the function that foreign code called
  unsigned steps;
};

static struct walk begin_walk(const struct worker *worker) {
  return (struct walk){.fiber = worker->fiber,
                       .mark = worker->thread->mark,
                       .walk_end = worker->walk_end};
}

/// Goes over the call that returns to \p address in the frame \p parent, made
/// for the function with the frame pointer \p child. Returns false if the walk
/// ends here.
static bool step(struct walk *walk, uintptr_t child, uintptr_t parent,
                 uintptr_t address) {
  if (parent == walk->mark)
    return false;
  struct site site = site_find(address);
  if (site.kind == SITE_FOREIGN) {
    walk->is_cut = true;
    walk->cut = child;
    return false;
  }
  if (site.kind == SITE_SPAWN) {
    walk->oldest = (struct spawn){child, parent, site.landing_pad};
    walk->found = true;
  }
  ++walk->steps;
  // The lowest strand of a fiber may belong to a frame on another one.
  if (parent <= child && fiber_of(parent) == walk->fiber)
    tussah_fatal(TUSSAH_ERROR_INTERNAL);
  return true;
}

/// Goes on from the frame \p frame.
///
/// A step is taken only through return addresses in functions of known form:
/// their frame pointer is valid at each of their calls, and is what the callee
/// has saved.
static void walk_frames(struct walk *walk, uintptr_t frame) {
  while (fiber_of(frame) == walk->fiber && frame < walk->walk_end) {
    uintptr_t parent = *(const uintptr_t *)frame;
    if (!step(walk, frame, parent, return_address_of(frame)))
      return;
    frame = parent;
  }
}

/// Goes on from \p call.
static void walk_from(struct walk *walk, const struct known_call *call) {
  if (step(walk, call->stack_pointer - FRAME_LINK, call->frame, call->address))
    walk_frames(walk, call->frame);
}

static bool has_to_go_on(const struct walk *walk) {
  return walk->is_cut && !walk->found;
}

/// Walks on behind foreign code as long as nothing has been found. (The
/// unwinder is slow, so it is not asked for more.) Faults of the thread are
/// caught.
static void walk_through_foreign(struct walk *walk, struct worker *worker) {
  enum { STEPS_PER_FRAME = 25 };
  while (has_to_go_on(walk)) {
    struct trace trace = {.worker = worker, .below = walk->cut};
    bool found = trace_call(&trace);
    walk->steps += trace.frames * STEPS_PER_FRAME;
    if (!found)
      return;
    walk->is_cut = false;
    walk_from(walk, &trace.call);
  }
}

//===----------------------------------------------------------------------===//
// Promoting
//===----------------------------------------------------------------------===//

/// The full frame for \p spawn, counting the new child. Null if there is no
/// memory.
static struct full_frame *full_frame_for(const struct spawn *spawn,
                                         struct worker *worker,
                                         struct fiber *fiber, bool *first) {
  *first = on_same_fiber(spawn->parent, spawn->child);
  if (!*first) {
    join_add_child(&fiber->base->join);
    return fiber->base;
  }
  struct full_frame *full = fiber->kept;
  if (!full || full->frame != spawn->parent) {
    full = full_frame_get(worker);
    if (!full)
      return NULL;
    full->root = worker->root;
    full->frame = spawn->parent;
  }
  // Where the stack is when the child has returned to the frame.
  full->stack_pointer = spawn->child + FRAME_LINK;
  join_begin(&full->join);
  return full;
}

/// Publishes the continuation of \p spawn. Returns false in three cases. There
/// is no memory. The exceptions that the continuation handles cannot be found
/// out. Or destructors are being called for an exception: it may have been
/// thrown by the child or around the parent. Only the latter counts for
/// std::uncaught_exceptions in the continuation, and nothing tells the two
/// apart.
static bool promote(struct worker *worker, const struct spawn *spawn,
                    const struct place *place) {
  if (exception_state_get().uncaught != worker->root->uncaught)
    return false;
  struct handling handling;
  if (!handling_find(worker, spawn->child, spawn->parent, &handling))
    return false;
  struct fiber *fiber = fiber_of(spawn->child);
  struct promotion *promotion = promotion_get(worker);
  if (!promotion)
    return false;
  struct full_frame *full =
      full_frame_for(spawn, worker, fiber, &promotion->first);
  if (!full) {
    promotion_put(worker, promotion);
    return false;
  }
  // Nothing of the root is outstanding, so nobody reads this meanwhile.
  if (!fiber->promoted && !fiber->base)
    tussah_os->signals_get(place->context, &worker->root->blocked);
  write_plain(&promotion->failure.order, full->children++);
  promotion->full = full;
  promotion->frame = spawn->parent;
  promotion->caught = handling.caught;
  if (promotion->first)
    full->around = handling.around;
  full->handlers = handling.handlers;
  promotion->next = fiber->promoted;
  fiber->promoted = promotion;
  worker->thread->mark = spawn->parent;
  struct offer offer = {
      spawn->landing_pad,
      spawn->parent,
      (uintptr_t)full,
      place->environment,
      (uintptr_t)handling.caught,
      (uintptr_t)scope_before(worker->thread->scope, spawn->child)};
  stress_delay(worker);
  observe(worker, TIMELINE_PROMOTE, 0);
  slot_publish(&worker->slot, (uintptr_t)worker->root, &offer);
  count(&worker->statistics.promotions, 1);
  return true;
}

void demote(struct worker *worker, struct fiber *fiber) {
  struct promotion *promotion = fiber->promoted;
  struct full_frame *full = promotion->full;
  fiber->promoted = promotion->next;
  worker->thread->mark = fiber->promoted ? fiber->promoted->frame : 0;
  bool alone = join_remove_child(&full->join);
  if (promotion->first) {
    if (!alone)
      tussah_fatal(TUSSAH_ERROR_INTERNAL);
    if (fiber->kept != full)
      full_frame_put(worker, full);
  }
  promotion_put(worker, promotion);
  count(&worker->statistics.taken_back, 1);
}

//===----------------------------------------------------------------------===//
// Answering requests
//===----------------------------------------------------------------------===//

/// Asks for the next publication, and waits until an idle worker, if there is
/// one, has taken what \p worker has published.
static void wait_for_thief(struct worker *worker) {
  // Idle workers may have to wait for a processor on a loaded machine.
  enum { LONGEST_WAIT_NS = 200000000 };
  store_relaxed(&worker->thread->request, 1);
  uint64_t end = tussah_os->clock_ns() + LONGEST_WAIT_NS;
  while (!slot_is_free(&worker->slot) && tussah_os->clock_ns() < end &&
         load_relaxed(&tussah_idle.searchers) +
                 load_relaxed(&tussah_idle.sleepers) !=
             0)
    tussah_os->thread_yield();
}

// Walking may take only a small share of the time. So after a walk, the frames
// that it went over are left alone for a while: that of the function that made
// it, and older ones. Younger functions may have been spawned since.

/// Takes the request, unless the frames from \p frame on are left alone.
/// Returns true if the worker should look for a spawn now, beginning with the
/// function that has the frame pointer \p frame. The time is \p now. The answer
/// to the thief begins here.
static bool take_request(struct worker *worker, uintptr_t frame, uint64_t now) {
  store_relaxed(&worker->undisturbed_until, now + PATIENCE_NS);
  store_relaxed(&worker->has_nothing, 0);
  worker->refusals = 0;
  if (now >= worker->next_walk || tussah_stress.always_steal)
    worker->walk_end = UINTPTR_MAX;
  if (frame >= worker->walk_end) {
    if (worker->next_walk > now + PATIENCE_NS)
      store_relaxed(&worker->undisturbed_until, worker->next_walk);
    return false;
  }
  request_take(&worker->thread->request);
  stress_delay(worker);
  return slot_is_free(&worker->slot);
}

/// Remembers how long not to walk over the frames from \p frame on.
static void rest(struct worker *worker, const struct walk *walk,
                 uintptr_t frame, bool published, uint64_t now) {
  // What the walk took is estimated: measured, it would include the time that
  // the thread does not run.
  enum { NS_PER_STEP = 8, FEWEST = 8, SHORT_WALK = 64, WALKING_SHARE = 16 };
  bool is_short = walk->steps <= SHORT_WALK;
  if (is_short && (published || worker->walk_end != UINTPTR_MAX))
    return;
  // The next walk after a publication goes over the same frames again.
  worker->walk_end = published ? 0 : frame;
  worker->next_walk =
      now + (uint64_t)(walk->steps + FEWEST) * NS_PER_STEP * WALKING_SHARE;
}

void forget_walks(struct worker *worker) { worker->next_walk = 0; }

/// Publishes the spawn that \p walk has found, if any. Returns whether it did.
static bool finish_walk(struct worker *worker, const struct walk *walk,
                        uintptr_t frame, uint64_t now,
                        const struct place *place) {
  bool published = walk->found && promote(worker, &walk->oldest, place);
  rest(worker, walk, frame, published, now);
  if (published) {
    // idle_notify wakes a worker that fell asleep on another processor than
    // this one's, if possible. The system may have moved this worker since it
    // got its strand, so its processor is noted anew. Relaxed: a hint.
    store_relaxed(&worker->sleeper.processor, tussah_os->processor());
    idle_notify(&tussah_idle, &worker->sleeper, (uintptr_t)worker->root);
    return true;
  }
  if (!walk->found && !walk->is_cut)
    store_relaxed(&worker->has_nothing, 1);
  store_relaxed(&worker->thread->request, 1);
  count(&worker->statistics.failed_walks, 1);
  return false;
}

void poll_requested(uintptr_t frame) {
  struct tussah_thread *thread = &__tussah_thread;
  struct worker *worker = thread->worker;
  // A function in native form may run on a stack of the program's own: that of
  // a coroutine, or for signals. Nothing is promoted there, nor in a handler
  // that has interrupted the runtime.
  if (fiber_of((uintptr_t)__builtin_frame_address(0)) != worker->fiber ||
      !load_relaxed(&worker->runs_user_code))
    return;
  // A forked process has no thieves. And the thread that held the dynamic
  // linker's lock may not exist there.
  if (has_forked()) {
    store_relaxed(&thread->request, 0);
    return;
  }
  enter_runtime(worker);
  uint64_t now = tussah_os->clock_ns();
  if (take_request(worker, frame, now)) {
    sites_check_unloading();
    struct walk walk = begin_walk(worker);
    walk_frames(&walk, frame);
    if (has_to_go_on(&walk) && tussah_os->own_faults_are_caught())
      walk_through_foreign(&walk, worker);
    struct place here = {context_environment(), NULL};
    if (finish_walk(worker, &walk, frame, now, &here) &&
        tussah_stress.always_steal)
      wait_for_thief(worker);
  }
  leave_runtime(worker);
}

bool strand_is_alone(uintptr_t frame) {
  struct worker *worker = __tussah_thread.worker;
  const struct fiber *fiber = worker->fiber;
  // On a stack of the program's own, and in a handler that has interrupted the
  // runtime, it cannot be found out.
  if (fiber_of(frame) != fiber || !load_relaxed(&worker->runs_user_code))
    return false;
  if (fiber->base || fiber->promoted)
    return false;
  enter_runtime(worker);
  sites_check_unloading();
  struct walk walk = {.fiber = fiber, .walk_end = UINTPTR_MAX};
  walk_frames(&walk, frame);
  if (has_to_go_on(&walk) && tussah_os->own_faults_are_caught())
    walk_through_foreign(&walk, worker);
  leave_runtime(worker);
  return !walk.found;
}

bool answer_in_handler(struct worker *worker, const struct known_call *from,
                       uintptr_t environment, const void *context) {
  uint64_t now = tussah_os->clock_ns();
  uintptr_t frame = from->stack_pointer - FRAME_LINK;
  if (!take_request(worker, frame, now))
    return false;
  struct walk walk = begin_walk(worker);
  walk_from(&walk, from);
  walk_through_foreign(&walk, worker);
  struct place interrupted = {environment, context};
  bool published = finish_walk(worker, &walk, frame, now, &interrupted);
  // The next walk would end at the same frame.
  if (!walk.found)
    store_relaxed(&worker->has_nothing, 1);
  return published;
}
