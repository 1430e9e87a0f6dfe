//===- numbers.h - Who a thread is ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of threads in parallel code, for what <cilk/cilk_api.h> asks. A
/// thread takes the lowest number that is free when it first asks in parallel
/// code, and gives it back when it leaves that: so the numbers are below that
/// of the threads which take part, whichever threads the runtime chooses.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_ABI_NUMBERS_H
#define TUSSAH_RUNTIME_ABI_NUMBERS_H

#include <atomic>
#include <cstdint>
#include <sched.h>

// Shared by all translation units of a program, as in onetbb.cpp.
namespace tussah_numbers_1 {

constexpr unsigned Most = 4096, PerWord = 64;

/// The number of the thread, counted from 1. 0: it has none.
inline __thread unsigned Own;

/// A bit for each number that is taken.
inline std::atomic<uint64_t> Taken[Most / PerWord];

/// Held by a thread that takes a number. Other threads may give theirs back
/// meanwhile. So at most as many numbers below the new one are taken as there
/// are other threads.
inline std::atomic<bool> IsTaking{false};

/// Returns the lowest free number; if there is none, Most - 1.
inline unsigned takeLowest() noexcept {
  for (unsigned Word = 0; Word < Most / PerWord; ++Word) {
    uint64_t Free = ~Taken[Word].load(std::memory_order_relaxed);
    if (!Free)
      continue;
    unsigned Bit = static_cast<unsigned>(__builtin_ctzll(Free));
    // Acquire: pairs with the release in giveBack. What the thread that had the
    // number has done comes before.
    Taken[Word].fetch_or(UINT64_C(1) << Bit, std::memory_order_acquire);
    return Word * PerWord + Bit;
  }
  return Most - 1;
}

[[gnu::noinline]] inline unsigned take() noexcept {
  // Acquire: pairs with the release below, of the thread that took one before.
  // It sees the numbers that are taken already.
  while (IsTaking.exchange(true, std::memory_order_acquire))
    sched_yield();
  Own = takeLowest() + 1;
  // Release: pairs with the acquire above.
  IsTaking.store(false, std::memory_order_release);
  return Own;
}

[[gnu::noinline]] inline void giveBack() noexcept {
  unsigned Number = Own - 1;
  Own = 0;
  // Release: pairs with the acquire in takeLowest.
  Taken[Number / PerWord].fetch_and(~(UINT64_C(1) << Number % PerWord),
                                    std::memory_order_release);
}

/// The calling thread leaves parallel code.
inline void leave() noexcept {
  if (__builtin_expect(Own != 0, 0))
    giveBack();
}

/// The number of the calling thread, which is in parallel code.
inline unsigned own() noexcept { return (Own ? Own : take()) - 1; }

} // namespace tussah_numbers_1

/// Defines what programs ask of the calling thread.
#define TUSSAH_DEFINE_NUMBERS                                                  \
  unsigned __cilkrts_get_worker_number() noexcept {                            \
    return tussah_views_1::Current ? tussah_numbers_1::own() : 0;              \
  }                                                                            \
  int __cilkrts_running_on_workers() noexcept {                                \
    return tussah_views_1::Current != nullptr;                                 \
  }

#endif // TUSSAH_RUNTIME_ABI_NUMBERS_H
