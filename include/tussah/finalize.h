//===- tussah/finalize.h - The end of the runtime ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For programs that are guests of others, such as plugins: the native runtime
/// can leave the process as it was.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_FINALIZE_H
#define TUSSAH_INCLUDE_TUSSAH_FINALIZE_H

#ifdef __cplusplus
extern "C" {
#endif

/// Ends the workers, waits until they have ended, and gives back the runtime's
/// memory and signal handlers. The next parallel code starts it again. Returns
/// 0; or 1, without effect, while a thread is in parallel code, such as the
/// caller. In the serial elision, and for other targets, there is nothing to
/// end.
#ifdef __tussah__
int tussah_finalize(void);
#else
// Weak, as in <cilk/cilk_api.h>: the serial elision links without the runtime.
int __tussah_runtimes_finalize(void) __asm__("tussah_finalize")
    __attribute__((weak));
static __inline__ int tussah_finalize(void) __asm__("__tussah_asks_finalize");
static __inline__ int tussah_finalize(void) {
  return __tussah_runtimes_finalize ? __tussah_runtimes_finalize() : 0;
}
#endif

#ifdef __cplusplus
}
#endif

#endif // TUSSAH_INCLUDE_TUSSAH_FINALIZE_H
