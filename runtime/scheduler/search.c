//===- search.c - Workers look for work -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "search.h"

#include "../atomic.h"
#include "../os/os.h"
#include "context.h"
#include "counters.h"
#include "fiber.h"
#include "idle.h"
#include "interrupt.h"
#include "mask.h"
#include "observer.h"
#include "pool.h"
#include "rest.h"
#include "slot.h"
#include "steal.h"
#include "watch.h"
#include "worker.h"

/// How long a worker searches before it sleeps. If it will have reason to look
/// again soon after that, it goes on searching until then.
#define SEARCH_NS 50000
#define SOON_NS 150000

/// How long a worker naps that cannot know when to look again. Each nap in turn
/// is twice as long, so the cost stays small however long it takes.
#define SHORTEST_NAP_NS 200000
#define LONGEST_NAP_NS 100000000

/// Looks at all workers between two looks at the clock. tests/model sets it to
/// 1: more would be the same again.
#ifndef ROUNDS_PER_LOOK
#define ROUNDS_PER_LOOK 16
#endif

/// Sleeps until woken, or for \p nanoseconds. The worker is in the list of
/// sleepers.
static void sleep_at_most(struct worker *worker, uint64_t nanoseconds) {
  if (nanoseconds == NEVER) {
    idle_sleep(&tussah_idle, &worker->sleeper);
    return;
  }
  if (tussah_os->futex_wait(&worker->sleeper.wanted, SLEEPS, nanoseconds) != 0)
    tussah_os->thread_yield();
  idle_cancel(&tussah_idle, &worker->sleeper);
}

/// How a worker searches.
struct effort {
  uint64_t since; ///< clock when the search began
  uint64_t nap;   ///< length of the next nap
  bool insists;   ///< looks even if others suffice, because it was the watchman
};

/// Sleeps until woken, or until \p look; or for a nap if \p look is \p now,
/// which means that the time is unknown. The worker is in the list of sleepers.
static void sleep_until(struct worker *worker, struct effort *effort,
                        uint64_t now, uint64_t look) {
  mask_hide(worker);
  observe(worker, TIMELINE_SLEEP, 0);
  uint64_t start = tussah_os->clock_ns(), nap = effort->nap;
  uint64_t known = look > now && look != NEVER ? look - now : NEVER;
  effort->insists = worker->sleeper.watches;
  bool in_vain;
  if (worker->sleeper.watches) {
    in_vain = !watch(worker, nap, known);
  } else {
    sleep_at_most(worker, look == now ? nap : known);
    in_vain = look == now && tussah_os->clock_ns() - start >= nap;
  }
  if (!in_vain && idle_has_surplus(&tussah_idle))
    part_from_others(worker);
  uint64_t awake = tussah_os->clock_ns();
  observe(worker, TIMELINE_SEARCH, 0);
  // After a nap in vain, one look is enough.
  effort->since = in_vain ? awake - SEARCH_NS : awake;
  effort->nap = !in_vain               ? SHORTEST_NAP_NS
                : nap < LONGEST_NAP_NS ? 2 * nap
                                       : LONGEST_NAP_NS;
  count(&worker->statistics.sleeps, 1);
  count(&worker->statistics.sleep_ns, awake - start);
}

/// If other workers suffice, sleeps without a look for work. Returns whether it
/// did.
static bool leave_to_others(struct worker *worker, struct effort *effort) {
  if (effort->insists || !idle_is_crowded(&tussah_idle) ||
      worker_must_leave(worker) || !others_suffice(worker))
    return false;
  fibers_trim(worker);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  if (!idle_rely(&tussah_idle, &worker->sleeper))
    return false;
  if (worker_must_leave(worker))
    idle_cancel(&tussah_idle, &worker->sleeper);
  else
    sleep_until(worker, effort, 0, NEVER);
  return true;
}

/// Sleeps until \p look, as sleep_until, unless there is something to do. Asks
/// every worker to publish first, so that the next publication wakes a sleeper.
static bool sleep_or_steal(struct worker *worker, struct offer *offer,
                           struct effort *effort, uint64_t now, uint64_t look) {
  fibers_trim(worker);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  idle_announce(&tussah_idle, &worker->sleeper);
  if (worker_must_leave(worker) || steal(worker, offer)) {
    idle_cancel(&tussah_idle, &worker->sleeper);
    return offer->full != 0;
  }
  sleep_until(worker, effort, now, look);
  return false;
}

/// Searches until there is work; returns true then. Returns false if the worker
/// must leave.
static bool search(struct worker *worker, struct offer *offer) {
  struct effort effort = {tussah_os->clock_ns(), SHORTEST_NAP_NS, false};
  for (;;) {
    if (leave_to_others(worker, &effort))
      continue;
    for (unsigned round = 0; round < ROUNDS_PER_LOOK; ++round) {
      if (worker_must_leave(worker))
        return false;
      if (steal(worker, offer))
        return true;
      spin_pause();
    }
    mask_hide(worker);
    uint64_t now = tussah_os->clock_ns();
    uint64_t look = interrupt_long_leaf(worker, effort.since, now);
    if (now - effort.since < SEARCH_NS || (look > now && look < now + SOON_NS))
      continue;
    if (sleep_or_steal(worker, offer, &effort, now, look))
      return true;
  }
}

void schedule(struct worker *worker) {
  struct offer offer = {0, 0, 0, 0, 0, 0};
  store_relaxed(&worker->has_nothing, 1);
  observe(worker, TIMELINE_SEARCH, 0);
  rest_from_thefts(worker);
  idle_begin_search(&tussah_idle, &worker->sleeper);
  bool found = prepare_fiber(worker) && search(worker, &offer);
  // Before the end of the search, which may wake a worker on another processor.
  if (found)
    store_relaxed(&worker->sleeper.processor, tussah_os->processor());
  idle_end_search(&tussah_idle, &worker->sleeper);
  if (found)
    run_stolen(worker, &offer);
  mask_hide(worker);
  context_leave(worker->scheduler_stack);
}
