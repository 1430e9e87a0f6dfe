//===- board.cpp - Positions and their text -------------------------------===//

#include "board.h"

#include "attacks.h"
#include "squares.h"

#include <charconv>
#include <cstring>
#include <vector>

using namespace chess;

namespace {

/// Random numbers for each piece on each square, castling rights, files of en
/// passant, and the side (Zobrist, "A new hashing method with application for
/// game playing", 1970).
struct Keys {
  std::uint64_t Placed[2][6][64], Rights[16], EnPassant[8], Side;

  constexpr Keys() : Placed(), Rights(), EnPassant(), Side() {
    std::uint64_t state = 0x7465737361680000;
    for (auto &side : Placed)
      for (auto &piece : side)
        for (auto &key : piece)
          key = next(state);
    for (auto &key : Rights)
      key = next(state);
    for (auto &key : EnPassant)
      key = next(state);
    Side = next(state);
  }

private:
  /// Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
  /// 2014.
  static constexpr std::uint64_t next(std::uint64_t &state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
};
constexpr Keys Random;

/// The rights that end when something moves from a square, or to it.
constexpr std::uint8_t endsRights(int square) {
  switch (square) {
  case 0:
    return WhiteLong;
  case 4:
    return WhiteShort | WhiteLong;
  case 7:
    return WhiteShort;
  case 56:
    return BlackLong;
  case 60:
    return BlackShort | BlackLong;
  case 63:
    return BlackShort;
  default:
    return 0;
  }
}

constexpr std::string_view Letters = "pnbrqk";

} // namespace

std::string chess::format(Move move) {
  if (!move)
    return "0000";
  std::string text;
  for (int square : {move.from(), move.to()}) {
    text += char('a' + file(square));
    text += char('1' + rank(square));
  }
  if (move.promotion() != Pawn)
    text += Letters[move.promotion()];
  return text;
}

Position::Position() { std::memset(Board, NoPiece, sizeof Board); }

void Position::put(Color side, Piece piece, int square) {
  Pieces[piece] |= bit(square);
  Colors[side] |= bit(square);
  Board[square] = piece;
  Key ^= Random.Placed[side][piece][square];
  Score value = placed(side, piece, square);
  Middle += side == White ? value.Middle : -value.Middle;
  End += side == White ? value.End : -value.End;
}

void Position::remove(Color side, Piece piece, int square) {
  Pieces[piece] ^= bit(square);
  Colors[side] ^= bit(square);
  Board[square] = NoPiece;
  Key ^= Random.Placed[side][piece][square];
  Score value = placed(side, piece, square);
  Middle -= side == White ? value.Middle : -value.Middle;
  End -= side == White ? value.End : -value.End;
}

Bitboard Position::attackers(int square, Bitboard occupied) const {
  return (pawnAttacks(Black, square) & of(White, Pawn)) |
         (pawnAttacks(White, square) & of(Black, Pawn)) |
         (knightAttacks(square) & Pieces[Knight]) |
         (kingAttacks(square) & Pieces[King]) |
         (bishopAttacks(square, occupied) & (Pieces[Bishop] | Pieces[Queen])) |
         (rookAttacks(square, occupied) & (Pieces[Rook] | Pieces[Queen]));
}

bool Position::insufficient() const {
  if (Pieces[Pawn] | Pieces[Rook] | Pieces[Queen])
    return false;
  Bitboard minor = Pieces[Knight] | Pieces[Bishop];
  constexpr Bitboard Dark = 0xaa55aa55aa55aa55;
  return count(minor) <= 1 ||
         (!Pieces[Knight] && (!(minor & Dark) || !(minor & ~Dark)));
}

/// Sets the square behind a pawn of the side that has moved, if that matters.
void Position::setEnPassant(int square) {
  if (!(pawnAttacks(!Side, square) & of(Side, Pawn)))
    return;
  EnPassant = square;
  Key ^= Random.EnPassant[file(square)];
}

void Position::pass() {
  if (EnPassant != NoSquare)
    Key ^= Random.EnPassant[file(EnPassant)];
  EnPassant = NoSquare;
  Side = !Side;
  Key ^= Random.Side;
  Halfmoves += Halfmoves != 255;
}

/// Moves the rook of a castling king.
void Position::moveRook(Move king) {
  bool isShort = king.to() > king.from();
  remove(Side, Rook, isShort ? king.to() + 1 : king.to() - 2);
  put(Side, Rook, isShort ? king.to() - 1 : king.to() + 1);
}

bool Position::make(Move move, bool surelyLegal) {
  int from = move.from(), to = move.to();
  Piece piece = at(from), captured = at(to);
  bool enPassant = isEnPassant(move);
  remove(Side, piece, from);
  if (captured != NoPiece)
    remove(!Side, captured, to);
  else if (enPassant)
    remove(!Side, Pawn, to ^ 8);
  put(Side, move.promotion() != Pawn ? move.promotion() : piece, to);
  if (piece == King && (to - from == 2 || from - to == 2))
    moveRook(move);

  std::uint8_t ends = Rights & (endsRights(from) | endsRights(to));
  if (ends) {
    Key ^= Random.Rights[Rights];
    Rights ^= ends;
    Key ^= Random.Rights[Rights];
  }
  bool legal = surelyLegal || !attacked(king(Side), !Side);
  pass();
  if (piece == Pawn || captured != NoPiece)
    Halfmoves = 0;
  if (piece == Pawn && (to ^ from) == 16)
    setEnPassant((from + to) / 2);
  return legal;
}

namespace {

/// The fields of a text, between spaces.
std::vector<std::string_view> fields(std::string_view text) {
  std::vector<std::string_view> result;
  while (true) {
    text.remove_prefix(
        std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty())
      return result;
    std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

[[noreturn]] void fail(std::string_view what, std::string_view text) {
  throw InvalidInput("invalid FEN: " + std::string(what) +
                     (text.empty() ? "" : " '" + std::string(text) + "'"));
}

int parseNumber(std::string_view what, std::string_view text) {
  int number = 0;
  auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 0)
    fail(what, text);
  return number;
}

} // namespace

/// Refuses what no game can have: the generator and the tables rely on it.
void Position::check() const {
  for (Color side : {White, Black}) {
    if (count(of(side, King)) != 1)
      fail("each side must have one king", "");
    int promoted = 0;
    constexpr int Most[] = {8, 2, 2, 2, 1};
    for (Piece piece : {Knight, Bishop, Rook, Queen})
      promoted += std::max(count(of(side, piece)) - Most[piece], 0);
    if (count(of(side, Pawn)) + promoted > Most[Pawn])
      fail("a side has too many pieces", "");
  }
  if (Pieces[Pawn] & (Rank1 | Rank1 << 56))
    fail("a pawn stands on the first or the last rank", "");
  if (attacked(king(!Side), Side))
    fail("the side that has moved is in check", "");
}

Position Position::parse(std::string_view fen) {
  auto parts = fields(fen);
  if (parts.size() < 4 || parts.size() > 6)
    fail("it must have four to six fields, not", std::to_string(parts.size()));
  Position position;
  int f = 0, r = 7;
  for (char c : parts[0]) {
    if (c == '/') {
      if (f != 8 || r == 0)
        fail("ranks must have eight squares, and a board eight ranks",
             parts[0]);
      f = 0;
      --r;
      continue;
    }
    std::size_t letter = Letters.find(char(c | 32));
    if (c >= '1' && c <= '8') {
      f += c - '0';
    } else if (letter != Letters.npos && f < 8) {
      position.put(c & 32 ? Black : White, Piece(letter), r * 8 + f++);
    } else if (letter == Letters.npos) {
      fail("no piece or number of squares:", std::string_view(&c, 1));
    }
    if (f > 8)
      fail("ranks must have eight squares, and a board eight ranks", parts[0]);
  }
  if (f != 8 || r != 0)
    fail("ranks must have eight squares, and a board eight ranks", parts[0]);

  if (parts[1] != "w" && parts[1] != "b")
    fail("the side to move must be w or b, not", parts[1]);
  if (parts[1] == "b") {
    position.Side = Black;
    position.Key ^= Random.Side;
  }

  constexpr std::string_view RightLetters = "KQkq";
  if (parts[2] != "-")
    for (char c : parts[2]) {
      std::size_t index = RightLetters.find(c);
      if (index == RightLetters.npos || position.Rights >> index & 1)
        fail("castling rights must be letters of KQkq, or -, not", parts[2]);
      Color side = index < 2 ? White : Black;
      int row = side == White ? 0 : 56;
      if (!(position.of(side, King) & bit(row + 4)) ||
          !(position.of(side, Rook) & bit(row + (index % 2 ? 0 : 7))))
        fail("a right to castle without king and rook in their places",
             parts[2]);
      position.Rights |= 1 << index;
    }
  position.Key ^= Random.Rights[position.Rights];

  if (parts[3] != "-") {
    std::string_view text = parts[3];
    bool good = text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' &&
                text[1] == (position.Side == White ? '6' : '3');
    int square = good ? (text[1] - '1') * 8 + text[0] - 'a' : 0;
    int pawn = square ^ 8;
    if (!good || !(position.of(!position.Side, Pawn) & bit(pawn)) ||
        position.at(square) != NoPiece)
      fail("no pawn can be taken en passant on", text);
    position.setEnPassant(square);
  }
  if (parts.size() > 4)
    position.Halfmoves =
        std::min(parseNumber("not a number of half moves:", parts[4]), 255);
  if (parts.size() > 5)
    parseNumber("not the number of a move:", parts[5]);
  position.check();
  return position;
}
