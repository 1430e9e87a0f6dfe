//===- analyses.h - What groups and ways a graph has ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands of `tussah graph` about its dense parts and its paths. Those about
/// single vertices and edges are in main.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_GRAPH_TOOL_ANALYSES_H
#define TUSSAH_GRAPH_TOOL_ANALYSES_H

#include "options.h"

namespace tussah::graph {

void betweennessCommand(const Options &O);
void clusteringCommand(const Options &O);
void communitiesCommand(const Options &O);
void trussCommand(const Options &O);
void walksCommand(const Options &O);

} // namespace tussah::graph

#endif // TUSSAH_GRAPH_TOOL_ANALYSES_H
