//===- serial.cpp - The search of one worker ------------------------------===//

#include "serial.h"

#include "evaluate.h"
#include "jamboree.h"
#include "squares.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace chess;

/// How many nodes are searched between two looks at the clock and at what was
/// aborted.
static constexpr std::uint64_t NodesBetween = 1024;

static Known found(Move best, int score, int value, int depth) {
  Known known;
  known.Best = best;
  known.Score = std::int16_t(score);
  known.Value = std::int16_t(value);
  known.Depth = std::int8_t(std::min(depth, 127));
  return known;
}

/// Notes what a search has found in a window, if there is a table.
static void store(const Position &position, int ply, Known found, int alpha,
                  int beta) {
  if (!engine().Hash)
    return;
  found.Kind = found.Score >= beta   ? Bound::Lower
               : found.Score > alpha ? Bound::Exact
                                     : Bound::Upper;
  found.Score = toTable(found.Score, ply);
  engine().Hash.store(position.Key, found);
}

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
                                   Known &entry) const {
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
  entry = *found;
  // It may be that of another position.
  if (entry.Best && !possible(task.Board, entry.Best))
    entry = Known();
  entry.Score = fromTable(entry.Score, task.Ply);
  // Others need the line of the best moves.
  if (entry.Depth >= task.Depth && task.nullWindow() &&
      task.Board.Halfmoves < 90 &&
      entry.decides(entry.Score, task.Alpha, task.Beta))
    return entry.Score;
  return std::nullopt;
}

void Searcher::begin() {
  if (!engine().Hash)
    Learned.clear();
}

void Searcher::order(const Task &task, Move hash, MoveList &list) {
  MoveList all;
  moves(task.Board, Kind::All, all);
  Learned.rate(task.Board, task.Before, task.Ply, hash, all);
  for (int i = 0; i < all.Count; ++i) {
    Move move = all.pick(i);
    Position next = task.Board;
    if (move != task.Excluded && next.make(move))
      list.add(move);
  }
}

int Searcher::value(const Task &task, const Known &entry) {
  if (task.Check)
    return Unknown;
  return entry.Value != Unknown ? entry.Value : evaluate(task.Board);
}

/// That of a move of which nothing is known but its place.
static int reductionOf(int depth, int index) {
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> result = {};
    for (int d = 1; d < 64; ++d)
      for (int i = 1; i < 64; ++i)
        result[d][i] = std::int8_t(0.8 + std::log(d) * std::log(i) / 2.3);
    return result;
  }();
  return table[std::min(depth, 63)][std::min(index, 63)];
}

int Searcher::reduction(const Task &task, Move move, int index,
                        bool quiet) const {
  int depth = task.Depth;
  if (depth < 3 || index < 3 || !quiet)
    return 0;
  int less = reductionOf(depth, index) - !task.nullWindow();
  less += !task.improving();
  // What threads have learned without a table depends on what they did before.
  if (engine().Hash || !InThread || depth <= engine().SerialDepth) {
    less -= Learned.isKiller(task.Ply, move);
    constexpr int Each = Ordering::Most * 3 / 8;
    less -= std::clamp(Learned.history(task.Board, task.Before, move) / Each,
                       -2, 2);
  }
  return std::clamp(less, 0, depth - 2);
}

void Searcher::count() {
  if (++Nodes < NodesBetween)
    return;
  addNodes();
  Stopped = Within ? Within->aborted() : engine().stopped();
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
  int standing = check                                ? Unknown
                 : before && before->Value != Unknown ? before->Value
                                                      : evaluate(position);
  int value = check ? -Mate + ply : standing;
  if (ply >= MaxPly)
    return check ? 0 : value;
  if (value >= beta)
    return value;
  int alphaBefore = alpha;
  alpha = std::max(alpha, value);
  Move good;
  MoveList list;
  moves(position, check ? Kind::All : Kind::Captures, list);
  Learned.rate(position, {NoStep, NoStep}, ply, before ? before->Best : Move(),
               list);
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
  if (!before || before->Depth <= 0)
    store(position, ply, found(good, value, standing, 0), alphaBefore, beta);
  return value;
}

int Searcher::child(Task &below, int depth, int alpha, int beta) {
  below.Depth = depth;
  below.Alpha = -beta;
  below.Beta = -alpha;
  Path.push_back(below.Board.Key);
  int score = -search(below);
  Path.pop_back();
  return score;
}

bool Searcher::leftOut(const Task &task, Move move, int index,
                       int alpha) const {
  int depth = task.Depth;
  if (!task.Board.isQuiet(move))
    return depth <= 4 && index > 3 && exchange(task.Board, move) < -100 * depth;
  int most = 4 + depth * depth;
  return index >= (task.improving() ? most : most / 2) ||
         task.Values[0] + 110 + 85 * depth <= alpha ||
         exchange(task.Board, move) < -40 * depth;
}

/// Searches a move that is not the first with a null window, at a lower depth
/// first, and again if it is better than was expected.
int Searcher::searchMove(const Task &task, Task &below, int index, int depth,
                         int alpha, int less) {
  if (index == 0)
    return child(below, depth, alpha, task.Beta);
  int score = child(below, depth - less, alpha, alpha + 1);
  if (score > alpha && less > 0 && !Stopped)
    score = child(below, depth, alpha, alpha + 1);
  if (score > alpha && score < task.Beta && !Stopped)
    score = child(below, depth, alpha, task.Beta);
  return score;
}

namespace {

/// The moves of a position, best first; generated when they are needed, for the
/// first one, which the table knows, is often enough.
class Picker {
public:
  Picker(const Task &task, const Ordering &learned, Move hash)
      : From(task), Learned(learned), Hash(hash) {}

  Move next() {
    if (Index < 0 && Hash) {
      Index = 0;
      return Hash;
    }
    if (!Generated) {
      Generated = true;
      moves(From.Board, Kind::All, List);
      Learned.rate(From.Board, From.Before, From.Ply, Hash, List);
      // That one has been searched.
      Index = 0;
      if (Hash)
        List.pick(Index++);
    }
    return Index < List.Count ? List.pick(Index++) : Move();
  }

private:
  const Task &From;
  const Ordering &Learned;
  Move Hash;
  MoveList List;
  int Index = -1;
  bool Generated = false;
};

} // namespace

int Searcher::searchMoves(const Task &task, Move hash, int extension) {
  Picker picker(task, Learned, hash);
  Inspector inspector(task.Board, task.Check);
  int best = -Infinite, alpha = task.Alpha, index = 0;
  const bool mayLeaveOut = Searcher::mayLeaveOut(task);
  Move good;
  // Quiet moves that were searched and not good enough.
  Move tried[64];
  int triedCount = 0;
  while (Move move = picker.next()) {
    if (move == task.Excluded)
      continue;
    bool gives = inspector.givesCheck(move);
    if (mayLeaveOut && index > 0 && !gives &&
        leftOut(task, move, index, alpha)) {
      ++index;
      continue;
    }
    Position next = task.Board;
    if (!next.make(move, inspector.surelyLegal(move)))
      continue;
    engine().Hash.prefetch(next.Key);
    Task below = task.below(move, next, gives);
    bool quiet = task.Board.isQuiet(move);
    int less = reduction(task, move, index, quiet && !task.Check && !gives);
    int more = move == hash ? extension : 0;
    int score =
        searchMove(task, below, index++, task.Depth - 1 + more, alpha, less);
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
    Learned.good(task, move);
    if (quiet)
      for (int j = 0; j < triedCount; ++j)
        Learned.bad(task, tried[j]);
    break;
  }
  if (index == 0)
    return task.Excluded ? task.Alpha : task.Check ? -Mate + task.Ply : 0;
  if (!task.Excluded)
    store(task.Board, task.Ply, found(good, best, task.Values[0], task.Depth),
          task.Alpha, task.Beta);
  return best;
}

/// What a search has found, if it says more than the value of the position.
static int refined(int value, const Known &entry) {
  bool knows = entry.Depth >= 0 && std::abs(entry.Score) < MateBound &&
               entry.decides(entry.Score, value, value);
  return knows ? entry.Score : value;
}

std::optional<int> Searcher::tooGood(const Task &task, const Known &entry) {
  if (!task.nullWindow() || task.Check || task.Depth > 6 ||
      std::abs(task.Beta) >= MateBound)
    return std::nullopt;
  int value = refined(task.Values[0], entry);
  if (value - 90 * task.Depth < task.Beta)
    return std::nullopt;
  return value;
}

/// What needs no look at the moves: the value of the position is so far from
/// the window that some moves do not change it, or the other side could even
/// move twice. \p task has a null window, and no check.
std::optional<int> Searcher::decided(const Task &task, const Known &entry) {
  if (std::optional<int> score = tooGood(task, entry))
    return score;
  int value = refined(task.Values[0], entry);
  if (task.Depth <= 2 && value + 150 + 150 * task.Depth <= task.Alpha) {
    int score = quiesce(task.Board, task.Alpha, task.Beta, task.Ply);
    if (Stopped || score <= task.Alpha)
      return score;
  }
  if (task.AfterPass || task.Depth < 2 || value < task.Beta ||
      !task.Board.hasPieces(task.Board.Side))
    return std::nullopt;
  Task below = task.belowPass();
  int less = passReduction(task.Depth, value - task.Beta);
  int score = child(below, task.Depth - less, task.Beta - 1, task.Beta);
  if (Stopped || score < task.Beta)
    return std::nullopt;
  return score > MateBound ? int(task.Beta) : score;
}

std::optional<Task> Searcher::withoutBest(const Task &task,
                                          const Known &entry) {
  if (task.Depth < 8 || task.Ply == 0 || task.Ply >= task.ExtendUntil ||
      task.Excluded || !entry.Best || entry.Depth < task.Depth - 3 ||
      entry.Kind == Bound::Upper || std::abs(entry.Score) >= MateBound)
    return std::nullopt;
  Task others = task;
  others.Excluded = entry.Best;
  others.Beta = entry.Score - 2 * task.Depth;
  others.Alpha = others.Beta - 1;
  others.Depth = (task.Depth - 1) / 2;
  return others;
}

/// Sets \p by to how much deeper the table's move is to be searched. Returns a
/// score if two moves are good enough even so ("multi-cut": Björnsson and
/// Marsland, 1999).
std::optional<int> Searcher::extend(const Task &task, const Known &entry,
                                    int &by) {
  std::optional<Task> others = withoutBest(task, entry);
  if (!others)
    return std::nullopt;
  int score = search(*others);
  Lines[task.Ply].Length = 0;
  if (Stopped)
    return 0;
  by = score <= others->Alpha;
  if (!by && task.nullWindow() && others->Beta >= task.Beta)
    return others->Beta;
  return std::nullopt;
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
  if (task.Check && task.Ply < task.ExtendUntil && !task.Excluded)
    ++task.Depth;
  if (task.Ply >= MaxPly || task.Depth <= 0) {
    if (task.Ply > 0 && isDraw(task.Board, Path))
      return 0;
    return quiesce(task.Board, task.Alpha, task.Beta, task.Ply);
  }
  count();
  if (Stopped)
    return 0;
  Known entry;
  if (!task.Excluded) {
    if (std::optional<int> score = known(task, Path, entry))
      return *score;
    task.Values[0] = value(task, entry);
    if (task.nullWindow() && !task.Check && std::abs(task.Beta) < MateBound) {
      std::optional<int> score = decided(task, entry);
      if (Stopped || score)
        return score.value_or(0);
    }
  }
  int extension = 0;
  std::optional<int> several = extend(task, entry, extension);
  if (Stopped || several)
    return several.value_or(0);
  Move hash = entry.Best ? entry.Best : task.Hint;
  if (!hash && task.Depth >= 5 && !task.Excluded) {
    hash = bestOfShallow(task);
    if (Stopped)
      return 0;
  }
  return searchMoves(task, hash, extension);
}

Result Searcher::search(const Task &task, std::span<const std::uint64_t> keys,
                        Context *context) {
  begin();
  Path.assign(keys.begin(), keys.end());
  Within = context;
  Stopped = Within ? Within->aborted() : engine().stopped();
  int score = Stopped ? 0 : search(task);
  Within = nullptr;
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
