//===- tussah/graph/parallel.hpp - Loops in blocks --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the parallel algorithms share: loops in blocks, sums, and atomic
/// operations on elements.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_PARALLEL_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_PARALLEL_HPP

#include <cilk/cilk.h>
#include <tussah/graph/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

/// Before a cilk_for: each iteration may be a strand of its own.
#if defined(__clang__)
#define TUSSAH_GRAPH_GRAIN_1 _Pragma("cilk grainsize 1")
#else
#define TUSSAH_GRAPH_GRAIN_1
#endif

namespace tussah::graph {

namespace detail {

/// How many vertices a strand of a loop goes through at least.
inline constexpr std::size_t BlockSize = 1024;

/// Calls \p f(first, last) for blocks of \p block numbers that are together
/// those from 0 to \p count - 1; for different blocks at the same time.
template <class Function>
void forBlocks(std::size_t count, std::size_t block, const Function &f) {
  std::size_t blocks = (count + block - 1) / block;
  // Blocks are large: each is a strand of its own.
  TUSSAH_GRAPH_GRAIN_1
  cilk_for (std::size_t b = 0; b < blocks; ++b)
    f(b * block, std::min(count, (b + 1) * block));
}

/// Calls \p f(i) for all numbers below \p count, many at the same time.
template <class Function> void forEach(std::size_t count, const Function &f) {
  forBlocks(count, BlockSize, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i != last; ++i)
      f(i);
  });
}

/// The sum of what \p f(first, last) returns for blocks of numbers below
/// \p count. Added in the order of the blocks, so the same each time, for
/// floating point, too.
template <class T, class Function>
T sumBlocks(std::size_t count, const Function &f) {
  array<T> parts((count + BlockSize - 1) / BlockSize);
  forBlocks(count, BlockSize, [&](std::size_t first, std::size_t last) {
    parts[first / BlockSize] = f(first, last);
  });
  T sum{};
  for (T part : parts)
    sum += part;
  return sum;
}

/// Replaces each of the \p count \p numbers by the sum of those before it;
/// returns the sum of all. Two passes over blocks, the first for their sums
/// (Blelloch, "Prefix Sums and Their Applications", 1990, section 1.3).
template <class T> T prefixSums(T *numbers, std::size_t count) {
  constexpr std::size_t Block = 16 * BlockSize;
  array<T> sums((count + Block - 1) / Block);
  forBlocks(count, Block, [&](std::size_t first, std::size_t last) {
    T sum{};
    for (std::size_t i = first; i != last; ++i)
      sum += numbers[i];
    sums[first / Block] = sum;
  });
  T all{};
  for (T &one : sums)
    all += std::exchange(one, all);
  forBlocks(count, Block, [&](std::size_t first, std::size_t last) {
    T sum = sums[first / Block];
    for (std::size_t i = first; i != last; ++i)
      sum += std::exchange(numbers[i], sum);
  });
  return all;
}

template <class T> array<T> filled(std::size_t size, T value) {
  array<T> a(size);
  forEach(size, [&](std::size_t i) { a[i] = value; });
  return a;
}

/// \name Elements that several strands use at the same time
/// Relaxed: what else the strands know of each other comes with their syncs.
/// @{
template <class T> T load(const T &element) {
  return __atomic_load_n(&element, __ATOMIC_RELAXED);
}
template <class T> void store(T &element, T value) {
  __atomic_store_n(&element, value, __ATOMIC_RELAXED);
}
/// Makes \p element \p value if it is \p old; returns whether it was.
template <class T> bool replace(T &element, T old, T value) {
  return __atomic_compare_exchange_n(&element, &old, value, false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
/// Makes \p element \p value if it is \p old. Looks first: that is cheaper
/// where it mostly fails.
template <class T> bool claim(T &element, T old, T value) {
  return load(element) == old && replace(element, old, value);
}
template <class T> T fetchAdd(T &element, T value) {
  return __atomic_fetch_add(&element, value, __ATOMIC_RELAXED);
}
/// @}

/// Vertices that strands of a loop collect at \p out, in no order, where there
/// must be room for all.
class Collector {
  vertex *Out;
  std::size_t Size = 0;

public:
  /// With the first \p size there already.
  explicit Collector(vertex *out, std::size_t size = 0)
      : Out(out), Size(size) {}
  std::size_t size() const { return Size; }

  /// What one strand, which spawns nothing meanwhile, has collected.
  class Part {
    static constexpr unsigned Most = 256;
    Collector &To;
    unsigned Count = 0;
    vertex Vertices[Most];

    void flush() {
      std::size_t at = fetchAdd(To.Size, std::size_t(Count));
      std::copy_n(Vertices, Count, To.Out + at);
      Count = 0;
    }

  public:
    explicit Part(Collector &to) : To(to) {}
    Part(const Part &) = delete;
    ~Part() { flush(); }
    void add(vertex v) {
      if (Count == Most)
        flush();
      Vertices[Count++] = v;
    }
  };
};

/// Writes those of the \p count vertices \p from to \p to, for which \p f is
/// true, in no order. Returns how many.
template <class Function>
std::size_t filter(const array<vertex> &from, std::size_t count,
                   array<vertex> &to, const Function &f) {
  Collector all(to.data());
  forBlocks(count, BlockSize, [&](std::size_t first, std::size_t last) {
    Collector::Part part(all);
    // Copies that nobody else can change, so that they stay in registers.
    const Function mine = f;
    const vertex *vertices = from.data();
    for (std::size_t i = first; i != last; ++i)
      if (vertex v = vertices[i]; mine(v))
        part.add(v);
  });
  return all.size();
}

/// All vertices of \p g, in order.
inline array<vertex> allVertices(const csr &g) {
  array<vertex> all(g.vertices());
  forEach(all.size(), [&](std::size_t v) { all[v] = static_cast<vertex>(v); });
  return all;
}

} // namespace detail
} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_PARALLEL_HPP
