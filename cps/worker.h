//===- worker.h - How arguments arrive --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_WORKER_H
#define TUSSAH_CPS_WORKER_H

#include <tussah/cps/closure.hpp>

namespace tussah::cps::detail {

/// A claimed slot has been written. Returns whether the closure is ready.
bool wasLast(Reference to, Atomic<std::uint64_t> *remaining);

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_WORKER_H
