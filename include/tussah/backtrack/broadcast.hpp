//===- tussah/backtrack/broadcast.hpp - Data that all ranks have *- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data that are made during a run, and that tasks on all ranks need: they are
/// sent to each rank once, and tasks have a reference to them.
///
///     everywhere<std::vector<double>> a = broadcast(w, std::move(numbers));
///     parallel_for<Sum>(w, 0, n, ..., [&](Sum &task, int from, int to) {
///       task.Numbers = a; // an everywhere<...>, which in() names
///       ...
///
/// docs/guides/backtrack.md, "Data for all ranks", has the whole.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_BROADCAST_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_BROADCAST_HPP

#include <tussah/backtrack/copies.hpp>
#include <tussah/backtrack/ranks.hpp>

namespace tussah::backtrack {

namespace detail {

/// Whether the value of a broadcast must be packed: there are other ranks, or
/// checkpoints.
bool isPacked(const Point &at);
/// Gives all ranks \p value, which \p contents is the message of, and waits
/// until they have it.
Broadcast sendToAll(worker &w, std::shared_ptr<const void> value,
                    CopyReader *reader, const packer &contents);
/// What a rank has got by this name. Throws error.
std::shared_ptr<const void> findCopy(const CopyName &name);

} // namespace detail

/// Refers to a value that all ranks have, and that does not change: what
/// broadcast() returns. It is small and can be copied; as a field of a task, it
/// refers to the copy of the rank where the task runs. It is no result: out()
/// does not name it.
///
/// The value lives on all ranks as long as references to it on the rank that
/// has called broadcast(); those in tasks that have not been joined are such
/// references.
template <class T> class everywhere {
public:
  /// Refers to nothing.
  everywhere() = default;

  const T &operator*() const { return *Value; }
  const T *operator->() const { return Value.get(); }
  explicit operator bool() const { return Value != nullptr; }

  void pack(packer &to) const { to(Name); }
  static everywhere unpack(unpacker &from) {
    everywhere result;
    result.Name = from.get<detail::CopyName>();
    if (result.Name.First != 0 || result.Name.Second != 0)
      result.Value =
          std::static_pointer_cast<const T>(detail::findCopy(result.Name));
    return result;
  }

private:
  template <class W, class V> friend auto broadcast(W &w, V value);

  static std::shared_ptr<const void> read(unpacker &from) {
    return std::make_shared<const T>(from.get<T>());
  }

  detail::CopyName Name;
  std::shared_ptr<const T> Value;
};

/// Gives all ranks of the job a copy of \p value, and returns when each has it;
/// what tasks are made of afterwards finds it there. The value travels as a
/// field of a task does; a rank unpacks it when its first task needs it.
/// Meanwhile this worker answers requests. Throws `cancelled`, as polls do, and
/// what packing does.
template <class W, class V> auto broadcast(W &w, V value) {
  static_assert(std::is_base_of_v<rank_worker, W>,
                "broadcast is for functions with a rank_worker &; others share "
                "their variables");
  static_assert(packable<V>, "this value cannot be packed; give it pack and "
                             "unpack, or specialize packing");
  everywhere<V> result;
  if constexpr (std::is_base_of_v<rank_worker, W> && packable<V>) {
    packer contents;
    if (detail::isPacked(w))
      contents(value);
    auto all = detail::sendToAll(w, std::make_shared<const V>(std::move(value)),
                                 everywhere<V>::read, contents);
    result.Name = all.Name;
    result.Value = std::static_pointer_cast<const V>(all.Value);
  }
  return result;
}

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_BROADCAST_HPP
