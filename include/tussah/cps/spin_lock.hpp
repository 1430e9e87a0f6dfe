//===- tussah/cps/spin_lock.hpp - A short critical section ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP

#include <atomic>

namespace tussah::cps::detail {

/// Tells the processor that this thread waits for another one.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

/// A short critical section among threads of a process that may have more of
/// them than processors.
class SpinLock {
public:
  void lock() {
    while (Taken.exchange(true, std::memory_order_acquire))
      wait();
  }
  bool try_lock() { return !Taken.exchange(true, std::memory_order_acquire); }
  void unlock() { Taken.store(false, std::memory_order_release); }

private:
  void wait();

  std::atomic<bool> Taken = false;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_SPIN_LOCK_HPP
