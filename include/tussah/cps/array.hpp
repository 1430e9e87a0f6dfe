//===- tussah/cps/array.hpp - Arrays as arguments ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_ARRAY_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_ARRAY_HPP

#include <tussah/cps/closure.hpp>

#include <ranges>
#include <span>

namespace tussah::cps {

/// The argument of a thread that is an array, by value, of a length that is
/// known when the closure is made:
///
///     void search(cont<long> k, array<char> board);
///     spawn<search>(k, subarray(board, 0, n));
///
/// The elements are copied into the closure; the thread may change them there.
/// This object only refers to the elements: it is valid until the thread ends.
template <class T> class array {
public:
  static_assert(detail::PlainBytes<T> || packable<T>,
                "the elements of an array must be packable");
  static_assert(std::is_trivially_destructible_v<T> &&
                    std::is_nothrow_copy_constructible_v<T> &&
                    std::is_nothrow_default_constructible_v<T>,
                "the elements of an array must be values that can be copied "
                "without exceptions and need no destructor");
  static_assert(alignof(T) <= 16,
                "the alignment of an element is more than 16 bytes");

  array(T *first, std::size_t count) : First(first), Count(count) {}

  T *data() const { return First; }
  std::size_t size() const { return Count; }
  bool empty() const { return Count == 0; }
  T *begin() const { return First; }
  T *end() const { return First + Count; }
  /// \p i must be less than size().
  T &operator[](std::size_t i) const { return First[i]; }

private:
  T *First;
  std::size_t Count;
};

/// A part of a contiguous range, to be copied into a closure. Throws
/// std::out_of_range if the range has not so many elements.
template <std::ranges::contiguous_range Range>
auto subarray(Range &&range, std::size_t first, std::size_t count) {
  std::size_t size = std::ranges::size(range);
  if (first > size || count > size - first)
    throw std::out_of_range("subarray of more elements than there are");
  return std::span<const std::ranges::range_value_t<Range>>(
      std::ranges::data(range) + first, count);
}

namespace detail {

/// The argument missing(k).
template <class T> struct Hole {
  cont<T> *Target;
  std::source_location Site;
};

/// The argument missing(range): an array all elements of which are missing.
template <class T> struct Holes {
  std::span<cont<T>> Targets;
  std::source_location Site;
};

template <class T> inline constexpr bool IsCont = false;
template <class T> inline constexpr bool IsCont<cont<T>> = true;
template <class T> inline constexpr bool IsArray = false;
template <class T> inline constexpr bool IsArray<array<T>> = true;
template <class T> inline constexpr bool IsHole = false;
template <class T> inline constexpr bool IsHole<Hole<T>> = true;
template <class T> inline constexpr bool IsHoles = false;
template <class T> inline constexpr bool IsHoles<Holes<T>> = true;
template <class T> struct ElementOf;
template <class T> struct ElementOf<array<T>> {
  using Type = T;
};

} // namespace detail

/// An argument that is missing, the paper's ?k: the closure waits until a value
/// is sent to \p k, which is set to refer to the argument.
template <class T>
detail::Hole<T>
missing(cont<T> &k,
        std::source_location where = std::source_location::current()) {
  return {&k, where};
}

/// An argument array<T> with as many elements as \p range has continuations.
/// All are missing; each continuation is set to refer to one. The range must
/// live until the closure has been made.
template <std::ranges::contiguous_range Range>
  requires detail::IsCont<std::ranges::range_value_t<Range>>
auto missing(Range &&range,
             std::source_location where = std::source_location::current()) {
  using T = typename std::ranges::range_value_t<Range>::value_type;
  return detail::Holes<T>{{std::ranges::data(range), std::ranges::size(range)},
                          where};
}

} // namespace tussah::cps

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_ARRAY_HPP
