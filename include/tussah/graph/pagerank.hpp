//===- tussah/graph/pagerank.hpp - PageRank ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PageRank by iteration: Brin, Page, "The anatomy of a large-scale
/// hypertextual Web search engine" (1998).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_PAGERANK_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_PAGERANK_HPP

#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace tussah::graph {

struct pagerank_options {
  double damping = 0.85;
  /// Ends when the sum of what all ranks have changed by is at most this.
  double tolerance = 1e-9;
  /// Ends after so many iterations in any case.
  unsigned most_iterations = 1000;
};

struct pagerank_result {
  /// Their sum is 1.
  array<double> rank;
  unsigned iterations = 0;
  /// The sum of the last changes. The ranks differ from the exact ones by at
  /// most damping / (1 - damping) times this, in sum.
  double change = 0;
};

namespace detail {

/// The step from one vector of ranks to the next. Kept is what a vertex gives
/// to each of those that it has arcs to, its rank divided by its degree.
class PageRank {
  const csr &G, &Incoming;
  const pagerank_options &How;
  /// By the last ranks, and by the next ones. Of a vertex without arcs the
  /// rank.
  array<double> Share, NextShare;
  /// So many arcs before a share is added it is fetched.
  static constexpr arc_index Ahead = 32;
  /// The rank of those that have no arcs.
  double Dangling;

  struct Sums {
    double Change = 0, Dangling = 0;
    Sums &operator+=(const Sums &other) {
      Change += other.Change;
      Dangling += other.Dangling;
      return *this;
    }
  };

  /// Among how many \p v divides its rank.
  double parts(std::size_t v) const {
    arc_index degree = G.degree(static_cast<vertex>(v));
    return degree != 0 ? static_cast<double>(degree) : 1;
  }
  /// Gives \p v its next rank.
  void set(std::size_t v, double rank, Sums &sums) {
    NextShare[v] = rank / parts(v);
    if (G.degree(static_cast<vertex>(v)) == 0)
      sums.Dangling += rank;
  }

  /// The sum of the shares of \p from[i] to before \p from[end]. Before \p all
  /// there is something to fetch ahead.
  static double sumOf(const double *share, const vertex *from, arc_index i,
                      arc_index end, arc_index all) {
    // Four sums at the same time: each waits for its last addition.
    double sums[4] = {};
    for (; end - i >= 4 && i + 4 <= all; i += 4)
      for (unsigned part = 0; part < 4; ++part) {
        __builtin_prefetch(share + from[i + part + Ahead]);
        sums[part] += share[from[i + part]];
      }
    for (; i != end; ++i) {
      if (i < all)
        __builtin_prefetch(share + from[i + Ahead]);
      sums[0] += share[from[i]];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

public:
  PageRank(const csr &g, const csr &incoming, const pagerank_options &how)
      : G(g), Incoming(incoming), How(how), Share(g.vertices()),
        NextShare(g.vertices()) {
    // Of a graph with few steps to go, divisions would take much of the time.
    constexpr arc_index Few = 64;
    const double rank = 1.0 / G.vertices();
    double shares[Few] = {rank};
    for (arc_index degree = 1; degree != Few; ++degree)
      shares[degree] = rank / static_cast<double>(degree);
    Dangling = sumBlocks<double>(
        g.vertices(), [&](std::size_t first, std::size_t last) {
          double dangling = 0;
          for (std::size_t v = first; v != last; ++v) {
            arc_index degree = G.degree(static_cast<vertex>(v));
            Share[v] = degree < Few ? shares[degree]
                                    : rank / static_cast<double>(degree);
            dangling += degree == 0 ? rank : 0;
          }
          return dangling;
        });
  }

  /// Returns the sum of the changes.
  double step() {
    double base = (1 - How.damping + How.damping * Dangling) / G.vertices();
    const double *share = Share.data();
    Sums all =
        sumBlocks<Sums>(G.vertices(), [&](std::size_t first, std::size_t last) {
          Sums sums;
          const vertex *from = Incoming.targets().data();
          // From here on there is nothing to fetch ahead.
          arc_index all = Incoming.arcs() - std::min(Incoming.arcs(), Ahead);
          for (std::size_t v = first; v != last; ++v) {
            double sum = sumOf(share, from, Incoming.offsets()[v],
                               Incoming.offsets()[v + 1], all);
            double rank = base + How.damping * sum;
            sums.Change += std::fabs(rank - share[v] * parts(v));
            set(v, rank, sums);
          }
          return sums;
        });
    std::swap(Share, NextShare);
    Dangling = all.Dangling;
    return all.Change;
  }

  array<double> take() {
    forEach(G.vertices(), [&](std::size_t v) { Share[v] *= parts(v); });
    return std::move(Share);
  }
};

/// Each iteration makes the change less by the damping at least, so its
/// logarithm says how far it is.
inline void tellChange(progress *watch, double change,
                       const pagerank_options &how) {
  if (!watch)
    return;
  constexpr std::uint64_t All = 1000;
  // The first vector of ranks is wrong by 2 at most.
  double done = std::log(2 / change) / std::log(2 / how.tolerance);
  // No number, or beyond the end, without any change or tolerance.
  bool isNear = !(done >= 0 && done < 1);
  atRound(watch, isNear ? All : static_cast<std::uint64_t>(done * 1000), All);
}

} // namespace detail

/// The ranks of the vertices of \p g; \p incoming has its arcs turned round,
/// and is \p g itself for an undirected graph. Who has no arcs gives to all.
/// The same result for any schedule. Takes work linear in vertices and arcs for
/// each iteration, of which there are at most log(tolerance / 2) /
/// log(damping); and 16 bytes for each vertex.
inline pagerank_result pagerank(const csr &g, const csr &incoming,
                                const pagerank_options &how = {},
                                progress *watch = nullptr) {
  pagerank_result result;
  if (g.vertices() == 0)
    return result;
  detail::PageRank ranks(g, incoming, how);
  do {
    result.change = ranks.step();
    ++result.iterations;
    detail::tellChange(watch, result.change, how);
  } while (result.change > how.tolerance &&
           result.iterations < how.most_iterations);
  result.rank = ranks.take();
  return result;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_PAGERANK_HPP
