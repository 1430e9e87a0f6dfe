//===- moves.cpp - The generator of moves ---------------------------------===//

#include "moves.h"

#include "attacks.h"

#include <algorithm>

using namespace chess;

Move MoveList::pick(int index) {
  int best = index;
  for (int i = index + 1; i < Count; ++i)
    if (Values[i] > Values[best])
      best = i;
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

bool chess::possible(const Position &position, Move move) {
  if (!move || !(position.Colors[position.Side] & bit(move.from())))
    return false;
  MoveList list;
  moves(position, Kind::All, list);
  return std::find(list.Moves, list.Moves + list.Count, move) !=
         list.Moves + list.Count;
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
