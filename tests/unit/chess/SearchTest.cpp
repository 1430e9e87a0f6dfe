//===- SearchTest.cpp - The search of one worker --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "deepen.h"
#include "evaluate.h"
#include "serial.h"

#include <gtest/gtest.h>
#include <memory>

using namespace chess;

namespace {

Move move(const char *name) {
  return {(name[1] - '1') * 8 + name[0] - 'a',
          (name[3] - '1') * 8 + name[2] - 'a'};
}

Task taskOf(const std::string &fen, int depth) {
  Task task;
  task.Board = Position::parse(fen);
  task.Check = task.Board.inCheck();
  task.Depth = depth;
  return task;
}

/// Each test begins with an engine that knows nothing.
class Search : public testing::Test {
protected:
  Search() { forget(1); }
  ~Search() { forget(0); }

  void forget(int megabytes) {
    engine().Hash.resize(0);
    engine().Hash.resize(megabytes);
    engine().Stop.store(false);
  }
  Result search(const Task &task) {
    return One->search(task, std::span(&task.Board.Key, 1));
  }
  /// Where a move comes among the legal ones.
  int place(const Task &task, Move wanted, Move hash = Move()) {
    MoveList list;
    One->order(task, hash, list);
    for (int i = 0; i < list.Count; ++i)
      if (list.Moves[i] == wanted)
        return i;
    return -1;
  }

  std::unique_ptr<Searcher> One = std::make_unique<Searcher>(false);
  const std::string Quiet = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
  /// White takes a queen, or has won nothing.
  const std::string TakesQueen = "r3k3/pp4pp/8/8/3q4/8/PP4PP/R2QK3 w - - 0 1";
};

TEST_F(Search, OrdersByWhatIsKnown) {
  // Takes a queen, takes a pawn that is protected, and quiet moves.
  Task task = taskOf("4k3/2p5/1p1q4/4P3/8/8/1Q4PP/4K3 w - - 0 1", 3);
  EXPECT_EQ(place(task, move("e5d6")), 0);
  EXPECT_GT(place(task, move("b2b6")), place(task, move("h2h3")));
  EXPECT_EQ(place(task, move("h2h3"), move("h2h3")), 0);
  // Killers come before other quiet moves, the last one first.
  One->learn(task, move("h2h3"));
  One->learn(task, move("g2g3"));
  EXPECT_EQ(place(task, move("g2g3")), 1);
  EXPECT_EQ(place(task, move("h2h3")), 2);
}

TEST_F(Search, LearnsByHistories) {
  Task task = taskOf(Quiet, 4);
  Move good = move("a2a3");
  ASSERT_GT(place(task, good), 0);
  for (int i = 0; i < 3; ++i)
    One->learn(task, good);
  // At another ply it is no killer.
  task.Ply = 5;
  EXPECT_EQ(place(task, good), 0);
  One->begin();
  EXPECT_EQ(place(task, good), 0);
}

TEST_F(Search, AnswersAndFollowsTheLastMoves) {
  Ordering learned;
  Task task = taskOf(Quiet, 4), other = task;
  task.Before = {100, 200};
  other.Before = {101, 201};
  Move good = move("a2a3"), bad = move("b2b3");
  learned.good(task, good);
  learned.bad(task, bad);
  const Position &p = task.Board;
  // All three histories know it after the same moves, one after others, two
  // after one of both.
  int three = learned.history(p, task.Before, good);
  int one = learned.history(p, other.Before, good);
  EXPECT_GT(one, 0);
  EXPECT_EQ(three, 3 * one);
  EXPECT_EQ(learned.history(p, {100, 201}, good), 2 * one);
  EXPECT_EQ(learned.history(p, {101, 200}, good), 2 * one);
  EXPECT_LT(learned.history(p, task.Before, bad),
            learned.history(p, other.Before, bad));
  // The answer to the last move comes before all other quiet ones.
  auto value = [&](const Steps &steps, Move wanted) {
    MoveList list;
    moves(p, Kind::All, list);
    learned.rate(p, steps, 7, Move(), list);
    for (int i = 0; i < list.Count; ++i)
      if (list.Moves[i] == wanted)
        return list.Values[i];
    return 0;
  };
  EXPECT_EQ(value({100, 201}, good), 1 << 20);
  EXPECT_LT(value({101, 200}, good), 1 << 20);
  // They stay in their bounds.
  for (int i = 0; i < 2000; ++i)
    learned.good(task, good);
  EXPECT_LE(learned.history(p, task.Before, good), 3 * Ordering::Most);
  EXPECT_GT(learned.history(p, task.Before, good), 2 * Ordering::Most);
  learned.clear();
  EXPECT_EQ(learned.history(p, task.Before, good), 0);
  EXPECT_LT(value({100, 201}, good), 1 << 20);
}

/// Without a table results depend on the task only, so no search learns from
/// those before.
TEST_F(Search, ForgetsWithoutTable) {
  forget(0);
  Task task = taskOf(Quiet, 4);
  int before = place(task, move("a2a3"));
  One->learn(task, move("a2a3"));
  EXPECT_EQ(place(task, move("a2a3")), 0);
  One->begin();
  EXPECT_EQ(place(task, move("a2a3")), before);
}

TEST_F(Search, ReducesLessWhatIsGood) {
  Task task = taskOf(Quiet, 12);
  Move some = move("a2a3");
  int usual = One->reduction(task, some, 12, true);
  EXPECT_GT(usual, 0);
  EXPECT_EQ(One->reduction(task, some, 12, false), 0);
  EXPECT_EQ(One->reduction(task, some, 2, true), 0);
  EXPECT_GT(One->reduction(task, some, 40, true), usual);
  // It stands worse than two plies before.
  Task worse = task;
  worse.Values[0] = 10;
  worse.Values[2] = 20;
  EXPECT_FALSE(worse.improving());
  EXPECT_EQ(One->reduction(worse, some, 12, true), usual + 1);
  worse.Values[2] = 5;
  EXPECT_TRUE(worse.improving());
  // Not in the main line.
  task.Alpha = 3, task.Beta = 4;
  EXPECT_EQ(One->reduction(task, some, 12, true), usual + 1);
  // A killer with a good history.
  for (int i = 0; i < 50; ++i)
    One->learn(task, some);
  EXPECT_LT(One->reduction(task, some, 12, true), usual);
}

TEST_F(Search, TakesValuesFromTheTable) {
  Task task = taskOf(Quiet, 1);
  Known entry;
  EXPECT_EQ(Searcher::value(task, entry), evaluate(task.Board));
  entry.Value = 1234;
  EXPECT_EQ(Searcher::value(task, entry), 1234);
  task.Check = true;
  EXPECT_EQ(Searcher::value(task, entry), Unknown);
}

/// A key is no proof.
TEST_F(Search, UsesNoEntryOfAnotherPosition) {
  Task task = taskOf(Quiet, 3);
  task.Alpha = 0, task.Beta = 1;
  task.Ply = 1;
  Known entry;
  entry.Best = move("a2a3");
  entry.Score = 777;
  entry.Depth = 9;
  entry.Kind = Bound::Lower;
  engine().Hash.store(task.Board.Key, entry);
  Known found;
  EXPECT_EQ(One->known(task, std::span(&task.Board.Key, 1), found), 777);
  entry.Best = move("a8a3");
  engine().Hash.store(task.Board.Key, entry);
  found = Known();
  EXPECT_EQ(One->known(task, std::span(&task.Board.Key, 1), found),
            std::nullopt);
  EXPECT_FALSE(found.Best);
}

TEST_F(Search, SearchesWithoutTheBestMove) {
  Task task = taskOf(TakesQueen, 5);
  Result all = search(task);
  EXPECT_EQ(all.best(), move("d1d4"));
  forget(1);
  task.Excluded = move("d1d4");
  Result others = search(task);
  EXPECT_NE(others.best(), move("d1d4"));
  EXPECT_LT(others.Score, all.Score - 500);
  // Which says nothing about the position.
  EXPECT_FALSE(engine().Hash.find(task.Board.Key));
}

TEST_F(Search, KnowsWhenAMoveMayBeSingular) {
  Task task = taskOf(TakesQueen, 9);
  task.Ply = 3;
  task.ExtendUntil = 20;
  Known entry;
  entry.Best = move("d1d4");
  entry.Score = 50;
  entry.Depth = 6;
  entry.Kind = Bound::Lower;
  std::optional<Task> others = Searcher::withoutBest(task, entry);
  ASSERT_TRUE(others);
  EXPECT_EQ(others->Excluded, entry.Best);
  EXPECT_TRUE(others->nullWindow());
  EXPECT_EQ(others->Beta, 50 - 2 * 9);
  EXPECT_LT(others->Depth, task.Depth / 2 + 1);
  // Not within itself, at the root, near the leaves, too often, or without
  // knowing enough.
  EXPECT_FALSE(Searcher::withoutBest(*others, entry));
  auto with = [&](auto change) {
    Task t = task;
    Known e = entry;
    change(t, e);
    return Searcher::withoutBest(t, e).has_value();
  };
  EXPECT_TRUE(with([](Task &, Known &) {}));
  EXPECT_FALSE(with([](Task &t, Known &) { t.Ply = 0; }));
  EXPECT_FALSE(with([](Task &t, Known &) { t.Depth = 7; }));
  EXPECT_FALSE(with([](Task &t, Known &) { t.ExtendUntil = 3; }));
  EXPECT_FALSE(with([](Task &, Known &e) { e.Depth = 5; }));
  EXPECT_FALSE(with([](Task &, Known &e) { e.Kind = Bound::Upper; }));
  EXPECT_FALSE(with([](Task &, Known &e) { e.Best = Move(); }));
  EXPECT_FALSE(with([](Task &, Known &e) { e.Score = Mate - 9; }));
}

/// The only good move is searched one move deeper, which its entry shows.
TEST_F(Search, ExtendsSingularMoves) {
  Task task = taskOf(TakesQueen, 8);
  task.Ply = 1;
  Position next = task.Board;
  next.make(move("d1d4"));
  for (int until : {1, 20}) {
    forget(1);
    task.ExtendUntil = until;
    Known entry;
    entry.Best = move("d1d4");
    entry.Score = 600;
    entry.Depth = 7;
    entry.Kind = Bound::Lower;
    engine().Hash.store(task.Board.Key, entry);
    EXPECT_EQ(search(task).best(), move("d1d4"));
    std::optional<Known> found = engine().Hash.find(next.Key);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->Depth, until == 1 ? 7 : 8);
  }
}

/// What an iteration found that was not ended counts.
TEST_F(Search, TakesTheMoveOfAnIterationThatIsCutOff) {
  Position start = Position::parse(StartFen);
  for (bool found : {false, true}) {
    Deepening state(start, 9, 0, false);
    Result first;
    first.setLine(move("e2e4"), nullptr, 0);
    EXPECT_TRUE(state.add(first));
    EXPECT_EQ(state.task().Depth, 2);
    EXPECT_EQ(state.task().Hint, move("e2e4"));
    engine().RootBest.store(found ? move("d2d4").Bits : 0);
    EXPECT_FALSE(state.add(Result::aborted()));
    EXPECT_EQ(state.Best.best(), found ? move("d2d4") : move("e2e4"));
    EXPECT_EQ(state.Depth, 1);
  }
}

} // namespace
