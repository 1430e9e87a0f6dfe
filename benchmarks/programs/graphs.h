//===- graphs.h - Graphs for the programs on graphs -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the programs on graphs have their graphs from, and what their checks
/// share. Link with libtussah-graph.a.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BENCHMARKS_PROGRAMS_GRAPHS_H
#define TUSSAH_BENCHMARKS_PROGRAMS_GRAPHS_H

#include "example.h"

#include <tussah/graph.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace graphs {

using namespace tussah::graph;

/// The families of graphs, by their names in arguments.
enum class Family { rmat, random, torus };
inline const char *const familyNames[] = {"rmat", "random", "torus"};

/// A graph of a family and two sizes.
struct Kind {
  Family family;
  long size, edges;

  std::string name() const {
    return std::string(familyNames[(int)family]) + "-" + std::to_string(size) +
           "-" + std::to_string(edges);
  }

  /// The graph, undirected, without loops and repeated edges.
  csr make() const {
    // R-MAT takes numbers of vertices and of edges, Random those of vertices
    // and of picks at each, a torus that of rows alone.
    switch (family) {
    case Family::rmat:
      return simple(rmat_graph(size, edges));
    case Family::random:
      return simple(random_graph(size, edges));
    case Family::torus:
      return simple(torus(size));
    }
    __builtin_unreachable();
  }
};

/// The graph that three arguments ask for.
inline Kind parseKind(const char *family, const char *size, const char *edges) {
  for (int i = 0; i < 3; ++i)
    if (!strcmp(family, familyNames[i]))
      return {(Family)i, example_number("size", size, 1, 1L << 31),
              example_number("edges", edges, 0, 1L << 40)};
  example_fail(2, "unknown graphs '%s'; usage: %s %s", family, EXAMPLE_NAME,
               EXAMPLE_USAGE);
}

/// Writes \p g so that \p path has all of it or does not exist.
inline void keep(const csr &g, const std::string &path) {
  std::string part = path + ".part";
  std::unique_ptr<FILE, int (*)(FILE *)> file(fopen(part.c_str(), "wb"),
                                              fclose);
  if (!file)
    throw io_error(part + ": " + strerror(errno));
  write(g, format::gap, file.get(), part);
  if (fclose(file.release()) != 0 || rename(part.c_str(), path.c_str()) != 0)
    throw io_error(path + ": " + strerror(errno));
}

/// Returns the graph: that of a file in the folder BENCHMARK_GRAPHS, where
/// former runs have left it, as large ones take longer to make than to measure
/// on; a new one if there is no such folder or file.
inline csr obtain(const Kind &kind) {
  const char *folder = getenv("BENCHMARK_GRAPHS");
  if (!folder)
    return kind.make();
  std::string path = std::string(folder) + "/" + kind.name() + ".sg";
  if (FILE *file = fopen(path.c_str(), "rb")) {
    fclose(file);
    return read(path, format::gap);
  }
  csr g = kind.make();
  keep(g, path);
  return g;
}

/// Whether \p g, whose neighbours are sorted, has an arc between two vertices.
inline bool areNeighbours(const csr &g, vertex a, vertex b) {
  vertices_view some = g.neighbours(a);
  return std::binary_search(some.begin(), some.end(), b);
}

/// Each vertex in a set of its own at first; for checks, so serial.
class Sets {
  std::vector<vertex> Above;

public:
  explicit Sets(vertex count) : Above(count) {
    for (vertex v = 0; v != count; ++v)
      Above[v] = v;
  }
  vertex find(vertex v) {
    for (; Above[v] != v; v = Above[v])
      Above[v] = Above[Above[v]];
    return v;
  }
  /// Makes the sets of both one. Returns whether they were two.
  bool unite(vertex a, vertex b) {
    a = find(a);
    b = find(b);
    Above[a] = b;
    return a != b;
  }
};

/// A hash of numbers in their order.
template <class T> uint64_t hashOf(const array<T> &numbers) {
  uint64_t hash = numbers.size();
  for (T number : numbers)
    hash = example_mix(hash ^ (uint64_t)number);
  return hash;
}

} // namespace graphs

#endif // TUSSAH_BENCHMARKS_PROGRAMS_GRAPHS_H
