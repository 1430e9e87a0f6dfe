//===- theft.c - What a worker's thefts were worth -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "theft.h"

#include "../os/os.h"
#include "worker.h"

/// What a theft costs both workers: what takes no longer was not worth it. A
/// thief whose thefts have lost so much rests.
#define THEFT_NS UINT64_C(1000)
#define MOST_LOSS_NS (16 * THEFT_NS)

/// After so long, which is longer than any rest, what earlier thefts have lost
/// does not count.
#define FORGETTING_NS 10000000

void forget_thefts(struct worker *worker) {
  worker->loss = 0;
  worker->doublings = 0;
}

void judge_theft(struct worker *worker) {
  if (worker->stolen_at == 0)
    return;
  uint64_t now = tussah_os->clock_ns(), gain = now - worker->stolen_at;
  if (now - worker->judged_at > FORGETTING_NS)
    forget_thefts(worker);
  worker->stolen_at = 0;
  worker->judged_at = now;
  uint64_t loss = worker->loss + THEFT_NS;
  if (loss <= gain)
    forget_thefts(worker);
  else
    worker->loss = loss - gain < MOST_LOSS_NS ? loss - gain : MOST_LOSS_NS;
}

bool thefts_do_not_pay(const struct worker *worker) {
  return worker->loss >= MOST_LOSS_NS;
}
