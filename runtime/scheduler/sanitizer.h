//===- sanitizer.h - AddressSanitizer and the switching of stacks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_SANITIZER_H
#define TUSSAH_RUNTIME_SCHEDULER_SANITIZER_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct fiber;
struct worker;

/// Tell AddressSanitizer, if the program has it, that \p worker switches from
/// the scheduler's stack to \p fiber, or back. \p returns is true if a later
/// switch will find the fiber's frames again. Called shortly before the switch.
void sanitizer_enter_fiber(struct worker *worker,
                           struct fiber *fiber) TUSSAH_HIDDEN;
void sanitizer_leave_fiber(struct worker *worker, struct fiber *fiber,
                           bool returns) TUSSAH_HIDDEN;

/// Tells AddressSanitizer that an exception, thrown on another stack, may leave
/// the frames of \p fiber above \p stack_pointer. A throw says that only of the
/// stack that it is on.
void sanitizer_exception_arrives(struct fiber *fiber,
                                 uintptr_t stack_pointer) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_SANITIZER_H
