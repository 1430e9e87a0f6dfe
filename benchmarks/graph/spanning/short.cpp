//===- short.cpp - Cilk with lists for a short time -----------------------===//
///
/// \file
/// Figure 7. A file of its own, since inlets cost something wherever they are
/// included.
///
//===----------------------------------------------------------------------===//

#include "programs.h"

#include <cilk/cilk.h>
#include <tussah/inlet.h>

static ShortList searchSpawn(Vertex v, int b) {
  ShortList mine;
  tussah::inlet concat([&](ShortList list) { mine.append(list); });
  Arcs arcs(v);
  for (Vertex to; arcs.next(to);) {
    if (!Marking::mark(to, v))
      continue;
    if (b > 0)
      tussah_inlet_call(concat, searchSpawn, to, b - 1);
    else
      mine.add(to);
  }
  tussah_inlet_sync(&concat);
  return mine;
}

/// Visits the items of some arrays, half of them in another strand.
static ShortList searchArrays(ShortList::Block *const *arrays, size_t count,
                              int depth) {
  ShortList mine;
  tussah::inlet concat([&](ShortList list) { mine.append(list); });
  if (count > 1) {
    tussah_inlet_call(concat, searchArrays, arrays, count / 2, depth);
    tussah_inlet_call(concat, searchArrays, arrays + count / 2,
                      count - count / 2, depth);
  } else {
    // At most three.
    for (unsigned i = 0; i != arrays[0]->Count; ++i)
      tussah_inlet_call(concat, searchSpawn, arrays[0]->Items[i], depth);
  }
  tussah_inlet_sync(&concat);
  return mine;
}

Counts runShort(Vertex root, int depth) {
  return runStages(searchSpawn(root, depth), [&](ShortList list) {
    auto arrays = list.toArray();
    return searchArrays(arrays.data(), arrays.size(), depth);
  });
}
