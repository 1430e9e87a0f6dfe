//===- jamboree.h - Chess as the parallel search sees it ------------------===//
///
/// \file
/// Chess for the Jamboree search of tussah/cps/search.hpp, as in the *Socrates
/// program. Without a transposition table what is found depends on a position's
/// task only: the score of a depth is the same for any number of workers.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H
#define TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H

#include "engine.h"
#include "moves.h"

#include <tussah/cps/search.hpp>

namespace chess {

/// The keys of the positions that a repetition could go back to, the last one
/// that of the task.
using Keys = tussah::cps::array<std::uint64_t>;

/// The game. docs/guides/cps.md says what its functions are for.
struct Chess {
  using task = Task;
  using value = Result;
  using move = Move;
  using trail = std::uint64_t;
  using step = tussah::search_step<Chess>;
  static constexpr std::size_t most_moves = MoveList::Most;

  static tussah::search_window window(const Task &task) {
    return {task.Alpha, task.Beta};
  }
  static int score(const Result &result) { return result.Score; }
  static std::uint64_t mark(const Task &task) { return task.Board.Key; }
  static bool stopped() { return engine().stopped(); }

  static step open(Task &task, tussah::search_context<Chess> &context);
  static step answered(Task &task, int which, const Result &result,
                       tussah::search_context<Chess> &context);
  static Task child(const Task &task, Move move, int index,
                    tussah::search_window window,
                    tussah::search_purpose purpose);
  static bool again(Task &child);
  static Result parent(const Task &task, Move move, const Result &child);
  static Result bound(const Task &task, int score);
  static void improved(const Task &task, const Result &result);
  static void finished(const Task &task, const Result &result,
                       tussah::search_bound bound);
};

} // namespace chess

#endif // TUSSAH_EXAMPLES_CPS_CHESS_JAMBOREE_H
