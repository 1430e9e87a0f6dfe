//===- pawns.cpp - Pawns, seen alone and on their way ---------------------===//

#include "terms.h"

using namespace chess;

namespace {

/// One pawn and what is around it.
struct Surroundings {
  Bitboard Own, Enemy;
  Color Side;
  int Square, Row;
  Bitboard Column, Neighbours, Front;

  Surroundings(const PawnFacts &facts, Color side, int square)
      : Own(facts.Pawns[side]), Enemy(facts.Pawns[!side]), Side(side),
        Square(square), Row(rankFor(side, square)), Column(fileOf(square)),
        Neighbours(besides(Column)), Front(ahead(side, square)) {}

  /// An enemy pawn is before it.
  bool opposed() const { return Column & Front & Enemy; }
  /// An own one is.
  bool doubled() const { return Column & Front & Own; }
  /// Those that protect a square.
  Bitboard protectors(int square) const {
    return pawnAttacks(!Side, square) & Own;
  }
  /// The enemies that attack a square.
  Bitboard attackers(int square) const {
    return pawnAttacks(Side, square) & Enemy;
  }
  bool passed() const {
    return !((Column | Neighbours) & Front & Enemy) && !doubled();
  }
  /// Those that can make it passed, by exchanges, are as many as those that
  /// guard its way.
  bool candidate() const {
    Bitboard helpers = Neighbours & Own & ~Front;
    return !opposed() && !doubled() &&
           count(helpers) >= count(Neighbours & Front & Enemy);
  }
};

/// An exchange of pawns that a side can enforce ("lever": Kmoch, "Pawn power in
/// chess", 1959). It pays to exchange one of the wing for one nearer to the
/// centre, and to attack pawns that are still on their own side.
Score lever(int square, Bitboard targets, int row) {
  constexpr Score Inwards = {17, 5};
  constexpr Score Far[8] = {{}, {}, {}, {2, 1}, {9, 8}, {18, 20}, {}, {}};
  Score value = Far[row];
  while (targets)
    if (tables::fromCentre(file(take(targets))) <
        tables::fromCentre(file(square)))
      value += Inwards;
  return value;
}

/// Pawns side by side, or that protect each other.
Score connected(const Surroundings &pawn) {
  constexpr int Worth[8] = {0, 3, 4, 7, 16, 30, 52, 0};
  Bitboard beside = besides(bit(pawn.Square)) & pawn.Own;
  int protectors = count(pawn.protectors(pawn.Square));
  if (!beside && !protectors)
    return {};
  int value = Worth[pawn.Row];
  if (beside)
    value += (Worth[pawn.Row + 1] - value) / 2;
  if (pawn.opposed())
    value /= 2;
  value += 4 * protectors;
  return {value, value * (pawn.Row - 1) / 4};
}

Score weakness(const Surroundings &pawn) {
  Score value;
  bool open = !pawn.opposed();
  int stop = forward(pawn.Side, pawn.Square);
  if (!(pawn.Neighbours & pawn.Own))
    value += open ? Score{-16, -18} : Score{-8, -12};
  else if (!(pawn.Neighbours & pawn.Own & ~pawn.Front) &&
           !pawn.attackers(pawn.Square) &&
           (pawn.attackers(stop) || bit(stop) & pawn.Enemy))
    value += open ? Score{-16, -14} : Score{-7, -8};
  if (pawn.doubled())
    value -= pawn.protectors(pawn.Square) ? Score{4, 12} : Score{10, 22};
  return value;
}

Score value(const Surroundings &pawn) {
  constexpr Score Candidate[8] = {{},       {2, 5},   {3, 8},   {7, 16},
                                  {15, 30}, {28, 52}, {45, 80}, {}};
  Score value = connected(pawn);
  value += weakness(pawn);
  if (Bitboard targets = pawn.attackers(pawn.Square))
    value += lever(pawn.Square, targets, pawn.Row);
  if (!pawn.passed() && pawn.candidate())
    value += Candidate[pawn.Row];
  return value;
}

} // namespace

PawnFacts chess::studyPawns(const Position &position) {
  PawnFacts facts;
  for (Color side : {White, Black})
    facts.Pawns[side] = position.of(side, Pawn);
  for (Color side : {White, Black}) {
    Score own;
    for (Bitboard left = facts.Pawns[side]; left;) {
      int square = take(left);
      Surroundings pawn(facts, side, square);
      own += value(pawn);
      facts.Reach[side] |= pawn.Neighbours & pawn.Front;
      if (pawn.passed())
        facts.Passed[side] |= bit(square);
      if (pawn.attackers(square))
        facts.Levers[side] |= bit(square);
    }
    if (side == White)
      facts.Value += own;
    else
      facts.Value -= own;
  }
  return facts;
}

/// One passed pawn that is on its fourth rank or further.
static Score onItsWay(const View &view, Color side, int square) {
  const Position &p = view.P;
  int stop = forward(side, square), row = rankFor(side, square);
  int weight = row - 2;
  Bitboard path = fileOf(square) & ahead(side, square);
  Score value;
  // At the end kings decide.
  value.End += weight * (5 * std::min(5, distance(p.king(!side), stop)) -
                         2 * std::min(5, distance(p.king(side), stop)));
  if (p.Colors[side] & bit(stop))
    return value -= Score{2, 4} * weight;
  // Who stands before it and cannot be driven away makes it worth little
  // (Nimzowitsch, "My system", 1925: the blockade).
  if (p.Colors[!side] & bit(stop)) {
    bool firm = !(view.Pawns.Reach[side] & bit(stop));
    return value -= firm ? Score{4, 8} * (weight + 2) : Score{5, 9} * weight;
  }
  Bitboard stopped = path & (view.All[!side] | p.Colors[!side]);
  if (!stopped)
    value += Score{6, 12} * weight;
  else if (!(stopped & bit(stop)))
    value += Score{3, 6} * weight;
  if (view.All[side] & bit(stop))
    value += Score{3, 4} * weight;
  return value;
}

Score chess::passedPawns(const View &view, Color side) {
  constexpr Score Bonus[8] = {{},       {4, 10},   {6, 16},   {14, 32},
                              {32, 60}, {60, 105}, {95, 160}, {}};
  const Position &p = view.P;
  Score value;
  for (Bitboard left = view.Pawns.Passed[side]; left;) {
    int square = take(left), row = rankFor(side, square);
    value += Bonus[row];
    if (row >= 3)
      value += onItsWay(view, side, square);
    // Nobody can catch it: the rule of the square.
    int queening = file(square) + (side == White ? 56 : 0);
    if (!p.hasPieces(!side) &&
        !(fileOf(square) & ahead(side, square) & p.occupied()) &&
        std::min(5, 7 - row) <
            distance(p.king(!side), queening) - (p.Side != side))
      value.End += 350 + 20 * row;
  }
  return value;
}
