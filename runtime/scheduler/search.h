//===- search.h - Workers look for work -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SEARCH_H
#define TUSSAH_RUNTIME_SCHEDULER_SEARCH_H

#include "attributes.h"

struct worker;

/// Looks for work and does it. On the scheduler's stack, which it leaves by
/// context_leave when the worker's root is done, or the pool stops. Called by
/// context.S, too.
_Noreturn void schedule(struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_SEARCH_H
