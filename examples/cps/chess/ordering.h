//===- ordering.h - Which moves to search first ---------------------------===//
///
/// \file
/// The move that the table knows, captures that lose nothing, two killers of
/// the same ply, the move that answered the last one before, and then quiet
/// moves by their histories: how often each was good enough, on its own
/// (Schaeffer, "The history heuristic and alpha-beta search enhancements in
/// practice", 1989) and after the last two moves ("continuation history").
/// Captures that lose material come last.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_ORDERING_H
#define TUSSAH_EXAMPLES_CPS_CHESS_ORDERING_H

#include "engine.h"
#include "moves.h"

#include <array>
#include <vector>

namespace chess {

/// What one worker has learned about moves. For one thread.
class Ordering {
public:
  Ordering();

  /// Forgets all.
  void clear();
  /// Gives each move of a list its value; \p hash is the move that the table
  /// knows.
  void rate(const Position &position, const Steps &steps, int ply, Move hash,
            MoveList &list) const;
  /// Notes that a move was good enough.
  void good(const Task &task, Move move);
  /// Notes that a quiet move was not, though another one was.
  void bad(const Task &task, Move move) { reward(task, move, -1); }
  /// How good a quiet move was before: within three times Most.
  int history(const Position &position, const Steps &steps, Move move) const;
  bool isKiller(int ply, Move move) const {
    return move == Killers[ply][0] || move == Killers[ply][1];
  }

  /// The bound of one history.
  static constexpr int Most = 8192;

private:
  /// By piece and square.
  using Row = std::array<std::int16_t, 6 * 64>;

  void reward(const Task &task, Move move, int sign);

  Move Killers[MaxPly + 2][2];
  std::int16_t Alone[2][64][64] = {};
  /// By the step before; NoStep has a row.
  std::vector<Row> Following;
  Move Answers[NoStep + 1];
  /// The last two are not empty. They are used with a transposition table only:
  /// without one results must not depend on searches before.
  bool Learned = false;
};

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_ORDERING_H
