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
#include <cstddef>
#include <cstdint>
#include <numeric>
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
  /// most 1 / (1 - damping) times this, in sum.
  double change = 0;
};

namespace detail {

/// The ranks, and the step to better ones. Kept is what a vertex gives to each
/// of those that it has arcs to, its rank divided by its degree.
///
/// The vertices are in groups, one after the other: each sees the next ranks of
/// those before it, so that fewer steps are needed (Gauss and Seidel's
/// iteration; Arasu et al., "PageRank Computation and the Structure of the
/// Web", 2002, section 3). In a group all see the last ones, so that the result
/// is the same for any schedule.
///
/// Let G be the matrix that takes ranks to the next ones when all see the last
/// ones. Its columns have the sum 1, so it keeps sums, and what has the sum 0
/// it makes smaller by the damping. A step takes y to x; let S be the sum of x,
/// and r = x - G x. An entry of x is one of G y or G x, or in between, so |r|
/// is at most |x - y|, the change. With e = x - S times the exact ranks, whose
/// sum is 0, (I - G) e = r, so |e| is at most |r| / (1 - damping).
class PageRank {
  const csr &G, &Incoming;
  const pagerank_options &How;
  /// By the last ranks. Of a vertex without arcs the rank.
  array<double> Share;
  /// The next ones of a group.
  array<double> NextShare;
  /// So many arcs before a share is added it is fetched.
  static constexpr arc_index Ahead = 32;
  static constexpr std::size_t Groups = 16;
  /// A smaller one would keep few workers busy.
  static constexpr std::size_t LeastGroup = 16 * BlockSize;
  std::size_t Group;
  /// In each group the sum of the ranks, and of those without arcs.
  double Sum[Groups] = {}, Dangling[Groups] = {};

  struct Sums {
    double Change = 0, Dangling = 0, Sum = 0;
    Sums &operator+=(const Sums &other) {
      Change += other.Change;
      Dangling += other.Dangling;
      Sum += other.Sum;
      return *this;
    }
  };

  /// Among how many \p v divides its rank.
  double parts(std::size_t v) const {
    arc_index degree = G.degree(static_cast<vertex>(v));
    return degree != 0 ? static_cast<double>(degree) : 1;
  }

  /// Calls \p f(first, last) for the groups, one after the other.
  template <class Function> void forGroups(const Function &f) {
    for (std::size_t first = 0; first < G.vertices(); first += Group)
      f(first, std::min<std::size_t>(G.vertices(), first + Group));
  }

  /// The sum of the shares of \p from[i] to before \p from[end]. Before \p all
  /// there is something to fetch ahead.
  static double sumOf(const double *share, const vertex *from, arc_index i,
                      arc_index end, arc_index all) {
    double sums[2] = {};
    if (end <= all) {
      for (; i + 1 < end; i += 2) {
        __builtin_prefetch(share + from[i + Ahead]);
        __builtin_prefetch(share + from[i + 1 + Ahead]);
        sums[0] += share[from[i]];
        sums[1] += share[from[i + 1]];
      }
      if (i != end) {
        __builtin_prefetch(share + from[i + Ahead]);
        sums[0] += share[from[i]];
      }
      return sums[0] + sums[1];
    }
    for (; i != end; ++i)
      sums[0] += share[from[i]];
    return sums[0];
  }

  /// The sum of the ranks, which is 1 only at the beginning.
  double sum() const { return std::accumulate(Sum, Sum + Groups, 0.0); }

  /// Gives the vertices from \p begin to before \p end their next shares.
  Sums next(std::size_t begin, std::size_t end) {
    double dangling = std::accumulate(Dangling, Dangling + Groups, 0.0);
    double base =
        ((1 - How.damping) * sum() + How.damping * dangling) / G.vertices();
    const double *share = Share.data();
    return sumBlocks<Sums>(
        end - begin, [&](std::size_t first, std::size_t last) {
          Sums sums;
          const vertex *from = Incoming.targets().data();
          // From here on there is nothing to fetch ahead.
          arc_index all = Incoming.arcs() - std::min(Incoming.arcs(), Ahead);
          for (std::size_t v = begin + first; v != begin + last; ++v) {
            double sum = sumOf(share, from, Incoming.offsets()[v],
                               Incoming.offsets()[v + 1], all);
            double rank = base + How.damping * sum;
            sums.Sum += rank;
            sums.Change += std::fabs(rank - share[v] * parts(v));
            NextShare[v - begin] = rank / parts(v);
            if (G.degree(static_cast<vertex>(v)) == 0)
              sums.Dangling += rank;
          }
          return sums;
        });
  }

public:
  PageRank(const csr &g, const csr &incoming, const pagerank_options &how)
      : G(g), Incoming(incoming), How(how), Share(g.vertices()),
        Group(std::max(LeastGroup, (g.vertices() + Groups - 1) / Groups)) {
    NextShare = array<double>(std::min<std::size_t>(Group, g.vertices()));
    // Of a graph with few steps to go, divisions would take much of the time.
    constexpr arc_index Few = 64;
    const double rank = 1.0 / G.vertices();
    double shares[Few] = {rank};
    for (arc_index degree = 1; degree != Few; ++degree)
      shares[degree] = rank / static_cast<double>(degree);
    forGroups([&](std::size_t begin, std::size_t end) {
      Sum[begin / Group] = (end - begin) * rank;
      Dangling[begin / Group] = sumBlocks<double>(
          end - begin, [&](std::size_t first, std::size_t last) {
            double dangling = 0;
            for (std::size_t v = begin + first; v != begin + last; ++v) {
              arc_index degree = G.degree(static_cast<vertex>(v));
              Share[v] = degree < Few ? shares[degree]
                                      : rank / static_cast<double>(degree);
              dangling += degree == 0 ? rank : 0;
            }
            return dangling;
          });
    });
  }

  /// Returns the sum of the changes, of ranks whose sum is 1.
  double step() {
    double change = 0;
    forGroups([&](std::size_t begin, std::size_t end) {
      Sums all = next(begin, end);
      forEach(end - begin,
              [&](std::size_t i) { Share[begin + i] = NextShare[i]; });
      Dangling[begin / Group] = all.Dangling;
      Sum[begin / Group] = all.Sum;
      change += all.Change;
    });
    return change / sum();
  }

  array<double> take() {
    double all = sum();
    forEach(G.vertices(), [&](std::size_t v) { Share[v] *= parts(v) / all; });
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
/// each iteration, of which there are fewer than log(tolerance / 2) /
/// log(damping) as a rule; and 9 bytes for each vertex, of a small graph 16.
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
