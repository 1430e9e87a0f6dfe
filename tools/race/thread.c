//===- thread.c - What the detector knows of a thread ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "thread.h"

_Thread_local struct thread thread __attribute__((tls_model("initial-exec")));

uintptr_t checked_address(void) { return (uintptr_t)thread.address; }

uint64_t checked_size(void) { return thread.size; }
