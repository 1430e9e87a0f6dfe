//===- IdleModel.c - Requests, sleeping and waking ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"
#include "runtime/scheduler/idle.h"
#include "runtime/scheduler/request.h"
#include "runtime/scheduler/slot.h"

#include <string.h>

enum { ROOT = 16, MOST = 2 };

static struct idle idle;
static struct slot slots[MOST];
static atomic_word request, done;
static struct sleeper sleepers[MOST];
static unsigned offers, workers;

static void begin_with(unsigned offer_count, unsigned worker_count,
                       bool guest) {
  memset(&idle, 0, sizeof idle);
  memset(slots, 0, sizeof slots);
  memset(&request, 0, sizeof request);
  memset(&done, 0, sizeof done);
  memset(sleepers, 0, sizeof sleepers);
  offers = offer_count;
  workers = worker_count;
  sleepers[0].root = guest ? ROOT : 0;
}

//===----------------------------------------------------------------------===//
// A victim that publishes when it is asked
//===----------------------------------------------------------------------===//

static bool ask_or_steal(void) {
  struct offer offer;
  if (!slot_peek(&slots[0])) {
    request_ask(&request);
    return false;
  }
  if (!slot_steal(&slots[0], ROOT, &offer))
    return false;
  request_more(&request);
  return true;
}

/// As search and sleep_or_steal in worker.c, without a search before the sleep:
/// the most dangerous case.
static void work(struct sleeper *self) {
  idle_begin_search(&idle, self);
  for (;;) {
    bool found = false;
    idle_announce(&idle, self);
    bool ended = load_acquire(&done);
    if (ended || (found = ask_or_steal()))
      idle_cancel(&idle, self);
    else
      idle_sleep(&idle, self);
    if (ended || found)
      idle_end_search(&idle, self);
    if (ended)
      return;
    if (found)
      idle_begin_search(&idle, self);
  }
}

/// Publishes continuations, each when it is asked to; then ends the workers. If
/// a request or a wake-up is lost, all wait.
static void be_asked(void) {
  for (unsigned i = 0; i < offers;) {
    (void)model_wait_while(&request, 0); // polls
    request_take(&request);
    if (!slot_is_free(&slots[0]))
      continue;
    struct offer offer = {0, 0, 0, 0, 0, 0};
    slot_publish(&slots[0], ROOT, &offer);
    idle_notify(&idle, ROOT);
    ++i;
  }
  // It has nothing else: somebody must come.
  (void)model_wait_while(&slots[0].state, ROOT);
  store_release(&done, 1);
  for (unsigned i = 0; i < workers; ++i)
    idle_wake(&idle, &sleepers[i]);
}

static void ask_and_sleep(unsigned number) {
  if (number == 0)
    be_asked();
  else
    work(&sleepers[number - 1]);
}

static void begin_1_worker(void) { begin_with(2, 1, false); }
static void begin_guest(void) { begin_with(1, 1, true); }
static void begin_2_workers(void) { begin_with(1, 2, false); }
static void begin_worker_and_guest(void) { begin_with(1, 2, true); }

//===----------------------------------------------------------------------===//
// Two victims
//===----------------------------------------------------------------------===//

static void begin_2_victims(void) { begin_with(0, 2, false); }

static bool steal_any(void) {
  struct offer offer;
  for (unsigned i = 0; i < MOST; ++i)
    if (slot_peek(&slots[i]) && slot_steal(&slots[i], ROOT, &offer))
      return true;
  return false;
}

/// The victims publish one continuation each, unasked; two workers must take
/// both though each victim may rely on a worker that is taking the other's. A
/// worker takes one, which keeps it busy from then on.
static void rely_on_others(unsigned number) {
  if (number < 2) {
    struct offer offer = {0, 0, 0, 0, 0, 0};
    slot_publish(&slots[number], ROOT, &offer);
    idle_notify(&idle, ROOT);
    (void)model_wait_while(&slots[number].state, ROOT);
    return;
  }
  struct sleeper *self = &sleepers[number - 2];
  idle_begin_search(&idle, self);
  bool found = false;
  while (!found) {
    idle_announce(&idle, self);
    found = steal_any();
    if (found)
      idle_cancel(&idle, self);
    else
      idle_sleep(&idle, self);
    found = found || steal_any();
  }
  idle_end_search(&idle, self);
}

//===----------------------------------------------------------------------===//
// The end of everything
//===----------------------------------------------------------------------===//

/// One ends all workers, as the pool does.
static void stop_all(unsigned number) {
  if (number == 0) {
    store_relaxed(&done, 1);
    idle_wake_all(&idle);
    return;
  }
  struct sleeper *self = &sleepers[number - 1];
  idle_begin_search(&idle, self);
  while (!load_relaxed(&done)) {
    idle_announce(&idle, self);
    if (load_relaxed(&done))
      idle_cancel(&idle, self);
    else
      idle_sleep(&idle, self);
  }
  idle_end_search(&idle, self);
}

/// A guest's root ends, and it begins to search for another one's.
static void change_root(unsigned number) {
  struct sleeper *self = &sleepers[0];
  if (number == 0) {
    store_release(&done, 1);
    idle_wake(&idle, self);
    return;
  }
  idle_announce(&idle, self);
  if (load_acquire(&done))
    idle_cancel(&idle, self);
  else
    idle_sleep(&idle, self);
  self->root = 2 * ROOT;
}

const struct model idle_models[] = {
    {"sleep-next-root", 2, 0, begin_guest, change_root, NULL, -1, -1},
    {"sleep-guest", 2, 0, begin_guest, ask_and_sleep, NULL, 4, 3},
    {"sleep-1-worker", 2, 0, begin_1_worker, ask_and_sleep, NULL, 3, 2},
    {"sleep-stop", 3, 0, begin_2_workers, stop_all, NULL, 2, 1},
    {"sleep-2-victims", 4, 0, begin_2_victims, rely_on_others, NULL, 1, 1},
    {"sleep-2-victims-schedules", 4, 0, begin_2_victims, rely_on_others, NULL,
     2, 0},
    {"sleep-2-workers", 3, 0, begin_2_workers, ask_and_sleep, NULL, 1, 1},
    {"sleep-2-workers-schedules", 3, 0, begin_2_workers, ask_and_sleep, NULL, 2,
     0},
    {"sleep-worker-and-guest", 3, 0, begin_worker_and_guest, ask_and_sleep,
     NULL, 1, 1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
