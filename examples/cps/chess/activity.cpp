//===- activity.cpp - What pieces do --------------------------------------===//

#include "terms.h"

using namespace chess;

namespace {

/// The value of the number of squares to which a piece can go. A piece with
/// hardly any is as good as lost to the game.
Score mobility(Piece kind, int squares) {
  constexpr Score Each[6] = {{}, {5, 5}, {5, 5}, {3, 5}, {2, 3}, {}};
  constexpr int Usual[6] = {0, 4, 6, 7, 13, 0};
  Score value = Each[kind] * (squares - Usual[kind]);
  if (squares < 3)
    value -= Score{5, 7} * (3 - squares);
  return value;
}

Score rook(const View &view, Color side, int square) {
  const Position &p = view.P;
  Bitboard column = fileOf(square);
  if (column & p.of(side, Pawn))
    // The file opens when the pawns are exchanged.
    return column & view.Pawns.Levers[side] ? Score{10, 4} : Score{};
  return column & p.of(!side, Pawn) ? Score{13, 8} : Score{28, 14};
}

/// Own pawns on squares of its colour are in its way, fixed ones most.
Score badBishop(const View &view, Color side, int square) {
  Bitboard colour = bit(square) & DarkSquares ? DarkSquares : ~DarkSquares;
  Bitboard own = view.P.of(side, Pawn);
  Bitboard fixed = own & forward(!side, view.P.occupied());
  return Score{-2, -4} *
         (count(own & colour) *
          (1 + std::min(2, count(fixed & CentreFiles & colour))));
}

Score minor(const View &view, Color side, Piece kind, int square,
            Bitboard attacked) {
  Score value;
  // Squares from which no pawn can drive it away, in the middle of the board.
  Bitboard safe = ranksFor(side, 3, 5) & ~view.Pawns.Reach[!side];
  Bitboard held = safe & view.By[side][Pawn];
  if (held & bit(square))
    value += kind == Knight ? Score{28, 14} : Score{14, 7};
  else if (safe & bit(square) &&
           view.P.of(!side, Pawn) & bit(forward(side, square)))
    // Before a pawn, which it stops.
    value += kind == Knight ? Score{16, 10} : Score{8, 5};
  else if (kind == Knight && attacked & held & ~view.P.Colors[side])
    value += {11, 5};
  if (forward(!side, view.P.Pieces[Pawn]) & bit(square))
    value += {6, 1};
  if (kind == Bishop)
    value += badBishop(view, side, square);
  return value;
}

/// Two of a kind on a line attack through each other.
Bitboard through(const Position &p, Color side, Piece kind) {
  Bitboard occupied = p.occupied();
  if (kind == Rook || kind == Queen)
    return occupied & ~(p.of(side, Rook) | p.of(side, Queen));
  return kind == Bishop ? occupied & ~p.of(side, Queen) : occupied;
}

} // namespace

Score chess::pieces(View &view, Color side) {
  constexpr int Weight[6] = {0, 8, 5, 4, 2, 0};
  const Position &p = view.P;
  Score value;
  // Pawns that cannot or should not move stay in the way.
  Bitboard stuck =
      p.of(side, Pawn) & (forward(!side, p.occupied()) | ranksFor(side, 1, 2));
  Bitboard useful =
      ~(stuck | p.of(side, King) | p.of(side, Queen) | view.By[!side][Pawn]);
  for (Piece kind : {Knight, Bishop, Rook, Queen})
    for (Bitboard left = p.of(side, kind), open = through(p, side, kind);
         left;) {
      int square = take(left);
      Bitboard attacked = attacks(kind, square, open);
      view.addAttacks(side, kind, attacked);
      value += mobility(kind, count(attacked & useful));
      if (kind == Rook)
        value += rook(view, side, square);
      else if (kind != Queen)
        value += minor(view, side, kind, square, attacked);
      if (attacked & view.Ring[!side]) {
        auto &attack = view.Attack[!side];
        ++attack.Pieces;
        attack.Weight += Weight[kind];
        attack.Next += count(attacked & view.By[!side][King]);
      }
    }
  if (count(p.of(side, Bishop)) >= 2)
    // Half a pawn: Kaufman, "The evaluation of material imbalances", 1999.
    value += {42, 54};
  return value;
}

Score chess::threats(const View &view, Color side) {
  const Position &p = view.P;
  Bitboard enemy = p.Colors[!side];
  Bitboard officers = enemy & ~p.Pieces[Pawn] & ~p.Pieces[King];
  // Protected so well that only something of less value attacks it.
  Bitboard firm =
      view.By[!side][Pawn] | (view.Twice[!side] & ~view.Twice[side]);
  Bitboard weak = enemy & ~p.Pieces[King] & ~firm & view.All[side];
  Score value;
  constexpr Score ByMinor[6] = {{3, 14},  {26, 18}, {28, 20},
                                {40, 40}, {38, 50}, {}};
  constexpr Score ByRook[6] = {{2, 12}, {18, 26}, {20, 26},
                               {0, 10}, {28, 22}, {}};
  Bitboard minors = view.By[side][Knight] | view.By[side][Bishop];
  for (Bitboard left = ((officers & firm) | weak) & minors; left;)
    value += ByMinor[p.at(take(left))];
  for (Bitboard left = weak & view.By[side][Rook]; left;)
    value += ByRook[p.at(take(left))];
  if (weak & view.By[side][King])
    value += {8, 30};
  value += Score{28, 16} *
           count(weak & (~view.All[!side] | (officers & view.Twice[side])));
  // Pawns that attack a piece, or can do so at the next move.
  Bitboard safe = ~view.All[!side] | view.All[side];
  Bitboard pawns = p.of(side, Pawn);
  value += Score{62, 38} * count(pawnAttackSet(side, pawns & safe) & officers);
  Bitboard pushed = forward(side, pawns) & ~p.occupied();
  pushed |= forward(side, pushed & ranksFor(side, 2, 2)) & ~p.occupied();
  pushed &= safe & ~view.By[!side][Pawn];
  value += Score{18, 14} * count(pawnAttackSet(side, pushed) & officers);
  return value;
}

Score chess::space(const View &view, Color side) {
  const Position &p = view.P;
  int men = count(p.Colors[side] & ~p.Pieces[Pawn]);
  if (men < 5)
    return {};
  Bitboard own = p.of(side, Pawn);
  Bitboard safe =
      ranksFor(side, 1, 3) & CentreFiles & ~own & ~view.By[!side][Pawn];
  // Up to three ranks behind a pawn nobody can settle.
  Bitboard behind = forward(!side, own);
  behind |= forward(!side, behind);
  behind |= forward(!side, behind);
  int squares = count(safe) + count(safe & behind & ~view.All[!side]);
  return {squares * (men - 3) / 4, 0};
}
