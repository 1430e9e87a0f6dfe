//===- tussah/graph/paths.hpp - Shortest paths ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shortest paths from a vertex, by delta-stepping: Meyer, Sanders,
/// "Delta-stepping: a parallelizable shortest path algorithm" (2003), in the
/// form of Dong, Gu, Sun, Zhang, "Efficient Stepping Algorithms and
/// Implementations for Parallel Shortest Paths" (SPAA 2021), section 3, which
/// has no buckets.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_PATHS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_PATHS_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>
#include <tussah/graph/weighted.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace tussah::graph {
namespace detail {

/// Bits of a number that is not negative, which are in the same order.
inline std::uint64_t bitsOf(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline double numberOf(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The least of some numbers, as a sum.
struct LeastBits {
  std::uint64_t Value = ~std::uint64_t(0);
  LeastBits &operator+=(LeastBits other) {
    Value = std::min(Value, other.Value);
    return *this;
  }
};

} // namespace detail

/// The distance of a vertex that is not reached.
inline constexpr double unreachable = std::numeric_limits<double>::infinity();

/// An arc of \p g whose weight is negative, as an index of its targets;
/// g.arcs() if there is none. Linear work, logarithmic span.
template <class W> arc_index find_negative(const weighted_csr<W> &g) {
  if (!g.weighted())
    return g.arcs();
  detail::LeastBits first = detail::sumBlocks<detail::LeastBits>(
      g.arcs(), [&](std::size_t from, std::size_t to) {
        detail::LeastBits least;
        for (std::size_t i = from; i != to && least.Value > i; ++i)
          if (g.weights()[i] < 0)
            least.Value = i;
        return least;
      });
  return std::min(first.Value, g.arcs());
}

/// The average weight of arcs, which is the usual width of steps; 1 if that is
/// 0.
template <class W> double average_weight(const weighted_csr<W> &g) {
  if (!g.weighted())
    return 1;
  double sum = detail::sumBlocks<double>(
      g.arcs(), [&](std::size_t first, std::size_t last) {
        double part = 0;
        for (std::size_t i = first; i != last; ++i)
          part += static_cast<double>(g.weights()[i]);
        return part;
      });
  double average = sum / static_cast<double>(g.arcs());
  return average > 0 && average < unreachable ? average : 1;
}

/// The length of a shortest path from \p source to each vertex, `unreachable`
/// if there is none, or none that a double can hold. No weight may be negative:
/// see find_negative. Each step takes the vertices whose distance was lowered
/// since they were last taken, and is less than \p delta beyond the least
/// such; a vertex may be taken several times. So work is that of the arcs of
/// all vertices taken, and for each step the vertices that wait; the span of a
/// step is logarithmic, and the greatest degree. There are at most as many
/// steps as arcs on a path, times the longest distance by \p delta. A small
/// delta is Dijkstra's order, a large one Bellman's and Ford's. Takes 17 bytes
/// for each vertex. The same result for any schedule and any delta.
template <class W>
array<double> shortest_paths(const weighted_csr<W> &g, vertex source,
                             double delta, progress *watch = nullptr) {
  std::size_t n = g.vertices();
  const std::uint64_t far = detail::bitsOf(unreachable);
  array<std::uint64_t> distance = detail::filled(n, far);
  array<std::uint8_t> waits = detail::filled(n, std::uint8_t(0));
  array<vertex> left(n), next(n);
  std::uint64_t *const distances = distance.data();
  distance[source] = 0;
  waits[source] = 1;
  left[0] = source;
  for (std::size_t count = 1; count != 0; std::swap(left, next)) {
    detail::atRound(watch);
    std::uint64_t least =
        detail::sumBlocks<detail::LeastBits>(count, [&](std::size_t first,
                                                        std::size_t last) {
          detail::LeastBits mine;
          for (std::size_t i = first; i != last; ++i)
            mine += {distances[left[i]]};
          return mine;
        }).Value;
    std::uint64_t most = detail::bitsOf(detail::numberOf(least) + delta);
    detail::Collector found(next.data());
    // Few vertices may have many arcs.
    detail::forBlocks(count, 64, [&](std::size_t first, std::size_t last) {
      detail::Collector::Part part(found);
      for (std::size_t i = first; i != last; ++i) {
        vertex v = left[i];
        if (detail::load(distances[v]) > most) {
          part.add(v);
          continue;
        }
        // Who lowers it from here on must see that it waits no more, or this
        // strand the new distance: both orders are sequentially consistent.
        __atomic_store_n(&waits[v], std::uint8_t(0), __ATOMIC_SEQ_CST);
        double mine =
            detail::numberOf(__atomic_load_n(&distances[v], __ATOMIC_SEQ_CST));
        for (arc_index a = g.offsets()[v]; a != g.offsets()[v + 1]; ++a) {
          vertex to = g.targets()[a];
          // + 0 makes -0 a 0, whose bits are the least.
          std::uint64_t via =
              detail::bitsOf(mine + static_cast<double>(g.weight(a)) + 0.0);
          std::uint64_t old = detail::load(distances[to]);
          while (via < old && !__atomic_compare_exchange_n(
                                  &distances[to], &old, via, false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            ;
          if (via < old && !__atomic_exchange_n(&waits[to], std::uint8_t(1),
                                                __ATOMIC_SEQ_CST))
            part.add(to);
        }
      }
    });
    count = found.size();
  }
  array<double> result(n);
  detail::forEach(
      n, [&](std::size_t v) { result[v] = detail::numberOf(distances[v]); });
  return result;
}

template <class W>
array<double> shortest_paths(const weighted_csr<W> &g, vertex source) {
  return shortest_paths(g, source, average_weight(g));
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_PATHS_HPP
