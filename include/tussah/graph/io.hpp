//===- tussah/graph/io.hpp - Graphs in files --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing graphs in four formats. Readers take nothing on trust: a
/// file that breaks a rule of its format is refused, with the place and what
/// was expected there, and a header that promises more than the file can hold,
/// or than memory can, is refused before anything is allocated for it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP

#include <tussah/graph/graph.hpp>

#include <cstdio>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tussah::graph {

enum class format {
  /// `.el`, as in the SNAP collection: a line `from to` for each arc, from 0;
  /// lines that begin with # are comments. There are as many vertices as the
  /// largest number says. The file does not say whether it means arcs or edges.
  edge_list,
  /// `.mtx`, Matrix Market: a square matrix in coordinates, from 1. Values are
  /// checked and dropped. `general` means arcs, everything else edges.
  matrix_market,
  /// `.graph`, METIS: line i has the neighbours of vertex i, from 1.
  /// Undirected, without loops. Weights are checked and dropped.
  metis,
  /// `.sg`, the binary format of the GAP benchmark suite, little endian: a byte
  /// that says whether the graph is directed, numbers of arcs and vertices,
  /// offsets (64 bits each), targets (32 bits); and if it is directed, offsets
  /// and targets of the transposed graph.
  gap
};

/// The format that the extension of \p path stands for, if any.
std::optional<format> format_of(std::string_view path);

/// A file that cannot be read or written. The text begins with the name of the
/// file, then the line, or the byte in a binary file, where one is known.
class io_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct read_options {
  /// What the lines of an edge list mean. Other formats say so themselves.
  direction edges = direction::directed;
  /// No more bytes than this are allocated; 0 means half of what the machine
  /// has, or the control group of the process.
  std::uint64_t most_bytes = 0;
  /// Called now and then with how many bytes were read, and how many there are,
  /// and once more with all when the graph is made of them, or checked. May be
  /// empty. An exception from it ends the reading.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
  /// Makes the graph of the lines of an edge list or a Matrix Market file. The
  /// library is serial; `make_csr` of build.hpp, compiled with Tussah, is
  /// parallel, and takes 4 bytes more for each line. Both make the same graph.
  csr (*build)(vertex vertices, const std::vector<arc> &, direction) = nullptr;
  /// So many bytes of a file are read at once; 0 means 1.
  std::size_t buffer_bytes = std::size_t(1) << 20;
};

/// The limit that \p most_bytes of read_options means in bytes: the same, or if
/// it is 0, half of the memory of the machine or the control group.
std::uint64_t memory_limit(std::uint64_t most_bytes);

/// The graph in the regular file \p path, with the arcs of a vertex in the
/// order of the file. Takes linear time and, beside the graph, 8 bytes for each
/// line of an edge list or a Matrix Market file. Throws io_error.
csr read(const std::string &path, format, const read_options & = {});

/// The graph that \p text is, which messages call \p name. Otherwise as above.
csr parse(std::string_view text, format, const read_options & = {},
          const std::string &name = "input");

/// Writes \p g to \p file, which messages call \p name, so that read() makes
/// the same graph of it; not in each format with the same order of arcs. Throws
/// io_error if that fails, or the format cannot express the graph: METIS has no
/// directed graphs and no loops, GAP at most 2^31 - 1 vertices. An edge list
/// has each edge of an undirected graph once, and no isolated vertices at the
/// end.
void write(const csr &g, format, std::FILE *file, const std::string &name);

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP
