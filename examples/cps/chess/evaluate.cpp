//===- evaluate.cpp - How good a position is ------------------------------===//
///
/// \file
/// Two values of each feature, for the middle and the end of the game, are
/// mixed by the material that is left. terms.h lists the features.
///
//===----------------------------------------------------------------------===//

#include "evaluate.h"

#include "terms.h"

#include <array>

using namespace chess;

View::View(const Position &position, const PawnFacts &pawns)
    : P(position), Pawns(pawns) {
  for (Color side : {White, Black}) {
    int king = P.king(side);
    int middle =
        std::clamp(rank(king), 1, 6) * 8 + std::clamp(file(king), 1, 6);
    Ring[side] = kingAttacks(middle) | bit(middle);
    addAttacks(side, King, kingAttacks(king));
    Bitboard own = P.of(side, Pawn);
    addAttacks(side, Pawn, pawnAttackSet(side, own));
    Bitboard advanced = forward(side, own);
    Twice[side] |= (advanced & ~FileA) >> 1 & (advanced & ~FileH) << 1;
  }
}

void View::addAttacks(Color side, Piece kind, Bitboard set) {
  Twice[side] |= All[side] & set;
  All[side] |= set;
  By[side][kind] |= set;
}

/// What follows from the pawns, kept for the last positions of this worker:
/// pawns move seldom.
static const PawnFacts &pawnFacts(const Position &position) {
  constexpr unsigned Bits = 11;
  static thread_local std::array<PawnFacts, 1 << Bits> kept;
  Bitboard white = position.of(White, Pawn), black = position.of(Black, Pawn);
  std::uint64_t mixed = (white ^ std::rotl(black, 29)) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 32 ^ black) * 0xd6e8feb86659fd93;
  PawnFacts &facts = kept[mixed >> (64 - Bits)];
  if (facts.Pawns[White] != white || facts.Pawns[Black] != black)
    facts = studyPawns(position);
  return facts;
}

int chess::evaluate(const Position &position) {
  const PawnFacts &pawns = pawnFacts(position);
  View view(position, pawns);
  Score total = {position.Middle, position.End};
  total += pawns.Value;
  total += pieces(view, White);
  total -= pieces(view, Black);
  for (Color side : {White, Black}) {
    int covered = shelter(position, side);
    Score own = {covered, 0};
    own += danger(view, side, covered);
    own += passedPawns(view, side);
    own += threats(view, side);
    own += space(view, side);
    if (side == White)
      total += own;
    else
      total -= own;
  }
  int phase =
      std::min(24, count(position.Pieces[Knight] | position.Pieces[Bishop]) +
                       2 * count(position.Pieces[Rook]) +
                       4 * count(position.Pieces[Queen]));
  int end = scaled(position, total.End + bareKing(position, White) -
                                 bareKing(position, Black));
  int value = (total.Middle * phase + end * (24 - phase)) / 24;
  constexpr int Tempo = 12;
  return (position.Side == White ? value : -value) + Tempo;
}
