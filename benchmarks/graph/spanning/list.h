//===- list.h - Vertices that wait for the next stage -----------*- C++ -*-===//
///
/// \file
/// Lists of arrays of vertices, the accumulators of the paper's figures 4 to 9,
/// and how a vertex is marked in them.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_GRAPH_SPANNING_LIST_H
#define TUSSAH_BENCHMARKS_GRAPH_SPANNING_LIST_H

#include "graph.h"

#include <vector>

/// What a run had to do.
struct Counts {
  /// Stages after the first one.
  uint64_t Stages = 0;
  /// Vertices that were put on lists, arrays of them, and the size of an array.
  uint64_t Overflowed = 0, Arrays = 0, ArraySize = 0;
};

template <unsigned Size> struct Array {
  Array *Next = nullptr;
  unsigned Count = 0;
  Vertex Items[Size];
};

/// A list, which can be copied: it does not own its arrays.
template <unsigned Size> struct List {
  using Block = Array<Size>;
  Block *Head = nullptr, *Last = nullptr;
  /// Arrays in it.
  size_t Length = 0;

  void add(Vertex v) {
    if (!Head || Head->Count == Size)
      grow();
    Head->Items[Head->Count++] = v;
  }

  /// Adds the arrays of \p other.
  void append(List other) {
    if (!other.Head)
      return;
    if (Head)
      Last->Next = other.Head;
    else
      Head = other.Head;
    Last = other.Last;
    Length += other.Length;
  }

  std::vector<Block *> toArray() const {
    std::vector<Block *> all;
    all.reserve(Length);
    for (Block *one = Head; one; one = one->Next)
      all.push_back(one);
    return all;
  }

private:
  __attribute__((noinline)) void grow() {
    Block *fresh = new Block;
    fresh->Next = Head;
    if (!Head)
      Last = fresh;
    Head = fresh;
    ++Length;
  }
};

/// As in the authors' programs: a list for a short time has small arrays.
using ShortList = List<3>;
using LongList = List<600>;

/// Stages until nothing overflows: \p visit(list) returns the next list.
template <unsigned Size, class Function>
Counts runStages(List<Size> list, const Function &visit) {
  Counts counts;
  counts.ArraySize = Size;
  while (list.Head) {
    ++counts.Stages;
    List<Size> next = visit(list);
    while (Array<Size> *first = list.Head) {
      ++counts.Arrays;
      counts.Overflowed += first->Count;
      list.Head = first->Next;
      delete first;
    }
    list = next;
  }
  return counts;
}

/// Takes the arc \p e, which is then the next one of its list, and returns
/// where it leads. Asks for the vertex that the next arc leads to: behind the
/// last one of a list that is some other vertex.
inline Vertex takeArc(EdgeIndex &e) {
  Vertex to = Edges[e].To;
  e = Edges[e].Next;
  __builtin_prefetch(&Vertices[Edges[e].To]);
  return to;
}

/// Loops over the arcs of a vertex: `Arcs at(v); while (at.next(to))`.
class Arcs {
  EdgeIndex Next;
  Vertex Left;

public:
  explicit Arcs(Vertex v) : Next(Vertices[v].First), Left(Vertices[v].Degree) {}
  bool next(Vertex &to) {
    if (Left == 0)
      return false;
    --Left;
    to = takeArc(Next);
    return true;
  }
};

/// To be called before \p items[i] of \p count are visited, in turn. The calls
/// of neighbouring items are independent, and would wait for memory each for
/// itself.
inline void prefetchAhead(const Vertex *items, unsigned i, unsigned count) {
  constexpr unsigned ForEdges = 4, ForVertex = 8;
  if (i + ForVertex < count)
    __builtin_prefetch(&Vertices[items[i + ForVertex]]);
  if (i + ForEdges < count)
    __builtin_prefetch(&Edges[Vertices[items[i + ForEdges]].First]);
}

/// \name Marking (figures 4 and 5)
/// Whether \p v was not visited before; then \p parent is its parent.
/// @{
struct Plain {
  static bool mark(Vertex v, Vertex parent) {
    if (Vertices[v].Parent != 0)
      return false;
    Vertices[v].Parent = parent + 1;
    return true;
  }
};
struct CompareAndSwap {
  static bool mark(Vertex v, Vertex parent) {
    Vertex none = 0;
    Vertex &place = Vertices[v].Parent;
    return __atomic_load_n(&place, __ATOMIC_RELAXED) == 0 &&
           __atomic_compare_exchange_n(&place, &none, parent + 1, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
};
struct Fence {
  static bool mark(Vertex v, Vertex parent) {
    Vertex &place = Vertices[v].Parent;
    if (__atomic_load_n(&place, __ATOMIC_RELAXED) != 0)
      return false;
    __atomic_store_n(&place, parent + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return true;
  }
};
/// What figures 6 to 9 are printed with. Two strands may visit the same vertex,
/// which has one parent nevertheless.
using Marking = Fence;
/// @}

/// Marks the next of \p arcs, those of \p v, that leads to an unvisited vertex,
/// \p to. Returns false if there is none.
template <class Mark> bool nextUnvisited(Arcs &arcs, Vertex v, Vertex &to) {
  while (arcs.next(to))
    if (Mark::mark(to, v))
      return true;
  return false;
}

/// Visits \p v at the depth limit: its unvisited neighbours go to \p list.
template <class Mark, class AnyList>
void addNeighbours(Vertex v, AnyList &list) {
  Arcs arcs(v);
  for (Vertex to; nextUnvisited<Mark>(arcs, v, to);)
    list.add(to);
}

#endif // TUSSAH_BENCHMARKS_GRAPH_SPANNING_LIST_H
