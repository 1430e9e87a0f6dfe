//===- cilktools/cilkview.h - Calls of an analyzer --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs ask Cilkview. There is none, so work and span are unknown: of
/// a query only the time is true, and a report prints that, as in Cilk Plus.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILKTOOLS_CILKVIEW_H
#define TUSSAH_CILKTOOLS_CILKVIEW_H

#include <cilk/cilk_api.h>
#include <stdio.h>
#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The time of day in milliseconds.
static __inline__ unsigned long long __cilkview_getticks(void) {
  struct timeval now;
  gettimeofday(&now, NULL);
  return (unsigned long long)now.tv_sec * 1000 +
         (unsigned long long)now.tv_usec / 1000;
}

typedef struct {
  unsigned size;
  unsigned status; ///< 1 if a tool has written the counts, which never happens
  unsigned long long time; ///< in milliseconds
  unsigned long long work, span, burdened_span;
  unsigned long long spawns, syncs, strands, atomic_ins, frames;
} cilkview_data_t;

typedef struct {
  cilkview_data_t *start, *end;
  const char *label;
  unsigned flags;
} cilkview_report_t;

enum { CV_REPORT_WRITE_TO_LOG = 1, CV_REPORT_WRITE_TO_RESULTS = 2 };

/// Prints the time from \p start to \p end, which is now if that is null.
static __inline__ void __cilkview_do_report(const cilkview_data_t *start,
                                            const cilkview_data_t *end,
                                            const char *label, unsigned flags) {
  unsigned long long until = end ? end->time : __cilkview_getticks();
  unsigned long long since = start ? start->time : until;
  (void)flags;
  fprintf(stderr, "%s: %g seconds\n", label ? label : "Cilkview",
          (double)(until - since) / 1000);
}

#ifdef __cplusplus
}
#endif

#define __cilkview_metacall(code, data) ((void)(code), (void)(data))
#define __cilkview_puts(text) ((void)(text))
#define __cilkview_query(data)                                                 \
  ((data).size = sizeof(data), (data).status = 0,                              \
   (data).time = __cilkview_getticks(), (void)0)
#define __cilkview_report(start, end, label, flags)                            \
  __cilkview_do_report(start, end, label, flags)
#define __cilkview_workspan_start() ((void)0)
#define __cilkview_workspan_stop() ((void)0)
#define __cilkview_workspan_reset() ((void)0)
#define __cilkview_workspan_suspend() ((void)0)
#define __cilkview_workspan_resume() ((void)0)
#define __cilkview_use_default_grain_size() ((void)0)
#define __cilkview_connected(is_connected) ((is_connected) = 0)

#endif // TUSSAH_CILKTOOLS_CILKVIEW_H
