//===- cilk/reducer_opor.h - Bitwise OR -------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<cilk::op_or<T>>, a bitwise OR, and cilk::reducer_opor<T>, the
/// same in the older spelling. Operators: `|=`, and `*r = *r | x`. The identity
/// is T(). For C: CILK_C_REDUCER_OPOR.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OPOR_H
#define TUSSAH_CILK_REDUCER_OPOR_H

#include <cilk/detail/operators.h>

#ifdef __cplusplus

namespace cilk {
namespace internal {

TUSSAH_REDUCER_OPERATORS(bitwise_or_operators, |)

struct bitwise_or {
  template <class Owner, class T>
  using operators = bitwise_or_operators<Owner, T>;
  template <class T> static T identity() { return T(); }
  template <class T> static void apply(T &Left, const T &Right) {
    Left |= Right;
  }
};

} // namespace internal

template <class T>
using op_or_view = internal::operator_view<T, internal::bitwise_or>;
template <class T, bool = false>
using op_or = internal::operator_monoid<T, internal::bitwise_or>;
template <class T>
using reducer_opor = internal::operator_reducer<T, internal::bitwise_or>;

} // namespace cilk

#endif // __cplusplus

/* In C: CILK_C_REDUCER_OPOR(r, name of the type, initial value). */
#define CILK_C_REDUCER_OPOR_INSTANCE(T, TN)                                    \
  TUSSAH_C_INSTANCE(opor, T, TN, 0, *left |= *right)
#define CILK_C_REDUCER_OPOR_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_opor_, TN)
#define CILK_C_REDUCER_OPOR(R, TN, V) TUSSAH_C_REDUCER(opor, R, TN, V)

#define TUSSAH_C_OPOR(T, TN, MIN, MAX) CILK_C_REDUCER_OPOR_INSTANCE(T, TN)
TUSSAH_C_INTEGERS(TUSSAH_C_OPOR)
#undef TUSSAH_C_OPOR

#endif // TUSSAH_CILK_REDUCER_OPOR_H
