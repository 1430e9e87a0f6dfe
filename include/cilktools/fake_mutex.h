//===- cilktools/fake_mutex.h - A mutex for tools ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells a race detector, of which there is none, that accesses do not race. It
/// excludes nobody.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILKTOOLS_FAKE_MUTEX_H
#define TUSSAH_CILKTOOLS_FAKE_MUTEX_H

#include <cilktools/cilkscreen.h>

#ifdef __cplusplus

#include <assert.h>

namespace cilkscreen {

/// Is locked and unlocked as a mutex, by one strand at a time.
class fake_mutex {
  bool IsLocked = false;

public:
  fake_mutex() {}
  ~fake_mutex() { assert(!IsLocked); }
  fake_mutex(const fake_mutex &) = delete;
  fake_mutex &operator=(const fake_mutex &) = delete;

  void lock() {
    assert(!IsLocked);
    __cilkscreen_acquire_lock(&IsLocked);
    IsLocked = true;
  }

  void unlock() {
    assert(IsLocked);
    IsLocked = false;
    __cilkscreen_release_lock(&IsLocked);
  }
};

} // namespace cilkscreen

#endif // __cplusplus

#endif // TUSSAH_CILKTOOLS_FAKE_MUTEX_H
