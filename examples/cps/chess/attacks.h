//===- attacks.h - What pieces attack -------------------------------------===//
///
/// \file
/// Sets of attacked squares. Lines use o ^ (o - 2 r): the difference of the
/// occupied squares and the piece runs to the first blocker ("hyperbola
/// quintessence"); the other direction is the same with the bytes reversed.
/// Ranks, where that reversal does nothing, have a table.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_ATTACKS_H
#define TUSSAH_EXAMPLES_CPS_CHESS_ATTACKS_H

#include "board.h"

#include <array>

namespace chess {

namespace tables {

/// The squares reached by each step of a piece that does not slide.
template <std::size_t N>
constexpr std::array<Bitboard, 64> steps(const int (&by)[N][2]) {
  std::array<Bitboard, 64> table = {};
  for (int square = 0; square < 64; ++square)
    for (const auto &step : by) {
      int f = file(square) + step[0], r = rank(square) + step[1];
      if (f >= 0 && f < 8 && r >= 0 && r < 8)
        table[square] |= bit(r * 8 + f);
    }
  return table;
}

inline constexpr int KnightSteps[][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                         {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
inline constexpr int KingSteps[][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                       {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
inline constexpr int WhiteSteps[][2] = {{-1, 1}, {1, 1}};
inline constexpr int BlackSteps[][2] = {{-1, -1}, {1, -1}};

inline constexpr std::array<Bitboard, 64> Knights = steps(KnightSteps);
inline constexpr std::array<Bitboard, 64> Kings = steps(KingSteps);
inline constexpr std::array<Bitboard, 64> Pawns[2] = {steps(WhiteSteps),
                                                      steps(BlackSteps)};

/// For each square the other squares of a line through it.
constexpr std::array<Bitboard, 64> lines(int fileStep, int rankStep) {
  std::array<Bitboard, 64> table = {};
  for (int square = 0; square < 64; ++square)
    for (int sign : {-1, 1}) {
      int f = file(square) + sign * fileStep,
          r = rank(square) + sign * rankStep;
      for (; f >= 0 && f < 8 && r >= 0 && r < 8;
           f += sign * fileStep, r += sign * rankStep)
        table[square] |= bit(r * 8 + f);
    }
  return table;
}
inline constexpr std::array<Bitboard, 64> Files = lines(0, 1);
inline constexpr std::array<Bitboard, 64> Diagonals = lines(1, 1);
inline constexpr std::array<Bitboard, 64> Antidiagonals = lines(1, -1);

/// Attacks along the first rank, for each file and the inner six squares.
constexpr std::array<std::array<std::uint8_t, 64>, 8> firstRank() {
  std::array<std::array<std::uint8_t, 64>, 8> table = {};
  for (int from = 0; from < 8; ++from)
    for (int inner = 0; inner < 64; ++inner)
      for (int sign : {-1, 1})
        for (int to = from + sign; to >= 0 && to < 8; to += sign) {
          table[from][inner] |= 1 << to;
          if (inner << 1 & 1 << to)
            break;
        }
  return table;
}
inline constexpr std::array<std::array<std::uint8_t, 64>, 8> Ranks =
    firstRank();

} // namespace tables

inline Bitboard lineAttacks(int square, Bitboard occupied, Bitboard line) {
  Bitboard forward = occupied & line;
  Bitboard reverse = __builtin_bswap64(forward);
  forward -= bit(square);
  reverse -= __builtin_bswap64(bit(square));
  return (forward ^ __builtin_bswap64(reverse)) & line;
}

inline Bitboard knightAttacks(int square) { return tables::Knights[square]; }
inline Bitboard kingAttacks(int square) { return tables::Kings[square]; }
inline Bitboard pawnAttacks(Color side, int square) {
  return tables::Pawns[side][square];
}
inline Bitboard bishopAttacks(int square, Bitboard occupied) {
  return lineAttacks(square, occupied, tables::Diagonals[square]) |
         lineAttacks(square, occupied, tables::Antidiagonals[square]);
}
inline Bitboard rookAttacks(int square, Bitboard occupied) {
  int row = square & 56;
  Bitboard across = tables::Ranks[file(square)][occupied >> row >> 1 & 63];
  return lineAttacks(square, occupied, tables::Files[square]) | across << row;
}

/// The attacks of a piece that is no pawn.
inline Bitboard attacks(Piece piece, int square, Bitboard occupied) {
  switch (piece) {
  case Knight:
    return knightAttacks(square);
  case Bishop:
    return bishopAttacks(square, occupied);
  case Rook:
    return rookAttacks(square, occupied);
  case Queen:
    return bishopAttacks(square, occupied) | rookAttacks(square, occupied);
  default:
    return kingAttacks(square);
  }
}

/// The squares that all pawns of a set attack.
inline Bitboard pawnAttackSet(Color side, Bitboard pawns) {
  Bitboard left = pawns & ~FileA, right = pawns & ~FileH;
  return side == White ? left << 7 | right << 9 : left >> 9 | right >> 7;
}

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_ATTACKS_H
