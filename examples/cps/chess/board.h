//===- board.h - Positions of chess ---------------------------------------===//
///
/// \file
/// A position as plain data: it is copied, not changed back, when a move is
/// made, so it can be an argument of a thread and travel in a message.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_BOARD_H
#define TUSSAH_EXAMPLES_CPS_CHESS_BOARD_H

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace chess {

/// A set of squares: bit 0 is a1, bit 7 h1, bit 63 h8.
using Bitboard = std::uint64_t;

enum Color : std::uint8_t { White, Black };
enum Piece : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, NoPiece };
/// The castling rights of a position: bits.
enum Castling : std::uint8_t {
  WhiteShort = 1,
  WhiteLong = 2,
  BlackShort = 4,
  BlackLong = 8
};

constexpr Color operator!(Color side) { return Color(side ^ 1); }
constexpr Bitboard bit(int square) { return Bitboard(1) << square; }
constexpr int file(int square) { return square & 7; }
constexpr int rank(int square) { return square >> 3; }
inline int first(Bitboard set) { return std::countr_zero(set); }
inline int count(Bitboard set) { return std::popcount(set); }
/// Takes the lowest square out of a set.
inline int take(Bitboard &set) {
  int square = first(set);
  set &= set - 1;
  return square;
}

inline constexpr Bitboard FileA = 0x0101010101010101, FileH = FileA << 7;
inline constexpr Bitboard Rank1 = 0xff;
inline constexpr int NoSquare = 64;

/// Squares from and to in six bits each, and what a pawn becomes. What else a
/// move does (castling, en passant) follows from the position. 0 is no move.
struct Move {
  std::uint16_t Bits = 0;

  Move() = default;
  constexpr Move(int from, int to, Piece promotion = Pawn)
      : Bits(from | to << 6 | promotion << 12) {}
  int from() const { return Bits & 63; }
  int to() const { return Bits >> 6 & 63; }
  /// Pawn if the move is no promotion.
  Piece promotion() const { return Piece(Bits >> 12); }
  explicit operator bool() const { return Bits != 0; }
  friend bool operator==(Move, Move) = default;
};

/// The move in the notation of UCI: e2e4, e7e8q, and 0000 for no move.
std::string format(Move move);

/// What is wrong with the text of a position or a move.
struct InvalidInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Plain data; all members but the first group follow from it.
struct Position {
  Bitboard Pieces[6] = {}, Colors[2] = {};
  Color Side = White;
  std::uint8_t Rights = 0;
  /// The square behind a pawn that has just made two steps, if a pawn of the
  /// other side stands beside it; or NoSquare.
  std::uint8_t EnPassant = NoSquare;
  /// Moves of either side since the last capture or move of a pawn; stays at
  /// 255.
  std::uint8_t Halfmoves = 0;

  /// Equal for equal positions, but for Halfmoves.
  std::uint64_t Key = 0;
  /// The sums of the values of pieces on their squares, White's minus Black's,
  /// in the middle of the game and at its end.
  std::int16_t Middle = 0, End = 0;
  std::uint8_t Board[64];

  Position();

  Bitboard occupied() const { return Colors[White] | Colors[Black]; }
  Bitboard of(Color side, Piece piece) const {
    return Colors[side] & Pieces[piece];
  }
  Piece at(int square) const { return Piece(Board[square]); }
  int king(Color side) const { return first(of(side, King)); }
  /// The pieces of both sides that attack a square, if those in \p occupied are
  /// there.
  Bitboard attackers(int square, Bitboard occupied) const;
  bool attacked(int square, Color by) const {
    return attackers(square, occupied()) & Colors[by];
  }
  /// Whether the king of the side to move is attacked.
  bool inCheck() const { return attacked(king(Side), !Side); }
  /// Whether a side has more than king and pawns.
  bool hasPieces(Color side) const {
    return Colors[side] & ~(Pieces[Pawn] | Pieces[King]);
  }
  /// Whether a move takes something.
  bool captures(Move move) const {
    return at(move.to()) != NoPiece || isEnPassant(move);
  }
  bool isQuiet(Move move) const {
    return !captures(move) && move.promotion() == Pawn;
  }
  bool isEnPassant(Move move) const {
    return move.to() == EnPassant && at(move.from()) == Pawn;
  }
  /// Whether neither side can give mate by any moves: bare kings, perhaps with
  /// one knight, or bishops of squares of one colour.
  bool insufficient() const;

  /// Makes a move that moves() has found. Returns false if it leaves the own
  /// king attacked; the position is of no use then.
  /// \p surelyLegal: it does not, and nobody has to look.
  bool make(Move move, bool surelyLegal = false);
  /// Gives the move to the other side.
  void pass();

  /// The position of the four to six fields of FEN. Throws InvalidInput with
  /// what is wrong, also for positions that no game can have and that would
  /// break the rules of the generator.
  static Position parse(std::string_view fen);

private:
  void put(Color side, Piece piece, int square);
  void remove(Color side, Piece piece, int square);
  void setEnPassant(int square);
  void moveRook(Move king);
  void check() const;
};

inline constexpr std::string_view StartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_BOARD_H
