//===- held.h - What the thread's strand holds ------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_RACE_HELD_H
#define TUSSAH_TESTS_UNIT_RACE_HELD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// For who lets another worker's strand run in this thread.
uint32_t held_by_thread(void);
void hold_by_thread(uint32_t locks);

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_TESTS_UNIT_RACE_HELD_H
