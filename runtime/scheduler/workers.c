//===- workers.c - All workers -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "workers.h"

#include "../atomic.h"
#include "../os/os.h"
#include "worker.h"

struct worker *tussah_workers[TUSSAH_MAX_WORKERS];

static atomic_word shown;   ///< entries of tussah_workers
static struct worker *made; ///< all, the last one first

unsigned worker_count(void) {
  // Acquire: pairs with the release in worker_show, for the entries.
  return (unsigned)load_acquire(&shown);
}

const struct worker *workers_made(void) { return made; }

/// Whole pages: a worker shares no cache line.
enum { WORKER_SIZE = (sizeof(struct worker) + 4095) & ~4095 };

struct worker *worker_make(void) {
  void *memory;
  if (worker_count() == TUSSAH_MAX_WORKERS ||
      tussah_os->memory_map(WORKER_SIZE, &memory) != 0)
    return NULL;
  struct worker *worker = memory;
  worker->older = made;
  made = worker;
  return worker;
}

void workers_unmap(void) {
  while (made) {
    struct worker *worker = made;
    made = worker->older;
    tussah_os->memory_unmap(worker, WORKER_SIZE);
  }
}

void worker_show(struct worker *worker) {
  unsigned n = worker_count();
  tussah_workers[n] = worker;
  // Release: pairs with the acquire in worker_count.
  store_release(&shown, n + 1);
}

// Relaxed: no thread looks at others meanwhile.
void workers_hide(void) { store_relaxed(&shown, 0); }
