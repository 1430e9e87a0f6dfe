//===- guest.h - Threads of the program that are in a root -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_GUEST_H
#define TUSSAH_RUNTIME_SCHEDULER_GUEST_H

#include "attributes.h"

#include <stdbool.h>

struct root;
struct worker;

/// Makes the calling thread a worker for \p root; starts the pool if this is
/// the first one.
struct worker *guest_attach(struct root *root) TUSSAH_HIDDEN;
void guest_detach(struct worker *worker) TUSSAH_HIDDEN;

// Callers of these hold the lock of the pool.

/// Starts the pool if it is not running.
void prepare_pool(void) TUSSAH_HIDDEN;

/// Tells idle.c how many workers lack a processor, while roots exist. Called
/// after a guest came (\p enters) or went.
void guests_count_surplus(bool enters) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_GUEST_H
