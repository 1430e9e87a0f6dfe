//===- serial.cpp - The search of one worker ------------------------------===//

#include "serial.h"

#include "evaluate.h"
#include "squares.h"

#include <tussah/cps.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace chess;

/// How many nodes are searched between two looks at the clock and at what was
/// aborted.
static constexpr std::uint64_t NodesBetween = 1024;

/// Less than any value of evaluate().
static constexpr int Unknown = -Infinite;

/// Whether a position came before. One time is enough: what was good the first
/// time is so again.
static bool cameBefore(std::span<const std::uint64_t> keys, int halfmoves) {
  int last = int(keys.size()) - 1;
  for (int back = 4; back <= halfmoves && back <= last; back += 2)
    if (keys[last - back] == keys[last])
      return true;
  return false;
}

static bool isDraw(const Position &position,
                   std::span<const std::uint64_t> keys) {
  if (position.Halfmoves >= 100)
    return !position.inCheck() || canMove(position);
  return position.insufficient() || cameBefore(keys, position.Halfmoves);
}

std::optional<int> Searcher::known(const Task &task,
                                   std::span<const std::uint64_t> keys,
                                   Move &hash) const {
  if (task.Ply > 0) {
    if (isDraw(task.Board, keys))
      return 0;
    // No mate from here is better than one that is known.
    int alpha = std::max<int>(task.Alpha, -Mate + task.Ply);
    if (alpha >= std::min<int>(task.Beta, Mate - task.Ply - 1))
      return alpha;
  }
  if (!engine().Hash)
    return std::nullopt;
  std::optional<Known> found = engine().Hash.find(task.Board.Key);
  if (!found)
    return std::nullopt;
  hash = found->Best;
  int score = fromTable(found->Score, task.Ply);
  // Others need the line of the best moves.
  if (found->Depth >= task.Depth && task.nullWindow() &&
      task.Board.Halfmoves < 90 && found->decides(score, task.Alpha, task.Beta))
    return score;
  return std::nullopt;
}

void Searcher::begin() {
  if (engine().Hash)
    return;
  std::memset(History, 0, sizeof History);
  std::fill(&Killers[0][0], &Killers[0][0] + 2 * (MaxPly + 2), Move());
}

void Searcher::rate(const Position &position, Move hash, int ply,
                    MoveList &list) const {
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.Moves[i];
    Piece piece = position.at(move.from());
    int &value = list.Values[i];
    if (move == hash) {
      value = 1 << 30;
    } else if (!position.isQuiet(move)) {
      // What is taken, then by what; losses after all others.
      Piece taken = position.at(move.to());
      int gain =
          taken == NoPiece ? Material[Pawn].Middle : Material[taken].Middle;
      bool safe =
          gain >= Material[piece].Middle || exchange(position, move) >= 0;
      value = (safe ? 1 << 24 : -(1 << 24)) + 16 * gain - piece +
              (move.promotion() == Queen ? 8000 : 0);
    } else if (move == Killers[ply][0]) {
      value = (1 << 20) + 1;
    } else if (move == Killers[ply][1]) {
      value = 1 << 20;
    } else {
      Color side = position.Side;
      value = 4 * History[side][move.from()][move.to()] +
              placed(side, piece, move.to()).Middle -
              placed(side, piece, move.from()).Middle;
    }
  }
}

void Searcher::order(const Task &task, Move hash, MoveList &list) {
  MoveList all;
  moves(task.Board, Kind::All, all);
  rate(task.Board, hash, task.Ply, all);
  for (int i = 0; i < all.Count; ++i) {
    Move move = all.pick(i);
    Position next = task.Board;
    if (next.make(move))
      list.add(move);
  }
}

void Searcher::learn(const Task &task, Move best) {
  if (!task.Board.isQuiet(best))
    return;
  Move(&killers)[2] = Killers[task.Ply];
  if (killers[0] != best) {
    killers[1] = killers[0];
    killers[0] = best;
  }
  reward(task, best, 1);
}

void Searcher::reward(const Task &task, Move move, int sign) {
  std::int16_t &value = History[task.Board.Side][move.from()][move.to()];
  int bonus = std::min(task.Depth * task.Depth, 400);
  value += sign * bonus - value * bonus / 8192;
}

int Searcher::reduction(int depth, int index, bool quiet, bool nullWindow) {
  if (depth < 3 || index < 3 || !quiet)
    return 0;
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> result = {};
    for (int d = 1; d < 64; ++d)
      for (int i = 1; i < 64; ++i)
        result[d][i] = std::int8_t(0.8 + std::log(d) * std::log(i) / 2.3);
    return result;
  }();
  int less = table[std::min(depth, 63)][std::min(index, 63)] - !nullWindow;
  return std::clamp(less, 0, depth - 2);
}

void Searcher::count() {
  if (++Nodes < NodesBetween)
    return;
  addNodes();
  if (InThread)
    tussah::cps::poll();
  Stopped = engine().stopped() || engine().Aborts.anyOf(Within);
}

int Searcher::passReduction(int depth, int ahead) {
  return 4 + depth / 5 + std::min(ahead / 200, 2);
}

void Searcher::addNodes() {
  engine().Nodes.fetch_add(Nodes, std::memory_order_relaxed);
  Nodes = 0;
}

void Searcher::setLine(int ply, Move move) {
  Line &own = Lines[ply], &rest = Lines[ply + 1];
  own.Moves[0] = move;
  std::copy(rest.Moves, rest.Moves + std::min(rest.Length, MaxPly),
            own.Moves + 1);
  own.Length = std::min(rest.Length, MaxPly) + 1;
}

int Searcher::quiesce(const Position &position, int alpha, int beta, int ply) {
  Lines[ply].Length = 0;
  count();
  if (Stopped)
    return 0;
  if (position.insufficient())
    return 0;
  std::optional<Known> before;
  if (engine().Hash && (before = engine().Hash.find(position.Key)) &&
      beta - alpha == 1) {
    int score = fromTable(before->Score, ply);
    if (before->decides(score, alpha, beta))
      return score;
  }
  bool check = position.inCheck();
  int value = check ? -Mate + ply : evaluate(position);
  if (ply >= MaxPly)
    return check ? 0 : value;
  if (value >= beta)
    return value;
  int standing = value;
  alpha = std::max(alpha, value);
  Move good;
  MoveList list;
  moves(position, check ? Kind::All : Kind::Captures, list);
  rate(position, before ? before->Best : Move(), ply, list);
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.pick(i);
    if (!check) {
      // The rest lose material, or cannot gain enough.
      if (list.Values[i] < 0)
        break;
      Piece taken = position.at(move.to());
      int gain = taken == NoPiece ? 100 : Material[taken].End;
      if (move.promotion() == Pawn && standing + gain + 150 < alpha) {
        value = std::max(value, standing + gain + 150);
        continue;
      }
    }
    Position next = position;
    if (!next.make(move))
      continue;
    engine().Hash.prefetch(next.Key);
    int score = -quiesce(next, -beta, -alpha, ply + 1);
    if (Stopped)
      return 0;
    if (score <= value)
      continue;
    value = score;
    if (score > alpha) {
      alpha = score;
      good = move;
      setLine(ply, move);
      if (score >= beta)
        break;
    }
  }
  if (engine().Hash && !(before && before->Depth > 0))
    engine().Hash.store(position.Key, good, toTable(value, ply), 0,
                        value >= beta ? Bound::Lower
                        : good        ? Bound::Exact
                                      : Bound::Upper);
  return value;
}

int Searcher::child(const Task &task, const Position &next, int depth,
                    int alpha, int beta, bool pass) {
  Task below;
  below.Board = next;
  below.Depth = depth;
  below.Alpha = -beta;
  below.Beta = -alpha;
  below.Ply = task.Ply + 1;
  below.ExtendUntil = task.ExtendUntil;
  below.AfterPass = pass;
  Path.push_back(next.Key);
  int score = -search(below);
  Path.pop_back();
  return score;
}

/// Whether a side stands better than before its last move, as far as is known.
bool Searcher::improving(int ply) const {
  int before = Values[ply];
  return before == Unknown || Values[ply + 2] > before;
}

/// Whether a move is left out near the leaves.
bool Searcher::tooMany(const Task &task, Move move, int depth, int index,
                       int value, int alpha) const {
  if (!task.nullWindow() || index == 0 || depth > 6 || alpha < -MateBound)
    return false;
  if (!task.Board.isQuiet(move))
    return depth <= 4 && index > 3 && exchange(task.Board, move) < -100 * depth;
  int most = 4 + depth * depth;
  return index >= (improving(task.Ply) ? most : most / 2) ||
         value + 110 + 85 * depth <= alpha ||
         exchange(task.Board, move) < -40 * depth;
}

/// reduction() of a quiet move, with what is known about it.
int Searcher::reduceBy(const Task &task, Move move, int depth,
                       int index) const {
  int less = reduction(depth, index, true, task.nullWindow());
  if (less == 0)
    return 0;
  less += !improving(task.Ply);
  less -= move == Killers[task.Ply][0] || move == Killers[task.Ply][1];
  less -= History[task.Board.Side][move.from()][move.to()] / 4096;
  return std::clamp(less, 0, depth - 2);
}

/// Searches a move that is not the first with a null window, at a lower depth
/// first, and again if it is better than was expected.
int Searcher::searchMove(const Task &task, const Position &next, int index,
                         int depth, int alpha, int less) {
  if (index == 0)
    return child(task, next, depth - 1, alpha, task.Beta);
  int score = child(task, next, depth - 1 - less, alpha, alpha + 1);
  if (score > alpha && less > 0 && !Stopped)
    score = child(task, next, depth - 1, alpha, alpha + 1);
  if (score > alpha && score < task.Beta && !Stopped)
    score = child(task, next, depth - 1, alpha, task.Beta);
  return score;
}

int Searcher::searchMoves(const Task &task, int depth, int value, bool check,
                          Move hash) {
  MoveList list;
  moves(task.Board, Kind::All, list);
  rate(task.Board, hash, task.Ply, list);
  int best = -Infinite, alpha = task.Alpha, index = 0;
  Move good;
  // Quiet moves that were searched and not good enough.
  Move tried[64];
  int triedCount = 0;
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.pick(i);
    Position next = task.Board;
    if (!next.make(move))
      continue;
    engine().Hash.prefetch(next.Key);
    bool gives = next.inCheck();
    if (!check && !gives && tooMany(task, move, depth, index, value, alpha)) {
      ++index;
      continue;
    }
    bool quiet = task.Board.isQuiet(move) && !check && !gives;
    int less = quiet ? reduceBy(task, move, depth, index) : 0;
    int score = searchMove(task, next, index++, depth, alpha, less);
    if (Stopped)
      return 0;
    if (score < task.Beta && quiet && triedCount < 64)
      tried[triedCount++] = move;
    if (score <= best)
      continue;
    best = score;
    if (score <= alpha)
      continue;
    alpha = score;
    good = move;
    setLine(task.Ply, move);
    if (score < task.Beta)
      continue;
    learn(task, move);
    if (quiet)
      for (int j = 0; j < triedCount; ++j)
        reward(task, tried[j], -1);
    break;
  }
  if (index == 0)
    return check ? -Mate + task.Ply : 0;
  if (engine().Hash)
    engine().Hash.store(task.Board.Key, good, toTable(best, task.Ply), depth,
                        best >= task.Beta ? Bound::Lower
                        : good            ? Bound::Exact
                                          : Bound::Upper);
  return best;
}

/// What needs no look at the moves: \p value, that of the position, is so far
/// from the window that some moves do not change it, or the other side could
/// even move twice. \p task has a null window.
std::optional<int> Searcher::decided(const Task &task, int value) {
  if (task.Depth <= 6 && value - 90 * task.Depth >= task.Beta)
    return value;
  if (task.Depth <= 2 && value + 150 + 150 * task.Depth <= task.Alpha) {
    int score = quiesce(task.Board, task.Alpha, task.Beta, task.Ply);
    if (Stopped || score <= task.Alpha)
      return score;
  }
  if (task.AfterPass || task.Depth < 2 || value < task.Beta ||
      !task.Board.hasPieces(task.Board.Side))
    return std::nullopt;
  Position next = task.Board;
  next.pass();
  next.Halfmoves = 0;
  int less = passReduction(task.Depth, value - task.Beta);
  int score =
      child(task, next, task.Depth - less, task.Beta - 1, task.Beta, true);
  if (Stopped || score < task.Beta)
    return std::nullopt;
  return score > MateBound ? int(task.Beta) : score;
}

/// A move to begin with, where none is known.
Move Searcher::bestOfShallow(const Task &task) {
  Task shallow = task;
  shallow.Depth -= task.nullWindow() ? 4 : 2;
  // The extension is counted already.
  shallow.ExtendUntil = 0;
  search(shallow);
  Line &line = Lines[task.Ply];
  Move best = line.Length ? line.Moves[0] : Move();
  line.Length = 0;
  return best;
}

int Searcher::search(const Task &given) {
  Task task = given;
  Lines[task.Ply].Length = 0;
  bool check = task.Board.inCheck();
  if (check && task.Ply < task.ExtendUntil)
    ++task.Depth;
  if (task.Ply >= MaxPly || task.Depth <= 0) {
    if (task.Ply > 0 && isDraw(task.Board, Path))
      return 0;
    return quiesce(task.Board, task.Alpha, task.Beta, task.Ply);
  }
  count();
  if (Stopped)
    return 0;
  Move hash;
  if (std::optional<int> score = known(task, Path, hash))
    return *score;

  if (!hash)
    hash = task.Hint;
  int value = check ? Unknown : evaluate(task.Board);
  Values[task.Ply + 2] = value;
  if (task.nullWindow() && !check && std::abs(task.Beta) < MateBound) {
    std::optional<int> score = decided(task, value);
    if (Stopped || score)
      return score.value_or(0);
  }
  if (!hash && task.Depth >= 5) {
    hash = bestOfShallow(task);
    if (Stopped)
      return 0;
  }
  return searchMoves(task, task.Depth, value, check, hash);
}

Result Searcher::search(const Task &task, std::span<const std::uint64_t> keys,
                        Scopes scopes) {
  begin();
  Path.assign(keys.begin(), keys.end());
  Within = scopes;
  Values[task.Ply] = Values[task.Ply + 1] = Unknown;
  Stopped = engine().stopped() || engine().Aborts.anyOf(scopes);
  int score = Stopped ? 0 : search(task);
  Within = {};
  addNodes();
  if (Stopped)
    return Result::aborted();
  Result result;
  result.Score = std::clamp<int>(score, task.Alpha, task.Beta);
  const Line &line = Lines[task.Ply];
  if (line.Length)
    result.setLine(line.Moves[0], line.Moves + 1, line.Length - 1);
  return result;
}
