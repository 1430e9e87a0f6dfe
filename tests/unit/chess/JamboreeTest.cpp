//===- JamboreeTest.cpp - The parallel search -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "jamboree.h"
#include "deepen.h"

#include <gtest/gtest.h>

using namespace chess;
using namespace tussah::cps;

namespace {

Move move(const char *name) {
  return {(name[1] - '1') * 8 + name[0] - 'a',
          (name[3] - '1') * 8 + name[2] - 'a'};
}

/// A task deep enough for threads, with an empty window, whose first answer is
/// not a null move.
Task taskOf(const std::string &fen, int depth, int beta) {
  Task task;
  task.Board = Position::parse(fen);
  task.Check = task.Board.inCheck();
  task.Depth = depth;
  task.Alpha = beta - 1;
  task.Beta = beta;
  task.Ply = 3;
  task.ExtendUntil = 20;
  task.AfterPass = true;
  return task;
}

/// Each test begins with an engine that knows nothing.
class Jamboree : public testing::Test {
protected:
  Jamboree() {
    engine().Stop.store(false);
    engine().Hash.resize(1);
  }
  ~Jamboree() { engine().Hash.resize(0); }

  /// Searches by one worker.
  Result search(const Task &task) {
    engine().Nodes.store(0);
    auto found =
        tussah::cps::search<Chess>(One, task, std::span(&task.Board.Key, 1));
    return found ? *found : Result::aborted();
  }

  options One = [] {
    options one;
    one.workers = 1;
    return one;
  }();
  /// White takes a queen, with one piece or with two.
  const std::string ByOne = "r3k3/pp4pp/8/8/3q4/8/PP4PP/R2QK3 w - - 0 1";
  const std::string ByTwo = "r3k3/pp4pp/8/8/3q4/5N2/PP4PP/R2QK3 w - - 0 1";
};

/// One worker makes at most so many times the moves of the serial search. If
/// nothing was aborted, they would be 4.2 times as many.
TEST_F(Jamboree, AbortsWhatIsNotNeeded) {
  engine().Hash.resize(0);
  Position root = Position::parse(
      "3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1");
  Deepening state(root, 8, 0, false);
  Deepening serial = searchSerially(Game(root), state);
  std::uint64_t wanted = engine().Nodes.load();
  Deepening threads = searchParallel(Game(root), state, One);
  std::uint64_t made = engine().Nodes.load();
  EXPECT_EQ(threads.Depth, serial.Depth);
  EXPECT_GT(made, wanted);
  EXPECT_LT(double(made) / double(wanted), 3.5);
}

/// What is stopped begins nothing, and still sends a result.
TEST_F(Jamboree, AStoppedSearchEndsAtOnce) {
  statistics s;
  One.result = &s;
  Task task = taskOf(ByOne, 8, 300);
  EXPECT_EQ(search(task).State, Result::Done);
  EXPECT_GT(engine().Nodes.load(), 10u);
  engine().Hash.clear();
  engine().Stop.store(true);
  EXPECT_EQ(search(task).State, Result::Aborted);
  EXPECT_EQ(engine().Nodes.load(), 0u);
  // The first one, the search, and the one that gets the result.
  EXPECT_EQ(s.threads(), 3u);
}

/// A later move that passes its test is good enough; its value is not needed.
TEST_F(Jamboree, ALaterMoveEndsATest) {
  Task task = taskOf(ByOne, 7, 300);
  task.Hint = move("a2a3");
  Result result = search(task);
  EXPECT_EQ(result.State, Result::Done);
  EXPECT_EQ(result.Score, 300);
  EXPECT_EQ(result.best(), move("d1d4"));
  // Nor is it where all fail.
  task = taskOf(ByOne, 7, 2000);
  EXPECT_EQ(search(task).Score, 1999);
}

/// Where two moves are good enough to half the depth, the position is, without
/// a line; one alone is searched.
TEST_F(Jamboree, TwoGoodMovesAreEnough) {
  Known entry;
  entry.Best = move("d1d4");
  entry.Score = 500;
  entry.Depth = 6;
  entry.Kind = Bound::Lower;
  for (const std::string &fen : {ByOne, ByTwo}) {
    Task task = taskOf(fen, 9, 300);
    engine().Hash.clear();
    engine().Hash.store(task.Board.Key, entry);
    Result result = search(task);
    EXPECT_EQ(result.Score, 300);
    EXPECT_EQ(result.best(), fen == ByOne ? move("d1d4") : Move());
    // Their bound must be good enough, too.
    task.Alpha = 489, task.Beta = 490;
    EXPECT_EQ(search(task).best(), move("d1d4"));
  }
}

} // namespace
