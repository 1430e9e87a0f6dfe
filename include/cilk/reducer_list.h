//===- cilk/reducer_list.h - Lists ------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists that strands append to, or put elements in front of, in the order of
/// the serial program:
///
///     cilk::reducer<cilk::op_list_append<std::string>> names;
///     ... names->push_back(node->name);
///     use(names.get_value());
///
/// Monoids op_list_append<T, Allocator> and op_list_prepend<T, Allocator>; in
/// the older spelling reducer_list_append and reducer_list_prepend. Joining two
/// lists takes constant time. Views use the allocator of the first one.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_LIST_H
#define TUSSAH_CILK_REDUCER_LIST_H

#include <cilk/reducer.h>

#ifdef __cplusplus

#include <list>

namespace cilk {
namespace internal {

/// \p Owner is a view or a reducer in the older spelling, with elements().
template <class Owner, class List> class append_operations {
  typedef typename List::value_type T;
  typedef typename List::iterator iterator;
  List &list() { return static_cast<Owner &>(*this).elements(); }

public:
  static void join(List &Left, List &Right) { Left.splice(Left.end(), Right); }

  void push_back(const T &X) { list().push_back(X); }
  void push_back(T &&X) { list().push_back(std::move(X)); }
  template <class... Arguments> void emplace_back(Arguments &&...A) {
    list().emplace_back(std::forward<Arguments>(A)...);
  }
  void insert_back(const T &X) { list().push_back(X); }
  void insert_back(typename List::size_type N, const T &X) {
    list().insert(list().end(), N, X);
  }
  template <class Iterator> void insert_back(Iterator First, Iterator Last) {
    list().insert(list().end(), First, Last);
  }
  /// \name Moving elements of a list with an equal allocator
  /// Take the time of std::list::splice.
  /// @{
  void splice_back(List &Other) { list().splice(list().end(), Other); }
  void splice_back(List &Other, iterator I) {
    list().splice(list().end(), Other, I);
  }
  void splice_back(List &Other, iterator First, iterator Last) {
    list().splice(list().end(), Other, First, Last);
  }
  /// @}
};

template <class Owner, class List> class prepend_operations {
  typedef typename List::value_type T;
  typedef typename List::iterator iterator;
  List &list() { return static_cast<Owner &>(*this).elements(); }

public:
  static void join(List &Left, List &Right) {
    Left.splice(Left.begin(), Right);
  }

  void push_front(const T &X) { list().push_front(X); }
  void push_front(T &&X) { list().push_front(std::move(X)); }
  template <class... Arguments> void emplace_front(Arguments &&...A) {
    list().emplace_front(std::forward<Arguments>(A)...);
  }
  void insert_front(const T &X) { list().push_front(X); }
  void insert_front(typename List::size_type N, const T &X) {
    list().insert(list().begin(), N, X);
  }
  template <class Iterator> void insert_front(Iterator First, Iterator Last) {
    list().insert(list().begin(), First, Last);
  }
  void splice_front(List &Other) { list().splice(list().begin(), Other); }
  void splice_front(List &Other, iterator I) {
    list().splice(list().begin(), Other, I);
  }
  void splice_front(List &Other, iterator First, iterator Last) {
    list().splice(list().begin(), Other, First, Last);
  }
};

template <class List, template <class, class> class Operations>
class list_view : public Operations<list_view<List, Operations>, List> {
  List Value;

public:
  typedef List value_type;
  typedef typename List::allocator_type seed_type;

  list_view(from_seed, seed_type Allocator) : Value(Allocator) {}
  explicit list_view(move_in_wrapper<List> X) : Value(std::move(X.value())) {}
  /// As the constructors of the list.
  template <class... Arguments>
  explicit list_view(Arguments &&...A) : Value(std::forward<Arguments>(A)...) {}

  seed_type seed() const { return Value.get_allocator(); }
  List &elements() { return Value; }
  void reduce(list_view *Right) { this->join(Value, Right->Value); }

  void view_set_value(const List &X) { Value = X; }
  void view_move_in(List &Variable) { Value = std::move(Variable); }
  void view_move_out(List &Variable) {
    Variable = std::move(Value);
    Value.clear();
  }
  const List &view_get_value() const { return Value; }
  List &view_get_reference() { return Value; }
  const List &view_get_reference() const { return Value; }
};

/// The older spelling.
template <class List, template <class, class> class Operations>
class TUSSAH_REDUCER list_reducer
    : public reducer_as_view<list_reducer<List, Operations>,
                             seeded_monoid<list_view<List, Operations>>>,
      public Operations<list_reducer<List, Operations>, List> {
  typedef reducer_as_view<list_reducer,
                          seeded_monoid<list_view<List, Operations>>>
      base;

public:
  using base::base;
  list_reducer() {}
  List &elements() { return this->view().elements(); }
};

} // namespace internal

template <class T, class Allocator = std::allocator<T>>
using op_list_append_view =
    internal::list_view<std::list<T, Allocator>, internal::append_operations>;
template <class T, class Allocator = std::allocator<T>, bool = false>
using op_list_append =
    internal::seeded_monoid<op_list_append_view<T, Allocator>>;
template <class T, class Allocator = std::allocator<T>>
using reducer_list_append = internal::list_reducer<std::list<T, Allocator>,
                                                   internal::append_operations>;

template <class T, class Allocator = std::allocator<T>>
using op_list_prepend_view =
    internal::list_view<std::list<T, Allocator>, internal::prepend_operations>;
template <class T, class Allocator = std::allocator<T>, bool = false>
using op_list_prepend =
    internal::seeded_monoid<op_list_prepend_view<T, Allocator>>;
template <class T, class Allocator = std::allocator<T>>
using reducer_list_prepend =
    internal::list_reducer<std::list<T, Allocator>,
                           internal::prepend_operations>;

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REDUCER_LIST_H
