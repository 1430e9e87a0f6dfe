//===- cilk/reducer_vector.h - Vectors --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A vector that strands append to, in the order of the serial program:
///
///     cilk::reducer<cilk::op_vector<int>> found;
///     ... found->push_back(i);
///     std::vector<int> result;
///     found.move_out(result);
///
/// Monoid op_vector<T, Allocator>; in the older spelling reducer_vector. See
/// <cilk/detail/pieces.h> for the cost.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_VECTOR_H
#define TUSSAH_CILK_REDUCER_VECTOR_H

#include <cilk/detail/pieces.h>

#ifdef __cplusplus

#include <vector>

namespace cilk {
namespace internal {

/// \p Owner is a view or a reducer in the older spelling, with elements().
template <class Owner, class Vector> class vector_operations {
  typedef typename Vector::value_type T;
  Vector &vector() { return static_cast<Owner &>(*this).elements(); }

public:
  void push_back(const T &X) { vector().push_back(X); }
  void push_back(T &&X) { vector().push_back(std::move(X)); }
  template <class... Arguments> void emplace_back(Arguments &&...A) {
    vector().emplace_back(std::forward<Arguments>(A)...);
  }
  void insert_back(const T &X) { vector().push_back(X); }
  void insert_back(typename Vector::size_type N, const T &X) {
    vector().insert(vector().end(), N, X);
  }
  template <class Iterator> void insert_back(Iterator First, Iterator Last) {
    vector().insert(vector().end(), First, Last);
  }
};

} // namespace internal

template <class T, class Allocator = std::allocator<T>>
class op_vector_view
    : public internal::pieces_view<std::vector<T, Allocator>>,
      public internal::vector_operations<op_vector_view<T, Allocator>,
                                         std::vector<T, Allocator>> {
public:
  using internal::pieces_view<std::vector<T, Allocator>>::pieces_view;
  op_vector_view() {}
};

template <class T, class Allocator = std::allocator<T>, bool = false>
using op_vector = internal::seeded_monoid<op_vector_view<T, Allocator>>;

/// The older spelling.
template <class T, class Allocator = std::allocator<T>>
class TUSSAH_REDUCER reducer_vector
    : public internal::reducer_as_view<reducer_vector<T, Allocator>,
                                       op_vector<T, Allocator>>,
      public internal::vector_operations<reducer_vector<T, Allocator>,
                                         std::vector<T, Allocator>> {
public:
  using internal::reducer_as_view<reducer_vector,
                                  op_vector<T, Allocator>>::reducer_as_view;
  reducer_vector() {}
  std::vector<T, Allocator> &elements() { return this->view().elements(); }
};

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REDUCER_VECTOR_H
