//===- programs.h - The paper's spanning-tree programs ----------*- C++ -*-===//
///
/// \file
/// Each makes a tree from a root, which is marked already, in the graph of
/// graph.h, and returns what it had to do. Depths are those of calls: with 0,
/// only the neighbours of a vertex are visited before others wait.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_GRAPH_SPANNING_PROGRAMS_H
#define TUSSAH_BENCHMARKS_GRAPH_SPANNING_PROGRAMS_H

#include "list.h"

/// On how many workers the parallel ones run.
extern unsigned Workers;

/// Figure 3: serial, with a stack of vertices. The depth does not matter.
Counts runStack(Vertex root, int depth);
/// Figure 4: serial calls of bounded depth.
Counts runLimited(Vertex root, int depth);
/// Figure 5: that with compare-and-swap, or with a store-load fence.
Counts runCompareAndSwap(Vertex root, int depth);
Counts runFence(Vertex root, int depth);

/// Figure 6: one list for all, which is wrong: updates of it are lost.
Counts runShared(Vertex root, int depth);
/// Figure 7: each child returns a list, which its parent adds to its own.
Counts runShort(Vertex root, int depth);
/// Figure 9: a list is passed on as long as nothing is stolen.
Counts runLong(Vertex root, int depth);
/// The same with compare-and-swap, the other way of figure 5.
Counts runLongSwap(Vertex root, int depth);
/// Section 7.3: parallel calls to a depth, and behind it serial searches.
Counts runCutOff(Vertex root, int depth);

/// Figure 8: by backtracking, with a list for each worker. A stage goes
/// through the list itself, from its beginning in each task ("skipping"), or
/// through an array of its arrays.
Counts runBacktrack(Vertex root, int depth);
Counts runBacktrackArray(Vertex root, int depth);

/// Lets two strands add a vertex each to the list of figure 6, so that both
/// have read it before one writes. Returns how many vertices are in it then.
/// Needs two workers.
unsigned loseUpdate();

#endif // TUSSAH_BENCHMARKS_GRAPH_SPANNING_PROGRAMS_H
