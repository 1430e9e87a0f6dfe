//===- cilk/reducer_opmul.h - Products --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<cilk::op_mul<T>>, a product, and cilk::reducer_opmul<T>, the
/// same in the older spelling. Operators: `*=`, and `*r = *r * x`. Needs T(1),
/// the identity. For C: CILK_C_REDUCER_OPMUL.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OPMUL_H
#define TUSSAH_CILK_REDUCER_OPMUL_H

#include <cilk/detail/operators.h>

#ifdef __cplusplus

namespace cilk {
namespace internal {

TUSSAH_REDUCER_OPERATORS(product_operators, *)

struct product {
  template <class Owner, class T> using operators = product_operators<Owner, T>;
  template <class T> static T identity() { return T(1); }
  template <class T> static void apply(T &Left, const T &Right) {
    Left *= Right;
  }
};

} // namespace internal

template <class T>
using op_mul_view = internal::operator_view<T, internal::product>;
template <class T, bool = false>
using op_mul = internal::operator_monoid<T, internal::product>;
template <class T>
using reducer_opmul = internal::operator_reducer<T, internal::product>;

} // namespace cilk

#endif // __cplusplus

/* In C: CILK_C_REDUCER_OPMUL(r, name of the type, initial value). */
#define CILK_C_REDUCER_OPMUL_INSTANCE(T, TN)                                   \
  TUSSAH_C_INSTANCE(opmul, T, TN, 1, *left *= *right)
#define CILK_C_REDUCER_OPMUL_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_opmul_, TN)
#define CILK_C_REDUCER_OPMUL(R, TN, V) TUSSAH_C_REDUCER(opmul, R, TN, V)

#define TUSSAH_C_OPMUL(T, TN, MIN, MAX) CILK_C_REDUCER_OPMUL_INSTANCE(T, TN)
TUSSAH_C_INTEGERS(TUSSAH_C_OPMUL)
TUSSAH_C_FLOATS(TUSSAH_C_OPMUL)
#undef TUSSAH_C_OPMUL

#endif // TUSSAH_CILK_REDUCER_OPMUL_H
