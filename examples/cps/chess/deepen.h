//===- deepen.h - Iterative deepening -------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_DEEPEN_H
#define TUSSAH_EXAMPLES_CPS_CHESS_DEEPEN_H

#include "engine.h"
#include "jamboree.h"

#include <vector>

namespace chess {

/// A game so far: its last position, and the keys of those since the last move
/// that cannot be taken back, this one included.
struct Game {
  Position Board;
  std::vector<std::uint64_t> Keys;

  explicit Game(const Position &start) : Board(start), Keys{start.Key} {}
  /// Makes a legal move.
  void play(Move move);
};

/// A search that goes deeper step by step, each time with a window around the
/// last score. Plain data: the state between two searches.
class Deepening {
public:
  Deepening() = default;
  /// \p budget: begin no new depth after so many nanoseconds; 0 for no limit.
  /// \p report: write a line of UCI for each depth.
  Deepening(const Position &root, int depth, std::int64_t budget, bool report);

  /// What is to be searched next.
  Task task() const;
  /// Takes the result of that. Returns whether there is more to do.
  bool add(const Result &result);

  /// The best line, the score of the last depth that was completed, and that
  /// depth. Aborted if not even the first one was.
  Result Best = Result::aborted();
  std::int16_t Depth = 0;
  /// The time it began, by Engine::clock().
  std::int64_t Began = 0;

private:
  bool goOn() const;
  void report() const;

  Position Root;
  std::int64_t Budget = 0;
  std::int16_t Next = 1, Last = 0;
  std::int16_t Alpha = -Infinite, Beta = Infinite, Width = 0;
  /// The last score was below the window.
  bool Unsure = false;
  bool Report = false;
};

/// Searches with threads of the library. Once at a time in a process.
Deepening searchParallel(const Game &game, Deepening state,
                         const tussah::cps::options &how);
/// Searches without.
Deepening searchSerially(const Game &game, Deepening state);

/// A score in the words of UCI: cp 25, mate 3, mate -2.
std::string formatScore(int score);

/// Writes a line to the standard output, whole, and at once.
void writeLine(const std::string &line);

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_DEEPEN_H
