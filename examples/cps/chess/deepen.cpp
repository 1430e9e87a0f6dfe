//===- deepen.cpp - Iterative deepening -----------------------------------===//

#include "deepen.h"

#include "serial.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>

using namespace chess;
using namespace tussah::cps;

void Game::play(Move move) {
  Board.make(move);
  if (Board.Halfmoves == 0)
    Keys.clear();
  Keys.push_back(Board.Key);
}

std::string chess::formatScore(int score) {
  if (score > MateBound)
    return "mate " + std::to_string((Mate - score + 1) / 2);
  if (score < -MateBound)
    return "mate " + std::to_string(-(Mate + score) / 2);
  return "cp " + std::to_string(score);
}

void chess::writeLine(const std::string &line) {
  static std::mutex lock;
  std::lock_guard<std::mutex> guard(lock);
  std::fwrite((line + "\n").data(), 1, line.size() + 1, stdout);
  std::fflush(stdout);
}

Deepening::Deepening(const Position &root, int depth, std::int64_t budget,
                     bool report)
    : Began(Engine::clock()), Root(root), Budget(budget), Last(depth),
      Report(report) {}

Task Deepening::task() const {
  Task task;
  task.Board = Root;
  task.Depth = Next;
  task.Alpha = Alpha;
  task.Beta = Beta;
  task.ExtendUntil = std::min(Next + Next / 2, MaxPly - 8);
  task.expect(Best.Line, Best.Length);
  task.Check = Root.inCheck();
  return task;
}

/// Whether to begin the next depth.
bool Deepening::goOn() const {
  if (Next > Last)
    return false;
  // A mate that is nearer than what was searched is the shortest.
  int score = std::abs(int(Best.Score));
  if (score > MateBound && Depth > Mate - score + 4)
    return false;
  std::int64_t passed = Engine::clock() - Began;
  return Budget == 0 || passed < (Unsure ? 2 * Budget : Budget);
}

bool Deepening::add(const Result &result) {
  if (result.State == Result::Aborted) {
    Move best;
    best.Bits = engine().RootBest.load(std::memory_order_relaxed);
    if (best && best != Best.best())
      Best.setLine(best, nullptr, 0);
    return false;
  }
  constexpr int First = 25, Widest = 500;
  if (result.Score <= Alpha && Alpha > -Infinite) {
    Width *= 3;
    Alpha = Width > Widest ? -Infinite : Alpha - Width;
    Unsure = true;
    return true;
  }
  Best = result;
  if (result.Score >= Beta && Beta < Infinite) {
    Width *= 3;
    Beta = Width > Widest ? Infinite : Beta + Width;
    return true;
  }
  Depth = Next++;
  if (Report)
    report();
  if (!goOn())
    return false;
  Unsure = false;
  Width = First;
  bool narrow = Depth >= 4 && std::abs(int(Best.Score)) < MateBound - Widest;
  Alpha = narrow ? Best.Score - Width : -Infinite;
  Beta = narrow ? Best.Score + Width : Infinite;
  engine().RootBest.store(0, std::memory_order_relaxed);
  return true;
}

void Deepening::report() const {
  std::uint64_t nodes = engine().Nodes.load(std::memory_order_relaxed);
  std::int64_t passed = Engine::clock() - Began;
  std::string line = "info depth " + std::to_string(Depth) + " score " +
                     formatScore(Best.Score) + " nodes " +
                     std::to_string(nodes) + " nps " +
                     std::to_string(nodes * 1000 / (passed / 1000000 + 1)) +
                     " time " + std::to_string(passed / 1000000);
  if (engine().Hash)
    line += " hashfull " + std::to_string(engine().Hash.used());
  line += " pv";
  for (int i = 0; i < Best.Length; ++i)
    line += " " + format(Best.Line[i]);
  writeLine(line);
}

/// Everything but the limits, before a search.
static void prepare() {
  engine().Nodes.store(0, std::memory_order_relaxed);
  engine().RootBest.store(0, std::memory_order_relaxed);
  engine().Hash.age();
}

static void iterate(cont<Deepening> k, Deepening state, Keys keys);

using Found = tussah::cps::searched<Chess>;

static void deepened(cont<Deepening> k, Found found, Deepening state,
                     Keys keys) {
  if (state.add(found.aborted ? Result::aborted() : found.value))
    tail_call<iterate>(k, state, keys);
  else
    send_argument(k, state);
}

static void iterate(cont<Deepening> k, Deepening state, Keys keys) {
  cont<Found> result;
  // Where the output is.
  spawn_next_on<deepened>(0, k, missing(result), state, keys);
  spawn<jamboree<Chess>>(result, state.task(), keys);
}

Deepening chess::searchParallel(const Game &game, Deepening state,
                                const options &how) {
  prepare();
  return run<iterate>(how, state, game.Keys);
}

Deepening chess::searchSerially(const Game &game, Deepening state) {
  prepare();
  auto searcher = std::make_unique<Searcher>(false);
  while (state.add(searcher->search(state.task(), game.Keys)))
    ;
  return state;
}
