//===- long.cpp - Cilk with lists for a long time -------------------------===//
///
/// \file
/// Figure 9, with either way of figure 5 to mark a vertex.
///
//===----------------------------------------------------------------------===//

#include "programs.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

namespace {

/// The list that a function uses now, and those that its children may still
/// use because it was stolen from them.
class Ownership {
  struct Former {
    LongList *Of;
    Former *Before;
  };
  LongList *Now;
  Former *Stack = nullptr;

  __attribute__((noinline, cold)) void change() {
    Stack = new Former{Now, Stack};
    Now = new LongList;
  }
  __attribute__((noinline, cold)) void concatenate() {
    while (Stack) {
      Former *top = Stack;
      top->Of->append(*Now);
      delete Now;
      Now = top->Of;
      Stack = top->Before;
      delete top;
    }
  }

public:
  explicit Ownership(LongList *first) : Now(first) {}
  LongList *list() { return Now; }

  /// Behind a spawn: if children may be using the list, takes another one.
  void spawned(int synched) {
    if (!synched)
      change();
  }
  /// Behind a sync: makes one list of all, the first.
  void synced() {
    if (Stack)
      concatenate();
  }
};

} // namespace

/// Visits \p v one above the depth limit: its children spawn nothing, and are
/// too small to be worth a spawn.
template <class Mark> static void searchLast(Vertex v, LongList &list) {
  Arcs arcs(v);
  for (Vertex to; nextUnvisited<Mark>(arcs, v, to);)
    addNeighbours<Mark>(to, list);
}

template <class Mark> static void searchSpawn(Vertex v, int b, LongList *list) {
  if (b == 0)
    return addNeighbours<Mark>(v, *list);
  if (b == 1)
    return searchLast<Mark>(v, *list);
  // Many vertices have no such neighbour, and need no frame that can be stolen.
  Arcs arcs(v);
  Vertex to;
  if (!nextUnvisited<Mark>(arcs, v, to))
    return;
  Ownership own(list);
  do {
    cilk_spawn searchSpawn<Mark>(to, b - 1, own.list());
    own.spawned(__cilkrts_synched());
  } while (nextUnvisited<Mark>(arcs, v, to));
  cilk_sync;
  own.synced();
}

/// Visits some vertices, each in a strand of its own.
template <class Mark>
static void searchItems(const Vertex *items, unsigned count, int depth,
                        LongList *list) {
  Ownership own(list);
  for (unsigned i = 0; i != count; ++i) {
    prefetchAhead(items, i, count);
    cilk_spawn searchSpawn<Mark>(items[i], depth, own.list());
    own.spawned(__cilkrts_synched());
  }
  cilk_sync;
  own.synced();
}

/// Visits the items of some arrays, half of them in another strand.
template <class Mark>
static void searchArrays(LongList::Block *const *arrays, size_t count,
                         int depth, LongList *list) {
  if (count == 1)
    return searchItems<Mark>(arrays[0]->Items, arrays[0]->Count, depth, list);
  Ownership own(list);
  cilk_spawn searchArrays<Mark>(arrays, count / 2, depth, own.list());
  own.spawned(__cilkrts_synched());
  searchArrays<Mark>(arrays + count / 2, count - count / 2, depth, own.list());
  cilk_sync;
  own.synced();
}

template <class Mark> static Counts runSpawns(Vertex root, int depth) {
  LongList first;
  searchSpawn<Mark>(root, depth, &first);
  return runStages(first, [&](LongList list) {
    auto arrays = list.toArray();
    LongList next;
    searchArrays<Mark>(arrays.data(), arrays.size(), depth, &next);
    return next;
  });
}

Counts runLong(Vertex root, int depth) {
  return runSpawns<Marking>(root, depth);
}
Counts runLongSwap(Vertex root, int depth) {
  return runSpawns<CompareAndSwap>(root, depth);
}
