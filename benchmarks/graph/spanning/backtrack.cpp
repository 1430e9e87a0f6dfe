//===- backtrack.cpp - Spanning trees by backtracking ---------------------===//
///
/// \file
/// Figure 8. A worker has one list, whatever tasks it runs; a task that finds
/// none makes one, and returns it.
///
//===----------------------------------------------------------------------===//

#include "programs.h"

#include <tussah/backtrack.hpp>

#include <utility>

namespace bt = tussah::backtrack;

namespace {

/// What a worker has: the list, if it is in use.
struct Workspace {
  LongList List;
  bool Available = false;
};
using Worker = bt::worker_of<Workspace>;

constexpr Vertex NoVertex = ~Vertex(0);

/// A task's result, and how it gets it: \p search() adds to the worker's list.
struct Result {
  LongList Overflowed;

  template <class Function> void collect(Worker &w, const Function &search) {
    if (w.data().Available)
      return search();
    w.data().Available = true;
    search();
    w.data().Available = false;
    Overflowed = std::exchange(w.data().List, {});
  }
};

/// The arcs from number `From` to `To - 1` of a vertex.
struct ArcsTask : Result {
  Vertex Of;
  int Depth;
  Vertex From, To;
  void run(Worker &w);
};
/// Arrays, which one has to go through a list for, or not; and their items.
struct ListTask : Result {
  LongList::Block *First;
  int Depth;
  size_t From, To;
  void run(Worker &w);
};
struct ArraysTask : Result {
  LongList::Block *const *Arrays;
  int Depth;
  size_t From, To;
  void run(Worker &w);
};
struct ItemsTask : Result {
  const Vertex *Items;
  int Depth;
  unsigned From, To;
  void run(Worker &w);
};

} // namespace

/// A loop whose tasks' lists go to the worker's.
template <class Task, class Index, class Body, class Put>
TUSSAH_BACKTRACK_INLINE static void loop(Worker &w, Index from, Index to,
                                         Body body, Put put) {
  Worker *outer = &w;
  bt::parallel_for<Task>(w, from, to, body, put, [outer](Task &task) {
    outer->data().List.append(task.Overflowed);
  });
}

static void search(Worker &w, Vertex v, int depth);

/// Goes through the arcs of \p v from number \p from to \p to - 1, of which \p
/// e is the first. But if \p child is a vertex, that one's arc has been taken.
TUSSAH_BACKTRACK_INLINE static void searchArcs(Worker &w, Vertex v, int depth,
                                               Vertex child, EdgeIndex e,
                                               Vertex from, Vertex to) {
  loop<ArcsTask>(
      w, from, to,
      [&e, &child, v, depth](Worker &w, Vertex) {
        Vertex next = child;
        child = NoVertex;
        if (next == NoVertex) {
          next = takeArc(e);
          if (!Marking::mark(next, v))
            return;
        }
        search(w, next, depth - 1);
      },
      [v, depth](ArcsTask &task, Vertex a, Vertex b) {
        task.Of = v;
        task.Depth = depth;
        task.From = a;
        task.To = b;
      });
}

static void search(Worker &w, Vertex v, int depth) {
  if (depth == 0)
    return addNeighbours<Marking>(v, w.data().List);
  // Many vertices have no unvisited neighbour, and need no choice point.
  EdgeIndex e = Vertices[v].First;
  Vertex at = 0, degree = Vertices[v].Degree, child;
  do {
    if (at++ == degree)
      return;
    child = takeArc(e);
  } while (!Marking::mark(child, v));
  searchArcs(w, v, depth, child, e, at - 1, degree);
}

static void searchItems(Worker &w, const Vertex *items, int depth,
                        unsigned from, unsigned to) {
  loop<ItemsTask>(
      w, from, to,
      [items, depth, to](Worker &w, unsigned i) {
        prefetchAhead(items, i, to);
        search(w, items[i], depth);
      },
      [items, depth](ItemsTask &task, unsigned a, unsigned b) {
        task.Items = items;
        task.Depth = depth;
        task.From = a;
        task.To = b;
      });
}

static void searchList(Worker &w, LongList::Block *first, int depth,
                       size_t from, size_t to) {
  LongList::Block *at = first;
  for (size_t i = 0; i != from; ++i)
    at = at->Next;
  loop<ListTask>(
      w, from, to,
      [&at, depth](Worker &w, size_t) {
        searchItems(w, at->Items, depth, 0, at->Count);
        at = at->Next;
      },
      [first, depth](ListTask &task, size_t a, size_t b) {
        task.First = first;
        task.Depth = depth;
        task.From = a;
        task.To = b;
      });
}

static void searchArrays(Worker &w, LongList::Block *const *arrays, int depth,
                         size_t from, size_t to) {
  loop<ArraysTask>(
      w, from, to,
      [arrays, depth](Worker &w, size_t i) {
        searchItems(w, arrays[i]->Items, depth, 0, arrays[i]->Count);
      },
      [arrays, depth](ArraysTask &task, size_t a, size_t b) {
        task.Arrays = arrays;
        task.Depth = depth;
        task.From = a;
        task.To = b;
      });
}

void ArcsTask::run(Worker &w) {
  collect(w, [&] {
    EdgeIndex e = Vertices[Of].First;
    // Arcs that others have.
    for (Vertex i = 0; i != From; ++i)
      e = Edges[e].Next;
    searchArcs(w, Of, Depth, NoVertex, e, From, To);
  });
}
void ItemsTask::run(Worker &w) {
  collect(w, [&] { searchItems(w, Items, Depth, From, To); });
}
void ListTask::run(Worker &w) {
  collect(w, [&] { searchList(w, First, Depth, From, To); });
}
void ArraysTask::run(Worker &w) {
  collect(w, [&] { searchArrays(w, Arrays, Depth, From, To); });
}

/// \p visit(w, list) visits what is on a list.
template <class Function>
static Counts runWith(Vertex root, int depth, Function visit) {
  bt::options options;
  options.workers = Workers;
  return bt::run_with(
      options, [](unsigned) { return Workspace(); },
      [&](Worker &w) {
        w.data().Available = true;
        search(w, root, depth);
        return runStages(std::exchange(w.data().List, {}), [&](LongList list) {
          visit(w, list);
          return std::exchange(w.data().List, {});
        });
      });
}

Counts runBacktrack(Vertex root, int depth) {
  return runWith(root, depth, [depth](Worker &w, LongList list) {
    searchList(w, list.Head, depth, 0, list.Length);
  });
}

Counts runBacktrackArray(Vertex root, int depth) {
  return runWith(root, depth, [depth](Worker &w, LongList list) {
    auto arrays = list.toArray();
    searchArrays(w, arrays.data(), depth, 0, arrays.size());
  });
}
