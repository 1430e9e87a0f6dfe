//===- settings.c - What is in effect of the options -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "settings.h"

#include "../atomic.h"
#include "../os/os.h"
#include "../timeline/timeline.h"
#include "fiber.h"
#include "options.h"
#include "stress.h"

struct options tussah_options;
atomic_word tussah_workers_wanted;
atomic_word tussah_processors;

static bool configured;
static unsigned usual_workers; ///< as the user asked for
static uint64_t next_count;    ///< clock; before, processors are not counted

void settings_read(void) {
  if (configured)
    return;
  tussah_options = options_read();
  usual_workers = tussah_options.workers;
  store_relaxed(&tussah_processors, tussah_options.processors);
  fibers_configure(tussah_options.stack_size,
                   tussah_options.statistics != NULL);
  tussah_stress = tussah_options.stress;
  timeline_begin(tussah_options.workers);
  configured = true;
  store_relaxed(&tussah_workers_wanted, tussah_options.workers);
}

void settings_set_workers(unsigned workers) {
  settings_read();
  tussah_options.workers = workers ? workers : usual_workers;
  store_relaxed(&tussah_workers_wanted, tussah_options.workers);
}

// The process may have got more processors since. To count them takes some 50
// microseconds.
void settings_count_processors(void) {
  enum { COUNT_NS = 100000000 };
  uint64_t now = tussah_os->clock_ns();
  if (now <= next_count)
    return;
  next_count = now + COUNT_NS;
  // The caller may be bound to fewer processors than the pool.
  unsigned cpus = tussah_os->cpu_count(), most = tussah_options.processors;
  store_relaxed(&tussah_processors, cpus > most ? cpus : most);
}
