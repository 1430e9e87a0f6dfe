//===- tussah/graph/walks.hpp - Random walks --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random walks, with random numbers that depend on the walk and the step only,
/// as those of Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as
/// 1, 2, 3" (SC 2011).
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_WALKS_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_WALKS_HPP

#include <tussah/graph/mix.hpp>
#include <tussah/graph/parallel.hpp>
#include <tussah/graph/progress.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

namespace tussah::graph {

/// A walk of at most \p length arcs from each of \p starts: its vertices are
/// those of the result from i * (length + 1) on for the i-th start. Each arc of
/// a vertex is as likely as the others. At a vertex without arcs a walk ends,
/// and no_vertex follows. Takes work linear in the result, and a span of 64
/// walks. The same for any schedule. Throws std::bad_alloc.
inline array<vertex> random_walks(const csr &g,
                                  const std::vector<vertex> &starts,
                                  std::size_t length, std::uint64_t seed = 1,
                                  progress *watch = nullptr) {
  std::size_t width = length + 1;
  if (width == 0 || starts.size() > SIZE_MAX / width)
    throw std::bad_alloc();
  array<vertex> walks(starts.size() * width);
  const std::uint64_t key = detail::mix(seed);
  detail::atRound(watch, 0, starts.size());
  detail::forBlocks(
      starts.size(), 64, [&](std::size_t first, std::size_t last) {
        if (detail::leavesOut(watch, last - first))
          return;
        for (std::size_t i = first; i != last; ++i) {
          vertex *walk = walks.data() + i * width;
          const std::uint64_t mine = detail::mix(key ^ i);
          walk[0] = starts[i];
          for (std::size_t step = 1; step != width; ++step) {
            arc_index degree = g.degree(walk[step - 1]);
            if (degree == 0) {
              std::fill(walk + step, walk + width, no_vertex);
              break;
            }
            // No arc is more likely than another by more than degree / 2^64.
            auto choice =
                static_cast<std::size_t>(detail::mix(mine ^ step) % degree);
            walk[step] = g.neighbours(walk[step - 1])[choice];
          }
        }
      });
  detail::atRound(watch);
  return walks;
}

} // namespace tussah::graph

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_WALKS_HPP
