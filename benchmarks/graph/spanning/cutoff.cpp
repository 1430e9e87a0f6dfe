//===- cutoff.cpp - Parallel only near the root ---------------------------===//
///
/// \file
/// What the paper's section 7.3 and figure 13 compare with: no stages.
///
//===----------------------------------------------------------------------===//

#include "programs.h"
#include "serial.h"

#include <cilk/cilk.h>

static void searchCutOff(Vertex v, int b) {
  if (b == 0)
    return serialSearch<Marking>(v);
  Arcs arcs(v);
  for (Vertex to; arcs.next(to);)
    if (Marking::mark(to, v)) {
      cilk_spawn searchCutOff(to, b - 1);
    }
}

Counts runCutOff(Vertex root, int depth) {
  searchCutOff(root, depth);
  return {};
}
