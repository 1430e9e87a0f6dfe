//===- tussah/support/spin_lock.hpp - A short critical section --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP
#define TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP

#include <atomic>
#include <thread>

namespace tussah::support {

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
  [[gnu::noinline]] void wait() {
    for (unsigned spins = 0; Taken.load(std::memory_order_relaxed); ++spins) {
      if (spins < 100)
        relax();
      else
        std::this_thread::yield();
    }
  }

  std::atomic<bool> Taken = false;
};

} // namespace tussah::support

#endif // TUSSAH_INCLUDE_TUSSAH_SUPPORT_SPIN_LOCK_HPP
