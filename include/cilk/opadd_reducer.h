//===- cilk/opadd_reducer.h - Sums ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::opadd_reducer<T>, a sum that strands add to at the same time, for the
/// target `native`:
///
///     cilk::opadd_reducer<long> sum = 0;
///     cilk_for (int i = 0; i < n; ++i)
///       sum += a[i];
///     use(sum);
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H
#define TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H

#include <cilk/cilk_api.h>

#include <memory>
#include <new>

namespace cilk {

/// A T that is used by its operators, and as a T. All of these mean the calling
/// strand's view; when all strands that have used it are synced with, that is
/// the sum of all, added up in the order of the serial program. References and
/// pointers to a view are valid until the next spawn or sync.
///
/// Needs T(0), +=, and an alignment of at most 4096 bytes. Must not be a static
/// variable of a function that is first called in parallel code, because then
/// it belongs to no strand.
template <class T> class opadd_reducer {
  static_assert(alignof(T) <= 4096, "a view cannot be aligned that strictly");

  T Value;

  static void zero(void *View) { ::new (View) T(0); }

  static void plus(void *Left, void *Right) {
    T *From = static_cast<T *>(Right);
    *static_cast<T *>(Left) += *From;
    From->~T();
  }

  void begin() {
    __cilkrts_reducer_register(std::addressof(Value), sizeof(T), zero, plus);
  }

public:
  using value_type = T;

  opadd_reducer() : Value(0) { begin(); }
  opadd_reducer(const T &Initial) : Value(Initial) { begin(); }
  opadd_reducer(const opadd_reducer &Other) : Value(Other.view()) { begin(); }
  ~opadd_reducer() { __cilkrts_reducer_unregister(std::addressof(Value)); }

  T &view() {
    return *static_cast<T *>(
        __cilkrts_reducer_lookup(std::addressof(Value), sizeof(T), zero, plus));
  }
  const T &view() const { return const_cast<opadd_reducer *>(this)->view(); }

  operator T &() { return view(); }
  operator const T &() const { return view(); }
  T *operator&() { return std::addressof(view()); }
  const T *operator&() const { return std::addressof(view()); }

  opadd_reducer &operator=(const opadd_reducer &Other) {
    return *this = Other.view();
  }
  template <class U> opadd_reducer &operator=(const U &X) {
    view() = X;
    return *this;
  }
  template <class U> opadd_reducer &operator+=(const U &X) {
    view() += X;
    return *this;
  }
  template <class U> opadd_reducer &operator-=(const U &X) {
    view() -= X;
    return *this;
  }
  opadd_reducer &operator++() {
    ++view();
    return *this;
  }
  opadd_reducer &operator--() {
    --view();
    return *this;
  }
  T operator++(int) { return view()++; }
  T operator--(int) { return view()--; }
};

} // namespace cilk

#endif // TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H
