//===- cilk/reducer_opand.h - Bitwise AND -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<cilk::op_and<T>>, a bitwise AND, and cilk::reducer_opand<T>,
/// the same in the older spelling. Operators: `&=`, and `*r = *r & x`. The
/// identity is ~T(), or true. For C: CILK_C_REDUCER_OPAND.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OPAND_H
#define TUSSAH_CILK_REDUCER_OPAND_H

#include <cilk/detail/operators.h>

#ifdef __cplusplus

namespace cilk {
namespace internal {

TUSSAH_REDUCER_OPERATORS(bitwise_and_operators, &)

struct bitwise_and {
  template <class Owner, class T>
  using operators = bitwise_and_operators<Owner, T>;
  template <class T> static T identity() { return static_cast<T>(~T()); }
  template <class T> static void apply(T &Left, const T &Right) {
    Left &= Right;
  }
};
template <> inline bool bitwise_and::identity<bool>() { return true; }

} // namespace internal

template <class T>
using op_and_view = internal::operator_view<T, internal::bitwise_and>;
template <class T, bool = false>
using op_and = internal::operator_monoid<T, internal::bitwise_and>;
template <class T>
using reducer_opand = internal::operator_reducer<T, internal::bitwise_and>;

} // namespace cilk

#endif // __cplusplus

/* In C: CILK_C_REDUCER_OPAND(r, name of the type, initial value). */
#define CILK_C_REDUCER_OPAND_INSTANCE(T, TN)                                   \
  TUSSAH_C_INSTANCE(opand, T, TN, (T) ~(T)0, *left &= *right)
#define CILK_C_REDUCER_OPAND_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_opand_, TN)
#define CILK_C_REDUCER_OPAND(R, TN, V) TUSSAH_C_REDUCER(opand, R, TN, V)

#define TUSSAH_C_OPAND(T, TN, MIN, MAX) CILK_C_REDUCER_OPAND_INSTANCE(T, TN)
TUSSAH_C_INTEGERS(TUSSAH_C_OPAND)
#undef TUSSAH_C_OPAND

#endif // TUSSAH_CILK_REDUCER_OPAND_H
