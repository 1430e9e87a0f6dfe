//===- strand.h - Strands end and meet -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_STRAND_H
#define TUSSAH_RUNTIME_SCHEDULER_STRAND_H

#include "attributes.h"

#include <stdint.h>

struct _Unwind_Exception;

// Called by context.S. The `_left` functions run on the scheduler's stack,
// after the function above each has returned it.

/// The child has returned to the promoted frame \p frame. Returns 0 if it goes
/// on with the continuation, which was taken back.
uintptr_t child_done(uintptr_t frame) TUSSAH_HIDDEN;
_Noreturn void child_left(void) TUSSAH_HIDDEN;

/// A sync of \p region in code that runs after a steal, called from \p address
/// by the frame \p frame. Returns 0 if nothing has to be waited for; \p result
/// is then what the sync returns.
uintptr_t sync_arrived(uintptr_t frame, uintptr_t address,
                       uintptr_t stack_pointer, uintptr_t region,
                       struct _Unwind_Exception *in_flight,
                       uintptr_t *result) TUSSAH_HIDDEN;
_Noreturn void sync_left(void) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_STRAND_H
