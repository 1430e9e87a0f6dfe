//===- statistics.c - What the workers have done -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "statistics.h"

#include "../atomic.h"
#include "copies.h"
#include "counters.h"
#include "error.h"
#include "fiber.h"
#include "worker.h"
#include "workers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void write_worker(FILE *file, const struct worker *worker,
                         const char *separator) {
  fprintf(file, "    {\"worker\": %u", worker->id);
#define X(name)                                                                \
  fprintf(file, ", \"" #name "\": %llu",                                       \
          (unsigned long long)load_relaxed(&worker->statistics.name));
  TUSSAH_STATISTICS(X)
#undef X
  fprintf(file, "}%s\n", separator);
}

void statistics_write(const char *where) {
  bool to_file = strcmp(where, "1") != 0;
  FILE *file = to_file ? fopen(where, "we") : stderr;
  if (!file) {
    tussah_warn("cannot write statistics to '%.200s': %s", where,
                strerror(errno));
    return;
  }
  struct fibers_usage usage = fibers_usage();
  fprintf(file,
          "{\n  \"fiber_size\": %zu, \"fibers\": %llu, \"most_fibers\": %llu,"
          " \"runtimes\": %u,\n"
          "  \"workers\": [\n",
          tussah_fiber_size, (unsigned long long)usage.existing,
          (unsigned long long)usage.most, copies_count());
  for (const struct worker *worker = workers_made(); worker;
       worker = worker->older)
    write_worker(file, worker, worker->older ? "," : "");
  fprintf(file, "  ]\n}\n");
  if (to_file && fclose(file) != 0)
    tussah_warn("cannot write statistics to '%.200s': %s", where,
                strerror(errno));
}
