//===- control.h - What programs ask of the pool -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_CONTROL_H
#define TUSSAH_RUNTIME_SCHEDULER_CONTROL_H

#include "attributes.h"

#include <stdbool.h>
#include <stddef.h>

/// Sets the number of workers; 0 stands for what the user asked for. Returns
/// false if a root exists, with one exception: the caller may be in the only
/// root, if its strand is alone and at home. That root then has so many workers
/// from now on.
bool pool_set_workers(unsigned workers) TUSSAH_HIDDEN;

/// Starts the threads of the pool. In roots, nothing happens.
void pool_begin(void) TUSSAH_HIDDEN;

/// Ends them, and gives back what the runtime has taken from the process.
/// Returns false, and has no effect, while roots exist.
bool pool_end(void) TUSSAH_HIDDEN;

/// As statistics_write, to standard error.
void pool_dump_statistics(void) TUSSAH_HIDDEN;

/// Number of workers that exist, or of those that a root has if that is more.
unsigned pool_workers_known(void) TUSSAH_HIDDEN;

/// Size of stacks, as the user asked for.
size_t pool_stack_size(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_CONTROL_H
