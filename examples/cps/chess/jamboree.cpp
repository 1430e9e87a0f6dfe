//===- jamboree.cpp - The parallel search ---------------------------------===//
///
/// \file
/// The threads of one position, in their order:
///
///     jamboree -> [null move -> afterPass ->] begin
///     begin   -> [all but the best move that is known -> compared ->] expand
///     expand  -> first move -> compare
///     compare -> test, test, ...     all ready at once
///             -> join, join, ...     each waits for the one before and a test
///             -> finish              waits for the last join
///     join    -> value of its move -> valued -> the next join
///
/// A test ends in "tested", which aborts the others if the move is too good.
/// Tests are children of the position, and joins too: a worker that has enabled
/// one finds it before the tests that are left.
///
/// An aborted search still sends a result, Result::Aborted. So nothing is left
/// behind, and the program is fully strict but for the joins.
///
//===----------------------------------------------------------------------===//

#include "jamboree.h"

#include "serial.h"

#include <algorithm>
#include <memory>

using namespace chess;
using namespace tussah::cps;

using ScopeArray = array<std::uint64_t>;

/// That of the worker that runs the present thread.
static Searcher &searcher() {
  static std::array<std::unique_ptr<Searcher>, options::max_workers> all;
  auto &own = all[processor() % options::max_workers];
  if (!own)
    own = std::make_unique<Searcher>(true);
  return *own;
}

static std::vector<std::uint64_t> plus(array<std::uint64_t> values,
                                       std::uint64_t last) {
  std::vector<std::uint64_t> result(values.begin(), values.end());
  result.push_back(last);
  return result;
}

/// The task that a move leads to.
static Task after(const Task &task, Move move, int depth, int alpha, int beta) {
  Position board = task.Board;
  board.make(move);
  Task next = task.below(move, board, board.inCheck());
  next.Depth = depth;
  next.Alpha = -beta;
  next.Beta = -alpha;
  return next;
}

static bool isAborted(ScopeArray scopes) {
  return engine().stopped() ||
         engine().Aborts.anyOf({scopes.data(), scopes.size()});
}

/// Ends the searches of the group that the position itself has made.
static void abortOthers(ScopeArray scopes) {
  std::uint64_t scope = scopes[scopes.size() - 1];
  engine().Aborts.add(scope);
  notify_ranks(scope);
}

void chess::listenToRanks() {
  on_notice([](std::uint64_t scope) { engine().Aborts.add(scope); });
}

static void store(const Task &task, const Result &result, Bound kind) {
  if (!engine().Hash || task.Excluded)
    return;
  Known known;
  known.Best = result.best();
  known.Score = toTable(result.Score, task.Ply);
  known.Value = task.Values[0];
  known.Depth = std::int8_t(std::min<int>(task.Depth, 127));
  known.Kind = kind;
  engine().Hash.store(task.Board.Key, known);
}

/// The moves are compared: \p state is Cut, or has the best move's line and
/// score, if one is better than Alpha.
static void finish(cont<Result> k, Task task, Result state) {
  if (state.State == Result::Aborted)
    return send_argument(k, state);
  bool cut = state.State == Result::Cut;
  if (cut)
    searcher().learn(task, state.best());
  store(task, state,
        cut                        ? Bound::Lower
        : state.Score > task.Alpha ? Bound::Exact
                                   : Bound::Upper);
  state.State = Result::Done;
  send_argument(k, state);
}

/// Notes a new best move of the whole search, for when it is stopped.
static void note(const Task &task, const Result &state) {
  if (task.Ply == 0)
    engine().RootBest.store(state.best().Bits, std::memory_order_relaxed);
}

/// The value of \p move has come; sends what is known now to the next join.
static void valued(cont<Result> next, Task task, Move move, Result state,
                   Result value, ScopeArray scopes) {
  if (value.State == Result::Aborted) {
    state.State = Result::Aborted;
  } else if (-value.Score > state.Score) {
    state.Score = -value.Score;
    state.setLine(move, value.Line, value.Length);
    note(task, state);
    if (state.Score >= task.Beta) {
      state.State = Result::Cut;
      abortOthers(scopes);
    }
  }
  send_argument(next, state);
}

/// All moves before \p move are compared, and it is tested. \p task.Alpha is
/// that of the test.
static void join(cont<Result> next, Task task, Move move, Result state,
                 Result test, Keys keys, ScopeArray scopes) {
  if (state.State == Result::Cut)
    return send_argument(next, state);
  if (test.State == Result::Aborted) {
    // A later move may be what the group was aborted for.
    state.State = Result::Aborted;
    return send_argument(next, state);
  }
  if (-test.Score <= task.Alpha)
    return send_argument(next, state);
  if (task.nullWindow()) {
    state.State = Result::Cut;
    state.Score = task.Beta;
    state.setLine(move, test.Line, test.Length);
    return send_argument(next, state);
  }
  if (state.State == Result::Aborted)
    return send_argument(next, state);
  Task child = after(task, move, task.Depth - 1, state.Score, task.Beta);
  cont<Result> value;
  spawn_next<valued>(next, task, move, state, missing(value), scopes);
  tail_call<jamboree>(value, child, plus(keys, child.Board.Key), scopes);
}

/// A test has ended. It was \p less moves less deep than \p child says; \p
/// cuts: a move that passes is too good.
static void tested(cont<Result> k, Task child, int less, bool cuts,
                   Result result, Keys keys, ScopeArray scopes) {
  bool passed = result.State != Result::Aborted && result.Score <= child.Alpha;
  if (passed && less > 0) {
    cont<Result> again;
    spawn_next<tested>(k, child, 0, cuts, missing(again), keys, scopes);
    return tail_call<jamboree>(again, child, keys, scopes);
  }
  if (passed && cuts)
    abortOthers(scopes);
  send_argument(k, result);
}

/// Tests whether a move is better than \p child.Beta says; \p keys are those of
/// the child.
static void test(cont<Result> k, Task child, int less, bool cuts, Keys keys,
                 ScopeArray scopes) {
  if (isAborted(scopes))
    return send_argument(k, Result::aborted());
  cont<Result> result;
  spawn_next<tested>(k, child, less, cuts, missing(result), keys, scopes);
  child.Depth -= less;
  tail_call<jamboree>(result, child, keys, scopes);
}

/// The first move has its value; compares the others with it.
static void compare(cont<Result> k, Task task, Result value, array<Move> moves,
                    Keys keys, ScopeArray scopes) {
  if (value.State == Result::Aborted || isAborted(scopes))
    return send_argument(k, Result::aborted());
  Result state;
  state.Score = std::max<int>(task.Alpha, -value.Score);
  if (-value.Score > task.Alpha) {
    state.setLine(moves[0], value.Line, value.Length);
    note(task, state);
  }
  if (state.Score >= task.Beta)
    state.State = Result::Cut;
  if (state.State == Result::Cut || moves.size() == 1)
    return finish(k, task, state);

  std::vector<std::uint64_t> all =
      plus(scopes, searcher().newScope(processor()));
  cont<Result> next;
  spawn_next<finish>(k, task, missing(next));
  Task window = task;
  window.Alpha = state.Score;
  const Searcher &own = searcher();
  // The first one last, for a worker begins with the newest.
  for (std::size_t i = moves.size() - 1; i > 0; --i) {
    Task child =
        after(task, moves[i], task.Depth - 1, window.Alpha, window.Alpha + 1);
    bool quiet = task.Board.isQuiet(moves[i]) && !task.Check && !child.Check;
    int less = own.reduction(task, moves[i], int(i), quiet);
    cont<Result> before, result;
    spawn<join>(next, window, moves[i], missing(before), missing(result), keys,
                all);
    spawn<test>(result, child, less, task.nullWindow(),
                plus(keys, child.Board.Key), all);
    next = before;
  }
  send_argument(next, state);
}

/// Searches the first move, \p more deeper than the others.
static void expand(cont<Result> k, Task task, Move hash, int more, Keys keys,
                   ScopeArray scopes) {
  Searcher &own = searcher();
  if (!hash) {
    Task shallow = task;
    shallow.Depth = std::max(1, std::min(task.Depth - 3, engine().SerialDepth));
    shallow.ExtendUntil = 0;
    hash = own.search(shallow, keys, scopes).best();
  }
  own.begin();
  MoveList list;
  own.order(task, hash, list);
  if (list.Count == 0) {
    Result none;
    none.Score = std::clamp<int>(task.Excluded ? task.Alpha
                                 : task.Check  ? -Mate + task.Ply
                                               : 0,
                                 task.Alpha, task.Beta);
    return send_argument(k, none);
  }
  int depth = task.Depth - 1 + (list.Moves[0] == hash ? more : 0);
  Task child = after(task, list.Moves[0], depth, task.Alpha, task.Beta);
  cont<Result> value;
  spawn_next<compare>(k, task, missing(value),
                      std::span(list.Moves, list.Count), keys, scopes);
  tail_call<jamboree>(value, child, plus(keys, child.Board.Key), scopes);
}

/// The move that the table knows is singular, or not, or another one is good
/// enough, too: \p others was searched without it.
static void compared(cont<Result> k, Task task, Move hash, int bound,
                     Result others, Keys keys, ScopeArray scopes) {
  if (others.State == Result::Aborted)
    return send_argument(k, others);
  bool singular = others.Score < bound;
  if (singular || !task.nullWindow() || bound < task.Beta)
    return expand(k, task, hash, singular, keys, scopes);
  Result result;
  result.Score = task.Beta;
  send_argument(k, result);
}

/// What is left when null moves were of no use.
static void begin(cont<Result> k, Task task, Known entry, Keys keys,
                  ScopeArray scopes) {
  Move hash = entry.Best ? entry.Best : task.Hint;
  std::optional<Task> others = Searcher::withoutBest(task, entry);
  if (!others)
    return expand(k, task, hash, 0, keys, scopes);
  cont<Result> result;
  spawn_next<compared>(k, task, hash, others->Beta, missing(result), keys,
                       scopes);
  tail_call<jamboree>(result, *others, keys, scopes);
}

/// The other side has moved twice; if that is still too good, so is a move.
static void afterPass(cont<Result> k, Task task, Known entry, Result value,
                      Keys keys, ScopeArray scopes) {
  if (value.State == Result::Aborted)
    return send_argument(k, value);
  if (-value.Score < task.Beta)
    return begin(k, task, entry, keys, scopes);
  Result result;
  result.Score = task.Beta;
  send_argument(k, result);
}

void chess::jamboree(cont<Result> k, Task task, Keys keys, ScopeArray scopes) {
  if (isAborted(scopes))
    return send_argument(k, Result::aborted());
  if (task.Depth <= engine().SerialDepth || task.Ply >= MaxPly / 2)
    return send_argument(
        k, searcher().search(task, keys, {scopes.data(), scopes.size()}));
  engine().Nodes.fetch_add(1, std::memory_order_relaxed);
  if (task.Excluded)
    return expand(k, task, Move(), 0, keys, scopes);
  if (task.Check && task.Ply < task.ExtendUntil)
    ++task.Depth;
  Known entry;
  if (std::optional<int> score = searcher().known(task, keys, entry)) {
    Result result;
    result.Score = std::clamp<int>(*score, task.Alpha, task.Beta);
    return send_argument(k, result);
  }
  task.Values[0] = Searcher::value(task, entry);
  bool pass = task.nullWindow() && !task.Check && !task.AfterPass &&
              std::abs(task.Beta) < MateBound &&
              task.Board.hasPieces(task.Board.Side) &&
              task.Values[0] >= task.Beta;
  if (!pass)
    return begin(k, task, entry, keys, scopes);
  Task child = task.belowPass();
  child.Depth = task.Depth -
                Searcher::passReduction(task.Depth, task.Values[0] - task.Beta);
  child.Alpha = -task.Beta;
  child.Beta = -task.Beta + 1;
  cont<Result> result;
  spawn_next<afterPass>(k, task, entry, missing(result), keys, scopes);
  tail_call<jamboree>(result, child, plus(keys, child.Board.Key), scopes);
}
