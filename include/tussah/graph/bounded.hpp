//===- tussah/graph/bounded.hpp - Traversals of bounded depth ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Depth-first search as divide and conquer that cannot overflow a stack: what
/// lies deeper than a bound is put aside, and is where the next stage begins.
/// The pattern of Hiraishi, Yasugi, Umatani, Yuasa, "Parallel Graph Traversals
/// using Work-Stealing Frameworks for Many-core Platforms" (Journal of
/// Information Processing 20(1), 2012), section 5.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_BOUNDED_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_BOUNDED_HPP

#include <cilk/cilk.h>
#include <tussah/graph/parallel.hpp>
#include <tussah/worker_local.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tussah::graph {

/// How deep the recursion of a stage may become. 2^30 calls are enough work for
/// any number of processors, if the tree is balanced; and 30 frames fit into
/// any stack.
inline constexpr unsigned default_depth = 30;

/// What a traversal had to do.
struct traversal_counts {
  /// Stages after the first one.
  std::uint64_t stages = 0;
  /// Items that were put aside.
  std::uint64_t overflowed = 0;
  /// Arrays of such items that were allocated.
  std::uint64_t allocations = 0;
};

/// Visits everything that can be reached from some items. \p Space says what
/// that is:
///
///     struct space {
///       using item = ...;             // what is visited; trivially copyable
///       using cursor = ...;           // which children of an item are left
///       cursor children(item);        // all are left
///       bool next(cursor &, item &);  // the next one to be visited, if any
///     };
///
/// next() decides whether a child must be visited, and gives each item once; it
/// is called by several strands at the same time, for different cursors, so a
/// mark is set by an atomic operation. What a strand has written before next()
/// gave an item is seen by the visit of that item, and all of it after run().
///
/// Work and span are those of the tree of calls: each child is spawned, and
/// those of one item one after the other. But a stage of at most 32 items,
/// behind the first, is begun without spawns, and what 1,024 visits leave of it
/// is the next stage. Overflowed items are kept in arrays
/// of 600, one list for each worker, whatever tasks it runs; the arrays of a
/// stage are used again by later ones. Exceptions from Space and std::bad_alloc
/// leave run() after all strands have ended; it must not be called again then.
template <class Space> class bounded_traversal {
public:
  using item = typename Space::item;

  /// \p space must outlive this.
  explicit bounded_traversal(Space &space, unsigned depth = default_depth)
      : In(space), Depth(depth) {}

  /// Visits the \p count items \p roots, which are marked already, and all that
  /// is reached from them. To be called by one strand at a time.
  traversal_counts run(const item *roots, std::size_t count) {
    Counts = {};
    visitAll(roots, count);
    bool mayBeSmall = true;
    for (collect(); !Stage.empty(); collect()) {
      ++Counts.stages;
      if (mayBeSmall && Stage.size() == 1 && Stage[0]->Count <= FewItems) {
        // Below what many visits have left there may be as much again.
        mayBeSmall = visitAlone(*Stage[0]);
        continue;
      }
      mayBeSmall = true;
      // The arrays, and the items in them, in parallel.
      TUSSAH_GRAPH_GRAIN_1
      cilk_for (std::size_t i = 0; i < Stage.size(); ++i)
        visitAll(Stage[i]->Items, Stage[i]->Count);
    }
    return Counts;
  }

private:
  static constexpr std::size_t ArraySize = 600;
  /// A stage of few items is begun by one strand: a long path has as many
  /// stages as others have items, and thieves would only delay them. What its
  /// first visits leave is a stage of its own, in parallel. Arcs are not
  /// counted: where vertices have very many, this takes longer than a
  /// millisecond.
  static constexpr std::size_t FewItems = 32, FewVisits = 1024;

  struct Array {
    std::size_t Count = 0;
    item Items[ArraySize];
  };
  using Arrays = std::vector<std::unique_ptr<Array>>;

  void visit(item from, unsigned depth) {
    auto cursor = In.children(from);
    item child;
    if (depth == 0) {
      while (In.next(cursor, child))
        putAside(child);
      return;
    }
    while (In.next(cursor, child)) {
      cilk_spawn visit(child, depth - 1);
    }
  }

  /// Spawns them one after the other, which costs little more than calls.
  void visitSome(const item *items, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      cilk_spawn visit(items[i], Depth);
    }
  }

  void visitAll(const item *items, std::size_t count) {
    // Below an item there may be much or nothing; halves do not tell. So each
    // is a strand, but not a half of its own.
    detail::forBlocks(count, 32, [&](std::size_t first, std::size_t last) {
      visitSome(items + first, last - first);
    });
  }

  /// Visits some items without spawns, as far as few visits go, and puts aside
  /// what is left then. Returns whether that is nothing.
  bool visitAlone(const Array &some) {
    std::size_t left = FewVisits;
    for (std::size_t i = 0; i != some.Count; ++i)
      visitAlone(some.Items[i], Depth, left);
    return left != 0;
  }

  void visitAlone(item from, unsigned depth, std::size_t &left) {
    if (left == 0)
      return putAside(from);
    --left;
    auto cursor = In.children(from);
    item child;
    while (In.next(cursor, child)) {
      if (depth == 0)
        putAside(child);
      else
        visitAlone(child, depth - 1, left);
    }
  }

  __attribute__((noinline)) void putAside(item one) {
    // No spawn here, so the accumulator stays this worker's.
    Arrays &mine = Local.local();
    if (mine.empty() || mine.back()->Count == ArraySize)
      mine.push_back(newArray());
    Array &last = *mine.back();
    last.Items[last.Count++] = one;
  }

  std::unique_ptr<Array> newArray() {
    std::lock_guard<std::mutex> lock(FreeLock);
    if (Free.empty()) {
      ++Counts.allocations;
      return std::make_unique<Array>();
    }
    std::unique_ptr<Array> one = std::move(Free.back());
    Free.pop_back();
    one->Count = 0;
    return one;
  }

  /// Makes the workers' lists the next stage. No strand runs.
  void collect() {
    for (std::unique_ptr<Array> &one : Stage)
      Free.push_back(std::move(one));
    Stage.clear();
    Local.for_each([&](Arrays &some) {
      for (std::unique_ptr<Array> &one : some) {
        Counts.overflowed += one->Count;
        Stage.push_back(std::move(one));
      }
      some.clear();
    });
  }

  Space &In;
  unsigned Depth;
  /// What is visited now.
  Arrays Stage;
  traversal_counts Counts;
  /// What each worker has put aside.
  worker_local<Arrays> Local;
  /// Arrays of former stages, for whoever needs one; and their number that were
  /// allocated, in Counts. Taken once for 600 items.
  std::mutex FreeLock;
  Arrays Free;
};

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_BOUNDED_HPP
