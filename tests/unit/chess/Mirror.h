//===- Mirror.h - Positions with the colours exchanged --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_UNIT_CHESS_MIRROR_H
#define TUSSAH_TESTS_UNIT_CHESS_MIRROR_H

#include "squares.h"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace chess {

inline std::ostream &operator<<(std::ostream &out, Score score) {
  return out << score.Middle << "/" << score.End;
}

/// The FEN of the same position, seen from the other side of the board.
inline std::string mirror(const std::string &fen) {
  std::istringstream words(fen);
  std::string placement, side, castling, passant, rest, row;
  words >> placement >> side >> castling >> passant;
  std::getline(words, rest);
  std::istringstream rows(placement);
  std::string turned;
  while (std::getline(rows, row, '/'))
    turned = row + (turned.empty() ? "" : "/" + turned);
  auto swapCase = [](std::string &text) {
    for (char &c : text)
      c = std::islower(c) ? std::toupper(c) : std::tolower(c);
  };
  swapCase(turned);
  swapCase(castling);
  if (passant != "-")
    passant[1] = passant[1] == '3' ? '6' : '3';
  return turned + (side == "w" ? " b " : " w ") + castling + " " + passant +
         rest;
}

} // namespace chess

#endif // TUSSAH_TESTS_UNIT_CHESS_MIRROR_H
