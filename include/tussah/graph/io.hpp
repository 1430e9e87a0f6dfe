//===- tussah/graph/io.hpp - Graphs in files --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading and writing graphs in six formats. Readers take nothing on trust: a
/// file that breaks a rule of its format is refused, with the place and what
/// was expected there, and a header that promises more than the file can hold,
/// or than memory can, is refused before anything is allocated for it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP

#include <tussah/graph/weighted.hpp>

#include <cstdio>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tussah::graph {

enum class format {
  /// `.el`, `.wel`, `.txt`, as in the SNAP collection: a line `from to` or
  /// `from to weight` for each arc, from 0, with blanks or commas between;
  /// lines that begin with # or % are comments. Comments before the first arc
  /// may say `# Undirected graph` or `# Directed graph`, and `# Nodes: 5`, and
  /// KONECT's `% sym` or `% asym`. There are as many vertices as the largest
  /// number says, or the comment, if it has more.
  edge_list,
  /// `.mtx`, Matrix Market: a square matrix in coordinates, from 1. `general`
  /// means arcs, everything else edges. Values are weights, but for those that
  /// are complex or skew-symmetric, which are checked and dropped.
  matrix_market,
  /// `.graph`, METIS: line i has the neighbours of vertex i, from 1.
  /// Undirected, without loops. Weights of vertices are checked and dropped.
  metis,
  /// `.sg`, the binary format of the GAP benchmark suite, little endian: a byte
  /// that says whether the graph is directed, numbers of arcs and vertices,
  /// offsets (64 bits each), targets (32 bits); and if it is directed, offsets
  /// and targets of the transposed graph.
  gap,
  /// `.wsg`: the same with a weight of 32 bits, a whole number, behind each
  /// target.
  weighted_gap,
  /// `.adj`, as Ligra and GBBS have it: AdjacencyGraph or
  /// WeightedAdjacencyGraph, the numbers of vertices and arcs, all offsets, all
  /// targets, all weights. The file does not say whether it means edges: it
  /// does if each arc has one back.
  adjacency
};

/// The format that the extension of \p path stands for, if any; before `.gz`
/// or `.zst`, if it has that.
std::optional<format> format_of(std::string_view path);

/// A file that cannot be read or written. The text begins with the name of the
/// file, then the line, or the byte in a binary file, where one is known.
class io_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct read_options {
  /// What the lines of an edge list or of an adjacency graph mean. Otherwise
  /// that is what the file says, and directed if it says nothing. Other formats
  /// always say so themselves.
  std::optional<direction> edges;
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
  /// Calls \p body(\p data, i) for each i below \p count. With it, what reads
  /// text is parallel, which takes memory for 32 times \p buffer_bytes of text
  /// and for what is in it: parallel_loop of build.hpp, compiled with Tussah.
  /// Without it all is serial. Both make the same graph.
  void (*loop)(std::size_t count, void (*body)(void *data, std::size_t i),
               void *data) = nullptr;
  /// So many bytes of a file are read at once, by each strand; 16 at least.
  std::size_t buffer_bytes = std::size_t(1) << 20;
};

/// The limit that \p most_bytes of read_options means in bytes: the same, or if
/// it is 0, half of the memory of the machine or the control group.
std::uint64_t memory_limit(std::uint64_t most_bytes);

/// The graph in the regular file \p path, with the arcs of a vertex in the
/// order of the file, without weights. A file whose name ends in `.gz` or
/// `.zst` is decompressed meanwhile, by zlib or libzstd. Takes linear time and,
/// beside the graph, 8 bytes for each line of an edge list or a Matrix Market
/// file. Throws io_error.
csr read(const std::string &path, format, const read_options & = {});

/// The graph that \p text is, which messages call \p name. Otherwise as above.
csr parse(std::string_view text, format, const read_options & = {},
          const std::string &name = "input");

/// \name The same with weights
/// They are finite numbers. Take 8 bytes more for each line, and for each arc.
/// Throw io_error also if the two arcs of an edge have different weights.
/// @{
weighted_csr<double> read_weighted(const std::string &path, format,
                                   const read_options & = {});
weighted_csr<double> parse_weighted(std::string_view text, format,
                                    const read_options & = {},
                                    const std::string &name = "input");
/// @}

/// Writes \p g to \p file, which messages call \p name, so that read() makes
/// the same graph of it; not in each format with the same order of arcs. Throws
/// io_error if that fails, or the format cannot express the graph: METIS has no
/// directed graphs and no loops, GAP at most 2^31 - 1 vertices. An edge list
/// has each edge of an undirected graph once.
void write(const csr &g, format, std::FILE *file, const std::string &name);

/// The same with the weights, if \p g has any. `.sg` has none, and `.graph` and
/// `.wsg` only whole numbers.
void write(const weighted_csr<double> &g, format, std::FILE *file,
           const std::string &name);

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_IO_HPP
