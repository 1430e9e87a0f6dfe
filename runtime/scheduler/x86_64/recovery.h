//===- recovery.h - Coming back from a fault --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_X86_64_RECOVERY_H
#define TUSSAH_RUNTIME_SCHEDULER_X86_64_RECOVERY_H

typedef void *recovery_point[5];

/// 0 when it is executed, and 1 when recovery_jump is. The signal mask is left
/// alone.
#define recovery_set(recovery) __builtin_setjmp(recovery)
#define recovery_jump(recovery) __builtin_longjmp(recovery, 1)

#endif // TUSSAH_RUNTIME_SCHEDULER_X86_64_RECOVERY_H
