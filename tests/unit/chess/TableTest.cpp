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

TEST(Table, FindsUntilCleared) {
  Table table;
  EXPECT_FALSE(table);
  // One that is smaller than a large page, and one that is larger.
  for (std::size_t megabytes : {1, 8}) {
    table.resize(megabytes);
    for (int round = 0; round < 2; ++round) {
      table.age();
      EXPECT_FALSE(table.find(77));
      table.store(77, Move(12, 28), -5, 9, Bound::Lower);
      std::optional<Known> found = table.find(77);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->Best, Move(12, 28));
      EXPECT_EQ(found->Score, -5);
      EXPECT_EQ(found->Depth, 9);
      EXPECT_FALSE(table.find(78));
      table.clear();
      // Nothing to do, and nothing to forget.
      table.clear();
    }
  }
  table.resize(0);
  EXPECT_FALSE(table);
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
