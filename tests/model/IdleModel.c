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
static atomic_word request, done, next_done;
static struct sleeper sleepers[MOST], publisher;
static unsigned offers, workers;

static void begin_with(unsigned offer_count, unsigned worker_count,
                       bool guest) {
  memset(&idle, 0, sizeof idle);
  memset(slots, 0, sizeof slots);
  memset(&request, 0, sizeof request);
  memset(&done, 0, sizeof done);
  memset(&next_done, 0, sizeof next_done);
  memset(sleepers, 0, sizeof sleepers);
  memset(&publisher, 0, sizeof publisher);
  // No protocol depends on these.
  model_ignore(&publisher.processor, sizeof(atomic_word));
  for (unsigned i = 0; i < MOST; ++i)
    model_ignore(&sleepers[i].processor, sizeof(atomic_word));
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

/// Sleeps as the watchman, whose nap lasts as long as others can go on, or as
/// any other. Returns whether it was the watchman.
static bool sleep_or_watch(struct sleeper *self) {
  bool watches = self->watches;
  if (watches) {
    model_pause();
    idle_cancel(&idle, self);
  } else {
    idle_sleep(&idle, self);
  }
  return watches;
}

/// As search, leave_to_others and sleep_or_steal in search.c, without a search
/// before the sleep: the most dangerous case.
static void work(struct sleeper *self) {
  idle_begin_search(&idle, self);
  for (bool insists = false;;) {
    bool found = false;
    bool relies = !insists && idle_is_crowded(&idle) && idle_rely(&idle, self);
    if (!relies)
      idle_announce(&idle, self);
    bool ended = load_acquire(&done);
    if (ended || (!relies && (found = ask_or_steal())))
      idle_cancel(&idle, self);
    else
      insists = sleep_or_watch(self);
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
    idle_notify(&idle, &publisher, ROOT);
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
/// There is a processor for the victim only: nobody is woken, and all depends
/// on the watchman.
static void begin_surplus(void) {
  begin_with(1, 2, false);
  store_relaxed(&idle.surplus, 2);
}
static void begin_surplus_and_guest(void) {
  begin_with(1, 2, true);
  store_relaxed(&idle.surplus, 2);
}
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
    idle_notify(&idle, &publisher, ROOT);
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

/// Rests, but without an end of the time, and sleeps until \p ended.
static void rest_and_sleep(struct sleeper *self, const atomic_word *ended) {
  idle_begin_rest(&idle, self);
  if (!load_acquire(ended))
    sleep_while_equal(&self->wanted, RESTS);
  idle_end_rest(self);
  while (!load_acquire(ended)) {
    idle_announce(&idle, self);
    if (load_acquire(ended))
      idle_cancel(&idle, self);
    else
      idle_sleep(&idle, self);
  }
}

static void end_root(atomic_word *ended) {
  store_release(ended, 1);
  idle_wake(&idle, &sleepers[0]);
}

/// The same while it rests.
static void change_root_in_rest(unsigned number) {
  struct sleeper *self = &sleepers[0];
  if (number == 0) {
    end_root(&done);
    return;
  }
  rest_and_sleep(self, &done);
  self->root = 2 * ROOT;
  model_require(load_relaxed(&self->wanted) == IS_AWAKE, "it has not ended");
}

/// It rests again in the next root, which another thread ends: the wake-up for
/// the first one may come as late as that.
static void change_root_in_rests(unsigned number) {
  if (number == 2) {
    end_root(&next_done);
    return;
  }
  change_root_in_rest(number);
  if (number == 1)
    rest_and_sleep(&sleepers[0], &next_done);
}

static void begin_crowded(void) {
  begin_with(0, 2, false);
  store_relaxed(&idle.surplus, 1);
}

static bool is_asleep(const struct sleeper *sleeper) {
  return load_relaxed(&sleeper->wanted) == 0;
}

/// Of two workers there is a processor for one only.
static void sleep_in_a_crowd(unsigned number) {
  struct sleeper *watchman = &sleepers[0], *other = &sleepers[1];
  (void)number;
  idle_begin_search(&idle, watchman);
  idle_begin_search(&idle, other);
  model_require(idle_rely(&idle, watchman) && watchman->watches,
                "the first one is the watchman");
  model_require(!idle_is_crowded(&idle) && !idle_rely(&idle, other),
                "there is a processor for the other one");
  idle_announce(&idle, other);
  model_require(!other->watches, "there is a watchman");
  idle_notify(&idle, &publisher, ROOT);
  model_require(!is_asleep(other) && is_asleep(watchman),
                "the other one must be woken");
  idle_end_search(&idle, other);
  idle_notify(&idle, &publisher, ROOT);
  model_require(is_asleep(watchman), "there is no processor for the watchman");
  // The watchman finds work.
  idle_begin_search(&idle, other);
  idle_announce(&idle, other);
  idle_cancel(&idle, watchman);
  idle_end_search(&idle, watchman);
  model_require(!is_asleep(other), "there must be a watchman");
  idle_announce(&idle, other);
  model_require(other->watches, "it is the watchman now");
  // A processor more.
  idle_set_surplus(&idle, 0);
  idle_notify(&idle, &publisher, ROOT);
  model_require(!is_asleep(other), "there are processors for all");
  idle_announce(&idle, other);
  model_require(!other->watches, "nobody has to watch");
}

/// Of two workers that sleep the one is woken that fell asleep on another
/// processor than the publisher's, and if there is none, the last one.
static void begin_apart(void) { begin_with(0, 2, false); }
static void wake_apart(unsigned number) {
  (void)number;
  for (uintptr_t here = 0; here < 4; ++here) {
    store_relaxed(&publisher.processor, here);
    for (unsigned i = 0; i < 2; ++i) {
      store_relaxed(&sleepers[i].processor, i + 1);
      idle_begin_search(&idle, &sleepers[i]);
      idle_announce(&idle, &sleepers[i]);
    }
    idle_notify(&idle, &publisher, ROOT);
    unsigned awake = here == 2 ? 0 : 1;
    model_require(!is_asleep(&sleepers[awake]) && is_asleep(&sleepers[!awake]),
                  "one on another processor must be woken");
    idle_cancel(&idle, &sleepers[!awake]);
    for (unsigned i = 0; i < 2; ++i)
      idle_end_search(&idle, &sleepers[i]);
  }
}

/// A guest does not rely on nobody, and nobody on a guest.
static void begin_crowded_guest(void) {
  begin_with(0, 1, true);
  store_relaxed(&idle.surplus, 1);
}
static void be_alone_in_a_crowd(unsigned number) {
  struct sleeper *self = &sleepers[0];
  (void)number;
  idle_begin_search(&idle, self);
  model_require(idle_is_crowded(&idle) && !idle_rely(&idle, self),
                "there is no watchman");
  idle_announce(&idle, self);
  model_require(!self->watches, "a guest watches for one root only");
  idle_notify(&idle, &publisher, ROOT);
  model_require(!is_asleep(self), "there is no watchman");
}

const struct model idle_models[] = {
    {"sleep-crowded", 1, 0, begin_crowded, sleep_in_a_crowd, NULL, -1, -1},
    {"sleep-crowded-guest", 1, 0, begin_crowded_guest, be_alone_in_a_crowd,
     NULL, -1, -1},
    {"sleep-apart", 1, 0, begin_apart, wake_apart, NULL, -1, -1},
    {"sleep-next-root", 2, 0, begin_guest, change_root, NULL, -1, -1},
    {"sleep-rest", 2, 0, begin_guest, change_root_in_rest, NULL, -1, -1},
    {"sleep-rests", 3, 0, begin_guest, change_root_in_rests, NULL, 2, 1},
    {"sleep-guest", 2, 0, begin_guest, ask_and_sleep, NULL, 4, 3},
    {"sleep-1-worker", 2, 0, begin_1_worker, ask_and_sleep, NULL, 3, 2},
    {"sleep-stop", 3, 0, begin_2_workers, stop_all, NULL, 2, 1},
    {"sleep-2-victims", 4, 0, begin_2_victims, rely_on_others, NULL, 1, 1},
    {"sleep-2-victims-schedules", 4, 0, begin_2_victims, rely_on_others, NULL,
     2, 0},
    {"sleep-2-workers", 3, 0, begin_2_workers, ask_and_sleep, NULL, 1, 1},
    {"sleep-2-workers-schedules", 3, 0, begin_2_workers, ask_and_sleep, NULL, 2,
     0},
    {"sleep-surplus", 3, 0, begin_surplus, ask_and_sleep, NULL, 1, 1},
    {"sleep-surplus-schedules", 3, 0, begin_surplus, ask_and_sleep, NULL, 2, 0},
    {"sleep-surplus-guest", 3, 0, begin_surplus_and_guest, ask_and_sleep, NULL,
     1, 0},
    {"sleep-worker-and-guest", 3, 0, begin_worker_and_guest, ask_and_sleep,
     NULL, 1, 1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
