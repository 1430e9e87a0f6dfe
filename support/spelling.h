//===- spelling.h - What a misspelt word was meant to be --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the word of a list that another word is closest to. C++17, and
/// nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_SPELLING_H
#define TUSSAH_SUPPORT_SPELLING_H

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tussah::support {

/// How many insertions, deletions, substitutions and exchanges of neighbours
/// make \p to out of \p from: the distance of optimal string alignment.
inline std::size_t editDistance(std::string_view from, std::string_view to) {
  // The last two rows of the table, and the one that is computed.
  std::vector<std::size_t> older(to.size() + 1), last(to.size() + 1),
      row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j)
    last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1,
                         last[j - 1] + (from[i - 1] != to[j - 1])});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] &&
          from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], older[j - 2] + 1);
    }
    older.swap(last);
    last.swap(row);
  }
  return last[to.size()];
}

/// Returns the first of the \p known words that is closest to \p word and at
/// most \p most edits away; empty if there is none, or if \p word is known.
template <class Words>
std::string nearestWord(std::string_view word, const Words &known,
                        std::size_t most) {
  std::string nearest;
  for (std::string_view candidate : known) {
    std::size_t distance = editDistance(word, candidate);
    if (distance == 0)
      return "";
    if (distance > most)
      continue;
    nearest = candidate;
    most = distance - 1;
  }
  return nearest;
}

/// "; did you mean 'NEAREST'?" if one of the \p known words is close enough to
/// be what a user meant, else \p otherwise.
template <class Words>
std::string didYouMean(std::string_view word, const Words &known,
                       const std::string &otherwise = "") {
  std::string nearest =
      nearestWord(word, known, std::max<std::size_t>(1, word.size() / 3));
  return nearest.empty() ? otherwise : "; did you mean '" + nearest + "'?";
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_SPELLING_H
