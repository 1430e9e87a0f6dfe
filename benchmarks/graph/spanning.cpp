//===- spanning.cpp - The paper's spanning-tree programs --------*- C++ -*-===//
///
/// \file
/// The programs of Hiraishi, Yasugi, Umatani, Yuasa, "Parallel Graph Traversals
/// using Work-Stealing Frameworks for Many-core Platforms" (2012), on its lists
/// of edges in arrays, for paper.py: serial with a stack (figure 3), serial
/// with bounded depth (figure 4), that with compare-and-swap or a store-load
/// fence (figure 5), Cilk where each child returns a list (figure 7), and Cilk
/// where one list is passed on as long as nothing is stolen (figure 9). With
/// SHORT_TERM only figure 7: inlets cost something wherever they are included.
/// The program of figure 8 is examples/backtrack/spanning.cpp.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "spanning"
#ifdef SHORT_TERM
#define EXAMPLE_USAGE "GRAPH.sg short"
#include <tussah/inlet.h>
#else
#define EXAMPLE_USAGE "GRAPH.sg stack|limited|cas|fence|long"
#endif
#include "../../examples/example.h"

#include <cilk/cilk.h>
#include <cilk/cilk_api.h>
#include <tussah/graph/io.hpp>

#include <atomic>
#include <utility>
#include <vector>

using namespace tussah::graph;

namespace {

constexpr int DepthLimit = 30;

/// As few as fit the short lists of figure 7, or as in Tascell's program.
#ifdef SHORT_TERM
constexpr unsigned ArraySize = 3;
#else
constexpr unsigned ArraySize = 600;
#endif

std::atomic<uint64_t> Allocations;

struct Array {
  Array *Next = nullptr;
  unsigned Count = 0;
  vertex Vertices[ArraySize];
};

/// A list of arrays, which can be copied: it does not own them.
struct List {
  Array *Head = nullptr, *Last = nullptr;

  void add(vertex v) {
    if (!Head || Head->Count == ArraySize) {
      Allocations.fetch_add(1, std::memory_order_relaxed);
      Array *fresh = new Array;
      fresh->Next = Head;
      if (!Head)
        Last = fresh;
      Head = fresh;
    }
    Head->Vertices[Head->Count++] = v;
  }

  void append(List other) {
    if (!other.Head)
      return;
    if (Head)
      Last->Next = other.Head;
    else
      Head = other.Head;
    Last = other.Last;
  }
};

/// The graph of figure 3: D1 and D2, with the parents beside.
struct Search {
  const linked_graph &G;
  std::vector<vertex> Parents;

  explicit Search(const linked_graph &g)
      : G(g), Parents(g.vertices(), no_vertex) {}
};

/// How a vertex is marked (figures 4 and 5). Each says whether it was not.
struct Plain {
  static bool mark(vertex &parent, vertex from) {
    if (parent != no_vertex)
      return false;
    parent = from;
    return true;
  }
};
struct CompareAndSwap {
  static bool mark(vertex &parent, vertex from) {
    vertex none = no_vertex;
    return __atomic_load_n(&parent, __ATOMIC_RELAXED) == no_vertex &&
           __atomic_compare_exchange_n(&parent, &none, from, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
};
struct Fence {
  static bool mark(vertex &parent, vertex from) {
    if (__atomic_load_n(&parent, __ATOMIC_RELAXED) != no_vertex)
      return false;
    __atomic_store_n(&parent, from, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return true;
  }
};

struct Counts {
  uint64_t Stages = 0, Overflowed = 0;
};

/// The arrays of \p list, whose vertices it counts.
std::vector<Array *> toArray(List list, Counts &counts) {
  std::vector<Array *> arrays;
  for (Array *one = list.Head; one; one = one->Next) {
    arrays.push_back(one);
    counts.Overflowed += one->Count;
  }
  return arrays;
}

/// Stages until nothing overflows. \p Visit(arrays) returns what did.
template <class Function> Counts runStages(List first, const Function &visit) {
  Counts counts;
  while (first.Head) {
    ++counts.Stages;
    std::vector<Array *> arrays = toArray(first, counts);
    first = visit(arrays);
    for (Array *one : arrays)
      delete one;
  }
  return counts;
}

#ifdef SHORT_TERM

// Figure 7.
List searchSpawn(Search *s, vertex v, int b) {
  List mine;
  tussah::inlet concat([&](List list) { mine.append(list); });
  arc_index e = s->G.degree(v) ? s->G.first(v) : 0;
  for (arc_index left = s->G.degree(v); left != 0; --left) {
    vertex to = s->G[e].to;
    e = s->G[e].next;
    // Whatever code generation does with these must be done before a spawn.
    __asm__ volatile("" : "+m"(e), "+m"(left));
    if (!CompareAndSwap::mark(s->Parents[to], v))
      continue;
    if (b > 0)
      tussah_inlet_call(concat, searchSpawn, s, to, b - 1);
    else
      mine.add(to);
  }
  tussah_inlet_sync(&concat);
  return mine;
}

List searchAll(Search *s, Array *const *arrays, size_t count) {
  List mine;
  tussah::inlet concat([&](List list) { mine.append(list); });
  if (count > 1) {
    tussah_inlet_call(concat, searchAll, s, arrays, count / 2);
    tussah_inlet_call(concat, searchAll, s, arrays + count / 2,
                      count - count / 2);
  } else {
    for (unsigned i = 0; i != arrays[0]->Count; ++i) {
      __asm__ volatile("" : "+m"(i));
      tussah_inlet_call(concat, searchSpawn, s, arrays[0]->Vertices[i],
                        DepthLimit);
    }
  }
  tussah_inlet_sync(&concat);
  return mine;
}

Counts runShort(Search &s, vertex root) {
  return runStages(searchSpawn(&s, root, DepthLimit),
                   [&](const std::vector<Array *> &arrays) {
                     return searchAll(&s, arrays.data(), arrays.size());
                   });
}

#else

// Figure 3.
void serialSearch(Search &s, vertex root) {
  std::vector<vertex> stack(1, root);
  while (!stack.empty()) {
    vertex v = stack.back();
    stack.pop_back();
    arc_index e = s.G.degree(v) ? s.G.first(v) : 0;
    for (arc_index left = s.G.degree(v); left != 0; --left, e = s.G[e].next) {
      vertex to = s.G[e].to;
      if (Plain::mark(s.Parents[to], v))
        stack.push_back(to);
    }
  }
}

// Figures 4 and 5.
template <class Mark>
void serialSearchCall(Search &s, vertex v, int b, List &list) {
  arc_index e = s.G.degree(v) ? s.G.first(v) : 0;
  for (arc_index left = s.G.degree(v); left != 0; --left, e = s.G[e].next) {
    vertex to = s.G[e].to;
    if (!Mark::mark(s.Parents[to], v))
      continue;
    if (b > 0)
      serialSearchCall<Mark>(s, to, b - 1, list);
    else
      list.add(to);
  }
}

template <class Mark> Counts runLimited(Search &s, vertex root) {
  List list;
  serialSearchCall<Mark>(s, root, DepthLimit, list);
  return runStages(list, [&](const std::vector<Array *> &arrays) {
    List next;
    for (Array *one : arrays)
      for (unsigned i = 0; i != one->Count; ++i)
        serialSearchCall<Mark>(s, one->Vertices[i], DepthLimit, next);
    return next;
  });
}

/// The list that a function uses now, and those that its stolen-from children
/// may still use, the latest first.
class Ownership {
  struct Former {
    List *Of;
    Former *Before;
  };
  List *Now;
  Former *Stack = nullptr;

public:
  explicit Ownership(List *first) : Now(first) {}
  List *list() { return Now; }
  /// The children may use the list at the same time: take another.
  void change() {
    Stack = new Former{Now, Stack};
    Now = new List;
  }
  /// All children have ended: makes one list of all, the first.
  void concatenate() {
    while (Stack) {
      Former *top = Stack;
      top->Of->append(*Now);
      delete Now;
      Now = top->Of;
      Stack = top->Before;
      delete top;
    }
  }
};

// Figure 9.
void searchSynched(Search *s, vertex v, int b, List *list) {
  Ownership own(list);
  arc_index e = s->G.degree(v) ? s->G.first(v) : 0;
  for (arc_index left = s->G.degree(v); left != 0; --left) {
    vertex to = s->G[e].to;
    e = s->G[e].next;
    // Whatever code generation does with these must be done before a spawn.
    __asm__ volatile("" : "+m"(e), "+m"(left));
    if (!CompareAndSwap::mark(s->Parents[to], v))
      continue;
    if (b > 0) {
      cilk_spawn searchSynched(s, to, b - 1, own.list());
      if (!__cilkrts_synched())
        own.change();
    } else {
      own.list()->add(to);
    }
  }
  cilk_sync;
  own.concatenate();
}

void searchAllSynched(Search *s, Array *const *arrays, size_t count,
                      List *list) {
  Ownership own(list);
  if (count > 1) {
    cilk_spawn searchAllSynched(s, arrays, count / 2, own.list());
    if (!__cilkrts_synched())
      own.change();
    searchAllSynched(s, arrays + count / 2, count - count / 2, own.list());
  } else {
    for (unsigned i = 0; i != arrays[0]->Count; ++i) {
      __asm__ volatile("" : "+m"(i));
      cilk_spawn searchSynched(s, arrays[0]->Vertices[i], DepthLimit,
                               own.list());
      if (!__cilkrts_synched())
        own.change();
    }
  }
  cilk_sync;
  own.concatenate();
}

Counts runLong(Search &s, vertex root) {
  List list;
  searchSynched(&s, root, DepthLimit, &list);
  return runStages(list, [&](const std::vector<Array *> &arrays) {
    List next;
    searchAllSynched(&s, arrays.data(), arrays.size(), &next);
    return next;
  });
}

#endif

/// How many vertices are in the tree, each below one that it has an edge to.
vertex check(const Search &s, vertex root) {
  // 1 for those whose way to the root is known, 2 for those on a way.
  std::vector<char> good(s.G.vertices(), 0);
  good[root] = 1;
  vertex count = 0;
  std::vector<vertex> way;
  for (vertex v = 0; v != s.G.vertices(); ++v) {
    if (s.Parents[v] == no_vertex)
      continue;
    ++count;
    bool found = v == root;
    arc_index e = s.G.degree(v) ? s.G.first(v) : 0;
    for (arc_index i = s.G.degree(v); i != 0; --i, e = s.G[e].next)
      found |= s.G[e].to == s.Parents[v];
    if (!found)
      example_fail(1, "wrong result: %u has no edge to its parent", v);
    way.clear();
    for (vertex up = v; !good[up]; up = s.Parents[up]) {
      good[up] = 2;
      way.push_back(up);
      if (good[s.Parents[up]] == 2)
        example_fail(1, "wrong result: %u is on a cycle", up);
    }
    for (vertex up : way)
      good[up] = 1;
  }
  return count;
}

struct Variant {
  const char *Name;
  Counts (*Run)(Search &, vertex);
};
constexpr Variant Variants[] = {
#ifdef SHORT_TERM
    {"short", runShort},
#else
    {"stack",
     [](Search &s, vertex root) {
       serialSearch(s, root);
       return Counts();
     }},
    {"limited", runLimited<Plain>},
    {"cas", runLimited<CompareAndSwap>},
    {"fence", runLimited<Fence>},
    {"long", runLong},
#endif
};

} // namespace

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  for (const Variant &one : Variants) {
    if (argc != 3 || strcmp(one.Name, argv[2]) != 0)
      continue;
    linked_graph g = [&] {
      try {
        return linked_graph(read(argv[1], format::gap));
      } catch (const io_error &error) {
        example_fail(2, "%s", error.what());
      }
    }();
    if (g.vertices() == 0)
      example_fail(2, "the graph has no vertices");
    Search s(g);
    s.Parents[0] = 0;
    double start = example_clock();
    Counts counts = one.Run(s, 0);
    example_time(start);
    printf("vertices %u arcs %" PRIu64 " tree %u stages %" PRIu64
           " overflowed %" PRIu64 " allocations %" PRIu64 " size %u\n",
           g.vertices(), (uint64_t)g.arcs(), check(s, 0), counts.Stages,
           counts.Overflowed, Allocations.load(), ArraySize);
    return 0;
  }
  example_fail(2, "usage: %s", EXAMPLE_NAME " " EXAMPLE_USAGE);
}
