//===- terms.h - The terms of the evaluation ------------------------------===//
///
/// \file
/// Each term sees a position from one side and gives what it is worth for that
/// side; evaluate() takes the difference of both sides. The weights come from
/// what chess books say, and from the orders of magnitude that are usual among
/// chess programs; none is fitted to test positions.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_TERMS_H
#define TUSSAH_EXAMPLES_CPS_CHESS_TERMS_H

#include "attacks.h"
#include "squares.h"

#include <algorithm>
#include <cstdlib>

namespace chess {

inline constexpr Bitboard DarkSquares = 0xaa55aa55aa55aa55;
/// The files c to f.
inline constexpr Bitboard CentreFiles =
    FileA << 2 | FileA << 3 | FileA << 4 | FileA << 5;

constexpr Bitboard fileOf(int square) { return FileA << file(square); }

/// The squares to the left and to the right of those of a set.
constexpr Bitboard besides(Bitboard set) {
  return (set & ~FileA) >> 1 | (set & ~FileH) << 1;
}

/// The squares before one, seen by a side, without its rank.
constexpr Bitboard ahead(Color side, int square) {
  if (side == White)
    return rank(square) == 7 ? 0 : ~Bitboard(0) << (rank(square) + 1) * 8;
  return bit(square & 56) - 1;
}

/// The set one rank ahead.
constexpr Bitboard forward(Color side, Bitboard set) {
  return side == White ? set << 8 : set >> 8;
}

/// The square one rank ahead.
constexpr int forward(Color side, int square) {
  return side == White ? square + 8 : square - 8;
}

/// The rank from the side's point of view.
constexpr int rankFor(Color side, int square) {
  return side == White ? rank(square) : 7 - rank(square);
}

/// The ranks from the side's point of view, of \p first to \p last.
constexpr Bitboard ranksFor(Color side, int first, int last) {
  Bitboard all = ~Bitboard(0) << 8 * first & ~Bitboard(0) >> 8 * (7 - last);
  return side == White ? all : __builtin_bswap64(all);
}

inline int distance(int a, int b) {
  return std::max(std::abs(file(a) - file(b)), std::abs(rank(a) - rank(b)));
}

/// What follows from the pawns alone.
struct PawnFacts {
  /// The pawns of each side, of which this tells.
  Bitboard Pawns[2] = {};
  /// Those that no pawn can stop any more.
  Bitboard Passed[2] = {};
  /// Those that attack a pawn, which attacks them.
  Bitboard Levers[2] = {};
  /// The squares that they attack, or could attack after some steps.
  Bitboard Reach[2] = {};
  /// White's minus Black's.
  Score Value;
};

/// Finds it anew.
PawnFacts studyPawns(const Position &position);

/// What the terms share. Made from a position, which it refers to; pieces()
/// of both sides completes it.
struct View {
  explicit View(const Position &position, const PawnFacts &pawns);

  const Position &P;
  const PawnFacts &Pawns;
  /// What each kind of a side attacks, what any does, and what two or more do.
  Bitboard By[2][6] = {}, All[2] = {}, Twice[2] = {};
  /// The squares around each king; a king at the edge has a full block, too.
  Bitboard Ring[2];
  /// What is directed at each king's ring: pieces, the sum of their weights,
  /// and the attacks on the squares next to the king.
  struct {
    int Pieces = 0, Weight = 0, Next = 0;
  } Attack[2];

  void addAttacks(Color side, Piece kind, Bitboard set);
};

/// Mobility, outposts, files of rooks, bishops and their pawns. Completes the
/// view.
Score pieces(View &view, Color side);

/// Passed pawns: how far they are, what stands in their way, and the kings.
Score passedPawns(const View &view, Color side);

/// What is attacked by less, or not protected.
Score threats(const View &view, Color side);

/// Room behind the own pawns.
Score space(const View &view, Color side);

/// The pawns before a king, and those that come: at most 0. Looks also at the
/// places to which it can castle.
int shelter(const Position &position, Color side);

/// How much the attack on a side's king costs it: at most 0. More pieces
/// together are worth more than each for itself.
Score danger(const View &view, Color side, int shelter);

/// What drives a bare king, or one with little, to the edge, where it is mated.
int bareKing(const Position &position, Color strong);

/// What an advantage at the end is worth: less where the better side can hardly
/// win. Positive for White.
int scaled(const Position &position, int end);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_TERMS_H
