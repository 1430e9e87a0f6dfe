//===- tussah/graph/array.hpp - Arrays of elements for vertices -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Large arrays. Graph algorithms go to elements in random order, and would
/// miss the TLB at most of them, so these ask the system for large pages.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_ARRAY_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_ARRAY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace tussah::graph {

/// An allocator for std::vector. Elements without a value, as in `v(size)` and
/// `resize`, are left uninitialized: the memory is first touched by the loop
/// that fills it, which may be parallel.
template <class T> class page_allocator {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t LargePage = std::size_t(2) << 20;

public:
  using value_type = T;

  page_allocator() = default;
  template <class U> page_allocator(const page_allocator<U> &) {}

  /// Throws std::bad_alloc.
  T *allocate(std::size_t size) {
    if (size > PTRDIFF_MAX / sizeof(T) - LargePage)
      throw std::bad_alloc();
    std::size_t bytes = size * sizeof(T);
    bool isLarge = bytes >= LargePage;
    if (isLarge)
      bytes = (bytes + LargePage - 1) / LargePage * LargePage;
    void *memory =
        isLarge ? std::aligned_alloc(LargePage, bytes) : std::malloc(bytes + 1);
    if (!memory)
      throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    // A wish; it is no error if the system has none.
    if (isLarge)
      (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T *>(memory);
  }
  void deallocate(T *memory, std::size_t) { std::free(memory); }

  void construct(T *) {}
  template <class... Arguments> void construct(T *at, Arguments &&...values) {
    ::new (static_cast<void *>(at)) T(std::forward<Arguments>(values)...);
  }

  friend bool operator==(page_allocator, page_allocator) { return true; }
  friend bool operator!=(page_allocator, page_allocator) { return false; }
};

/// A vector in such memory.
template <class T> using buffer = std::vector<T, page_allocator<T>>;

/// A number of elements, one for each vertex as a rule, uninitialized. Can be
/// moved, and not copied by accident.
template <class T> class array {
  buffer<T> Elements;

public:
  array() = default;
  /// Throws std::bad_alloc.
  explicit array(std::size_t size) : Elements(size) {}
  array(array &&) = default;
  array &operator=(array &&) = default;

  std::size_t size() const { return Elements.size(); }
  T *data() { return Elements.data(); }
  const T *data() const { return Elements.data(); }
  T &operator[](std::size_t i) { return Elements[i]; }
  const T &operator[](std::size_t i) const { return Elements[i]; }
  T *begin() { return data(); }
  T *end() { return data() + size(); }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size(); }
};

/// Elements that do not change: in memory of their own, or in that of somebody
/// else, which must stay as long as this and what was moved from it. A copy has
/// memory of its own.
template <class T> class constant_array {
  buffer<T> Own;
  const T *First = nullptr;
  std::size_t Size = 0;

public:
  constant_array() = default;
  constant_array(buffer<T> elements)
      : Own(std::move(elements)), First(Own.data()), Size(Own.size()) {}
  /// The \p size elements at \p first, which belong to somebody else.
  constant_array(const T *first, std::size_t size) : First(first), Size(size) {}

  // A vector that is moved keeps its memory where it is.
  constant_array(constant_array &&other) noexcept
      : Own(std::move(other.Own)), First(std::exchange(other.First, nullptr)),
        Size(std::exchange(other.Size, 0)) {}
  constant_array(const constant_array &other)
      : constant_array(buffer<T>(other.begin(), other.end())) {}
  constant_array &operator=(constant_array other) noexcept {
    Own = std::move(other.Own);
    First = std::exchange(other.First, nullptr);
    Size = std::exchange(other.Size, 0);
    return *this;
  }

  std::size_t size() const { return Size; }
  bool empty() const { return Size == 0; }
  const T *data() const { return First; }
  const T &operator[](std::size_t i) const { return First[i]; }
  const T *begin() const { return First; }
  const T *end() const { return First + Size; }

  /// The elements, to be changed; a copy if they belong to somebody else.
  /// Nothing is left here.
  buffer<T> take() {
    buffer<T> all =
        First == Own.data() ? std::move(Own) : buffer<T>(begin(), end());
    *this = constant_array();
    return all;
  }

  friend bool operator==(const constant_array &a, const constant_array &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
};

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_ARRAY_HPP
