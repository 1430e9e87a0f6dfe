//===- cilktools/cilkscreen.h - Calls of a race detector --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What programs tell Cilkscreen. There is none, so nothing happens; arguments
/// are evaluated, as in Cilk Plus.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILKTOOLS_CILKSCREEN_H
#define TUSSAH_CILKTOOLS_CILKSCREEN_H

#include <cilk/cilk_api.h>

#define __cilkscreen_metacall(annotation, data)                                \
  ((void)(annotation), (void)(data))
#define __cilkscreen_enable_instrumentation() ((void)0)
#define __cilkscreen_disable_instrumentation() ((void)0)
#define __cilkscreen_enable_checking() ((void)0)
#define __cilkscreen_disable_checking() ((void)0)
#define __cilkscreen_clean(begin, end) ((void)(begin), (void)(end))
#define __cilkscreen_acquire_lock(lock) ((void)(lock))
#define __cilkscreen_release_lock(lock) ((void)(lock))
#define __cilkscreen_puts(text) ((void)(text))

#define METACALL_TOOL_CILKSCREEN 1
#define CS_METACALL_PUTS 0

#endif // TUSSAH_CILKTOOLS_CILKSCREEN_H
