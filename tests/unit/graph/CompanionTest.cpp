//===- CompanionTest.cpp - Two strands in step ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/companion.hpp>

#include <atomic>
#include <gtest/gtest.h>
#include <thread>

using tussah::graph::detail::Companion;

namespace {

constexpr long Parts = 2000;

/// Gives parts to another thread, and does itself what that does not take.
/// In between it calls \p pause(begun, done): how many the other one has begun,
/// and how many of them were waited for. Returns how many that did.
template <class Function> long giveParts(const Function &pause) {
  Companion c;
  // Written by both, without atomic operations: never at the same time.
  long input = 0, half = 0, sum = 0, done = 0;
  std::atomic<long> begun{0};
  std::thread other([&] {
    c.serve([&] {
      begun.fetch_add(1, std::memory_order_relaxed);
      half = input;
      c.meet(1);
      sum += half;
    });
  });
  while (!c.isThere() && !c.hasLeft())
    std::this_thread::yield();
  for (input = 1; input <= Parts; ++input) {
    bool given = c.give();
    if (given)
      pause(begun, done);
    if (given && !c.takeBack()) {
      c.meet(0);
      EXPECT_EQ(half, input);
      c.finish();
      ++done;
    } else {
      sum += input;
    }
  }
  c.end();
  other.join();
  EXPECT_EQ(sum, Parts * (Parts + 1) / 2);
  EXPECT_EQ(begun, done);
  return done;
}

TEST(Companion, DoesWhatItHasBegun) {
  // It may leave at once, where another program has its processor.
  long done = 0;
  while (done == 0)
    done = giveParts([](const std::atomic<long> &begun, long before) {
      while (begun == before)
        std::this_thread::yield();
    });
}

TEST(Companion, WhatIsNotBegunIsTakenBack) {
  EXPECT_LT(giveParts([](const std::atomic<long> &, long) {}), Parts);
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
