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

#include "context.h"

bool tussah_always_steal;

/// A spawn in progress.
struct spawn {
  uintptr_t child; ///< frame pointer of the spawned function
  uintptr_t parent;
  uintptr_t landing_pad;
};

/// Finds the oldest spawn on the current fiber that is younger than the
/// promoted ones. \p frame is the frame pointer of the function that polls.
///
/// A step is taken only through return addresses in functions of known form:
/// their frame pointer is valid at each of their calls, and is what the callee
/// has saved. Older spawns below foreign frames become visible when these
/// return.
static bool find_oldest(uintptr_t frame, uintptr_t mark, struct spawn *oldest) {
  // Not the one that \p frame is on, if it is the lowest frame of a thief.
  uintptr_t fiber = (uintptr_t)__builtin_frame_address(0);
  bool found = false;
  while (on_same_fiber(frame, fiber)) {
    const uintptr_t *saved = (const uintptr_t *)frame;
    uintptr_t parent = saved[0], address = saved[1];
    if (parent == mark)
      break;
    struct site site = site_find(address);
    if (site.kind == SITE_FOREIGN)
      break;
    if (site.kind == SITE_SPAWN) {
      *oldest = (struct spawn){frame, parent, site.landing_pad};
      found = true;
    }
    // The lowest strand may belong to a frame on another fiber.
    if (parent <= frame && on_same_fiber(parent, fiber))
      tussah_fatal(TUSSAH_ERROR_INTERNAL);
    frame = parent;
  }
  return found;
}

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
    full = full_frame_get();
    if (!full)
      return NULL;
    full->root = worker->root;
    full->frame = spawn->parent;
  }
  // Where the stack is when the child has returned to the frame.
  full->stack_pointer = spawn->child + 2 * sizeof(uintptr_t);
  join_begin(&full->join);
  return full;
}

/// Publishes the continuation of \p spawn. Returns false if there is no memory.
static bool promote(struct worker *worker, const struct spawn *spawn) {
  struct fiber *fiber = fiber_of(spawn->child);
  struct promotion *promotion = promotion_get();
  if (!promotion)
    return false;
  struct full_frame *full =
      full_frame_for(spawn, worker, fiber, &promotion->first);
  if (!full) {
    promotion_put(promotion);
    return false;
  }
  write_plain(&promotion->failure.order, full->children++);
  promotion->full = full;
  promotion->frame = spawn->parent;
  promotion->next = fiber->promoted;
  fiber->promoted = promotion;
  worker->thread->mark = spawn->parent;
  uintptr_t returned = spawn->child + 2 * sizeof(uintptr_t);
  struct offer offer = {spawn->landing_pad, spawn->parent, (uintptr_t)full,
                        context_environment(),
                        (uintptr_t)exceptions_caught_before(returned)};
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
      full_frame_put(full);
  }
  promotion_put(promotion);
  count(&worker->statistics.taken_back, 1);
}

/// Lets an idle worker take what \p worker has published, if there is one, and
/// asks for the next publication.
static void wait_for_thief(struct worker *worker) {
  // Idle workers may have to wait for a processor on a loaded machine.
  enum { PATIENCE_NS = 200000000 };
  store_relaxed(&worker->thread->request, 1);
  uint64_t end = tussah_os->clock_ns() + PATIENCE_NS;
  while (!slot_is_free(&worker->slot) && tussah_os->clock_ns() < end &&
         load_relaxed(&tussah_idle.searchers) +
                 load_relaxed(&tussah_idle.sleepers) !=
             0)
    tussah_os->thread_yield();
}

/// Called by __tussah_poll of the function with the frame pointer \p frame.
TUSSAH_HIDDEN void poll_requested(uintptr_t frame) {
  struct tussah_thread *thread = &__tussah_thread;
  struct worker *worker = thread->worker;
  // A walk that found nothing is not repeated at once, or deep recursion
  // without spawns would spend its time walking.
  uint64_t now = tussah_os->clock_ns();
  if (now < worker->next_walk && !tussah_always_steal)
    return;
  request_take(&thread->request);
  if (!slot_is_free(&worker->slot))
    return;
  struct spawn spawn;
  if (find_oldest(frame, thread->mark, &spawn) && promote(worker, &spawn)) {
    idle_notify(&tussah_idle, (uintptr_t)worker->root);
    if (tussah_always_steal)
      wait_for_thief(worker);
    return;
  }
  store_relaxed(&thread->request, 1);
  count(&worker->statistics.failed_walks, 1);
  enum { WALKING_SHARE = 16 };
  uint64_t end = tussah_os->clock_ns();
  worker->next_walk = end + (end - now) * WALKING_SHARE;
}
