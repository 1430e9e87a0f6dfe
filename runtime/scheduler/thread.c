//===- thread.c - What compiled code reads of a thread -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "thread.h"

_Thread_local struct tussah_thread __tussah_thread;

volatile uintptr_t __tussah_thread_offset;

__attribute__((constructor)) static void find_thread_offset(void) {
  __tussah_thread_offset =
      (uintptr_t)&__tussah_thread - (uintptr_t)__builtin_thread_pointer();
}
