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

/// The strand of \p worker ends. If it began with a theft, notes what that was
/// worth. Called before the runtime's own work for the end of the strand.
void judge_theft(struct worker *worker) TUSSAH_HIDDEN;

/// Sets the account of \p worker to 0.
void forget_thefts(struct worker *worker) TUSSAH_HIDDEN;

/// True if the last thefts of \p worker have lost so much that it should rest.
bool thefts_do_not_pay(const struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_THEFT_H
