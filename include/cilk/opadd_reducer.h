//===- cilk/opadd_reducer.h - Sums ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::opadd_reducer<T>, OpenCilk's type of a sum that strands add to at the
/// same time:
///
///     cilk::opadd_reducer<long> sum = 0;
///     cilk_for (int i = 0; i < n; ++i)
///       sum += a[i];
///     printf("%ld\n", sum);
///
/// It is `T cilk_reducer(zero, plus)`, see docs/guides/reducers.md, so it
/// has no value without an initializer, and a class template whose argument it
/// is sees a plain T. `cilk::reducer_opadd<T>` of <cilk/reducer_opadd.h> is a
/// class.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H
#define TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H

#include <cilk/cilk.h>

#ifdef __cplusplus

#include <new>

namespace cilk {

namespace internal {

/// Views that are sums. T needs T(0) and +=.
template <class T> struct sum_view {
  static_assert(alignof(T) <= 4096, "a view cannot be aligned that strictly");

  static void zero(void *View) { ::new (View) T(0); }

  static void plus(void *Left, void *Right) {
    /// Ends the right view even if adding it throws.
    struct ender {
      T *View;
      ~ender() { View->~T(); }
    } From{static_cast<T *>(Right)};
    *static_cast<T *>(Left) += *From.View;
  }
};

} // namespace internal

/// \name The callbacks, by OpenCilk's names
/// As in `long cilk_reducer(cilk::zero<long>, cilk::plus<long>) sum;`.
/// @{
template <class T> void zero(void *View) { internal::sum_view<T>::zero(View); }
template <class T> void plus(void *Left, void *Right) {
  internal::sum_view<T>::plus(Left, Right);
}
/// @}

/// A T that any number of strands may use at the same time. Each has a view of
/// its own; when they are synced with, the views are added up in the order of
/// the serial program, from T(0). T's alignment is at most 4096 bytes.
template <class T>
using opadd_reducer = T cilk_reducer(internal::sum_view<T>::zero,
                                     internal::sum_view<T>::plus);

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_INCLUDE_CILK_OPADD_REDUCER_H
