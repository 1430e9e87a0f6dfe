//===- cilk/reducer_opadd.h - Sums ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cilk::reducer<cilk::op_add<T>>, a sum, and cilk::reducer_opadd<T>, the same
/// in the older spelling:
///
///     cilk::reducer<cilk::op_add<long>> sum(0);
///     cilk_for (int i = 0; i < n; ++i)
///       *sum += a[i];
///     use(sum.get_value());
///
/// Needs T(), the identity, += and those of the other operators that are used.
/// For C: CILK_C_REDUCER_OPADD.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_OPADD_H
#define TUSSAH_CILK_REDUCER_OPADD_H

#include <cilk/detail/operators.h>

#ifdef __cplusplus

namespace cilk {
namespace internal {

TUSSAH_REDUCER_OPERATORS(sum_operators, +)

/// Those of a sum that have no partner in other reducers.
template <class Owner, class T>
class counting_operators : public sum_operators<Owner, T> {
public:
  typedef pending_value<Owner, T> pending;
  using sum_operators<Owner, T>::operator=;

  Owner &operator-=(const T &X) {
    this->self().get_reference() -= X;
    return this->self();
  }
  Owner &operator++() {
    ++this->self().get_reference();
    return this->self();
  }
  Owner &operator--() {
    --this->self().get_reference();
    return this->self();
  }
  T operator++(int) { return this->self().get_reference()++; }
  T operator--(int) { return this->self().get_reference()--; }
  friend pending operator-(const counting_operators &Left, const T &X) {
    return {&Left.self(), static_cast<T>(Left.self().get_reference() - X)};
  }
  friend pending operator-(const pending &Left, const T &X) {
    return {Left.Of, static_cast<T>(Left.Value - X)};
  }
};

struct sum {
  template <class Owner, class T>
  using operators = counting_operators<Owner, T>;
  template <class T> static T identity() { return T(); }
  template <class T> static void apply(T &Left, const T &Right) {
    Left += Right;
  }
};

} // namespace internal

template <class T>
using op_add_view = internal::operator_view<T, internal::sum>;
template <class T, bool = false>
using op_add = internal::operator_monoid<T, internal::sum>;
template <class T>
using reducer_opadd = internal::operator_reducer<T, internal::sum>;

} // namespace cilk

#endif // __cplusplus

/* In C: CILK_C_REDUCER_OPADD(r, name of the type, initial value). */
#define CILK_C_REDUCER_OPADD_INSTANCE(T, TN)                                   \
  TUSSAH_C_INSTANCE(opadd, T, TN, 0, *left += *right)
#define CILK_C_REDUCER_OPADD_TYPE(TN) TUSSAH_C_NAME(cilk_c_reducer_opadd_, TN)
#define CILK_C_REDUCER_OPADD(R, TN, V) TUSSAH_C_REDUCER(opadd, R, TN, V)

#define TUSSAH_C_OPADD(T, TN, MIN, MAX) CILK_C_REDUCER_OPADD_INSTANCE(T, TN)
TUSSAH_C_INTEGERS(TUSSAH_C_OPADD)
TUSSAH_C_FLOATS(TUSSAH_C_OPADD)
#undef TUSSAH_C_OPADD

#endif // TUSSAH_CILK_REDUCER_OPADD_H
