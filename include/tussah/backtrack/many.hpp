//===- tussah/backtrack/many.hpp - Loops over any space ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tascell's do-many ("space stealing"): a loop over what is no range of
/// integers: a stack of vertices, a list of candidates, an iterator.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_MANY_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_MANY_HPP

#include <tussah/backtrack.hpp>

namespace tussah::backtrack {

namespace detail {

/// The loop. \p More says whether the space has something, \p Put moves a part
/// of it into a task.
template <class W, class T, class More, class Put, class Test>
struct ManyPoint : W {
  ManyPoint(W &outer, More more, Put put, Test test)
      : W(*outer.Home, &outer, OfMany), Left(std::move(more)),
        Fill(std::move(put)), Passes(std::move(test)) {}

  More Left;
  Put Fill;
  Test Passes;
  /// Whether items are taken; not in join().
  bool Running = true;

private:
  /// The space may be changed by what runs inside, so only split(), which sees
  /// it undone, can know whether something is left.
  static bool hasPart(const Point &at) {
    return static_cast<const ManyPoint &>(at).Running;
  }
  static Task *split(Point &at) {
    auto &point = static_cast<ManyPoint &>(at);
    if (!point.Passes() || !point.Left())
      return nullptr;
    auto task = std::make_unique<TaskOf<W, T>>();
    point.Fill(task->Value);
    return task.release();
  }
  static constexpr Kind OfMany = {nullptr, nullptr, hasPart,
                                  split,   nullptr, TaskAround<W, T>::Travels};
};

template <class W, class T, class More, class Body, class Put, class Get,
          class Test>
constexpr bool checkMany() {
  if constexpr (!checkWorker<W>()) {
    return false;
  } else if constexpr (!checkTask<T, W>()) {
    return false;
  } else {
    constexpr bool more = std::is_invocable_r_v<bool, More &>;
    static_assert(more, "do_many asks more(), without arguments, whether the "
                        "space has something");
    constexpr bool body = std::is_invocable_v<Body &, W &>;
    static_assert(body, "the body of do_many is called as body(w), takes an "
                        "item out of the space, and handles it");
    constexpr bool put = takesReference<Put, T>();
    static_assert(put, "the put handler of do_many is called as put(task), and "
                       "moves a part of the space into the task");
    return more && body && put && checkGet<T, Get>() && checkGuard<Test>();
  }
}

} // namespace detail

/// As long as \p more() is true, runs \p body(w), which takes an item out of a
/// space and handles it. If another worker asks, and no older choice point of
/// this worker can be split, this worker goes back to here, and \p put(task)
/// moves a part of what the space has left into a task; task.run(w) runs
/// elsewhere, and \p get(task) takes its results when the space is empty. There
/// are as many tasks as others ask for, the newest first in get. put is called
/// only if more() is true; a guard may want more than one item. Changes of the
/// space by body are not undone when the worker goes back: what was taken out
/// is no longer part of it. As for parallel_for otherwise.
template <class T, class W, class More, class Body, class Put, class Get,
          class Test = detail::Always>
TUSSAH_BACKTRACK_INLINE void do_many(W &w, More more, Body body, Put put,
                                     Get get, guard<Test> when = {}) {
  if constexpr (detail::checkMany<W, T, More, Body, Put, Get, Test>()) {
    using P = detail::ManyPoint<W, T, More, Put, Test>;
    P point(w, std::move(more), std::move(put), std::move(when.Passes));
    detail::Leaving<P> leaving{point};
    const auto &requests = point.Home->Requests;
    while (point.Left()) {
      body(static_cast<W &>(point));
      // Not before: a task of one item would be given on and on.
      if (TUSSAH_BACKTRACK_UNLIKELY(requests.load_relaxed() != 0))
        point.Home->attend(point);
    }
    point.Running = false;
    if (TUSSAH_BACKTRACK_UNLIKELY(point.hasGiven()))
      detail::joinFor<W, T>(point, get);
    leaving.Returning = true;
  }
}

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_MANY_HPP
