//===- squares.h - The values of pieces on their squares ------------------===//
///
/// \file
/// The part of the evaluation that a position keeps up to date with each move:
/// material, and where pieces stand. The tables come from a few rules, not from
/// tuning.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_SQUARES_H
#define TUSSAH_EXAMPLES_CPS_CHESS_SQUARES_H

#include "board.h"

#include <algorithm>
#include <array>

namespace chess {

/// A value in the middle of the game and at its end, in hundredths of a pawn.
struct Score {
  int Middle = 0, End = 0;
  constexpr Score &operator+=(Score other) {
    Middle += other.Middle;
    End += other.End;
    return *this;
  }
  constexpr Score &operator-=(Score other) {
    Middle -= other.Middle;
    End -= other.End;
    return *this;
  }
  friend constexpr Score operator*(Score value, int times) {
    return {value.Middle * times, value.End * times};
  }
  friend constexpr bool operator==(Score, Score) = default;
};

inline constexpr Score Material[6] = {{85, 105},  {325, 300}, {335, 315},
                                      {470, 530}, {980, 970}, {0, 0}};

namespace tables {

/// The distance from the middle four squares' edges: 0 to 3 in each direction.
constexpr int fromCentre(int coordinate) {
  return coordinate < 4 ? 3 - coordinate : coordinate - 4;
}

/// For White.
constexpr Score place(Piece piece, int square) {
  int f = file(square), r = rank(square);
  int away = fromCentre(f) + fromCentre(r);
  int edge = std::max(fromCentre(f), fromCentre(r));
  switch (piece) {
  case Pawn: {
    // Pawns of the centre are worth more than those of the wings, and belong
    // on their fourth and fifth rank; what shelters a king is another term.
    constexpr int Middle[8] = {0, 0, 2, 6, 12, 20, 35, 0};
    constexpr int End[8] = {0, 0, 2, 8, 18, 35, 60, 0};
    constexpr int File[4] = {8, 3, -3, -9};
    int column = fromCentre(f), value = Middle[r] + File[column];
    if (column == 0)
      value += r == 3 || r == 4 ? 10 : r == 1 ? -18 : 0;
    else if (column == 1 && r == 3)
      value += 4;
    return {value, End[r]};
  }
  case Knight:
    return {20 - 8 * away - (edge == 3 ? 8 : 0) + (r >= 3 && r <= 5 ? 6 : 0) -
                (r == 0 ? 6 : 0),
            16 - 8 * away};
  case Bishop:
    return {12 - 4 * away - (r == 0 ? 10 : 0) + (f == r || f + r == 7 ? 6 : 0),
            8 - 3 * away};
  case Rook:
    return {6 - 3 * fromCentre(f) + (r == 6 ? 16 : 0) -
                (edge == 3 && r == 0 && f % 7 == 0 ? 4 : 0),
            r >= 5 ? 8 : 0};
  case Queen:
    return {4 - 2 * away - (r == 0 ? 2 : 0), 16 - 6 * away};
  default: {
    // Behind its pawns at a side first, then to the centre.
    constexpr int Home[8] = {24, 30, 8, -8, -4, -12, 34, 22};
    constexpr int Up[8] = {0, -22, -50, -70, -80, -90, -95, -95};
    return {(r < 2 ? Home[f] : 0) + Up[r],
            30 - 11 * away - (edge == 3 ? 8 : 0)};
  }
  }
}

constexpr std::array<std::array<Score, 64>, 6> places() {
  std::array<std::array<Score, 64>, 6> table = {};
  for (int piece = Pawn; piece <= King; ++piece)
    for (int square = 0; square < 64; ++square) {
      table[piece][square] = place(Piece(piece), square);
      table[piece][square] += Material[piece];
    }
  return table;
}
inline constexpr std::array<std::array<Score, 64>, 6> Places = places();

} // namespace tables

/// The value of a piece on its square, for its side.
inline Score placed(Color side, Piece piece, int square) {
  return tables::Places[piece][side == White ? square : square ^ 56];
}

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_SQUARES_H
