//===- cilk/reducer_string.h - Strings --------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A string that strands append to, in the order of the serial program:
///
///     cilk::reducer<cilk::op_string> text;
///     ... *text += "node ";
///     use(text.get_value());
///
/// Monoids op_basic_string<Char, Traits, Allocator>, op_string and op_wstring;
/// in the older spelling reducer_basic_string, reducer_string and
/// reducer_wstring. See <cilk/detail/pieces.h> for the cost.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CILK_REDUCER_STRING_H
#define TUSSAH_CILK_REDUCER_STRING_H

#include <cilk/detail/pieces.h>

#ifdef __cplusplus

#include <string>

namespace cilk {
namespace internal {

/// \p Owner is a view or a reducer in the older spelling, with elements().
template <class Owner, class String> class string_operations {
  Owner &self() { return static_cast<Owner &>(*this); }

public:
  template <class T> Owner &operator+=(const T &X) {
    self().elements() += X;
    return self();
  }
  /// As those of the string.
  template <class... Arguments> Owner &append(Arguments &&...A) {
    self().elements().append(std::forward<Arguments>(A)...);
    return self();
  }
  void push_back(typename String::value_type X) {
    self().elements().push_back(X);
  }
};

} // namespace internal

template <class Char, class Traits = std::char_traits<Char>,
          class Allocator = std::allocator<Char>>
class op_basic_string_view
    : public internal::pieces_view<std::basic_string<Char, Traits, Allocator>>,
      public internal::string_operations<
          op_basic_string_view<Char, Traits, Allocator>,
          std::basic_string<Char, Traits, Allocator>> {
public:
  using internal::pieces_view<
      std::basic_string<Char, Traits, Allocator>>::pieces_view;
  op_basic_string_view() {}
};

template <class Char, class Traits = std::char_traits<Char>,
          class Allocator = std::allocator<Char>, bool = false>
using op_basic_string =
    internal::seeded_monoid<op_basic_string_view<Char, Traits, Allocator>>;
typedef op_basic_string<char> op_string;
typedef op_basic_string<wchar_t> op_wstring;

/// The older spelling.
template <class Char, class Traits = std::char_traits<Char>,
          class Allocator = std::allocator<Char>>
class TUSSAH_REDUCER reducer_basic_string
    : public internal::reducer_as_view<
          reducer_basic_string<Char, Traits, Allocator>,
          op_basic_string<Char, Traits, Allocator>>,
      public internal::string_operations<
          reducer_basic_string<Char, Traits, Allocator>,
          std::basic_string<Char, Traits, Allocator>> {
public:
  using internal::reducer_as_view<
      reducer_basic_string,
      op_basic_string<Char, Traits, Allocator>>::reducer_as_view;
  reducer_basic_string() {}
  std::basic_string<Char, Traits, Allocator> &elements() {
    return this->view().elements();
  }
};

typedef reducer_basic_string<char> reducer_string;
typedef reducer_basic_string<wchar_t> reducer_wstring;

} // namespace cilk

#endif // __cplusplus

#endif // TUSSAH_CILK_REDUCER_STRING_H
