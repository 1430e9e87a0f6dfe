//===- tussah/trace.h - Named parts of a timeline ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names what a program does, for `tussah trace` (docs/trace.md). Without that,
/// and for other targets than the native runtime, nothing happens.
///
///     uint64_t region = tussah_trace_begin("assemble");
///     ...
///     tussah_trace_end(region);
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_TRACE_H
#define TUSSAH_INCLUDE_TUSSAH_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Weak: other targets and the serial elision link without the runtime.
uint64_t __tussah_trace_begin(const char *name) __attribute__((weak));
void __tussah_trace_end(uint64_t region) __attribute__((weak));

/// A region begins, which is called \p name; 39 bytes of that are kept. It may
/// end in another worker, as what follows a sync may.
static __inline__ uint64_t tussah_trace_begin(const char *name) {
  return __tussah_trace_begin ? __tussah_trace_begin(name) : 0;
}

/// Ends what tussah_trace_begin has returned.
static __inline__ void tussah_trace_end(uint64_t region) {
  if (__tussah_trace_end)
    __tussah_trace_end(region);
}

#ifdef __cplusplus
} // extern "C"

namespace tussah {

/// A region that is a scope.
class trace_region {
  uint64_t Region;

public:
  explicit trace_region(const char *Name) : Region(tussah_trace_begin(Name)) {}
  ~trace_region() { tussah_trace_end(Region); }
  trace_region(const trace_region &) = delete;
  trace_region &operator=(const trace_region &) = delete;
};

} // namespace tussah
#endif

#endif // TUSSAH_INCLUDE_TUSSAH_TRACE_H
