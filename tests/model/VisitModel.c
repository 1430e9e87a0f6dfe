//===- VisitModel.c - Visits to threads that may leave, and the lock ------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "models.h"
#include "runtime/scheduler/lock.h"
#include "runtime/scheduler/visit.h"

#include <string.h>

static struct host host;
static plain_word memory; ///< of the guest's thread
static struct lock lock;
static plain_word counter;

static void begin(void) {
  memset(&host, 0, sizeof host);
  memset(&memory, 0, sizeof memory);
  memset(&lock, 0, sizeof lock);
  memset(&counter, 0, sizeof counter);
}

/// A guest arrives and leaves twice, with new memory; the others visit.
static void visit(unsigned number) {
  if (number == 0) {
    for (unsigned i = 1; i <= 2; ++i) {
      model_allocated(&memory, sizeof memory);
      write_plain(&memory, i);
      host_arrive(&host);
      host_close(&host);
      while (!host_is_empty(&host))
        spin_pause();
      model_freed(&memory, sizeof memory);
    }
  } else if (visit_begin(&host)) {
    model_require(read_plain(&memory) != 0, "the thread has left");
    visit_end(&host);
  }
}

static void count_locked(unsigned number) {
  (void)number;
  lock_acquire(&lock);
  write_plain(&counter, read_plain(&counter) + 1);
  lock_release(&lock);
}

static void check_count(void) {
  model_require(counter.value == 3, "an increment is lost");
}

const struct model visit_models[] = {
    {"visit-1-thief", 2, 0, begin, visit, NULL, -1, -1},
    {"visit-2-thieves", 3, 0, begin, visit, NULL, -1, -1},
    {"lock", 3, 0, begin, count_locked, check_count, -1, -1},
    {NULL, 0, 0, NULL, NULL, NULL, 0, 0},
};
