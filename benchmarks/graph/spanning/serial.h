//===- serial.h - Serial search with a stack of vertices --------*- C++ -*-===//

#ifndef TUSSAH_BENCHMARKS_GRAPH_SPANNING_SERIAL_H
#define TUSSAH_BENCHMARKS_GRAPH_SPANNING_SERIAL_H

#include "list.h"

/// Figure 3: visits all that can be reached from \p root and is unvisited.
template <class Mark> void serialSearch(Vertex root) {
  std::vector<Vertex> stack(1, root);
  while (!stack.empty()) {
    Vertex v = stack.back();
    stack.pop_back();
    Arcs arcs(v);
    for (Vertex to; arcs.next(to);)
      if (Mark::mark(to, v))
        stack.push_back(to);
  }
}

#endif // TUSSAH_BENCHMARKS_GRAPH_SPANNING_SERIAL_H
