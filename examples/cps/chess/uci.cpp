//===- uci.cpp - The universal chess interface ----------------------------===//
///
/// \file
/// Kahlen, Meyer-Kahlen: "Description of the universal chess interface", 2006.
/// One thread reads commands at any time; another one searches.
///
//===----------------------------------------------------------------------===//

#include "uci.h"

#include "deepen.h"
#include "moves.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

using namespace chess;

namespace {

constexpr int MaxMegabytes = 65536, MaxOverhead = 5000;
constexpr std::int64_t Millisecond = 1000000;

/// What "go" wants. Times are in milliseconds.
struct Limits {
  std::int64_t Time[2] = {-1, -1}, Increment[2] = {0, 0};
  std::int64_t MoveTime = -1, MovesToGo = 0, Nodes = 0;
  int Depth = MaxPly / 2 - 4;
  /// No result before "stop" (or "ponderhit").
  bool Infinite = false, Ponder = false;
};

/// When to stop, in nanoseconds from the start; 0 for never.
struct Budget {
  std::int64_t Soft = 0, Hard = 0;
};

std::int64_t parseNumber(std::string_view name, std::string_view text,
                         std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() ||
      value < least || value > most)
    throw InvalidInput(std::string(name) + " must be a number from " +
                       std::to_string(least) + " to " + std::to_string(most) +
                       ", not '" + std::string(text) + "'");
  return value;
}

class Interface {
public:
  Interface(unsigned workers, unsigned megabytes)
      : Workers(workers), Megabytes(megabytes), Current(start()) {
    engine().Hash.resize(megabytes);
  }
  ~Interface() { finish(); }

  void run() {
    std::string line;
    while (std::getline(std::cin, line)) {
      try {
        if (!answer(line))
          return;
      } catch (const std::exception &e) {
        writeLine(std::string("info string error: ") + e.what());
      }
    }
    // A search that ends by itself is not cut off.
    if (!Waiting)
      join();
  }

private:
  using Words = std::istringstream;

  static Game start() { return Game(Position::parse(StartFen)); }

  bool answer(const std::string &line);
  void introduce() const;
  void setOption(Words &words);
  void setPosition(Words &words);
  void go(Words &words);
  static Limits parseLimits(Words &words);
  Budget budget(const Limits &limits) const;
  void setDeadline(std::int64_t hard);
  void search(const Limits &limits, const Budget &budget);
  void stop();
  void finish();
  void join();

  unsigned Workers, Megabytes;
  int Overhead = 60;
  Game Current;
  std::thread Search;
  /// The search must not say its result yet. Under the lock, but for this
  /// thread, which alone writes it while there is a search.
  bool Waiting = false;
  Budget Later;
  std::mutex Lock;
  std::condition_variable Changed;
};

/// Returns false to quit.
bool Interface::answer(const std::string &line) {
  Words words(line);
  std::string command;
  words >> command;
  if (command == "uci") {
    introduce();
  } else if (command == "isready") {
    writeLine("readyok");
  } else if (command == "ucinewgame") {
    finish();
    engine().Hash.clear();
  } else if (command == "setoption") {
    finish();
    setOption(words);
  } else if (command == "position") {
    finish();
    setPosition(words);
  } else if (command == "go") {
    finish();
    go(words);
  } else if (command == "stop") {
    stop();
  } else if (command == "ponderhit") {
    // The search does not know the soft limit.
    setDeadline(std::min(Later.Hard, 2 * Later.Soft));
    std::lock_guard<std::mutex> guard(Lock);
    Waiting = false;
    Changed.notify_all();
  } else if (command == "quit") {
    return false;
  } else if (!command.empty() && command != "debug") {
    throw InvalidInput("unknown command '" + command + "'");
  }
  return true;
}

void Interface::introduce() const {
  writeLine("id name Tussah Jamboree");
  writeLine("id author the Tussah authors");
  unsigned workers = Workers ? Workers : std::thread::hardware_concurrency();
  writeLine("option name Threads type spin default " + std::to_string(workers) +
            " min 1 max " + std::to_string(tussah::cps::options::max_workers));
  writeLine("option name Hash type spin default " + std::to_string(Megabytes) +
            " min 0 max " + std::to_string(MaxMegabytes));
  writeLine("option name Move Overhead type spin default " +
            std::to_string(Overhead) + " min 0 max " +
            std::to_string(MaxOverhead));
  writeLine("option name Ponder type check default false");
  writeLine("option name Clear Hash type button");
  writeLine("uciok");
}

/// The words up to \p last, or to the end.
static std::string wordsUntil(std::istringstream &words,
                              const std::string &last) {
  std::string text, word;
  while (words >> word && word != last)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

void Interface::setOption(Words &words) {
  std::string word;
  if (!(words >> word) || word != "name")
    throw InvalidInput("setoption needs 'name'");
  std::string name = wordsUntil(words, "value"), value = wordsUntil(words, "");
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (name == "threads") {
    Workers =
        parseNumber("Threads", value, 1, tussah::cps::options::max_workers);
  } else if (name == "hash") {
    unsigned wanted = parseNumber("Hash", value, 0, MaxMegabytes);
    engine().Hash.resize(wanted);
    Megabytes = wanted;
  } else if (name == "move overhead") {
    Overhead = parseNumber("Move Overhead", value, 0, MaxOverhead);
  } else if (name == "clear hash") {
    engine().Hash.clear();
  } else if (name != "ponder") {
    throw InvalidInput("no such option '" + name + "'");
  }
}

void Interface::setPosition(Words &words) {
  std::string kind, word;
  words >> kind;
  std::string fen;
  if (kind == "fen")
    fen = wordsUntil(words, "moves");
  else if (kind == "startpos")
    wordsUntil(words, "moves");
  else
    throw InvalidInput("position needs 'startpos' or 'fen'");
  Game game = kind == "fen" ? Game(Position::parse(fen)) : start();
  while (words >> word)
    game.play(parseMove(game.Board, word));
  Current = game;
}

Limits Interface::parseLimits(Words &words) {
  constexpr std::int64_t Long = std::int64_t(1) << 40;
  Limits limits;
  std::string word, value;
  while (words >> word) {
    if (word == "infinite") {
      limits.Infinite = true;
      continue;
    }
    if (word == "ponder") {
      limits.Ponder = true;
      continue;
    }
    if (!(words >> value))
      throw InvalidInput("go " + word + " needs a number");
    // Clocks may be past zero.
    if (word == "wtime" || word == "btime")
      limits.Time[word == "btime"] =
          std::max<std::int64_t>(0, parseNumber(word, value, -Long, Long));
    else if (word == "winc" || word == "binc")
      limits.Increment[word == "binc"] = parseNumber(word, value, 0, Long);
    else if (word == "movestogo")
      limits.MovesToGo = parseNumber(word, value, 0, 10000);
    else if (word == "movetime")
      limits.MoveTime = parseNumber(word, value, 0, Long);
    else if (word == "nodes")
      limits.Nodes = parseNumber(word, value, 1, Long);
    else if (word == "depth")
      limits.Depth =
          std::min<int>(limits.Depth, parseNumber(word, value, 1, 10000));
    else
      throw InvalidInput("go does not know '" + word + "'");
  }
  return limits;
}

/// The hard limit is never more than the time that is left; the margin is for
/// the way of the answer, and for a processor that others use.
Budget Interface::budget(const Limits &limits) const {
  if (limits.MoveTime >= 0) {
    std::int64_t time = std::max<std::int64_t>(
        1, limits.MoveTime -
               std::min<std::int64_t>(Overhead, limits.MoveTime / 10));
    return {time * Millisecond, time * Millisecond};
  }
  std::int64_t left = limits.Time[Current.Board.Side];
  if (left < 0)
    return {};
  left = std::max<std::int64_t>(
      1, left - std::min<std::int64_t>(Overhead, left / 2));
  std::int64_t moves =
      limits.MovesToGo ? std::min<std::int64_t>(limits.MovesToGo, 28) : 28;
  std::int64_t share =
      left / (moves + 1) + limits.Increment[Current.Board.Side] * 3 / 4;
  std::int64_t hard =
      std::min(4 * share, moves == 1 ? left * 3 / 4 : left * 2 / 5);
  std::int64_t soft = std::min(share * 6 / 10, hard);
  return {std::max<std::int64_t>(1, soft) * Millisecond,
          std::max<std::int64_t>(1, hard) * Millisecond};
}

void Interface::setDeadline(std::int64_t hard) {
  engine().Deadline.store(hard ? Engine::clock() + hard : 0,
                          std::memory_order_relaxed);
}

void Interface::go(Words &words) {
  Limits limits = parseLimits(words);
  Budget wanted = budget(limits);
  Waiting = limits.Infinite || limits.Ponder;
  // The clock of a move that was guessed begins when it is made.
  Later = wanted;
  if (limits.Ponder)
    wanted = {};
  engine().Stop.store(false, std::memory_order_relaxed);
  engine().NodeLimit.store(limits.Nodes, std::memory_order_relaxed);
  setDeadline(wanted.Hard);
  Search = std::thread([this, limits, wanted] { search(limits, wanted); });
}

void Interface::search(const Limits &limits, const Budget &wanted) {
  Result best = Result::aborted();
  try {
    tussah::cps::options how;
    how.workers = Workers;
    Deepening state(Current.Board, limits.Depth, wanted.Soft, true);
    if (canMove(Current.Board))
      best = searchParallel(Current, state, how).Best;
    else
      writeLine(std::string("info depth 0 score ") +
                (Current.Board.inCheck() ? "mate 0" : "cp 0"));
  } catch (const std::exception &e) {
    writeLine(std::string("info string error: ") + e.what());
  }
  {
    std::unique_lock<std::mutex> guard(Lock);
    Changed.wait(guard, [&] { return !Waiting; });
  }
  Move move = best.best();
  if (!move)
    move = anyMove(Current.Board);
  if (!move)
    return writeLine("bestmove (none)");
  std::string line = "bestmove " + format(move);
  if (best.Length > 1)
    line += " ponder " + format(best.Line[1]);
  writeLine(line);
}

void Interface::stop() {
  engine().Stop.store(true, std::memory_order_relaxed);
  std::lock_guard<std::mutex> guard(Lock);
  Waiting = false;
  Changed.notify_all();
}

void Interface::join() {
  if (Search.joinable())
    Search.join();
}

void Interface::finish() {
  if (!Search.joinable())
    return;
  stop();
  join();
}

} // namespace

void chess::uci(unsigned workers, unsigned megabytes) {
  Interface(workers, megabytes).run();
}
