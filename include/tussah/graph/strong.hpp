//===- tussah/graph/strong.hpp - Strong components --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strongly connected components in the steps of Slota, Rajamanickam, Madduri,
/// "BFS and Coloring-based Parallel Algorithms for Strongly Connected
/// Components and Related Problems" (IPDPS 2014): the component of a vertex of
/// great degree by two searches, the others by colouring (Orzan, "On
/// Distributed Verification and Verified Distribution", 2004), and where that
/// takes long, the rest by one depth-first search (Pearce, "A Space-Efficient
/// Algorithm for Finding Strongly Connected Components", 2016, Algorithm 3).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP

#include <tussah/graph/build.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tussah::graph {
namespace detail {

/// Visits what can be reached from the \p count vertices \p front in waves:
/// \p enter(from, to) says of an arc whether \p to is to be gone on from, of
/// each wave once. \p other is as large.
template <class Enter>
void inWaves(const csr &g, array<vertex> &front, array<vertex> &other,
             std::size_t count, const Enter &enter, progress *watch) {
  const arc_index *const offsets = g.offsets().data();
  const vertex *const targets = g.targets().data();
  for (; count != 0; std::swap(front, other)) {
    atRound(watch);
    Collector found(other.data());
    forBlocks(count, 128, [&](std::size_t first, std::size_t last) {
      Collector::Part part(found);
      for (std::size_t i = first; i != last; ++i) {
        // Where they are is known long before they are looked at.
        if (i + 8 < last)
          __builtin_prefetch(&offsets[front[i + 8]]);
        if (i + 4 < last)
          __builtin_prefetch(&targets[offsets[front[i + 4]]]);
        const vertex from = front[i];
        const arc_index end = offsets[from + 1];
        for (arc_index a = offsets[from]; a != end; ++a)
          if (enter(from, targets[a]))
            part.add(targets[a]);
      }
    });
    count = found.size();
  }
}

/// A search for strong components. Vertices are *left* while they have none.
class StrongSearch {
public:
  StrongSearch(const csr &g, const csr &incoming, progress *watch)
      : G(g), Incoming(incoming), Watch(watch),
        Component(filled(g.vertices(), no_vertex)), Colour(g.vertices()),
        Left(allVertices(g)), Front(g.vertices()), Other(g.vertices()),
        Marks(filled(g.vertices(), std::uint8_t(0))), Count(g.vertices()) {}

  array<vertex> run() {
    trim();
    if (Count > Few) {
      takeLargest();
      trim();
    }
    // What colouring may look at: each of its rounds finds a component for
    // each colour, and most graphs need few. Long paths need many waves.
    std::uint64_t budget = 2 * arcsOfLeft();
    while (Count > Few && colourRound(budget))
      trim();
    searchInDepth();
    return std::move(Component);
  }

private:
  /// The mark of vertices that were trimmed: the searches for the largest
  /// component would find that they are not in it, but later.
  static constexpr std::uint8_t Gone = 3;
  /// So many vertices are as soon searched by one strand.
  static constexpr std::size_t Few = 4096;

  bool isLeft(vertex v) const { return load(Component[v]) == no_vertex; }

  /// Whether an arc leads to another vertex that is left.
  bool hasArc(const csr &arcs, vertex v) const {
    for (vertex to : arcs.neighbours(v))
      if (to != v && isLeft(to))
        return true;
    return false;
  }

  /// Makes each vertex without arcs in or out a component, and forgets those
  /// that have one. Repeats that while it takes more than a sixteenth of them.
  void trim() {
    std::size_t before;
    do {
      atRound(Watch, G.vertices() - Count, G.vertices());
      before = Count;
      Count = filter(Left, Count, Other, [this](vertex v) {
        if (!isLeft(v))
          return false;
        if (hasArc(G, v) && hasArc(Incoming, v))
          return true;
        store(Component[v], v);
        Marks[v] = Gone;
        return false;
      });
      std::swap(Left, Other);
    } while (before - Count > before / 16);
  }

  std::uint64_t arcsOfLeft() const {
    return sumBlocks<std::uint64_t>(
        Count, [this](std::size_t first, std::size_t last) {
          std::uint64_t arcs = 0;
          for (std::size_t i = first; i != last; ++i)
            arcs += G.degree(Left[i]);
          return arcs;
        });
  }

  /// The vertex that is left with the most pairs of an arc in and an arc out;
  /// of several, the first in numbers.
  vertex pivot() const {
    struct Best {
      std::uint64_t pairs = 0;
      vertex v = no_vertex;
      Best &operator+=(const Best &with) {
        if (with.pairs > pairs || (with.pairs == pairs && with.v < v))
          *this = with;
        return *this;
      }
    };
    return sumBlocks<Best>(Count,
                           [this](std::size_t first, std::size_t last) {
                             Best best;
                             for (std::size_t i = first; i != last; ++i) {
                               vertex v = Left[i];
                               std::uint64_t out = G.degree(v),
                                             in = Incoming.degree(v);
                               best += Best{out * in, v};
                             }
                             return best;
                           })
        .v;
  }

  /// The component of a vertex of great degree, which in most graphs is by far
  /// the largest: what it reaches and what reaches it.
  void takeLargest() {
    vertex from = pivot();
    auto reach = [&](const csr &arcs, std::uint8_t old, std::uint8_t mark) {
      Marks[from] = mark;
      Front[0] = from;
      inWaves(
          arcs, Front, Other, 1,
          [this, old, mark](vertex, vertex to) {
            return claim(Marks[to], old, mark);
          },
          Watch);
    };
    reach(G, 0, 1);
    reach(Incoming, 1, 2);
    std::size_t size =
        filter(Left, Count, Front, [this](vertex v) { return Marks[v] == 2; });
    struct Least {
      vertex v = no_vertex;
      Least &operator+=(const Least &with) {
        v = std::min(v, with.v);
        return *this;
      }
    };
    vertex least =
        sumBlocks<Least>(size, [this](std::size_t first, std::size_t last) {
          return Least{
              *std::min_element(Front.begin() + first, Front.begin() + last)};
        }).v;
    forEach(size, [&](std::size_t i) { Component[Front[i]] = least; });
  }

  /// Each vertex that is left gets the least vertex that reaches it as a
  /// colour; then a component for each colour is found. False if that would
  /// look at more arcs than \p budget, which it lowers.
  bool colourRound(std::uint64_t &budget) {
    forEach(Count, [this](std::size_t i) {
      Colour[Left[i]] = Left[i];
      Marks[Left[i]] = 1;
      Front[i] = Left[i];
    });
    for (std::size_t wave = Count; wave != 0;) {
      atRound(Watch);
      std::uint64_t looked = 0;
      wave = lowerColours(wave, looked);
      if (looked > budget)
        return false;
      budget -= looked;
      std::swap(Front, Other);
    }
    std::size_t roots =
        filter(Left, Count, Front, [this](vertex v) { return Colour[v] == v; });
    forEach(roots, [this](std::size_t i) { Component[Front[i]] = Front[i]; });
    inWaves(
        Incoming, Front, Other, roots,
        [this](vertex from, vertex to) {
          return isLeft(to) && Colour[to] == Colour[from] &&
                 claim(Component[to], no_vertex, Colour[from]);
        },
        Watch);
    return true;
  }

  /// Gives the colours of the \p wave vertices in Front to their neighbours,
  /// where they are lower. Returns how many of those are in Other then, and
  /// adds to \p looked how many arcs that took. A vertex whose colour is
  /// lowered while it is in the front is in the next one, too: it may have been
  /// gone through with the old one.
  std::size_t lowerColours(std::size_t wave, std::uint64_t &looked) {
    Collector next(Other.data());
    forBlocks(wave, 64, [&](std::size_t first, std::size_t last) {
      Collector::Part part(next);
      std::uint64_t arcs = 0;
      for (std::size_t i = first; i != last; ++i) {
        vertex v = Front[i];
        arcs += 1 + G.degree(v);
        __atomic_store_n(&Marks[v], std::uint8_t(0), __ATOMIC_SEQ_CST);
        vertex mine = __atomic_load_n(&Colour[v], __ATOMIC_SEQ_CST);
        for (vertex to : G.neighbours(v))
          if (isLeft(to) && lower(to, mine))
            part.add(to);
      }
      fetchAdd(looked, arcs);
    });
    return next.size();
  }

  /// Whether \p v has got a lower colour by this, and is to be gone on from.
  bool lower(vertex v, vertex colour) {
    vertex old = load(Colour[v]);
    while (colour < old &&
           !__atomic_compare_exchange_n(&Colour[v], &old, colour, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      ;
    return colour < old &&
           !__atomic_exchange_n(&Marks[v], std::uint8_t(1), __ATOMIC_SEQ_CST);
  }

  struct Frame {
    vertex V;
    const vertex *At, *End;
    bool IsRoot;
  };

  /// The components of all that are left, by one strand.
  void searchInDepth() {
    // Numbers in the order of the search; the least that a vertex leads to.
    vertex *const ranks = Colour.data();
    forEach(Count, [&](std::size_t i) { ranks[Left[i]] = 0; });
    std::vector<Frame> path;
    std::size_t kept = 0; // vertices in Other, which wait for their root
    vertex next = 1;
    auto enter = [&](vertex v) {
      auto to = G.neighbours(v);
      path.push_back({v, to.begin(), to.end(), true});
      ranks[v] = next++;
    };
    for (std::size_t i = 0; i != Count; ++i) {
      if (i % BlockSize == 0)
        atRound(Watch);
      if (!isLeft(Left[i]))
        continue;
      for (enter(Left[i]); !path.empty();) {
        Frame &top = path.back();
        if (top.At == top.End) {
          if (top.IsRoot)
            next -= closeComponent(top.V, kept);
          else
            Other[kept++] = top.V;
          path.pop_back();
          continue;
        }
        vertex to = *top.At;
        if (isLeft(to) && ranks[to] == 0) {
          enter(to); // and looks at the arc again when it comes back
          continue;
        }
        ++top.At;
        if (isLeft(to) && ranks[to] < ranks[top.V]) {
          ranks[top.V] = ranks[to];
          top.IsRoot = false;
        }
      }
    }
  }

  /// The component of \p root, which is the last of Other's \p kept vertices.
  /// Returns its size.
  vertex closeComponent(vertex root, std::size_t &kept) {
    std::size_t end = kept;
    vertex least = root;
    while (kept != 0 && Colour[root] <= Colour[Other[kept - 1]])
      least = std::min(least, Other[--kept]);
    for (std::size_t i = kept; i != end; ++i)
      Component[Other[i]] = least;
    Component[root] = least;
    return static_cast<vertex>(end - kept + 1);
  }

  const csr &G, &Incoming;
  progress *const Watch;
  array<vertex> Component, Colour, Left, Front, Other;
  array<std::uint8_t> Marks;
  std::size_t Count;
};

} // namespace detail

/// For each vertex of the directed graph \p g the least vertex of its strongly
/// connected component; \p incoming is its transpose. Takes work linear in the
/// vertices and arcs. The span is that of the searches and of colouring: the
/// longest of the paths that they go, and the greatest degree for each of its
/// arcs. Where paths are so long that colouring would look at each arc often,
/// one strand searches the rest instead. 17 bytes for each vertex, and 32 for
/// each of the path of that search. The same result for any schedule.
inline array<vertex> strong_components(const csr &g, const csr &incoming,
                                       progress *watch = nullptr) {
  return detail::StrongSearch(g, incoming, watch).run();
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_STRONG_HPP
