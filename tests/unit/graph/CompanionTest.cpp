//===- CompanionTest.cpp - Two strands in step ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/companion.hpp>

#include <gtest/gtest.h>

using tussah::graph::detail::Companion;

namespace {

constexpr int Parts = 200000;

struct Counts {
  long Done = 0, TakenBack = 0;
};

/// Gives parts to another thread, and does itself what that does not take. Does
/// something else in between, or nothing.
Counts giveParts(bool waits) {
  Companion c;
  Counts counts;
  // Written by both, without atomic operations: never at the same time.
  long input = 0, sum = 0;
  auto part = [&] { sum += input; };
  std::thread other([&] { c.serve(part); });
  while (!c.isThere())
    std::this_thread::yield();
  for (input = 1; input <= Parts; ++input) {
    if (!c.give()) {
      part();
      continue;
    }
    for (volatile int i = 0; waits && i < 300; i = i + 1)
      ;
    if (c.finish()) {
      ++counts.Done;
    } else {
      ++counts.TakenBack;
      part();
    }
  }
  c.end();
  other.join();
  EXPECT_EQ(sum, Parts * (Parts + 1L) / 2);
  return counts;
}

TEST(Companion, EachPartIsDoneOnce) {
  EXPECT_GT(giveParts(true).Done, 0);
  // Mostly before the other thread has seen them.
  EXPECT_GT(giveParts(false).TakenBack, 0);
}

TEST(Companion, InTheOrderOfASerialRun) {
  Companion c;
  EXPECT_FALSE(c.give());
  c.end();
  c.serve([] { FAIL() << "nothing was given"; });
  EXPECT_FALSE(c.hasLeft());
}

TEST(Companion, LeavesIfNothingIsGiven) {
  Companion c;
  c.serve([] { FAIL() << "nothing was given"; });
  EXPECT_TRUE(c.hasLeft());
  EXPECT_FALSE(c.isThere());
  EXPECT_FALSE(c.give());
  c.end();
}

TEST(Companion, EndsWhileItIsWaitedFor) {
  Companion c;
  std::thread other([&] { c.serve([] {}); });
  c.end();
  other.join();
}

} // namespace
