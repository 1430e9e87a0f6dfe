//===- jamboree.cpp - Chess as the parallel search sees it ----------------===//

#include "jamboree.h"

#include "serial.h"

#include <algorithm>
#include <memory>

using namespace chess;
using namespace tussah;
using Step = search_step<Chess>;

/// What a position asks for before its moves.
enum Question { Pass, Others };

/// That of the worker that runs the present thread.
static Searcher &searcher() {
  static std::array<std::unique_ptr<Searcher>, cps::options::max_workers> all;
  auto &own = all[cps::processor() % cps::options::max_workers];
  if (!own)
    own = std::make_unique<Searcher>(true);
  return *own;
}

static Step known(const Task &task, int score) {
  return Step::known(
      Chess::bound(task, std::clamp<int>(score, task.Alpha, task.Beta)));
}

/// Looks for a move to begin with, where none is known. Not deep: this is on
/// the critical path.
static void expectFromShallow(Task &task, Context &context) {
  constexpr int Most = 3;
  Task shallow = task;
  shallow.Depth = std::clamp(task.Depth - 3, 1, Most);
  // The extension is counted already.
  shallow.ExtendUntil = 0;
  Result best = searcher().search(shallow, context.path(), &context);
  task.expect(best.Line, best.Length);
}

/// What is left when nothing else was of use: the moves.
static Step expand(Task &task, Context &context) {
  Searcher &own = searcher();
  // Where no move is expected to be good enough, all must be searched: their
  // order is of little use.
  if (!task.Hint && !task.Excluded && (task.Cut || !task.nullWindow()))
    expectFromShallow(task, context);
  own.begin();
  MoveList list;
  own.order(task, task.Hint, list);
  if (list.Count == 0)
    return known(task, task.Excluded ? task.Alpha
                       : task.Check  ? -Mate + task.Ply
                                     : 0);
  bool mayLeaveOut = Searcher::mayLeaveOut(task);
  Inspector inspector(task.Board, task.Check);
  // With a null window the tests need no value of the first move. They are
  // searched in their order where there is but one worker.
  Step step = task.nullWindow() ? Step::refute() : Step::compare();
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.Moves[i];
    if (!mayLeaveOut || i == 0 || inspector.givesCheck(move) ||
        !own.leftOut(task, move, i, task.Alpha))
      step.add(move);
  }
  return step;
}

/// Asks whether the move that the table knows is singular, if it may be.
static Step begin(Task &task, Context &context) {
  if (task.Entry.Best)
    task.Hint = task.Entry.Best;
  if (std::optional<Task> others = Searcher::withoutBest(task, task.Entry))
    return Step::ask(*others, Others, false);
  return expand(task, context);
}

Step Chess::open(Task &task, Context &context) {
  int serial = engine().SerialDepth - !task.nullWindow();
  if (task.Depth <= serial || task.Ply >= MaxPly / 2)
    return Step::known(searcher().search(task, context.path(), &context));
  engine().Nodes.fetch_add(1, std::memory_order_relaxed);
  if (task.Excluded)
    return expand(task, context);
  if (task.Check && task.Ply < task.ExtendUntil)
    ++task.Depth;
  if (std::optional<int> score =
          searcher().known(task, context.path(), task.Entry))
    return ::known(task, *score);
  task.Values[0] = Searcher::value(task, task.Entry);
  if (std::optional<int> score = Searcher::tooGood(task, task.Entry))
    return ::known(task, *score);
  bool pass = task.nullWindow() && !task.Check && !task.AfterPass &&
              std::abs(task.Beta) < MateBound &&
              task.Board.hasPieces(task.Board.Side) &&
              task.Values[0] >= task.Beta;
  if (!pass)
    return begin(task, context);
  Task child = task.belowPass();
  child.Depth = task.Depth -
                Searcher::passReduction(task.Depth, task.Values[0] - task.Beta);
  child.Alpha = -task.Beta;
  child.Beta = -task.Beta + 1;
  return Step::ask(child, Pass, true);
}

Step Chess::answered(Task &task, int which, const Result &result,
                     Context &context) {
  if (which == Pass) {
    // The other side has moved twice; if that is still too good, so is a move.
    if (-result.Score >= task.Beta)
      return ::known(task, task.Beta);
    return begin(task, context);
  }
  // The move that the table knows is singular, or not, or another one is good
  // enough, too.
  std::optional<Task> others = Searcher::withoutBest(task, task.Entry);
  bool singular = result.Score < others->Beta;
  if (!singular && task.nullWindow() && others->Beta >= task.Beta)
    return ::known(task, task.Beta);
  task.More = singular;
  return expand(task, context);
}

Task Chess::child(const Task &task, Move move, int index, search_window window,
                  search_purpose purpose) {
  Position board = task.Board;
  board.make(move);
  Task next = task.below(move, board, board.inCheck());
  next.Depth =
      task.Depth - 1 + (index == 0 && move == task.Hint ? task.More : 0);
  next.Alpha = -window.beta;
  next.Beta = -window.alpha;
  if (purpose != search_purpose::test)
    return next;
  next.Cut = !task.Cut || !task.nullWindow();
  bool quiet = task.Board.isQuiet(move) && !task.Check && !next.Check;
  next.Less = searcher().reduction(task, move, index, quiet);
  next.Depth -= next.Less;
  return next;
}

bool Chess::again(Task &child) {
  if (child.Less == 0)
    return false;
  child.Depth += child.Less;
  child.Less = 0;
  // It was better than expected.
  child.Cut = false;
  return true;
}

Result Chess::parent(const Task &task, Move move, const Result &child) {
  Result result;
  result.Score = std::min<int>(-child.Score, task.Beta);
  result.setLine(move, child.Line, child.Length);
  return result;
}

Result Chess::bound(const Task &, int score) {
  Result result;
  result.Score = std::int16_t(score);
  return result;
}

/// Notes a new best move of the whole search, for when it is stopped.
void Chess::improved(const Task &task, const Result &result) {
  if (task.Ply == 0)
    engine().RootBest.store(result.best().Bits, std::memory_order_relaxed);
}

void Chess::finished(const Task &task, const Result &result,
                     search_bound bound) {
  if (bound == search_bound::lower)
    searcher().learn(task, result.best());
  if (!engine().Hash || task.Excluded)
    return;
  Known known;
  known.Best = result.best();
  known.Score = toTable(result.Score, task.Ply);
  known.Value = task.Values[0];
  known.Depth = std::int8_t(std::min<int>(task.Depth, 127));
  known.Kind = bound == search_bound::lower   ? Bound::Lower
               : bound == search_bound::exact ? Bound::Exact
                                              : Bound::Upper;
  engine().Hash.store(task.Board.Key, known);
}
