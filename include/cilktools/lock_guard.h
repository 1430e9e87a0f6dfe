//===- cilktools/lock_guard.h - Holds a mutex in a block --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one of Cilk Plus, from a time when C++ had none.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILKTOOLS_LOCK_GUARD_H
#define TUSSAH_CILKTOOLS_LOCK_GUARD_H

#include <cilktools/cilkscreen.h>

#ifdef __cplusplus

namespace cilkscreen {

/// Locks a mutex, and unlocks it at its end.
template <class Mutex> class lock_guard {
  Mutex &M;

public:
  typedef Mutex mutex_type;

  explicit lock_guard(Mutex &Held) : M(Held) { M.lock(); }
  ~lock_guard() { M.unlock(); }
  lock_guard(const lock_guard &) = delete;
  lock_guard &operator=(const lock_guard &) = delete;
};

} // namespace cilkscreen

#endif // __cplusplus

#endif // TUSSAH_CILKTOOLS_LOCK_GUARD_H
