//===- tussah/graph/companion.hpp - Two strands in step ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A second strand that does half of many steps, each of which lasts for some
/// microseconds only: too short for a theft of its own.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPANION_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPANION_HPP

#include <tussah/support/spin_lock.hpp>

#include <atomic>
#include <thread>

namespace tussah::graph::detail {

/// Two strands, of which the first one has all the work, and gives parts of it
/// to the second one, if that is there:
///
///     cilk_spawn steps(companion); // give(), takeBack(), finish(); end()
///     companion.serve(part);
///     cilk_sync;
///
/// The second strand is what another worker steals, once. Where nobody does, it
/// runs behind the first one, finds that this has ended, and has nothing to do.
/// Neither waits for the other to come: all is right for any schedule, also if
/// serve() runs before steps(). But a part that was begun is waited for: how
/// long that takes depends on whether the other one keeps its processor. It has
/// three lines of the cache for itself.
class alignas(64) Companion {
public:
  Companion() = default;
  Companion(const Companion &) = delete;

  /// \name By the first strand
  /// @{

  /// Whether the second strand waits for a part.
  bool isThere() const {
    return isWaiting(Now.load(std::memory_order_relaxed));
  }
  /// Gives a part to the second strand; what it needs was written before. False
  /// if nobody is there. Behind this takeBack() is called, once, and if that is
  /// false, finish().
  bool give() {
    State now = Now.load(std::memory_order_relaxed);
    return isWaiting(now) &&
           Now.compare_exchange_strong(now, Given, std::memory_order_release,
                                       std::memory_order_relaxed);
  }
  /// Takes back what was not begun; false if it was.
  bool takeBack() {
    // Who writes takes the line away from the other one, who is busy then.
    State now = Now.load(std::memory_order_relaxed);
    return now == Given &&
           Now.compare_exchange_strong(now, Idle, std::memory_order_relaxed);
  }
  /// Waits until the part is done.
  void finish() {
    for (unsigned i = 0; Now.load(std::memory_order_acquire) == Taken; ++i)
      wait(i);
  }
  /// Whether the second strand was there and is not any more.
  bool hasLeft() const { return Now.load(std::memory_order_relaxed) == Left; }
  /// The second strand may leave. Nothing is given behind this.
  void end() { Now.store(Ended, std::memory_order_relaxed); }
  /// @}

  /// By the second strand: calls \p part() for each part that is given. Leaves
  /// when there are no more, or none has come for long: others may need this
  /// worker.
  template <class Function> void serve(const Function &part) {
    State expected = Nobody;
    if (!Now.compare_exchange_strong(expected, Idle, std::memory_order_relaxed))
      return;
    for (unsigned idle = 0;; wait(idle++)) {
      State now = Now.load(std::memory_order_relaxed);
      if (now == Ended)
        return;
      if (now == Given &&
          Now.compare_exchange_strong(now, Taken, std::memory_order_acquire,
                                      std::memory_order_relaxed)) {
        part();
        Now.store(Done, std::memory_order_release);
        idle = 0;
      } else if (isWaiting(now) && idle > Patience &&
                 // Who has not seen yet that the part is done sees it by this.
                 Now.compare_exchange_strong(now, Left,
                                             std::memory_order_release,
                                             std::memory_order_relaxed)) {
        return;
      }
    }
  }

  /// By both strands within a part, the first one with 0 behind takeBack(), the
  /// second one with 1: each goes on when the other one has come, too.
  void meet(int which) {
    unsigned mine = Arrivals[which].Count.load(std::memory_order_relaxed) + 1;
    Arrivals[which].Count.store(mine, std::memory_order_release);
    const std::atomic<unsigned> &others = Arrivals[1 - which].Count;
    for (unsigned i = 0; others.load(std::memory_order_acquire) != mine; ++i)
      wait(i);
  }

private:
  enum State { Nobody, Idle, Given, Taken, Done, Left, Ended };
  static bool isWaiting(State now) { return now == Idle || now == Done; }

  /// Some hundreds of microseconds: the first strand may meanwhile have got a
  /// large page that the system has to clear.
  static constexpr unsigned Patience = 10000;

  /// The other one's thread may have lost its processor.
  static void wait(unsigned turn) {
    if (turn > Patience)
      std::this_thread::yield();
    else
      support::relax();
  }

  std::atomic<State> Now{Nobody};
  /// How often each strand has come to where they meet.
  struct alignas(64) Meetings {
    std::atomic<unsigned> Count{0};
  };
  Meetings Arrivals[2];
};

} // namespace tussah::graph::detail

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_COMPANION_HPP
