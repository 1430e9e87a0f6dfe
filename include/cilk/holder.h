//===- cilk/holder.h - Storage of strands -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::holder<T>, an object of which each strand may have its own, for
/// temporaries that are expensive to make:
///
///     cilk::holder<std::vector<int>> scratch;
///     cilk_for (int i = 0; i < n; ++i)
///       solve(problems[i], scratch());       // whatever was left in it
///
/// A strand's object is one that a strand to the left of it has used, or a new
/// one: T(); a copy of the constructor's argument; or what a function that is
/// the argument returns, which strands may call at the same time. The second
/// parameter says what remains of two objects at a sync: the left one, or the
/// last one of the serial program.
///
/// As in Cilk Plus, h() is the strand's object. As in OpenCilk, h is used as a
/// T where a T & is wanted; write h->x for h.x.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_HOLDER_H
#define TUSSAH_CILK_HOLDER_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <functional>

namespace cilk {

/// \name Policies
/// What happens to the right one of two objects that become one.
/// @{
struct holder_keep_indeterminate {
  template <class T> static void keep(T &, T &) {}
};
struct holder_keep_last_copy {
  template <class T> static void keep(T &Left, T &Right) { Left = Right; }
};
struct holder_keep_last_move {
  template <class T> static void keep(T &Left, T &Right) {
    Left = std::move(Right);
  }
};
struct holder_keep_last_swap {
  template <class T> static void keep(T &Left, T &Right) {
    using std::swap;
    swap(Left, Right);
  }
};
typedef holder_keep_last_move holder_keep_last;
/// @}

namespace internal {

template <class T, class Policy> class holder_monoid : public monoid_base<T> {
  std::function<void(void *)> Make;

public:
  holder_monoid() : Make([](void *Memory) { ::new (Memory) T(); }) {}

  explicit holder_monoid(const T &Exemplar)
      : Make([Exemplar](void *Memory) { ::new (Memory) T(Exemplar); }) {}

  template <class Function, class = decltype(T(std::declval<Function &>()()))>
  explicit holder_monoid(Function Maker)
      : Make([Maker](void *Memory) { ::new (Memory) T(Maker()); }) {}

  void identity(T *Memory) const { Make(Memory); }
  void reduce(T *Left, T *Right) const { Policy::keep(*Left, *Right); }
};

} // namespace internal

template <class T, class Policy = holder_keep_indeterminate,
          class Allocator = std::allocator<T>>
class TUSSAH_REDUCER holder {
  typedef internal::holder_monoid<T, Policy> monoid;
  reducer<monoid> Objects;

public:
  typedef T value_type;

  holder() {}
  explicit holder(const T &Exemplar) : Objects(monoid(Exemplar)) {}
  template <class Function, class = decltype(T(std::declval<Function &>()()))>
  explicit holder(Function Maker) : Objects(monoid(Maker)) {}

  /// \name The calling strand's object
  /// @{
  T &view() { return Objects.view(); }
  const T &view() const { return Objects.view(); }
  T &operator()() { return view(); }
  const T &operator()() const { return view(); }
  T &operator*() { return view(); }
  const T &operator*() const { return view(); }
  T *operator->() { return std::addressof(view()); }
  const T *operator->() const { return std::addressof(view()); }
  operator T &() { return view(); }
  operator const T &() const { return view(); }
  /// @}

  template <class U> holder &operator=(U &&X) {
    view() = std::forward<U>(X);
    return *this;
  }
};

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_HOLDER_H
