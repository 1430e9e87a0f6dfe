//===- pieces.h - Contiguous sequences --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the reducers of vectors and strings share: views of sequences in
/// pieces. Joining two takes constant time; the pieces become one when the
/// value is asked for, which takes time in proportion to its length, once.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_DETAIL_PIECES_H
#define TUSSAH_CILK_DETAIL_PIECES_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <iterator>
#include <list>

namespace cilk {
namespace internal {

/// A sequence whose elements are added to elements(), its last piece.
template <class Sequence> class pieces_view {
  mutable std::list<Sequence> Before;
  mutable Sequence Last;

  void unite() const {
    if (Before.empty())
      return;
    typename Sequence::size_type Size = Last.size();
    for (const Sequence &Piece : Before)
      Size += Piece.size();
    Sequence Whole(std::move(Before.front()));
    Before.pop_front();
    Whole.reserve(Size);
    for (Sequence &Piece : Before)
      join(Whole, Piece);
    join(Whole, Last);
    Last = std::move(Whole);
    Before.clear();
  }

  static void join(Sequence &To, Sequence &Piece) {
    To.insert(To.end(), std::make_move_iterator(Piece.begin()),
              std::make_move_iterator(Piece.end()));
  }

public:
  typedef Sequence value_type;
  typedef typename Sequence::allocator_type seed_type;

  pieces_view(from_seed, seed_type Allocator) : Last(Allocator) {}
  explicit pieces_view(move_in_wrapper<Sequence> X)
      : Last(std::move(X.value())) {}
  /// As the constructors of the sequence.
  template <class... Arguments>
  explicit pieces_view(Arguments &&...A)
      : Last(std::forward<Arguments>(A)...) {}

  seed_type seed() const { return Last.get_allocator(); }
  Sequence &elements() { return Last; }

  void reduce(pieces_view *Right) {
    if (Right->Before.empty() && Right->Last.empty())
      return;
    if (!Last.empty())
      Before.push_back(std::move(Last));
    Before.splice(Before.end(), Right->Before);
    Last = std::move(Right->Last);
  }

  void view_set_value(const Sequence &X) {
    Before.clear();
    Last = X;
  }
  void view_move_in(Sequence &Variable) {
    Before.clear();
    Last = std::move(Variable);
  }
  void view_move_out(Sequence &Variable) {
    unite();
    Variable = std::move(Last);
    Last.clear();
  }
  const Sequence &view_get_value() const {
    unite();
    return Last;
  }
  Sequence &view_get_reference() {
    unite();
    return Last;
  }
  const Sequence &view_get_reference() const { return view_get_value(); }
};

} // namespace internal
} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_DETAIL_PIECES_H
