//===- timeline.h - Records what workers do -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_TIMELINE_TIMELINE_H
#define TUSSAH_RUNTIME_TIMELINE_TIMELINE_H

#include "../scheduler/attributes.h"
#include "format.h"

/// Becomes the observer, if the environment wants that: TUSSAH_TRACE names the
/// file. There will be about so many \p workers. No worker exists.
#ifndef TUSSAH_MODEL
void timeline_begin(unsigned workers) TUSSAH_HIDDEN;
#else
static inline void timeline_begin(unsigned workers) { (void)workers; }
#endif

/// A region of the program begins or ends in the calling thread; \p name is
/// null at the end. The observer is there.
void timeline_region(enum timeline_kind kind, uint64_t region,
                     const char *name) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_TIMELINE_TIMELINE_H
