//===- moves.cpp - The generator of moves ---------------------------------===//

#include "moves.h"

#include "attacks.h"

#include <algorithm>
#include <cstdlib>

using namespace chess;

Move MoveList::pick(int index) {
  // The largest first, and then where it is: this way compilers make vectors.
  int most = Values[index];
  for (int i = index + 1; i < Count; ++i)
    most = std::max(most, Values[i]);
  int best = index;
  while (Values[best] != most)
    ++best;
  std::swap(Moves[index], Moves[best]);
  std::swap(Values[index], Values[best]);
  return Moves[index];
}

static void addPawnMoves(Bitboard targets, int step, Kind kind,
                         MoveList &list) {
  while (targets) {
    int to = take(targets);
    if (rank(to) % 7 != 0) {
      list.add({to - step, to});
      continue;
    }
    list.add({to - step, to, Queen});
    if (kind == Kind::All)
      for (Piece piece : {Knight, Rook, Bishop})
        list.add({to - step, to, piece});
  }
}

static void pawnMoves(const Position &p, Kind kind, MoveList &list) {
  Bitboard pawns = p.of(p.Side, Pawn), empty = ~p.occupied();
  Bitboard enemy = p.Colors[!p.Side];
  if (p.EnPassant != NoSquare)
    enemy |= bit(p.EnPassant);
  constexpr Bitboard Last = Rank1 | Rank1 << 56;
  Bitboard wanted = kind == Kind::All ? ~Bitboard(0) : Last;
  if (p.Side == White) {
    Bitboard once = pawns << 8 & empty;
    addPawnMoves((pawns & ~FileA) << 7 & enemy, 7, kind, list);
    addPawnMoves((pawns & ~FileH) << 9 & enemy, 9, kind, list);
    addPawnMoves(once & wanted, 8, kind, list);
    addPawnMoves((once & Rank1 << 16) << 8 & empty & wanted, 16, kind, list);
  } else {
    Bitboard once = pawns >> 8 & empty;
    addPawnMoves((pawns & ~FileA) >> 9 & enemy, -9, kind, list);
    addPawnMoves((pawns & ~FileH) >> 7 & enemy, -7, kind, list);
    addPawnMoves(once & wanted, -8, kind, list);
    addPawnMoves((once & Rank1 << 40) >> 8 & empty & wanted, -16, kind, list);
  }
}

/// The king must not pass attacked squares; make() looks at the last one.
static void castlingMoves(const Position &p, MoveList &list) {
  int row = p.Side == White ? 0 : 56;
  int rights = p.Side == White ? p.Rights : p.Rights >> 2;
  if (!(rights & 3) || p.inCheck())
    return;
  Bitboard occupied = p.occupied();
  if (rights & WhiteShort && !(occupied & Bitboard(0x60) << row) &&
      !p.attacked(row + 5, !p.Side))
    list.add({row + 4, row + 6});
  if (rights & WhiteLong && !(occupied & Bitboard(0x0e) << row) &&
      !p.attacked(row + 3, !p.Side))
    list.add({row + 4, row + 2});
}

void chess::moves(const Position &p, Kind kind, MoveList &list) {
  pawnMoves(p, kind, list);
  Bitboard occupied = p.occupied();
  Bitboard wanted = kind == Kind::All ? ~p.Colors[p.Side] : p.Colors[!p.Side];
  for (Piece piece : {Knight, Bishop, Rook, Queen, King}) {
    Bitboard pieces = p.of(p.Side, piece);
    while (pieces) {
      int from = take(pieces);
      Bitboard targets = attacks(piece, from, occupied) & wanted;
      while (targets)
        list.add({from, take(targets)});
    }
  }
  if (kind == Kind::All)
    castlingMoves(p, list);
}

/// One of a piece of the side to move, not on to another of its own.
static bool possiblePawnMove(const Position &p, Move move) {
  int from = move.from(), to = move.to();
  bool promotes = move.promotion() >= Knight && move.promotion() <= Queen;
  if (rank(to) % 7 == 0 ? !promotes : move.promotion() != Pawn)
    return false;
  if (pawnAttacks(p.Side, from) & bit(to))
    return p.captures(move);
  int ahead = p.Side == White ? 8 : -8;
  if (p.at(from + ahead) != NoPiece)
    return false;
  return to == from + ahead ||
         (to == from + 2 * ahead && rank(from) == (p.Side == White ? 1 : 6) &&
          p.at(to) == NoPiece);
}

bool chess::possible(const Position &position, Move move) {
  const Position &p = position;
  int from = move.from(), to = move.to();
  if (!move || !(p.Colors[p.Side] & bit(from)) || p.Colors[p.Side] & bit(to))
    return false;
  Piece piece = p.at(from);
  if (piece == Pawn)
    return possiblePawnMove(p, move);
  if (move.promotion() != Pawn)
    return false;
  if (attacks(piece, from, p.occupied()) & bit(to))
    return true;
  MoveList list;
  if (piece == King)
    castlingMoves(p, list);
  return std::find(list.Moves, list.Moves + list.Count, move) !=
         list.Moves + list.Count;
}

Inspector::Inspector(const Position &position, bool check) : P(position) {
  Bitboard occupied = P.occupied();
  // The own pieces that a line of the enemy ends at, or one of its own before
  // the other king, and whether something stands behind them that matters.
  auto before = [&](int king, Color by, Bitboard straight, Bitboard slanting) {
    Bitboard own = P.Colors[P.Side];
    Bitboard through = occupied ^ ((straight | slanting) & own);
    Bitboard behind = (rookAttacks(king, through) & ~straight &
                       (P.of(by, Rook) | P.of(by, Queen))) |
                      (bishopAttacks(king, through) & ~slanting &
                       (P.of(by, Bishop) | P.of(by, Queen)));
    return behind ? (straight | slanting) & own : 0;
  };
  int king = P.king(P.Side), other = P.king(!P.Side);
  Doubtful =
      check ? ~Bitboard(0)
            : bit(king) | before(king, !P.Side, rookAttacks(king, occupied),
                                 bishopAttacks(king, occupied));
  Checks[Pawn] = pawnAttacks(!P.Side, other);
  Checks[Knight] = knightAttacks(other);
  Checks[Bishop] = bishopAttacks(other, occupied);
  Checks[Rook] = rookAttacks(other, occupied);
  Checks[Queen] = Checks[Bishop] | Checks[Rook];
  Discover = before(other, P.Side, Checks[Rook], Checks[Bishop]);
}

bool Inspector::givesCheck(Move move) const {
  int from = move.from(), to = move.to();
  Piece piece = P.at(from);
  bool special = move.promotion() != Pawn || P.isEnPassant(move) ||
                 (piece == King && std::abs(from - to) == 2);
  if (!special && !(Discover & bit(from)))
    return Checks[piece] & bit(to);
  Position next = P;
  next.make(move);
  return next.inCheck();
}

int chess::exchange(const Position &p, Move move) {
  constexpr int Values[] = {100, 325, 335, 500, 975, 20000, 0};
  int square = move.to();
  Bitboard occupied = p.occupied() ^ bit(move.from());
  int gains[33] = {Values[p.at(square)]};
  if (p.isEnPassant(move)) {
    gains[0] = Values[Pawn];
    occupied ^= bit(square ^ 8);
  }
  Piece standing = p.at(move.from());
  if (move.promotion() != Pawn) {
    standing = move.promotion();
    gains[0] += Values[standing] - Values[Pawn];
  }
  Color side = !p.Side;
  int depth = 0;
  while (true) {
    // Pieces behind those that have taken join.
    Bitboard attackers = p.attackers(square, occupied) & occupied;
    Bitboard own = attackers & p.Colors[side];
    if (!own)
      break;
    int piece = Pawn;
    while (!(own & p.Pieces[piece]))
      ++piece;
    // A king does not take what is protected.
    if (piece == King && attackers & p.Colors[!side])
      break;
    ++depth;
    gains[depth] = Values[standing] - gains[depth - 1];
    standing = Piece(piece);
    occupied ^= bit(first(own & p.Pieces[piece]));
    side = !side;
  }
  for (; depth > 0; --depth)
    gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
  return gains[0];
}

Move chess::parseMove(const Position &position, std::string_view text) {
  MoveList list;
  moves(position, Kind::All, list);
  for (int i = 0; i < list.Count; ++i) {
    Position next = position;
    if (format(list.Moves[i]) == text && next.make(list.Moves[i]))
      return list.Moves[i];
  }
  throw InvalidInput("no legal move: '" + std::string(text) + "'");
}

Move chess::anyMove(const Position &position) {
  MoveList list;
  moves(position, Kind::All, list);
  for (int i = 0; i < list.Count; ++i) {
    Position next = position;
    if (next.make(list.Moves[i]))
      return list.Moves[i];
  }
  return Move();
}

std::uint64_t chess::perft(const Position &position, int depth) {
  if (depth == 0)
    return 1;
  MoveList list;
  moves(position, Kind::All, list);
  std::uint64_t result = 0;
  for (int i = 0; i < list.Count; ++i) {
    Position next = position;
    if (next.make(list.Moves[i]))
      result += perft(next, depth - 1);
  }
  return result;
}
