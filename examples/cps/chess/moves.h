//===- moves.h - The moves of a position ----------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_MOVES_H
#define TUSSAH_EXAMPLES_CPS_CHESS_MOVES_H

#include "board.h"

namespace chess {

/// Some moves, each with a number to sort by. No position that
/// Position::parse() accepts has more.
struct MoveList {
  static constexpr int Most = 256;
  Move Moves[Most];
  int Values[Most];
  int Count = 0;

  void add(Move move) { Moves[Count++] = move; }
  /// Brings the best of the moves from \p index on to it.
  Move pick(int index);
};

enum class Kind {
  All,
  /// Captures, and promotions to queens.
  Captures,
};

/// Appends the moves; some may leave the own king attacked, which
/// Position::make() tells.
void moves(const Position &position, Kind kind, MoveList &list);

/// Whether one of moves(), of Kind::All, is \p move. For moves from the
/// transposition table, which may belong to another position.
bool possible(const Position &position, Move move);

/// What is seen of most moves of a position without making them. \p check:
/// whether the side to move is in check.
class Inspector {
public:
  Inspector(const Position &position, bool check);
  /// Whether a move gives check.
  bool givesCheck(Move move) const;
  /// Whether a move leaves the own king unattacked for certain.
  bool surelyLegal(Move move) const {
    return !(Doubtful & bit(move.from())) && !P.isEnPassant(move);
  }

private:
  const Position &P;
  /// The squares from which a move may be illegal, or may discover a check.
  Bitboard Doubtful, Discover;
  /// From where each piece attacks the other king.
  Bitboard Checks[6] = {};
};

/// What all captures on the square of a move win or lose, if each side takes
/// with its least piece and may stop, in hundredths of a pawn.
int exchange(const Position &position, Move move);

/// The legal move of a text in UCI's notation. Throws InvalidInput.
Move parseMove(const Position &position, std::string_view text);

/// A legal move of the side to move; no move if there is none.
Move anyMove(const Position &position);
inline bool canMove(const Position &position) {
  return bool(anyMove(position));
}

/// The number of move sequences of a length, counted one by one.
std::uint64_t perft(const Position &position, int depth);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_MOVES_H
