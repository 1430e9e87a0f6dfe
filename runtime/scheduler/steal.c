//===- steal.c - Thieves take continuations -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "steal.h"

#include "../atomic.h"
#include "../os/os.h"
#include "context.h"
#include "counters.h"
#include "exception.h"
#include "fiber.h"
#include "frame.h"
#include "mask.h"
#include "observer.h"
#include "pool.h"
#include "promote.h"
#include "random.h"
#include "request.h"
#include "sanitizer.h"
#include "slot.h"
#include "stress.h"
#include "thread.h"
#include "views.h"
#include "worker.h"
#include "workers.h"

/// Room that a thief leaves above the first frame of its fiber.
enum { TOP_OF_STACK = 128 };

/// Asks \p victim to publish a continuation.
static void request(struct worker *thief, struct worker *victim) {
  if (!worker_visit(victim))
    return;
  if (request_ask(&victim->thread->request)) {
    // Relaxed: a hint (interrupt.c). The victim has time to see the request.
    store_relaxed(&victim->undisturbed_until,
                  tussah_os->clock_ns() + PATIENCE_NS);
    count(&thief->statistics.requests, 1);
  }
  worker_leave(victim);
}

/// Takes a continuation from \p victim, or asks it for one.
static bool steal_from(struct worker *worker, struct worker *victim,
                       struct offer *offer) {
  uintptr_t root = slot_peek(&victim->slot);
  if (!root) {
    request(worker, victim);
    return false;
  }
  if (is_guest(worker) && root != worker->sleeper.root)
    return false;
  stress_delay(worker);
  if (!slot_steal(&victim->slot, root, offer)) {
    count(&worker->statistics.failed_steals, 1);
    return false;
  }
  observe(worker, TIMELINE_STEAL, victim->id);
  // The thief has a strand of the victim's root, so the victim's thread stays.
  request_more(&victim->thread->request);
  count(&worker->statistics.requests, 1);
  return true;
}

bool steal(struct worker *worker, struct offer *offer) {
  unsigned n = worker_count();
  unsigned first = random_below(&worker->random, n);
  for (unsigned i = 0; i < n; ++i) {
    unsigned index = first + i < n ? first + i : first + i - n;
    struct worker *victim = tussah_workers[index];
    if (victim != worker && steal_from(worker, victim, offer))
      return true;
  }
  return false;
}

bool prepare_fiber(struct worker *worker) {
  while (!worker->spare) {
    worker->spare = fiber_get(worker);
    if (worker->spare)
      break;
    if (worker_must_leave(worker))
      return false;
    mask_hide(worker);
    tussah_os->thread_yield();
  }
  return true;
}

void run_stolen(struct worker *worker, const struct offer *offer) {
  struct fiber *fiber = worker->spare;
  worker->spare = NULL;
  fiber->base = (struct full_frame *)offer->full;
  worker->root = fiber->base->root;
  worker->fiber = fiber;
  mask_adopt(worker, worker->root);
  forget_walks(worker);
  worker->thread->mark = 0;
  worker->thread->views = NO_VIEWS;
  worker->thread->scope = (struct scope *)offer->scope;
  worker->thread->handlers = fiber->base->handlers;
  store_relaxed(&worker->has_nothing, 0);
  store_relaxed(&worker->thread->request, 1);
  worker->stolen_at = tussah_os->clock_ns();
  observe(worker, TIMELINE_STOLEN, 0);
  count(&worker->statistics.steals, 1);
  count(&worker->statistics.tasks, 1);
  // No other exceptions are in flight where a continuation is published
  // (promote.c).
  exception_state_set(
      (struct exception_state){(void *)offer->caught, worker->root->uncaught});
  sanitizer_enter_fiber(worker, fiber);
  leave_runtime(worker);
  context_resume(offer->resume, offer->frame, (uintptr_t)fiber - TOP_OF_STACK,
                 offer->environment);
}
