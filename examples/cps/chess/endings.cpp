//===- endings.cpp - Ends of games ----------------------------------------===//

#include "terms.h"

using namespace chess;

int chess::bareKing(const Position &p, Color strong) {
  Color weak = !strong;
  int minors = count(p.of(strong, Knight) | p.of(strong, Bishop));
  bool can = p.of(strong, Rook) | p.of(strong, Queen) || minors >= 2;
  if (p.of(weak, Pawn) || p.hasPieces(weak) || !can)
    return 0;
  int loser = p.king(weak), winner = p.king(strong);
  int value = 14 * (7 - distance(loser, winner));
  if (p.of(strong, Bishop) && p.of(strong, Knight) &&
      !(p.of(strong, Pawn) | p.of(strong, Rook) | p.of(strong, Queen))) {
    // To a corner that the bishop attacks.
    bool dark = p.of(strong, Bishop) & DarkSquares;
    int a = dark ? 0 : 7, b = dark ? 63 : 56;
    auto steps = [&](int corner) {
      return std::abs(file(loser) - file(corner)) +
             std::abs(rank(loser) - rank(corner));
    };
    return value + 30 * (14 - std::min(steps(a), steps(b)));
  }
  return value +
         20 * (tables::fromCentre(file(loser)) +
               tables::fromCentre(rank(loser))) +
         20 * std::max(tables::fromCentre(file(loser)),
                       tables::fromCentre(rank(loser)));
}

int chess::scaled(const Position &p, int end) {
  Color strong = end > 0 ? White : Black;
  auto worth = [&](Color side) {
    return 3 * count(p.of(side, Knight) | p.of(side, Bishop)) +
           5 * count(p.of(side, Rook)) + 9 * count(p.of(side, Queen));
  };
  if (!p.of(strong, Pawn)) {
    int ahead = worth(strong) - worth(!strong);
    bool knights =
        !(p.of(strong, Bishop) | p.of(strong, Rook) | p.of(strong, Queen)) &&
        count(p.of(strong, Knight)) <= 2;
    if (ahead <= 3 || knights)
      return end / 8;
  }
  bool opposite = count(p.of(White, Bishop)) == 1 &&
                  count(p.of(Black, Bishop)) == 1 &&
                  count(p.Pieces[Bishop] & DarkSquares) == 1;
  bool onlyBishops = !(p.Pieces[Knight] | p.Pieces[Rook] | p.Pieces[Queen]);
  if (opposite && onlyBishops)
    return end / 2;
  return end;
}
