//===- rest.c - Workers rest from thefts that do not pay -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rest.h"

#include "../os/os.h"
#include "counters.h"
#include "idle.h"
#include "mask.h"
#include "observer.h"
#include "pool.h"
#include "stress.h"
#include "theft.h"
#include "worker.h"
#include "workers.h"

/// The first rest; each in turn is twice as long.
#define SHORTEST_REST_NS ((uint64_t)50000)

/// A thief that has done other work for so long since its last theft tries one
/// more.
#define DOUBTING_NS 20000

/// How often a rest may become twice as long. The more workers rest, the more
/// often one of them ends its rest and robs the same victim.
static unsigned most_doublings(void) {
  enum { OF_TWO_WORKERS = 3, MOST = 6 };
  unsigned most = OF_TWO_WORKERS;
  for (unsigned n = worker_count(); n >= 4 && most < MOST; n /= 2)
    ++most;
  return most;
}

void rest_from_thefts(struct worker *worker) {
  if (!thefts_do_not_pay(worker) || worker_must_leave(worker) ||
      tussah_stress.always_steal ||
      tussah_os->clock_ns() - worker->judged_at > DOUBTING_NS)
    return;
  // No worker relies on it, and only the end of its root wakes it. The root may
  // have ended by now (sleep.md, lemma 5).
  idle_begin_rest(&tussah_idle, &worker->sleeper);
  if (!worker_must_leave(worker)) {
    mask_hide(worker);
    observe(worker, TIMELINE_REST, 0);
    uint64_t rest = SHORTEST_REST_NS << worker->doublings;
    if (tussah_os->futex_wait(&worker->sleeper.wanted, RESTS, rest) != 0)
      tussah_os->thread_yield();
    worker->doublings += worker->doublings < most_doublings();
    count(&worker->statistics.rests, 1);
    observe(worker, TIMELINE_SEARCH, 0);
  }
  idle_end_rest(&worker->sleeper);
}
