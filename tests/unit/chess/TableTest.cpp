//===- TableTest.cpp - The transposition table ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "table.h"

#include <gtest/gtest.h>

using namespace chess;

namespace {

Known known(Move best, int score, int value, int depth, Bound kind) {
  Known result;
  result.Best = best;
  result.Score = score;
  result.Value = value;
  result.Depth = depth;
  result.Kind = kind;
  return result;
}

TEST(Table, FindsUntilCleared) {
  Table table;
  EXPECT_FALSE(table);
  // One that is smaller than a large page, and one that is larger.
  for (std::size_t megabytes : {1, 8}) {
    table.resize(megabytes);
    for (int round = 0; round < 2; ++round) {
      table.age();
      EXPECT_FALSE(table.find(77));
      table.store(77, known(Move(12, 28), -5, 120, 9, Bound::Lower));
      std::optional<Known> found = table.find(77);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->Best, Move(12, 28));
      EXPECT_EQ(found->Score, -5);
      EXPECT_EQ(found->Value, 120);
      EXPECT_EQ(found->Depth, 9);
      EXPECT_EQ(found->Kind, Bound::Lower);
      EXPECT_FALSE(table.find(78));
      table.clear();
      // Nothing to do, and nothing to forget.
      table.clear();
    }
  }
  table.resize(0);
  EXPECT_FALSE(table);
}

/// What a later search of a position does not know stays.
TEST(Table, KeepsWhatIsNotKnownAnew) {
  Table table;
  table.resize(1);
  table.age();
  table.store(77, known(Move(12, 28), -5, -300, 3, Bound::Exact));
  table.store(77, known(Move(), 8, Unknown, 4, Bound::Upper));
  std::optional<Known> found = table.find(77);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->Best, Move(12, 28));
  EXPECT_EQ(found->Value, -300);
  EXPECT_EQ(found->Score, 8);
  EXPECT_EQ(found->Depth, 4);
  // A bound of a much shallower search tells less.
  table.store(77, known(Move(), 9, Unknown, 0, Bound::Upper));
  EXPECT_EQ(table.find(77)->Depth, 4);
}

TEST(Table, ScoresDecideInWindows) {
  Known known;
  known.Kind = Bound::Lower;
  EXPECT_TRUE(known.decides(20, 0, 20));
  EXPECT_FALSE(known.decides(19, 0, 20));
  known.Kind = Bound::Upper;
  EXPECT_TRUE(known.decides(0, 0, 20));
  EXPECT_FALSE(known.decides(1, 0, 20));
  known.Kind = Bound::Exact;
  EXPECT_TRUE(known.decides(10, 0, 20));
}

} // namespace
