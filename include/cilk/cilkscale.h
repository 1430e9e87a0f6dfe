//===- cilk/cilkscale.h - Work and span of regions --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measurement of the work and the span between two points of a program that is
/// compiled with `-fcilktool=cilkscale` (docs/guides/scale.md). All of this
/// does nothing, and all values are zero, in programs that are compiled without
/// it.
///
///     wsp_t before = wsp_getworkspan();
///     ...
///     wsp_dump(wsp_sub(wsp_getworkspan(), before), "name of the region");
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_CILKSCALE_H
#define TUSSAH_INCLUDE_CILK_CILKSCALE_H

#include <stdint.h>

#ifdef __cplusplus
// Programs that write with << expect these from here.
#include <fstream>
#include <iostream>
#define TUSSAH_CILKSCALE_NOTHROW noexcept
extern "C" {
#else
#define TUSSAH_CILKSCALE_NOTHROW
#endif

typedef int64_t raw_duration_t;

/// Work, span and burdened span, in the unit of the tool.
typedef struct wsp_t {
  raw_duration_t work;
  raw_duration_t span;
  raw_duration_t bspan;
} wsp_t;

/// The neutral element of addition.
static inline wsp_t wsp_zero(void) TUSSAH_CILKSCALE_NOTHROW {
  wsp_t zero = {0, 0, 0};
  return zero;
}

#ifdef __cilkscale__

// Weak: a program that is linked without the tool says so when it begins.

/// What has been executed until here: the work of the task or iteration that
/// calls it, with all that it has waited for, and the longest path from the
/// beginning of the program.
__attribute__((weak)) wsp_t wsp_getworkspan(void) TUSSAH_CILKSCALE_NOTHROW;

/// Adds a row that is named \p tag to the tool's report.
__attribute__((weak)) void wsp_dump(wsp_t wsp, const char *tag);

/// \p raw in the unit of the tool's report.
__attribute__((weak)) double __tussah_scale_value(raw_duration_t raw);

/// The sum of two measurements.
static inline wsp_t wsp_add(wsp_t lhs, wsp_t rhs) TUSSAH_CILKSCALE_NOTHROW {
  lhs.work += rhs.work;
  lhs.span += rhs.span;
  lhs.bspan += rhs.bspan;
  return lhs;
}

/// What was executed between two measurements, of which \p rhs is the earlier.
static inline wsp_t wsp_sub(wsp_t lhs, wsp_t rhs) TUSSAH_CILKSCALE_NOTHROW {
  lhs.work -= rhs.work;
  lhs.span -= rhs.span;
  lhs.bspan -= rhs.bspan;
  return lhs;
}

#else

static inline wsp_t wsp_getworkspan(void) TUSSAH_CILKSCALE_NOTHROW {
  return wsp_zero();
}

static inline wsp_t wsp_add(wsp_t lhs, wsp_t rhs) TUSSAH_CILKSCALE_NOTHROW {
  (void)lhs;
  (void)rhs;
  return wsp_zero();
}

static inline wsp_t wsp_sub(wsp_t lhs, wsp_t rhs) TUSSAH_CILKSCALE_NOTHROW {
  (void)lhs;
  (void)rhs;
  return wsp_zero();
}

static inline void wsp_dump(wsp_t wsp, const char *tag) {
  (void)wsp;
  (void)tag;
}

#endif

#ifdef __cplusplus
} // extern "C"

inline wsp_t &operator+=(wsp_t &lhs, const wsp_t &rhs) noexcept {
  return lhs = wsp_add(lhs, rhs);
}

inline wsp_t &operator-=(wsp_t &lhs, const wsp_t &rhs) noexcept {
  return lhs = wsp_sub(lhs, rhs);
}

inline wsp_t operator+(wsp_t lhs, const wsp_t &rhs) noexcept {
  return lhs += rhs;
}

inline wsp_t operator-(wsp_t lhs, const wsp_t &rhs) noexcept {
  return lhs -= rhs;
}

/// Writes the columns of the tool's report. Nothing without the tool.
inline std::ostream &operator<<(std::ostream &os, const wsp_t &wsp) {
#ifdef __cilkscale__
  double work = __tussah_scale_value(wsp.work);
  double span = __tussah_scale_value(wsp.span);
  double bspan = __tussah_scale_value(wsp.bspan);
  os << work << ',' << span << ',' << (span > 0 ? work / span : 0) << ','
     << bspan << ',' << (bspan > 0 ? work / bspan : 0);
#else
  (void)wsp;
#endif
  return os;
}

inline std::ofstream &operator<<(std::ofstream &os, const wsp_t &wsp) {
  static_cast<std::ostream &>(os) << wsp;
  return os;
}
#endif

#undef TUSSAH_CILKSCALE_NOTHROW

#endif // TUSSAH_INCLUDE_CILK_CILKSCALE_H
