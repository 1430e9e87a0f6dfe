//===- evaluate.cpp - How good a position is ------------------------------===//
///
/// \file
/// Two values of each feature, for the middle and the end of the game, are
/// mixed by the material that is left. Features: pieces on their squares,
/// mobility, pawns (isolated, doubled, backward, connected, passed), the safety
/// of kings, rooks on files, outposts, threats by pawns; and how to win ends of
/// games against a bare king.
///
//===----------------------------------------------------------------------===//

#include "evaluate.h"

#include "attacks.h"
#include "squares.h"

#include <algorithm>
#include <cstdlib>

using namespace chess;

namespace {

constexpr Bitboard fileOf(int square) { return FileA << file(square); }

constexpr Bitboard besides(Bitboard set) {
  return (set & ~FileA) >> 1 | (set & ~FileH) << 1;
}

/// The squares before one, seen by a side, without its rank.
constexpr Bitboard ahead(Color side, int square) {
  if (side == White)
    return rank(square) == 7 ? 0 : ~Bitboard(0) << (rank(square) + 1) * 8;
  return bit(square & 56) - 1;
}

/// The rank from the side's point of view.
constexpr int rankFor(Color side, int square) {
  return side == White ? rank(square) : 7 - rank(square);
}

int distance(int a, int b) {
  return std::max(std::abs(file(a) - file(b)), std::abs(rank(a) - rank(b)));
}

/// One evaluation.
class Evaluation {
public:
  explicit Evaluation(const Position &position) : P(position) {
    for (Color side : {White, Black}) {
      Pawns[side] = P.of(side, Pawn);
      PawnAttacks[side] = pawnAttackSet(side, Pawns[side]);
    }
  }

  int run() {
    Score total = {P.Middle, P.End};
    for (Color side : {White, Black}) {
      Score own = pawns(side);
      own += pieces(side);
      own += shelter(side);
      if (side == White)
        total += own;
      else
        total -= own;
    }
    // After both sides' pieces, which count the attackers.
    total.Middle += danger(Black) - danger(White);
    int phase = std::min(24, count(P.Pieces[Knight] | P.Pieces[Bishop]) +
                                 2 * count(P.Pieces[Rook]) +
                                 4 * count(P.Pieces[Queen]));
    int end = scaled(total.End + bareKing(White) - bareKing(Black));
    int value = (total.Middle * phase + end * (24 - phase)) / 24;
    constexpr int Tempo = 12;
    return (P.Side == White ? value : -value) + Tempo;
  }

private:
  Score pawns(Color side) const;
  Score passed(Color side, int square) const;
  Score pieces(Color side);
  Score piece(Color side, Piece kind, int square, Bitboard attacked) const;
  Score shelter(Color side) const;
  int danger(Color side) const;
  int bareKing(Color strong) const;
  int scaled(int end) const;

  const Position &P;
  Bitboard Pawns[2], PawnAttacks[2];
  /// What attacks each side's king: weighted squares next to it, and pieces.
  int Attack[2] = {}, Attackers[2] = {};
};

Score Evaluation::passed(Color side, int square) const {
  constexpr Score Bonus[8] = {{0, 0},   {4, 10},   {6, 16},   {14, 32},
                              {32, 60}, {60, 105}, {95, 160}, {0, 0}};
  int row = rankFor(side, square);
  Score value = Bonus[row];
  int stop = side == White ? square + 8 : square - 8;
  if (row >= 3) {
    // At the end kings decide.
    int weight = row - 2;
    value.End += weight * (4 * distance(P.king(!side), stop) -
                           2 * distance(P.king(side), stop));
    Bitboard path = fileOf(square) & ahead(side, square);
    if (!(path & P.occupied()))
      value += {2 * weight, 6 * weight};
    if (P.occupied() & bit(stop))
      value -= {4 * weight, 8 * weight};
    if (PawnAttacks[side] & bit(stop))
      value += {4 * weight, 4 * weight};
  }
  return value;
}

Score Evaluation::pawns(Color side) const {
  Score value;
  Bitboard own = Pawns[side], enemy = Pawns[!side];
  for (Bitboard left = own; left;) {
    int square = take(left);
    Bitboard column = fileOf(square), neighbours = besides(column);
    Bitboard front = ahead(side, square);
    bool connected =
        (besides(bit(square)) & own) || (PawnAttacks[side] & bit(square));
    bool open = !((column & front) & (own | enemy));
    if (column & front & own)
      value -= {10, 20};
    if (!(neighbours & own))
      value -= open ? Score{18, 18} : Score{10, 14};
    else if (!(neighbours & own & ~front) &&
             (PawnAttacks[!side] &
              bit(side == White ? square + 8 : square - 8)))
      value -= open ? Score{16, 12} : Score{8, 8};
    else if (connected)
      value += Score{3, 2} * rankFor(side, square);
    if (!((column | neighbours) & front & enemy) && !(column & front & own))
      value += passed(side, square);
  }
  return value;
}

/// What a piece is worth beside its square.
Score Evaluation::piece(Color side, Piece kind, int square,
                        Bitboard attacked) const {
  constexpr Score Mobility[6] = {{}, {5, 5}, {6, 5}, {3, 4}, {2, 3}, {}};
  constexpr int Usual[6] = {0, 4, 6, 7, 13, 0};
  Bitboard reach = attacked & ~P.Colors[side] & ~PawnAttacks[!side];
  Score value = Mobility[kind] * (count(reach) - Usual[kind]);
  if (kind == Rook) {
    Bitboard column = fileOf(square);
    if (!(column & Pawns[side]))
      value += column & Pawns[!side] ? Score{12, 8} : Score{26, 14};
  } else if (kind != Queen) {
    // A square that no pawn can attack any more.
    int row = rankFor(side, square);
    bool safe = !(besides(fileOf(square)) & ahead(side, square) & Pawns[!side]);
    if (row >= 3 && row <= 5 && safe && PawnAttacks[side] & bit(square))
      value += kind == Knight ? Score{24, 12} : Score{12, 6};
  }
  if (PawnAttacks[!side] & bit(square))
    value -= {kind == Rook || kind == Queen ? 42 : 34, 30};
  return value;
}

Score Evaluation::pieces(Color side) {
  constexpr int Weight[6] = {0, 7, 7, 11, 16, 0};
  Score value;
  Bitboard occupied = P.occupied();
  int enemyKing = P.king(!side);
  Bitboard ring = kingAttacks(enemyKing) | bit(enemyKing);
  for (Piece kind : {Knight, Bishop, Rook, Queen}) {
    // Two of a kind on a line attack through each other.
    Bitboard through = occupied;
    if (kind == Rook || kind == Queen)
      through &= ~(P.of(side, Rook) | P.of(side, Queen));
    else if (kind == Bishop)
      through &= ~P.of(side, Queen);
    for (Bitboard left = P.of(side, kind); left;) {
      int square = take(left);
      Bitboard attacked = attacks(kind, square, through);
      value += piece(side, kind, square, attacked);
      if (Bitboard near = attacked & ring) {
        Attack[!side] += Weight[kind] * count(near);
        ++Attackers[!side];
      }
    }
  }
  if (count(P.of(side, Bishop)) >= 2)
    value += {28, 45};
  return value;
}

/// The pawns before a king, in the middle of the game.
Score Evaluation::shelter(Color side) const {
  int king = P.king(side), value = 0;
  int middle = std::clamp(file(king), 1, 6);
  for (int f = middle - 1; f <= middle + 1; ++f) {
    Bitboard before = FileA << f & (ahead(side, king) | Rank1 << (king & 56));
    Bitboard own = before & Pawns[side], enemy = before & Pawns[!side];
    if (!own) {
      value -= enemy ? 16 : 26;
    } else {
      int nearest = side == White ? first(own) : 63 - std::countl_zero(own);
      value -= 7 * std::max(0, std::abs(rank(nearest) - rank(king)) - 1);
    }
    if (enemy) {
      int nearest = side == White ? first(enemy) : 63 - std::countl_zero(enemy);
      value -= 8 * std::max(0, 5 - std::abs(rank(nearest) - rank(king)));
    }
  }
  return {value, 0};
}

/// How much the attack on a side's king is worth. More pieces together are
/// worth more than each for itself.
int Evaluation::danger(Color side) const {
  if (Attackers[side] < 2)
    return -Attack[side] / 4;
  int units = Attack[side] * (Attackers[side] + 1) / 3;
  if (!P.of(!side, Queen))
    units /= 2;
  return -std::min(units * units / 100 + units / 2, 500);
}

/// What drives a bare king, or one with little, to the edge, where it is mated.
int Evaluation::bareKing(Color strong) const {
  Color weak = !strong;
  int minors = count(P.of(strong, Knight) | P.of(strong, Bishop));
  bool can = P.of(strong, Rook) | P.of(strong, Queen) || minors >= 2;
  if (Pawns[weak] || P.hasPieces(weak) || !can)
    return 0;
  int loser = P.king(weak), winner = P.king(strong);
  int value = 14 * (7 - distance(loser, winner));
  if (P.of(strong, Bishop) && P.of(strong, Knight) &&
      !(Pawns[strong] | P.of(strong, Rook) | P.of(strong, Queen))) {
    // To a corner that the bishop attacks.
    bool dark = P.of(strong, Bishop) & 0xaa55aa55aa55aa55;
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

/// Less where the better side can hardly win.
int Evaluation::scaled(int end) const {
  Color strong = end > 0 ? White : Black;
  auto worth = [&](Color side) {
    return 3 * count(P.of(side, Knight) | P.of(side, Bishop)) +
           5 * count(P.of(side, Rook)) + 9 * count(P.of(side, Queen));
  };
  if (!Pawns[strong]) {
    int ahead = worth(strong) - worth(!strong);
    bool knights =
        !(P.of(strong, Bishop) | P.of(strong, Rook) | P.of(strong, Queen)) &&
        count(P.of(strong, Knight)) <= 2;
    if (ahead <= 3 || knights)
      return end / 8;
  }
  constexpr Bitboard Dark = 0xaa55aa55aa55aa55;
  bool opposite = count(P.of(White, Bishop)) == 1 &&
                  count(P.of(Black, Bishop)) == 1 &&
                  count(P.Pieces[Bishop] & Dark) == 1;
  bool onlyBishops = !(P.Pieces[Knight] | P.Pieces[Rook] | P.Pieces[Queen]);
  if (opposite && onlyBishops)
    return end / 2;
  return end;
}

} // namespace

int chess::evaluate(const Position &position) {
  return Evaluation(position).run();
}
