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

namespace detail {

/// The state of shortest_paths: for each vertex one word, the bits of its
/// distance, which is not negative, and in the place of the sign whether the
/// vertex waits: its distance was lowered since its arcs were last looked at.
/// One operation changes both. Of the vertices that wait, those up to Most are
/// near, the others far. Each is once in the list of its kind, and no other one
/// is, but those that were far when they went there, and are no more.
template <class W> class Stepping {
  static constexpr std::uint64_t Waits = std::uint64_t(1) << 63;
  /// How many vertices a strand takes, and how many of those it finds near.
  static constexpr std::size_t LeastBlock = 64, MostBlock = 256;
  static constexpr unsigned Follow = 448;
  /// Where more are near, a strand leaves what it finds to the next round: that
  /// costs little then, and the distance has more often become final.
  static constexpr std::size_t Many = 8192;
  /// Fewer far vertices are looked through by one strand.
  static constexpr std::size_t FewFar = 8 * BlockSize;

  const weighted_csr<W> &G;
  const double Delta;
  array<std::uint64_t> State;
  array<vertex> Near, NextNear, Far, NextFar;
  std::uint64_t Most = 0;

  static std::uint64_t distance(std::uint64_t state) { return state & ~Waits; }

  /// What one strand, which spawns nothing meanwhile, finds.
  struct Strand {
    Collector::Part Near, Far;
    /// Near ones that it looks at itself: that saves rounds where few wait.
    vertex Own[Follow];
    unsigned Count = 0;
    const unsigned Limit;
    Strand(Collector &near, Collector &far, unsigned limit)
        : Near(near), Far(far), Limit(limit) {}
    void addNear(vertex v) {
      if (Count != Limit)
        Own[Count++] = v;
      else
        Near.add(v);
    }
  };

  void prefetchArcs(vertex v) const {
    arc_index first = G.offsets()[v];
    __builtin_prefetch(&G.targets()[first]);
    if (G.weighted())
      __builtin_prefetch(&G.weights()[first]);
  }
  void prefetchHeads(vertex v) const {
    arc_index first = G.offsets()[v];
    arc_index last = std::min(G.offsets()[v + 1], first + 16);
    for (arc_index a = first; a != last; ++a)
      __builtin_prefetch(&State[G.targets()[a]]);
  }

  void relax(vertex to, std::uint64_t via, Strand &strand) {
    std::uint64_t old = load(State[to]);
    while (via < distance(old)) {
      if (!__atomic_compare_exchange_n(&State[to], &old, via | Waits, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
      bool waited = old & Waits;
      if (via > Most) {
        if (!waited)
          strand.Far.add(to);
      } else if (!waited || distance(old) > Most) {
        strand.addNear(to);
      }
      return;
    }
  }

  /// Looks at the arcs of \p v.
  void take(vertex v, Strand &strand) {
    double mine = numberOf(
        distance(__atomic_fetch_and(&State[v], ~Waits, __ATOMIC_RELAXED)));
    // Atomic operations would have these read again for each arc.
    const vertex *const targets = G.targets().data();
    const W *const weights = G.weighted() ? G.weights().data() : nullptr;
    const arc_index end = G.offsets()[v + 1];
    for (arc_index a = G.offsets()[v]; a != end; ++a) {
      double weight = weights ? static_cast<double>(weights[a]) : 1;
      // + 0 makes -0 a 0, whose bits are the least.
      relax(targets[a], bitsOf(mine + weight + 0.0), strand);
    }
  }

  /// Takes all near vertices, and those that become near.
  void takeNear(std::size_t count, Collector &far, progress *watch) {
    for (; count != 0; std::swap(Near, NextNear)) {
      atRound(watch);
      Collector found(NextNear.data());
      const unsigned limit = count > Many ? 0 : Follow;
      // Few vertices may have many arcs.
      std::size_t block = std::clamp(count / 64, LeastBlock, MostBlock);
      forBlocks(count, block, [&](std::size_t first, std::size_t last) {
        Strand strand(found, far, limit);
        for (std::size_t i = first; i != last; ++i) {
          if (i + 4 < last)
            __builtin_prefetch(&G.offsets()[Near[i + 4]]);
          if (i + 3 < last)
            prefetchArcs(Near[i + 3]);
          if (i + 1 < last)
            prefetchHeads(Near[i + 1]);
          take(Near[i], strand);
        }
        for (unsigned i = 0; i != strand.Count; ++i)
          take(strand.Own[i], strand);
      });
      count = found.size();
    }
  }

  /// Makes those of the \p count far vertices near whose distance is at most
  /// \p most; returns how many. The rest becomes Far, of \p count.
  std::size_t splitFar(std::size_t &count, std::uint64_t most,
                       std::uint64_t &least) {
    Most = most;
    Collector near(Near.data()), far(NextFar.data());
    auto part = [&](std::size_t first, std::size_t last) {
      Collector::Part nearPart(near), farPart(far);
      LeastBits mine;
      for (std::size_t i = first; i != last; ++i) {
        if (i + 8 < last)
          __builtin_prefetch(&State[Far[i + 8]]);
        vertex v = Far[i];
        std::uint64_t state = State[v];
        if (!(state & Waits))
          continue;
        if (distance(state) <= most) {
          nearPart.add(v);
        } else {
          farPart.add(v);
          mine += {distance(state)};
        }
      }
      return mine;
    };
    LeastBits rest =
        count <= FewFar ? part(0, count) : sumBlocks<LeastBits>(count, part);
    least = rest.Value;
    count = far.size();
    std::swap(Far, NextFar);
    return near.size();
  }

  std::uint64_t beyond(std::uint64_t bits) const {
    return bitsOf(numberOf(bits) + Delta);
  }

public:
  Stepping(const weighted_csr<W> &g, double delta)
      : G(g), Delta(delta), State(filled(g.vertices(), bitsOf(unreachable))),
        Near(g.vertices()), NextNear(g.vertices()), Far(g.vertices()),
        NextFar(g.vertices()) {}

  array<double> run(vertex source, progress *watch) {
    State[source] = Waits;
    Near[0] = source;
    Most = bitsOf(Delta);
    std::size_t farCount = 0;
    for (std::size_t near = 1; near != 0;) {
      Collector far(Far.data(), farCount);
      takeNear(near, far, watch);
      farCount = far.size();
      std::uint64_t least;
      near = splitFar(farCount, beyond(Most), least);
      if (near == 0 && farCount != 0)
        near = splitFar(farCount, beyond(least), least);
    }
    array<double> result(State.size());
    forEach(State.size(),
            [&](std::size_t v) { result[v] = numberOf(State[v]); });
    return result;
  }
};

} // namespace detail

/// The length of a shortest path from \p source, which is a vertex of \p g, to
/// each vertex, `unreachable` if there is none, or none that a double can hold.
/// No weight may be negative: see find_negative. \p delta is not negative. Each
/// step takes the vertices whose distance was lowered since they were last
/// taken, and is less than \p delta beyond the least such; a vertex may be
/// taken several times. So work is that of the arcs of all vertices taken, and
/// for each step the vertices that wait; the span of a round is logarithmic,
/// and the arcs of some 500 vertices. There are at most as many rounds as arcs
/// on a path, times the longest distance by \p delta. A small delta is
/// Dijkstra's order, a large one Bellman's and Ford's. Takes 24 bytes for each
/// vertex, beside the result. The same result for any schedule and any delta.
template <class W>
array<double> shortest_paths(const weighted_csr<W> &g, vertex source,
                             double delta, progress *watch = nullptr) {
  return detail::Stepping<W>(g, delta).run(source, watch);
}

template <class W>
array<double> shortest_paths(const weighted_csr<W> &g, vertex source) {
  return shortest_paths(g, source, average_weight(g));
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_PATHS_HPP
