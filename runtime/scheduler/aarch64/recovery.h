//===- recovery.h - Coming back from a fault --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_AARCH64_RECOVERY_H
#define TUSSAH_RUNTIME_SCHEDULER_AARCH64_RECOVERY_H

#include "../attributes.h"

#include <stdint.h>

/// The registers that functions preserve.
typedef uintptr_t recovery_point[21];

/// Returns 0 when it is called, and 1 when recovery_jump is. (clang has no
/// __builtin_setjmp here.) The signal mask is left alone.
int recovery_set(uintptr_t *recovery) TUSSAH_HIDDEN
    __attribute__((returns_twice));
_Noreturn void recovery_jump(const uintptr_t *recovery) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_AARCH64_RECOVERY_H
