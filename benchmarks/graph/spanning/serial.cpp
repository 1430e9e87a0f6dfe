//===- serial.cpp - Serial spanning trees ---------------------------------===//

#include "serial.h"
#include "programs.h"

Counts runStack(Vertex root, int) {
  serialSearch<Plain>(root);
  return {};
}

template <class Mark> static void searchCall(Vertex v, int b, LongList &list) {
  Arcs arcs(v);
  for (Vertex to; arcs.next(to);) {
    if (!Mark::mark(to, v))
      continue;
    if (b > 0)
      searchCall<Mark>(to, b - 1, list);
    else
      list.add(to);
  }
}

template <class Mark> static Counts runBounded(Vertex root, int depth) {
  LongList first;
  searchCall<Mark>(root, depth, first);
  return runStages(first, [&](LongList list) {
    LongList next;
    for (LongList::Block *one = list.Head; one; one = one->Next)
      for (unsigned i = 0; i != one->Count; ++i) {
        prefetchAhead(one->Items, i, one->Count);
        searchCall<Mark>(one->Items[i], depth, next);
      }
    return next;
  });
}

Counts runLimited(Vertex root, int depth) {
  return runBounded<Plain>(root, depth);
}
Counts runCompareAndSwap(Vertex root, int depth) {
  return runBounded<CompareAndSwap>(root, depth);
}
Counts runFence(Vertex root, int depth) {
  return runBounded<Fence>(root, depth);
}
