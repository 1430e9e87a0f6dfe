//===- tussah/graph/progress.hpp - How far an algorithm is ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What another thread sees of an algorithm while it runs, and how it ends it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_PROGRESS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_PROGRESS_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>

namespace tussah::graph {

/// What ends an algorithm that was cancelled.
class cancelled : public std::exception {
public:
  const char *what() const noexcept override { return "cancelled"; }
};

/// How far one call of an algorithm is. The algorithm tells it at each of its
/// rounds, or blocks of a loop; any thread may look, and may cancel. That ends
/// the algorithm by `cancelled` at the next round. Must stay as long as the
/// call.
class progress {
  // Each is right by itself; nothing else is read because of it.
  std::atomic<std::uint64_t> Done{0}, All{0};
  std::atomic<bool> IsCancelled{false};

public:
  void cancel() { IsCancelled.store(true, std::memory_order_relaxed); }
  bool is_cancelled() const {
    return IsCancelled.load(std::memory_order_relaxed);
  }

  /// From 0 to 1. Stays 0 where an algorithm does not know what is left.
  double fraction() const {
    std::uint64_t all = All.load(std::memory_order_relaxed);
    std::uint64_t done = Done.load(std::memory_order_relaxed);
    return all == 0 ? 0
                    : static_cast<double>(std::min(done, all)) /
                          static_cast<double>(all);
  }

  /// \name By the algorithm
  /// @{
  void reach(std::uint64_t done, std::uint64_t all) {
    All.store(all, std::memory_order_relaxed);
    Done.store(done, std::memory_order_relaxed);
  }
  void add(std::uint64_t more) {
    Done.fetch_add(more, std::memory_order_relaxed);
  }
  /// @}
};

namespace detail {

/// Between rounds, where no strand is outstanding: throws if the call was
/// cancelled. \p watch may be null.
inline void atRound(progress *watch) {
  if (watch && watch->is_cancelled())
    throw cancelled();
}
/// The same, and says how far the algorithm is.
inline void atRound(progress *watch, std::uint64_t done, std::uint64_t all) {
  if (!watch)
    return;
  watch->reach(done, all);
  atRound(watch);
}

/// In a block of a loop: whether it is to be left out, since the call was
/// cancelled; otherwise it counts. Behind the loop comes atRound().
inline bool leavesOut(progress *watch, std::uint64_t size) {
  if (!watch)
    return false;
  watch->add(size);
  return watch->is_cancelled();
}

} // namespace detail
} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_PROGRESS_HPP
