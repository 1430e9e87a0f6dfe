//===- theft.h - What a worker's thefts were worth -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_THEFT_H
#define TUSSAH_RUNTIME_SCHEDULER_THEFT_H

#include "attributes.h"

#include <stdbool.h>

struct worker;

/// The strand of \p worker ends: notes what its theft was worth, if it began
/// with one. Before the runtime does what is left to do for it.
void judge_theft(struct worker *worker) TUSSAH_HIDDEN;

/// What \p worker has lost by thefts does not count any more.
void forget_thefts(struct worker *worker) TUSSAH_HIDDEN;

/// True if the last thefts of \p worker have lost so much that it should rest.
bool thefts_do_not_pay(const struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_THEFT_H
