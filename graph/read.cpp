//===- read.cpp - Readers of graphs ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input.h"

#include <utility>

namespace tussah::graph {

static Loaded readAny(Input &From, format F) {
  From.requirePlain();
  switch (F) {
  case format::edge_list:
    return readEdgeList(From);
  case format::matrix_market:
    return readMatrixMarket(From);
  case format::metis:
    return readMetis(From);
  case format::gap:
    return readGap(From, false);
  case format::weighted_gap:
    return readGap(From, true);
  case format::adjacency:
    return readAdjacency(From);
  }
  __builtin_unreachable();
}

csr read(const std::string &Path, format F, const read_options &Options) {
  Input From(Path, Options, false);
  return readAny(From, F);
}

csr parse(std::string_view Text, format F, const read_options &Options,
          const std::string &Name) {
  Input From(Text, Name, Options, false);
  return readAny(From, F);
}

weighted_csr<double> read_weighted(const std::string &Path, format F,
                                   const read_options &Options) {
  Input From(Path, Options, true);
  return readAny(From, F);
}

weighted_csr<double> parse_weighted(std::string_view Text, format F,
                                    const read_options &Options,
                                    const std::string &Name) {
  Input From(Text, Name, Options, true);
  return readAny(From, F);
}

std::optional<format> format_of(std::string_view Path) {
  static constexpr std::pair<std::string_view, format> Extensions[] = {
      {".el", format::edge_list},     {".wel", format::edge_list},
      {".txt", format::edge_list},    {".mtx", format::matrix_market},
      {".graph", format::metis},      {".sg", format::gap},
      {".wsg", format::weighted_gap}, {".adj", format::adjacency}};
  Path = withoutCompression(Path);
  for (auto [Extension, F] : Extensions)
    if (Path.size() > Extension.size() &&
        Path.substr(Path.size() - Extension.size()) == Extension)
      return F;
  return std::nullopt;
}

} // namespace tussah::graph
