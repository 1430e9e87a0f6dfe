//===- watch.h - More workers than processors -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// sleep.md describes the watchman.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_WATCH_H
#define TUSSAH_RUNTIME_SCHEDULER_WATCH_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct worker;

/// True if at least as many other workers run, or wait for a processor, as
/// there are processors.
bool others_suffice(const struct worker *worker) TUSSAH_HIDDEN;

/// The watchman sleeps. Returns true if it was woken, and false if it should
/// look for work: others do not suffice, or \p longest nanoseconds are over, or
/// several times as many if all others answer. It naps meanwhile, for \p nap
/// nanoseconds first.
bool watch(struct worker *worker, uint64_t nap, uint64_t longest) TUSSAH_HIDDEN;

/// Moves the calling thread, that of \p worker, to another processor if another
/// worker that is awake is on this one, and there are other processors.
void part_from_others(struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_WATCH_H
