//===- tussah/graph/bfs.hpp - Breadth-first search --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Breadth-first search that switches its direction: Beamer, Asanovic,
/// Patterson, "Direction-Optimizing Breadth-First Search" (SC 2012).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_BFS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_BFS_HPP

#include <tussah/graph/companion.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tussah::graph {

struct bfs_result {
  /// Of each vertex one that is before it on a shortest way from the source,
  /// which is its own parent; no_vertex for those that are not reached. Which
  /// one depends on the schedule.
  array<vertex> parent;
  /// Arcs on a shortest way from the source; no_vertex for those not reached.
  array<vertex> depth;
  /// Vertices that were reached, with the source.
  vertex reached = 0;
  /// The greatest depth.
  vertex levels = 0;
};

namespace detail {

/// How many arcs of a front are few, and are gone through by one strand, or by
/// two in step: those of a torus of a million vertices are. A step along fewer
/// than the least ones takes less time than two strands take to meet.
struct FewArcs {
  arc_index Least = 1 << 10, Most = 1 << 14;
};

class Bfs {
public:
  /// \p incoming has the arcs of \p g turned round; null if it is not known,
  /// and then the direction is not switched.
  Bfs(const csr &g, const csr *incoming, FewArcs few = {},
      progress *watch = nullptr)
      : G(g), Incoming(incoming), Few(few), Watch(watch),
        Parent(filled(g.vertices(), no_vertex)), Depth(g.vertices()),
        Queue(std::size_t(g.vertices()) + 1 + few.Most) {}

  bfs_result run(vertex source) {
    Parent[source] = source;
    Queue[0] = source;
    Last = Reached = 1;
    Depth[source] = 0;
    ArcsOfFront = G.degree(source);
    ArcsLeft = G.arcs();
    Level = 1;
    while (First != Last) {
      atRound(Watch, Reached, G.vertices());
      if (isBackwardsCheaper()) {
        searchBackwards();
        if (First == Last)
          break;
      }
      if (isFew() && ArcsOfFront >= Few.Least)
        stepsTogether();
      else if (isFew())
        step([this] { stepSerially(); });
      else
        step([this] { stepForwards(); });
    }
    writeDepths();
    return {std::move(Parent), std::move(Depth), static_cast<vertex>(Reached),
            Deepest};
  }

  /// Of how many steps a second strand has done its half. For tests: results
  /// do not show it.
  std::size_t sharedSteps() const { return SharedSteps; }

private:
  /// Beamer's alpha: the front has so many arcs that looking backwards from the
  /// rest of the vertices is cheaper. But that looks at all vertices, which is
  /// too much for the last small fronts of a large diameter.
  bool isBackwardsCheaper() const {
    return Incoming && ArcsOfFront > ArcsLeft / 15 &&
           ArcsOfFront > G.vertices() / 8;
  }

  /// Many vertices may have few arcs, in a directed graph.
  bool isFew() const {
    return std::max<arc_index>(ArcsOfFront, Last - First) <= Few.Most;
  }

  template <class Function> void step(const Function &forwards) {
    ArcsLeft -= std::min(ArcsLeft, ArcsOfFront);
    forwards();
    noteDepths();
    noteFound(Last - First);
    ++Level;
  }

  /// Some vertices of the queue, which have the same depth.
  struct Segment {
    std::size_t First, Last;
    vertex Depth;
  };

  void writeDepths(const Segment &some) {
    const vertex *members = Queue.data() + some.First;
    vertex *depths = Depth.data();
    forEach(some.Last - some.First, [=, depth = some.Depth](std::size_t i) {
      depths[members[i]] = depth;
    });
  }

  /// Writes the depths of the front, or notes that it is to be done at the end:
  /// what a step uses would not fit into the nearest cache with them. Many
  /// notes on tiny fronts would take too much memory.
  void noteDepths() {
    if (Last - First >= 256) {
      Segments.push_back({First, Last, Level});
      return;
    }
    for (std::size_t i = First; i != Last; ++i)
      Depth[Queue[i]] = Level;
  }

  /// Writes all other depths.
  void writeDepths() {
    TUSSAH_GRAPH_GRAIN_1
    cilk_for (std::size_t i = 0; i < Segments.size(); ++i)
      writeDepths(Segments[i]);
    if (Reached == G.vertices())
      return;
    // Nobody can predict who is not reached, so it is no branch; what nobody
    // has written is not used.
    const vertex *parents = Parent.data();
    vertex *depths = Depth.data();
    forEach(G.vertices(), [=](std::size_t v) {
      depths[v] = parents[v] == no_vertex ? no_vertex : depths[v];
    });
  }

  /// The arcs of a vertex of the front.
  struct Row {
    arc_index First, Last;
  };

  /// Finds the arcs of the front, and how many they are. A pass of its own,
  /// since loads that wait for nothing wait for memory together.
  void loadRows() {
    constexpr std::size_t Ahead = 32;
    const arc_index *offsets = G.offsets().data();
    const vertex *front = Queue.data() + First;
    std::size_t count = Last - First;
    if (Rows.size() < count)
      Rows.resize(count);
    Row *rows = Rows.data();
    arc_index arcs = 0;
    for (std::size_t i = 0; i != count; ++i) {
      if (count - i > Ahead)
        __builtin_prefetch(&offsets[front[i + Ahead]]);
      rows[i] = {offsets[front[i]], offsets[front[i] + 1]};
      arcs += rows[i].Last - rows[i].First;
    }
    ArcsOfFront = arcs;
    RowsOf = First;
  }

  /// Asks for what those of the next rows need, of which there are \p left.
  static void fetchAhead(const Row *rows, std::size_t left,
                         const vertex *targets, const vertex *parents) {
    constexpr std::size_t TargetsAhead = 64, ParentsAhead = 24;
    if (left > TargetsAhead)
      __builtin_prefetch(&targets[rows[TargetsAhead].First]);
    if (left > ParentsAhead) {
      Row ahead = rows[ParentsAhead];
      for (arc_index a = ahead.First; a != ahead.Last; ++a)
        __builtin_prefetch(&parents[targets[a]]);
    }
  }

  /// From each vertex of the front along its arcs, without atomic operations.
  /// Nobody can predict which neighbours are new, so that is no branch.
  void stepSerially() {
    if (RowsOf != First)
      loadRows();
    // Copies that nobody else can change, so that they stay in registers.
    const vertex *targets = G.targets().data();
    const Row *rows = Rows.data();
    vertex *queue = Queue.data(), *parents = Parent.data();
    std::size_t count = Last - First, next = Last;
    for (std::size_t i = 0; i != count; ++i) {
      fetchAhead(rows + i, count - i, targets, parents);
      vertex v = queue[First + i];
      for (arc_index a = rows[i].First, last = rows[i].Last; a != last; ++a) {
        vertex to = targets[a], parent = parents[to];
        bool isNew = parent == no_vertex;
        parents[to] = isNew ? v : parent;
        queue[next] = to;
        next += isNew;
      }
    }
    First = std::exchange(Last, next);
    loadRows();
  }

  /// \name Steps by two strands
  /// The first phase marks neighbours without atomic operations: both strands
  /// may find the same vertex, whose parent is then the one that was written
  /// last. So each notes the parents that it has written, and in the second
  /// phase the vertices for which that is still right are the new front.
  /// @{

  /// A vertex, and the parent that it has got by a strand.
  struct Marked {
    vertex To, From;
  };
  /// What a strand has: what it has found, how much of it is in the front, and
  /// the arcs of that.
  struct alignas(64) Half {
    buffer<Marked> New;
    std::size_t Found = 0, Kept = 0;
    arc_index Arcs = 0;
  };

  /// Steps as long as the front is small, by two strands if another worker
  /// comes.
  void stepsTogether() {
    for (Half &half : Halves)
      half.New.resize(Few.Most);
    if (Rows.size() < Few.Most)
      Rows.resize(Few.Most);
    Companion companion;
    cilk_spawn stepsWith(companion);
    companion.serve([&] {
      markHalf(1);
      companion.meet(1);
      keepHalf(1);
    });
    cilk_sync;
  }

  void stepsWith(Companion &companion) {
    struct Ends {
      Companion &At;
      ~Ends() { At.end(); }
    } ends{companion};
    // It is not worth while to wait for another one soon.
    constexpr unsigned LeastSteps = 64;
    // Who cancels is answered by run(), where no strand is outstanding.
    for (unsigned i = 0; First != Last && isFew() && !isBackwardsCheaper() &&
                         !(companion.hasLeft() && i >= LeastSteps) &&
                         !leavesOut(Watch, Last - First);
         ++i)
      step([&] {
        if (ArcsOfFront < Few.Least || !stepWith(companion))
          stepSerially();
      });
  }

  /// Returns false, and does nothing, if the other strand is not there.
  bool stepWith(Companion &companion) {
    if (!companion.isThere())
      return false;
    if (RowsOf != First)
      loadRows();
    if (!companion.give())
      return false;
    markHalf(0);
    if (companion.takeBack()) {
      markHalf(1);
      keepHalf(0);
      keepHalf(1);
    } else {
      companion.meet(0);
      keepHalf(0);
      companion.finish();
      ++SharedSteps;
    }
    First = Last;
    Last += closeGap();
    ArcsOfFront = Halves[0].Arcs + Halves[1].Arcs;
    RowsOf = First;
    return true;
  }

  void markHalf(int which) {
    std::size_t count = Last - First, middle = count / 2;
    Half &half = Halves[which];
    Marked *found = half.New.data();
    half.Found = which == 0 ? markNeighbours(0, middle, found)
                            : markNeighbours(middle, count, found);
  }

  std::size_t markNeighbours(std::size_t first, std::size_t last,
                             Marked *found) {
    const vertex *targets = G.targets().data(), *front = Queue.data() + First;
    const Row *rows = Rows.data();
    vertex *parents = Parent.data();
    std::size_t next = 0;
    for (std::size_t i = first; i != last; ++i) {
      fetchAhead(rows + i, last - i, targets, parents);
      vertex v = front[i];
      for (arc_index a = rows[i].First, end = rows[i].Last; a != end; ++a) {
        vertex to = targets[a], parent = load(parents[to]);
        bool isNew = parent == no_vertex;
        // Never no_vertex, so that nothing is undone.
        store(parents[to], isNew ? v : parent);
        found[next] = {to, v};
        next += isNew;
      }
    }
    return next;
  }

  /// Writes what is right of what a strand has found to the queue, and its
  /// rows: the second strand's behind the room for all of the first one's.
  void keepHalf(int which) {
    constexpr std::size_t Ahead = 32;
    std::size_t at = which == 0 ? 0 : Halves[0].Found;
    Half &half = Halves[which];
    const Marked *found = half.New.data();
    const arc_index *offsets = G.offsets().data();
    const vertex *parents = Parent.data();
    vertex *members = Queue.data() + Last + at;
    Row *rows = Rows.data() + at;
    arc_index arcs = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i != half.Found; ++i) {
      if (half.Found - i > Ahead)
        __builtin_prefetch(&offsets[found[i + Ahead].To]);
      auto [to, from] = found[i];
      Row row = {offsets[to], offsets[to + 1]};
      members[kept] = to;
      rows[kept] = row;
      bool isRight = parents[to] == from;
      arcs += isRight ? row.Last - row.First : 0;
      kept += isRight;
    }
    half.Kept = kept;
    half.Arcs = arcs;
  }

  /// Makes the two parts of the new front one. Returns how large it is.
  std::size_t closeGap() {
    std::size_t from = Halves[0].Found, to = Halves[0].Kept;
    std::size_t count = Halves[1].Kept;
    if (from != to) {
      vertex *members = Queue.data() + Last;
      std::copy_n(members + from, count, members + to);
      std::copy_n(Rows.data() + from, count, Rows.data() + to);
    }
    return to + count;
  }
  /// @}

  /// The same in parallel.
  void stepForwards() {
    constexpr std::size_t Block = 128;
    Collector found(Queue.data() + Last);
    ArcsOfFront = 0;
    forBlocks(Last - First, Block, [&](std::size_t first, std::size_t last) {
      fetchAdd(ArcsOfFront,
               claimNeighbours(First + first, First + last, found));
    });
    First = std::exchange(Last, Last + found.size());
  }

  /// Collects the new neighbours of those in the queue from \p first to \p
  /// last. Returns how many arcs they have.
  arc_index claimNeighbours(std::size_t first, std::size_t last,
                            Collector &found) {
    constexpr std::size_t Ahead = 8;
    Collector::Part part(found);
    const arc_index *offsets = G.offsets().data();
    const vertex *targets = G.targets().data(), *queue = Queue.data();
    vertex *parents = Parent.data();
    arc_index arcs = 0;
    for (std::size_t i = first; i != last; ++i) {
      if (last - i > Ahead)
        for (vertex to : G.neighbours(queue[i + Ahead])) {
          __builtin_prefetch(&parents[to]);
          __builtin_prefetch(&offsets[to]);
        }
      vertex v = queue[i];
      for (arc_index a = offsets[v], end = offsets[v + 1]; a != end; ++a) {
        vertex to = targets[a];
        if (!claim(parents[to], no_vertex, v))
          continue;
        arcs += offsets[to + 1] - offsets[to];
        // For the next step.
        __builtin_prefetch(&targets[offsets[to]]);
        part.add(to);
      }
    }
    return arcs;
  }

  /// Steps from each vertex without parent to one of the front, as long as the
  /// front is large.
  void searchBackwards() {
    std::size_t words = (std::size_t(G.vertices()) + 63) / 64;
    array<std::uint64_t> front = filled(words, std::uint64_t(0));
    array<std::uint64_t> next(words);
    forEach(Last - First, [&](std::size_t i) {
      vertex v = Queue[First + i];
      __atomic_fetch_or(&front[v / 64], std::uint64_t(1) << v % 64,
                        __ATOMIC_RELAXED);
    });
    // Beamer's beta.
    std::size_t before, count = Last - First;
    do {
      before = count;
      count = stepBackwards(front, next);
      std::swap(front, next);
      noteFound(count);
      ++Level;
    } while (count >= before || count > G.vertices() / 18);
    // The fronts between are not in the queue, so there is room.
    Collector members(Queue.data() + Last);
    ArcsOfFront = 0;
    forBlocks(words, BlockSize / 8, [&](std::size_t first, std::size_t last) {
      Collector::Part part(members);
      arc_index arcs = 0;
      for (std::size_t w = first; w != last; ++w)
        for (std::uint64_t bits = front[w]; bits != 0; bits &= bits - 1) {
          auto v = static_cast<vertex>(w * 64 + __builtin_ctzll(bits));
          arcs += G.degree(v);
          part.add(v);
        }
      fetchAdd(ArcsOfFront, arcs);
    });
    First = std::exchange(Last, Last + members.size());
  }

  std::size_t stepBackwards(const array<std::uint64_t> &front,
                            array<std::uint64_t> &next) {
    std::size_t found = 0;
    forBlocks(front.size(), 16, [&](std::size_t first, std::size_t last) {
      // Copies stay in registers: what is reached by references would be loaded
      // again for each vertex.
      const std::uint64_t *now = front.data();
      const csr &in = *Incoming;
      vertex *parents = Parent.data(), *depths = Depth.data();
      const vertex level = Level;
      std::size_t mine = 0;
      for (std::size_t w = first; w != last; ++w) {
        std::uint64_t bits = 0;
        std::size_t end = std::min<std::size_t>(G.vertices(), w * 64 + 64);
        for (std::size_t v = w * 64; v != end; ++v) {
          if (parents[v] != no_vertex)
            continue;
          for (vertex from : in.neighbours(static_cast<vertex>(v)))
            if (now[from / 64] >> from % 64 & 1) {
              parents[v] = from;
              depths[v] = level;
              bits |= std::uint64_t(1) << v % 64;
              break;
            }
        }
        next[w] = bits;
        mine += static_cast<std::size_t>(__builtin_popcountll(bits));
      }
      fetchAdd(found, mine);
    });
    return found;
  }

  void noteFound(std::size_t count) {
    Reached += count;
    if (count != 0)
      Deepest = Level;
  }

  const csr &G;
  const csr *Incoming;
  FewArcs Few;
  progress *Watch;
  /// The queue has each vertex once, and room for one more, which is tried, and
  /// for what two strands have both found; the front is what is in it from
  /// First to Last.
  array<vertex> Parent, Depth, Queue;
  std::size_t First = 0, Last = 0;
  /// Of the front that begins there; nothing of others.
  buffer<Row> Rows;
  std::size_t RowsOf = ~std::size_t(0);
  /// Of them the depths were not written yet.
  std::vector<Segment> Segments;
  std::size_t Reached = 0;
  arc_index ArcsOfFront = 0;
  /// Of those that were not in a front yet, at least.
  arc_index ArcsLeft = 0;
  /// Of the first strand and the second.
  Half Halves[2];
  std::size_t SharedSteps = 0;
  /// The depth of what is found now, and of what was found last.
  vertex Level = 0, Deepest = 0;
};

inline bfs_result breadthFirst(const csr &g, const csr *incoming, vertex source,
                               progress *watch) {
  if (source >= g.vertices())
    throw std::out_of_range("there is no vertex " + std::to_string(source));
  return Bfs(g, incoming, {}, watch).run(source);
}

} // namespace detail

/// Searches from \p source along the arcs of \p g. At most linear work; less in
/// an undirected graph of small diameter. Takes 12 bytes for each vertex.
/// Throws std::out_of_range if there is no such vertex.
inline bfs_result breadth_first(const csr &g, vertex source,
                                progress *watch = nullptr) {
  return detail::breadthFirst(g, g.directed() ? nullptr : &g, source, watch);
}

/// The same for a directed graph whose transposed one is at hand.
inline bfs_result breadth_first(const csr &g, const csr &transposed,
                                vertex source, progress *watch = nullptr) {
  return detail::breadthFirst(g, &transposed, source, watch);
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_BFS_HPP
