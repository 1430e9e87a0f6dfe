//===- operators.h - Reducers of operators ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the reducers of operators share: their operators, on a view and on a
/// reducer in the older spelling, which forwards to its view.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_DETAIL_OPERATORS_H
#define TUSSAH_CILK_DETAIL_OPERATORS_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <cassert>

namespace cilk {
namespace internal {

/// The right side of `*r = *r + x + y`, which is known when it is assigned.
template <class Owner, class T> struct pending_value {
  const Owner *Of;
  T Value;
};

/// What the operators need of \p Owner, a view or a reducer in the older
/// spelling: get_reference().
template <class Owner, class T> class assigned_operations {
protected:
  Owner &self() { return static_cast<Owner &>(*this); }
  const Owner &self() const { return static_cast<const Owner &>(*this); }

public:
  typedef pending_value<Owner, T> pending;

  Owner &operator=(const pending &Right) {
    assert(Right.Of == &self() && "the operand is another reducer");
    self().get_reference() = Right.Value;
    return self();
  }
};

/// The operators OP= and OP of a view.
#define TUSSAH_REDUCER_OPERATORS(NAME, OP)                                     \
  template <class Owner, class T>                                              \
  class NAME : public assigned_operations<Owner, T> {                          \
  public:                                                                      \
    typedef pending_value<Owner, T> pending;                                   \
    using assigned_operations<Owner, T>::operator=;                            \
                                                                               \
    Owner &operator OP## = (const T &X) {                                      \
      this->self().get_reference() OP## = X;                                   \
      return this->self();                                                     \
    }                                                                          \
    friend pending operator OP(const NAME &Left, const T &X) {                 \
      return {&Left.self(), static_cast<T>(Left.self().get_reference() OP X)}; \
    }                                                                          \
    friend pending operator OP(const pending &Left, const T &X) {              \
      return {Left.Of, static_cast<T>(Left.Value OP X)};                       \
    }                                                                          \
  };

/// A view of \p T. \p Operation has the identity, and the class template of the
/// operators.
template <class T, class Operation>
class operator_view
    : public scalar_view<T>,
      public Operation::template operators<operator_view<T, Operation>, T> {
  typedef typename Operation::template operators<operator_view<T, Operation>, T>
      operators;

public:
  operator_view() : scalar_view<T>(Operation::template identity<T>()) {}
  explicit operator_view(const T &X) : scalar_view<T>(X) {}
  explicit operator_view(move_in_wrapper<T> X) : scalar_view<T>(X) {}
  using operators::operator=;

  void reduce(operator_view *Right) {
    Operation::apply(this->m_value, Right->m_value);
  }
};

template <class T, class Operation>
class operator_monoid : public monoid_with_view<operator_view<T, Operation>> {};

/// The older spelling.
template <class T, class Operation>
class TUSSAH_REDUCER operator_reducer
    : public reducer_as_view<operator_reducer<T, Operation>,
                             operator_monoid<T, Operation>>,
      public Operation::template operators<operator_reducer<T, Operation>, T> {
  typedef reducer_as_view<operator_reducer, operator_monoid<T, Operation>> base;
  typedef
      typename Operation::template operators<operator_reducer<T, Operation>, T>
          operators;

public:
  operator_reducer() {}
  explicit operator_reducer(const T &X) : base(X) {}
  explicit operator_reducer(move_in_wrapper<T> X) : base(X) {}
  using operators::operator=;
};

} // namespace internal
} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_DETAIL_OPERATORS_H
