//===- tussah/support/atomic.hpp - Atomic objects, orders by name -*- C++ -*-=//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What runtime/atomic.h is for C: each operation has its memory order in its
/// name, and no operation has a default. So the order can be read at the call,
/// and the model checker (tests/model) can take the place of the operations:
/// compiled with TUSSAH_MODEL, they are calls of the checker. C++17, and any
/// compiler.
///
/// An operation that orders memory has a comment that says `pairs with` and
/// names its partners; scripts/check-source.py refuses one that has not.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_SUPPORT_ATOMIC_HPP
#define TUSSAH_INCLUDE_TUSSAH_SUPPORT_ATOMIC_HPP

#ifdef TUSSAH_MODEL
#include "modelled_atomic.hpp"
#else

#include <atomic>

/// Inlined in debug builds too: an operation is as long as std::atomic's.
#if defined(__GNUC__)
#define TUSSAH_ATOMIC_MEMBER __attribute__((always_inline)) inline
#else
#define TUSSAH_ATOMIC_MEMBER inline
#endif

namespace tussah::support {

/// An object that threads access at the same time: an integer, a bool, an enum
/// or a pointer.
template <class T> class Atomic {
public:
  Atomic() noexcept = default;
  constexpr Atomic(T value) noexcept : Value(value) {}
  Atomic(const Atomic &) = delete;
  Atomic &operator=(const Atomic &) = delete;

  TUSSAH_ATOMIC_MEMBER T load_relaxed() const noexcept {
    return Value.load(std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER T load_acquire() const noexcept {
    return Value.load(std::memory_order_acquire);
  }

  TUSSAH_ATOMIC_MEMBER void store_relaxed(T value) noexcept {
    Value.store(value, std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER void store_release(T value) noexcept {
    Value.store(value, std::memory_order_release);
  }

  TUSSAH_ATOMIC_MEMBER T exchange_acquire(T value) noexcept {
    return Value.exchange(value, std::memory_order_acquire);
  }

  TUSSAH_ATOMIC_MEMBER T fetch_add_relaxed(T value) noexcept {
    return Value.fetch_add(value, std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_add_release(T value) noexcept {
    return Value.fetch_add(value, std::memory_order_release);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_sub_relaxed(T value) noexcept {
    return Value.fetch_sub(value, std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_sub_acq_rel(T value) noexcept {
    return Value.fetch_sub(value, std::memory_order_acq_rel);
  }

  TUSSAH_ATOMIC_MEMBER T fetch_or_relaxed(T value) noexcept {
    return Value.fetch_or(value, std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_or_release(T value) noexcept {
    return Value.fetch_or(value, std::memory_order_release);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_and_relaxed(T value) noexcept {
    return Value.fetch_and(value, std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_and_acquire(T value) noexcept {
    return Value.fetch_and(value, std::memory_order_acquire);
  }
  TUSSAH_ATOMIC_MEMBER T fetch_and_acq_rel(T value) noexcept {
    return Value.fetch_and(value, std::memory_order_acq_rel);
  }

  /// These replace \p expected by \p desired, and return whether they did. If
  /// not they store what is there to \p expected; that load is relaxed. They do
  /// not fail without cause.
  TUSSAH_ATOMIC_MEMBER bool cas_relaxed(T &expected, T desired) noexcept {
    return Value.compare_exchange_strong(expected, desired,
                                         std::memory_order_relaxed,
                                         std::memory_order_relaxed);
  }
  TUSSAH_ATOMIC_MEMBER bool cas_release(T &expected, T desired) noexcept {
    return Value.compare_exchange_strong(expected, desired,
                                         std::memory_order_release,
                                         std::memory_order_relaxed);
  }

private:
  std::atomic<T> Value{};
};

/// Tells the processor that the thread waits for another one.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

} // namespace tussah::support

#undef TUSSAH_ATOMIC_MEMBER

#endif // TUSSAH_MODEL

#endif // TUSSAH_INCLUDE_TUSSAH_SUPPORT_ATOMIC_HPP
