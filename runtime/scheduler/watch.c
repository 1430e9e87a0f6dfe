//===- watch.c - More workers than processors -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "watch.h"

#include "../atomic.h"
#include "../os/os.h"
#include "idle.h"
#include "pool.h"
#include "request.h"
#include "settings.h"
#include "thread.h"
#include "worker.h"
#include "workers.h"

/// How long the watchman leaves work to the workers that are awake and run.
/// They may wait for tasks that no worker has begun. If all of them have
/// answered requests in that time, they hardly do, and the watchman watches on,
/// at most so many times in turn.
#define LONGEST_WATCH_NS 8000000
#define MOST_WATCHES 16

// The kernel should see to that. Some kernels of virtual machines do not: they
// take a processor that idles for one that the host does not execute, and put a
// woken thread on its waker's processor, where both stay for milliseconds. A
// guest's affinity is the program's own affair.
void part_from_others(struct worker *worker) {
  enum { MOST = 64 };
  uintptr_t taken[MOST], here = tussah_os->processor();
  unsigned count = 0, n = worker_count();
  bool is_taken = false;
  // Relaxed, all of these: they are hints.
  store_relaxed(&worker->sleeper.processor, here);
  for (unsigned i = 0; i < n && count < MOST; ++i) {
    const struct worker *other = tussah_workers[i];
    uintptr_t there = load_relaxed(&other->sleeper.processor);
    if (other == worker || there == TUSSAH_NO_PROCESSOR ||
        load_relaxed(&other->sleeper.wanted) != IS_AWAKE)
      continue;
    taken[count++] = there;
    is_taken |= there == here;
  }
  if (!is_taken || is_guest(worker) || count >= most_awake())
    return;
  tussah_os->processors_leave(taken, count);
  store_relaxed(&worker->sleeper.processor, tussah_os->processor());
}

bool others_suffice(const struct worker *worker) {
  unsigned running = 0, most = most_awake(), n = worker_count();
  for (unsigned i = 0; i < n && running < most; ++i) {
    struct worker *other = tussah_workers[(worker->id + i) % n];
    // Relaxed: a hint.
    uintptr_t state = load_relaxed(&other->sleeper.wanted);
    if (other == worker || state == SLEEPS || !worker_visit(other))
      continue;
    // A worker that rests would run if there were work to do.
    running += state == RESTS || tussah_os->thread_runs(other->thread_number);
    worker_leave(other);
  }
  return running >= most;
}

/// Asks all other workers that are awake to publish. Returns true if each has
/// answered since the last call.
static bool have_answered(struct worker *worker) {
  bool have = true;
  for (unsigned i = 0, n = worker_count(); i < n; ++i) {
    struct worker *other = tussah_workers[i];
    // Relaxed, all of these: they are hints.
    if (other == worker || load_relaxed(&other->sleeper.wanted) != IS_AWAKE ||
        !worker_visit(other))
      continue;
    // A worker whose slot is full takes the request without a publication. One
    // that has stolen a strand begins it with a new request.
    uintptr_t answers = load_relaxed(&other->statistics.promotions) +
                        load_relaxed(&other->statistics.failed_walks) +
                        load_relaxed(&other->statistics.steals);
    have &= load_relaxed(&other->has_nothing) ||
            !load_relaxed(&other->thread->request) ||
            answers != load_relaxed(&other->answers);
    store_relaxed(&other->answers, answers);
    if (!load_relaxed(&other->has_nothing))
      request_more(&other->thread->request);
    worker_leave(other);
  }
  return have;
}

bool watch(struct worker *worker, uint64_t nap, uint64_t longest) {
  bool is_wanted;
  unsigned watches = longest < LONGEST_WATCH_NS ? 1 : MOST_WATCHES;
  if (longest > LONGEST_WATCH_NS)
    longest = LONGEST_WATCH_NS;
  have_answered(worker);
  for (uint64_t left = longest;; nap *= 2) {
    nap = nap < left ? nap : left;
    if (tussah_os->futex_wait(&worker->sleeper.wanted, SLEEPS, nap) != 0)
      tussah_os->thread_yield();
    left -= nap;
    // Relaxed: idle_cancel takes the lock.
    is_wanted = load_relaxed(&worker->sleeper.wanted) != SLEEPS;
    if (is_wanted || worker_must_leave(worker))
      break;
    // Between roots there is no work that could be left.
    if (idle_has_surplus(&tussah_idle) && !others_suffice(worker))
      break;
    if (left == 0) {
      if (--watches == 0 || !idle_has_surplus(&tussah_idle) ||
          !have_answered(worker))
        break;
      left = longest;
    }
  }
  idle_cancel(&tussah_idle, &worker->sleeper);
  return is_wanted;
}
