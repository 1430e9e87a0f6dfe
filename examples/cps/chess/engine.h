//===- engine.h - What the searches of a process share --------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_ENGINE_H
#define TUSSAH_EXAMPLES_CPS_CHESS_ENGINE_H

#include "table.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

namespace chess {

/// No line is longer, and no score is outside of Mate. A score of Mate - n is a
/// mate after n moves of either side.
inline constexpr int MaxPly = 128, Mate = 32000, Infinite = Mate + 1;
/// Scores beyond this are mates.
inline constexpr int MateBound = Mate - 2 * MaxPly;

/// Mates are counted from the root in a search, from the position in the table.
constexpr int toTable(int score, int ply) {
  return score > MateBound    ? score + ply
         : score < -MateBound ? score - ply
                              : score;
}
constexpr int fromTable(int score, int ply) { return toTable(score, -ply); }

/// Which piece of which side went where in a move; NoStep: in none.
inline constexpr std::uint16_t NoStep = 2 * 6 * 64;
/// That of the last move, and of the one before.
using Steps = std::array<std::uint16_t, 2>;
inline std::uint16_t step(const Position &position, Move move) {
  return (position.Side * 6 + position.at(move.from())) * 64 + move.to();
}

/// A position to search, to a depth, in a window: scores up to Alpha, or from
/// Beta, need not be exact. Plain data.
struct Task {
  Position Board;
  std::int16_t Depth = 0, Alpha = -Infinite, Beta = Infinite;
  /// Moves since the root.
  std::int16_t Ply = 0;
  /// No extension from this ply on.
  std::int16_t ExtendUntil = 0;
  bool AfterPass = false;
  /// Whether the king of the side to move is attacked.
  bool Check = false;
  /// The move to begin with, if the table does not know one.
  Move Hint;
  /// A move that must not be made: how much worse are the others?
  Move Excluded;
  /// By how many moves the search is less deep than it would be: a test.
  std::int16_t Less = 0;
  /// How much deeper the first move is searched than the others.
  std::int8_t More = 0;
  /// Expected: a move is good enough. Only with a null window.
  bool Cut = false;
  Steps Before = {NoStep, NoStep};
  /// What evaluate() says of the position, of the one before, and of the one
  /// before that; Unknown in check, and before the root.
  std::int16_t Values[3] = {Unknown, Unknown, Unknown};
  /// The line that is expected, the first move of which is Hint.
  Move Expected[6];
  /// What the table knows of the position.
  Known Entry;

  bool nullWindow() const { return Beta - Alpha == 1; }
  /// Whether the side stands better than before its last move, as far as is
  /// known.
  bool improving() const {
    return Values[2] == Unknown || Values[0] > Values[2];
  }
  /// Notes the line that is expected.
  void expect(const Move *line, int count);
  /// The task that a move leads to, which gives check or not, with Alpha, Beta,
  /// and Depth still to be set. \p next: the position then.
  Task below(Move move, const Position &next, bool check) const;
  /// The same if the other side moves again.
  Task belowPass() const;
};

/// What a search has found; at most 64 bytes, so that it can be a missing
/// argument.
struct Result {
  enum Kind : std::uint8_t {
    /// Score is within the window of the task, or the end of it.
    Done,
    /// The search was stopped, and nothing is known.
    Aborted,
  };
  static constexpr int MaxLine = 28;

  std::int16_t Score = 0;
  Kind State = Done;
  std::uint8_t Length = 0;
  Move Line[MaxLine];

  static Result aborted() {
    Result result;
    result.State = Aborted;
    return result;
  }
  Move best() const { return Length ? Line[0] : Move(); }
  /// The line of a move and what follows it.
  void setLine(Move move, const Move *rest, int count);
};

/// The state of this process. Threads get plain arguments only, so it is found
/// by engine().
struct Engine {
  Table Hash;
  /// Ends the search.
  std::atomic<bool> Stop = false;
  /// When it must end, in nanoseconds of clock(); 0 for never.
  std::atomic<std::int64_t> Deadline = 0;
  std::atomic<std::uint64_t> Nodes = 0;
  /// If not 0, the number of nodes that ends the search.
  std::atomic<std::uint64_t> NodeLimit = 0;
  /// The bits of the best move at the root that the present iteration has
  /// found, or 0.
  std::atomic<std::uint16_t> RootBest = 0;
  /// Subtrees of this depth are searched by one thread; those that are searched
  /// for a value, of one less.
  int SerialDepth = 4;

  /// A steady clock, in nanoseconds.
  static std::int64_t clock();
  /// Whether the search has to end. Looks at the clock.
  bool stopped();
};
Engine &engine();

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_ENGINE_H
