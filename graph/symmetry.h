//===- symmetry.h - Arcs that have one back ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_SYMMETRY_H
#define TUSSAH_GRAPH_SYMMETRY_H

#include "input.h"

namespace tussah::graph {

/// What the arcs of \p V add to a sum which, over all vertices, is 0 if each
/// arc has one back, with the same weight, as often as it is there; otherwise
/// it is 0 once in 2^64. Without weights \p Weights is null.
std::uint64_t imbalanceOf(vertex V, const arc_index *Offsets,
                          const vertex *Targets, const double *Weights);

/// Whether each arc has one back, with the same weight, as often as it is
/// there. Without weights \p Weights is empty. Fails to see it once in 2^64.
bool isSymmetric(const Input &From, const buffer<arc_index> &Offsets,
                 const buffer<vertex> &Targets, const buffer<double> &Weights);

/// A vertex that has an arc to another one without an arc back, as often as
/// there is one; no_vertex if all have. If there is one, the targets of each
/// vertex are sorted, so that no memory is needed.
vertex findOneWay(const Input &From, const buffer<arc_index> &Offsets,
                  buffer<vertex> &Targets);

/// A number that is the same for each order of the arcs of \p G, and almost
/// surely for no other arcs. If \p Turned, each is taken as that back.
std::uint64_t hashOfArcs(const Input &From, const Loaded &G, bool Turned);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_SYMMETRY_H
