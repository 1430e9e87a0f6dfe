//===- held.c - What the thread's strand holds ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// C++ cannot include thread.h, which has atomic variables of C.
///
//===----------------------------------------------------------------------===//

#include "held.h"

#include "tools/race/thread.h"

uint32_t held_by_thread(void) { return thread.locks; }

void hold_by_thread(uint32_t locks) { thread.locks = locks; }
