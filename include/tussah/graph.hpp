//===- tussah/graph.hpp - Parallel graph algorithms -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All of the library for graphs. Its algorithms are templates and inline
/// functions with the keywords of Cilk: compiled by tussah-clang++ they are
/// parallel, by any other compiler of C++17 serial. Graphs, files and
/// generators are in libtussah-graph. docs/guides/graph.md is the manual.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_HPP

#include <tussah/graph/array.hpp>
#include <tussah/graph/betweenness.hpp>
#include <tussah/graph/bfs.hpp>
#include <tussah/graph/bounded.hpp>
#include <tussah/graph/build.hpp>
#include <tussah/graph/clustering.hpp>
#include <tussah/graph/communities.hpp>
#include <tussah/graph/components.hpp>
#include <tussah/graph/cores.hpp>
#include <tussah/graph/generate.hpp>
#include <tussah/graph/graph.hpp>
#include <tussah/graph/independent.hpp>
#include <tussah/graph/io.hpp>
#include <tussah/graph/matching.hpp>
#include <tussah/graph/minimum.hpp>
#include <tussah/graph/pagerank.hpp>
#include <tussah/graph/paths.hpp>
#include <tussah/graph/progress.hpp>
#include <tussah/graph/simple.hpp>
#include <tussah/graph/strong.hpp>
#include <tussah/graph/traverse.hpp>
#include <tussah/graph/triangles.hpp>
#include <tussah/graph/truss.hpp>
#include <tussah/graph/walks.hpp>
#include <tussah/graph/weighted.hpp>

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_HPP
