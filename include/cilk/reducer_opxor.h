//===- cilk/reducer_opxor.h - Bitwise XOR -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<cilk::op_xor<T>>, a bitwise exclusive OR, and
/// cilk::reducer_opxor<T>, the same in the older spelling. Operators: `^=`, and
/// `*r = *r ^ x`. The identity is T(). For C: CILK_C_REDUCER_OPXOR.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OPXOR_H
#define TUSSAH_CILK_REDUCER_OPXOR_H

#include <cilk/detail/operators.h>

#ifdef __cplusplus

namespace cilk {
namespace internal {

TUSSAH_REDUCER_OPERATORS(bitwise_xor_operators, ^)

struct bitwise_xor {
  template <class Owner, class T>
  using operators = bitwise_xor_operators<Owner, T>;
  template <class T> static T identity() { return T(); }
  template <class T> static void apply(T &Left, const T &Right) {
    Left ^= Right;
  }
};

} // namespace internal

template <class T>
using op_xor_view = internal::operator_view<T, internal::bitwise_xor>;
template <class T, bool = false>
using op_xor = internal::operator_monoid<T, internal::bitwise_xor>;
template <class T>
using reducer_opxor = internal::operator_reducer<T, internal::bitwise_xor>;

} // namespace cilk

#endif // __cplusplus

/* In C: CILK_C_REDUCER_OPXOR(r, name of the type, initial value). */
#define CILK_C_REDUCER_OPXOR_INSTANCE(T, TN)                                   \
  TUSSAH_C_INSTANCE(opxor, T, TN, 0, *left ^= *right)
#define CILK_C_REDUCER_OPXOR_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_opxor_, TN)
#define CILK_C_REDUCER_OPXOR(R, TN, V) TUSSAH_C_REDUCER(opxor, R, TN, V)

#define TUSSAH_C_OPXOR(T, TN, MIN, MAX) CILK_C_REDUCER_OPXOR_INSTANCE(T, TN)
TUSSAH_C_INTEGERS(TUSSAH_C_OPXOR)
#undef TUSSAH_C_OPXOR

#endif // TUSSAH_CILK_REDUCER_OPXOR_H
