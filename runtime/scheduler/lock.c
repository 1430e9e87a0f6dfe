//===- lock.c - A lock that sleeps -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lock.h"

_Thread_local unsigned tussah_locks_held;
