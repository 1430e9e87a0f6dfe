//===- steal.h - Thieves take continuations -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_STEAL_H
#define TUSSAH_RUNTIME_SCHEDULER_STEAL_H

#include "attributes.h"

#include <stdbool.h>

struct offer;
struct worker;

/// Looks once at every worker, beginning with a random one, until it has taken
/// a continuation, which \p offer then describes. Returns whether it has. Asks
/// workers that have none to publish one.
bool steal(struct worker *worker, struct offer *offer) TUSSAH_HIDDEN;

/// Gets the fiber for the next steal. Waits while there is no memory for it:
/// other workers will finish the work. Returns false if the worker must leave.
bool prepare_fiber(struct worker *worker) TUSSAH_HIDDEN;

/// Resumes a stolen continuation on the spare fiber.
_Noreturn void run_stolen(struct worker *worker,
                          const struct offer *offer) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_STEAL_H
