//===- stress.c - Rare events, for tests -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stress.h"

#include "../atomic.h"
#include "../os/os.h"
#include "random.h"
#include "worker.h"

struct stress tussah_stress;

/// Lets other threads run. On a busy machine that takes whole time slices, so
/// \p worker spends at most half of its time so.
static void yield(struct worker *worker) {
  uint64_t begin = tussah_os->clock_ns();
  if (begin < worker->next_yield)
    return;
  tussah_os->thread_yield();
  uint64_t end = tussah_os->clock_ns();
  worker->next_yield = end + (end - begin);
}

void stress_delay(struct worker *worker) {
  enum { MOST_PAUSES = 256, ONE_OF_YIELDS = 8 };
  if (!tussah_stress.delays)
    return;
  if (random_below(&worker->random, ONE_OF_YIELDS) == 0)
    yield(worker);
  for (unsigned i = random_below(&worker->random, MOST_PAUSES); i > 0; --i)
    spin_pause();
}
