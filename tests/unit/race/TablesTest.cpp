//===- TablesTest.cpp - When reclamations are due -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reclamation costs as much as what is in use, so at least as many numbers
/// must be given before the next one.
///
//===----------------------------------------------------------------------===//

extern "C" {
#include "scattered.h"
}

#include <gtest/gtest.h>

namespace {

constexpr std::uint64_t Count = 1 << 16;

TEST(TablesTest, GivesWhatIsBetweenMarks) {
  EXPECT_GE(given_until_due(32, 8, Count), Count / 32);
}

// Nothing between the marks can be given.
TEST(TablesTest, GivesBehindScatteredMarks) {
  EXPECT_GE(given_until_due(4, 8, Count), Count / 4);
}

TEST(TablesTest, GivesSingleNumbers) {
  EXPECT_GE(given_until_due(2, 1, Count), Count / 2 - 1024);
}

} // namespace
