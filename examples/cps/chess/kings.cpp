//===- kings.cpp - The safety of kings ------------------------------------===//

#include "terms.h"

using namespace chess;

/// The pawn of a set that is nearest to a side's first rank.
static int nearest(Color side, Bitboard pawns) {
  return side == White ? first(pawns) : 63 - std::countl_zero(pawns);
}

/// The pawns on one file before a king.
static int cover(const Position &p, Color side, int king, int column) {
  Bitboard before =
      FileA << column & (ahead(side, king) | Rank1 << (king & 56));
  Bitboard own = before & p.of(side, Pawn), enemy = before & p.of(!side, Pawn);
  int value = 0;
  if (!own)
    value -= enemy ? 16 : 26;
  else
    value -=
        7 * std::max(0, std::abs(rank(nearest(side, own)) - rank(king)) - 1);
  if (!enemy)
    return value;
  int comes = nearest(side, enemy);
  int storm = 8 * std::max(0, 5 - std::abs(rank(comes) - rank(king)));
  // One that is stopped opens nothing.
  bool stopped = own && nearest(side, own) == forward(!side, comes);
  return value - (stopped ? storm / 3 : storm);
}

static int shelterAt(const Position &p, Color side, int king) {
  int middle = std::clamp(file(king), 1, 6), value = 0;
  for (int column = middle - 1; column <= middle + 1; ++column)
    value += cover(p, side, king, column);
  return value;
}

int chess::shelter(const Position &position, Color side) {
  int row = side == White ? 0 : 56;
  int rights = side == White ? position.Rights : position.Rights >> 2;
  int value = shelterAt(position, side, position.king(side));
  // A way to castle is not yet a king that has castled.
  constexpr int Delay = 6;
  if (rights & WhiteShort)
    value = std::max(value, shelterAt(position, side, row + 6) - Delay);
  if (rights & WhiteLong)
    value = std::max(value, shelterAt(position, side, row + 2) - Delay);
  return value;
}

/// What the checks are worth that the other side can give without loss.
static int checks(const View &view, Color side, Bitboard safe) {
  constexpr int Worth[6] = {0, 60, 45, 80, 60, 0};
  const Position &p = view.P;
  Color enemy = !side;
  int king = p.king(side);
  Bitboard seen = p.occupied() & ~p.of(side, Queen);
  Bitboard straight = rookAttacks(king, seen),
           slanting = bishopAttacks(king, seen);
  const Bitboard from[6] = {0, knightAttacks(king), slanting, straight,
                            straight | slanting};
  int value = 0;
  for (Piece kind : {Knight, Bishop, Rook, Queen}) {
    Bitboard there = from[kind] & view.By[enemy][kind] & safe;
    // A queen would be exchanged for that of the defender.
    if (kind == Queen)
      there &= ~view.By[side][Queen];
    if (there)
      value += there & (there - 1) ? Worth[kind] * 3 / 2 : Worth[kind];
  }
  return value;
}

Score chess::danger(const View &view, Color side, int shelter) {
  const Position &p = view.P;
  Color enemy = !side;
  const auto &attack = view.Attack[side];
  // Squares that only king or queen protect.
  Bitboard weak =
      view.All[enemy] & ~view.Twice[side] &
      (~view.All[side] | view.By[side][King] | view.By[side][Queen]);
  Bitboard safe =
      ~p.Colors[enemy] & (~view.All[side] | (weak & view.Twice[enemy]));
  int units = attack.Pieces * attack.Weight +
              14 * count(view.Ring[side] & weak) + 6 * attack.Next +
              checks(view, side, safe) - shelter / 4;
  if (!p.of(enemy, Queen))
    units -= 80;
  units -= 8;
  if (units <= 0)
    return {};
  return {-std::min(units * units / 50, 600), -std::min(units / 2, 100)};
}
