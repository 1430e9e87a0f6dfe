//===- LevelsTest.cpp - The ready queue -----------------------------------===//

#include "Memory.h"

#include <tussah/cps/levels.hpp>

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace tussah::cps::detail;

namespace {

/// Closures that are nothing but members of lists.
class LevelsTest : public testing::Test {
protected:
  Closure *closure(std::uint32_t level) {
    Closure &made = All.emplace_back();
    made.Level = level;
    return &made;
  }
  Closure *push(std::uint32_t level) {
    Closure *made = closure(level);
    Queue.push(made);
    return made;
  }

  std::deque<Closure> All;
  Levels Queue;
};

TEST_F(LevelsTest, EmptyGivesNothing) {
  EXPECT_TRUE(Queue.empty());
  EXPECT_EQ(Queue.deepest(), -1);
  EXPECT_EQ(Queue.popDeepest(), nullptr);
  EXPECT_EQ(Queue.popShallowest(), nullptr);
}

TEST_F(LevelsTest, OwnerTakesTheHeadOfTheDeepestLevel) {
  Closure *a1 = push(1), *b3 = push(3), *c3 = push(3), *d2 = push(2);
  EXPECT_EQ(Queue.deepest(), 3);
  EXPECT_EQ(Queue.popDeepest(), c3);
  EXPECT_EQ(Queue.popDeepest(), b3);
  EXPECT_EQ(Queue.popDeepest(), d2);
  EXPECT_EQ(Queue.popDeepest(), a1);
  EXPECT_TRUE(Queue.empty());
}

TEST_F(LevelsTest, ThiefTakesTheTailOfTheShallowestLevel) {
  Closure *a2 = push(2), *b2 = push(2), *c5 = push(5), *d0 = push(0);
  EXPECT_EQ(Queue.popShallowest(), d0);
  EXPECT_EQ(Queue.popShallowest(), a2);
  EXPECT_EQ(Queue.popShallowest(), b2);
  EXPECT_EQ(Queue.popShallowest(), c5);
  EXPECT_TRUE(Queue.empty());
}

TEST_F(LevelsTest, KeepsItsListsWhenItGrows) {
  Closure *a = push(7), *b = push(7), *c = push(0);
  Closure *deep = push(1000000);
  EXPECT_EQ(Queue.popDeepest(), deep);
  EXPECT_EQ(Queue.popShallowest(), c);
  EXPECT_EQ(Queue.popShallowest(), a);
  EXPECT_EQ(Queue.popDeepest(), b);
  EXPECT_TRUE(Queue.empty());
}

/// The deepest levels have one list: what was posted last is run first there,
/// and comes before all that is shallower.
TEST_F(LevelsTest, TheLastListHasAllLevelsBelow) {
  Closure *a = push(UINT32_MAX), *b = push(Levels::LastLevel), *c = push(7),
          *d = push(UINT32_MAX - 1), *e = push(Levels::LastLevel + 1);
  EXPECT_EQ(Queue.popDeepest(), a);
  EXPECT_EQ(Queue.popDeepest(), e);
  EXPECT_EQ(Queue.popShallowest(), c);
  EXPECT_EQ(Queue.popShallowest(), b);
  EXPECT_EQ(Queue.popDeepest(), d);
  EXPECT_TRUE(Queue.empty());
}

/// Then the deepest levels that there are lists for take what is deeper.
TEST_F(LevelsTest, NeedsNoMemoryForMoreLists) {
  Closure *a = closure(7), *b = closure(Levels::LastLevel),
          *c = closure(Levels::LastLevel);
  const auto goesOn = [&] {
    Levels other;
    for (Closure *each : {a, b, c})
      other.push(each);
    return other.popDeepest() == c && other.popDeepest() == b &&
           other.popDeepest() == a && other.empty();
  };
  EXPECT_EXIT(exitWithMemory(std::size_t(4) << 20, goesOn),
              testing::ExitedWithCode(0), "");
}

TEST_F(LevelsTest, DoesWhatAMapOfDequesDoes) {
  std::mt19937 random(7);
  std::map<std::uint32_t, std::deque<Closure *>> model;
  for (int step = 0; step < 20000; ++step) {
    switch (random() % 4) {
    case 0:
    case 1: {
      std::uint32_t level = random() % 3 ? random() % 9 : random() % 300;
      model[level].push_front(push(level));
      break;
    }
    case 2: {
      Closure *wanted = nullptr;
      if (auto last = model.rbegin(); last != model.rend()) {
        wanted = last->second.front();
        last->second.pop_front();
      }
      ASSERT_EQ(Queue.popDeepest(), wanted);
      break;
    }
    case 3: {
      Closure *wanted = nullptr;
      if (auto first = model.begin(); first != model.end()) {
        wanted = first->second.back();
        first->second.pop_back();
      }
      ASSERT_EQ(Queue.popShallowest(), wanted);
      break;
    }
    }
    std::erase_if(model, [](auto &entry) { return entry.second.empty(); });
    ASSERT_EQ(Queue.deepest(),
              model.empty() ? -1 : std::int64_t(model.rbegin()->first));
  }
}

} // namespace
