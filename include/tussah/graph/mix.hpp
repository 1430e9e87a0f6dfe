//===- tussah/graph/mix.hpp - A hash of numbers -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_GRAPH_MIX_HPP
#define TUSSAH_INCLUDE_TUSSAH_GRAPH_MIX_HPP

#include <cstdint>

namespace tussah::graph::detail {

/// A hash of \p value; different values have different ones. The finalizer of
/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014).
inline std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

} // namespace tussah::graph::detail

#endif // TUSSAH_INCLUDE_TUSSAH_GRAPH_MIX_HPP
