//===- serial.h - The search of one worker --------------------------------===//
///
/// \file
/// Alpha-beta search in the form of principal variation search, with null
/// moves, late move reductions, singular extensions and a quiescence search. It
/// does the lower levels of the Jamboree search, and the whole when there is
/// one processor
/// (--serial), which is what the speed of the threads is compared with.
///
/// Without a transposition table a result depends on the task only.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_SERIAL_H
#define TUSSAH_EXAMPLES_CPS_CHESS_SERIAL_H

#include "engine.h"
#include "moves.h"
#include "ordering.h"

#include <tussah/support/game_tree.hpp>

#include <optional>
#include <vector>

namespace chess {

struct Chess;
/// Where a search is in the parallel search.
using Context = tussah::search_context<Chess>;

/// One worker's search, with what it has learned about moves. For one thread.
class Searcher {
public:
  /// \p inThread: it is used by threads of the library.
  explicit Searcher(bool inThread) : InThread(inThread) {}

  /// Searches a task. \p keys are those of the positions since the last move
  /// that cannot be taken back, the task's own the last of them. Stops, with
  /// Result::Aborted, when \p context says so, or else engine().stopped().
  Result search(const Task &task, std::span<const std::uint64_t> keys,
                Context *context = nullptr);

  /// What needs no search: draws, scores that nothing can change, and entries
  /// of the table. Sets \p entry to what the table knows.
  std::optional<int> known(const Task &task,
                           std::span<const std::uint64_t> keys,
                           Known &entry) const;
  /// The legal moves, best first as far as is known without a search.
  void order(const Task &task, Move hash, MoveList &list);
  /// Notes that a move was good enough.
  void learn(const Task &task, Move best) { Learned.good(task, best); }
  /// Forgets what depends on searches before, unless there is a table: then
  /// results depend on them in any case.
  void begin();

  /// What evaluate() says of a task's position, perhaps from the table; Unknown
  /// in check.
  static int value(const Task &task, const Known &entry);

  /// Whether moves may be left out near the leaves.
  static bool mayLeaveOut(const Task &task) {
    return task.nullWindow() && !task.Check && task.Depth <= 6 &&
           task.Alpha > -MateBound;
  }
  /// Whether a move that is not the first, and gives no check, is.
  bool leftOut(const Task &task, Move move, int index, int alpha) const;
  /// The value of a position that is so good that some moves do not change it.
  static std::optional<int> tooGood(const Task &task, const Known &entry);

  /// By how much less deep the move at an index is searched first, a \p quiet
  /// one: it takes nothing, gives no check and escapes none.
  int reduction(const Task &task, Move move, int index, bool quiet) const;

  /// The same for a null move, when the position is \p ahead of beta.
  static int passReduction(int depth, int ahead);

  /// The task that tells whether all moves are worse than the one the table
  /// knows, which makes that one singular (Anantharaman, Campbell and Hsu,
  /// "Singular extensions", 1990): if it is not better than its Alpha.
  static std::optional<Task> withoutBest(const Task &task, const Known &entry);

private:
  /// The moves of a line from its first ply on.
  struct Line {
    int Length;
    Move Moves[MaxPly + 1];
  };

  int search(const Task &task);
  int searchMoves(const Task &task, Move hash, int extension);
  int searchMove(const Task &task, Task &below, int index, int depth, int alpha,
                 int less);
  int child(Task &below, int depth, int alpha, int beta);
  int quiesce(const Position &position, int alpha, int beta, int ply);
  Move bestOfShallow(const Task &task);
  std::optional<int> decided(const Task &task, const Known &entry);
  std::optional<int> extend(const Task &task, const Known &entry, int &by);
  void count();
  void addNodes();
  void setLine(int ply, Move move);

  const bool InThread;
  bool Stopped = false;
  /// Nodes that the engine does not know of.
  std::uint64_t Nodes = 0;
  Context *Within = nullptr;
  std::vector<std::uint64_t> Path;
  Ordering Learned;
  Line Lines[MaxPly + 2];
};

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_SERIAL_H
