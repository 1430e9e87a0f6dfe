//===- tussah/support/spin_lock.hpp - A short critical section --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP
#define TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP

#include <tussah/support/atomic.hpp>

#include <thread>

namespace tussah::support {

/// A short critical section among threads of a process that may have more of
/// them than processors.
class SpinLock {
public:
  /// Acquires what was done under the lock: pairs with unlock().
  void lock() {
    while (Taken.exchange_acquire(true))
      wait();
  }
  /// The same: pairs with unlock().
  bool try_lock() { return !Taken.exchange_acquire(true); }
  /// Releases it: pairs with lock() and try_lock().
  void unlock() { Taken.store_release(false); }

private:
  [[gnu::noinline]] void wait() {
    for (unsigned spins = 0; Taken.load_relaxed(); ++spins) {
      if (spins < 100)
        relax();
      else
        std::this_thread::yield();
    }
  }

  Atomic<bool> Taken = false;
};

} // namespace tussah::support

#endif // TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP
