//===- GuardsTest.cpp - Initialisers in the race detector -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What random programs (RandomProgramsTest.cpp) seldom or never have.
///
//===----------------------------------------------------------------------===//

#include "Reported.h"
#include "held.h"

extern "C" {
// guards.h has atomic variables of C.
bool guards_were_too_many(void);
}

#include <gtest/gtest.h>

namespace {

/// A task, and what goes on behind its spawn.
class Guards : public ::testing::Test {
protected:
  Guards() {
    __tussah_race_new(Values, sizeof Values);
    Reported.clear();
    Task = __tussah_race_detach(&Scope);
    __tussah_race_task(0, Task);
  }
  ~Guards() override {
    if (Scope.node) {
      __tussah_race_before_sync(&Scope);
      __tussah_race_sync(&Scope);
    }
    // The root is behind all.
    EXPECT_EQ(held_by_thread(), 0u);
  }

  void goOn() {
    __tussah_race_task_exit();
    EXPECT_EQ(held_by_thread(), 0u);
    __tussah_race_continue(&Scope, Task);
  }
  static void initialize(unsigned I) {
    __tussah_race_guard_begin(&Flags[I], RACE_STATIC);
    __tussah_race_store(I, &Values[I], sizeof(int), 0);
    __tussah_race_guard_end(&Flags[I], 1);
  }
  static void read(size_t Number, unsigned I) {
    __tussah_race_load(Number, &Values[I], sizeof(int), 0);
  }

  static constexpr unsigned Count = 300;
  static int Values[Count];
  static char Flags[Count];
  race_scope Scope = {};
  uint64_t Task;
};

int Guards::Values[Count];
char Guards::Flags[Count];

TEST_F(Guards, ArePassed) {
  initialize(0);
  goOn();
  __tussah_race_guard_pass(&Flags[0]);
  read(1, 0);
  EXPECT_TRUE(Reported.empty());
}

// A thread that has executed a task may go on with another strand.
TEST_F(Guards, StayWithTheirStrand) {
  initialize(0);
  EXPECT_NE(held_by_thread(), 0u);
  goOn();
  EXPECT_EQ(held_by_thread(), 0u);
  __tussah_race_guard_pass(&Flags[0]);
  EXPECT_NE(held_by_thread(), 0u);
  __tussah_race_before_sync(&Scope);
  EXPECT_EQ(held_by_thread(), 0u);
  __tussah_race_sync(&Scope);
}

TEST_F(Guards, AreForgotten) {
  initialize(0);
  goOn();
  __tussah_race_new(Flags, sizeof Flags);
  __tussah_race_guard_pass(&Flags[0]);
  read(1, 0);
  EXPECT_EQ(Reported, (std::set<Pair>{{0, 1}}));
}

// An iteration that has not passed does not rely on one that has.
TEST_F(Guards, EndRunsOfIterations) {
  initialize(0);
  goOn();
  const uint64_t Loop = __tussah_race_loop(0);
  for (unsigned K = 0; K != 2; ++K) {
    __tussah_race_iteration(0, Loop, K);
    if (K == 0)
      __tussah_race_guard_pass(&Flags[0]);
    read(K + 1, 0);
    __tussah_race_iteration_exit();
  }
  __tussah_race_after_loop(Loop);
  EXPECT_EQ(Reported, (std::set<Pair>{{0, 2}}));
}

// More than have numbers: the other initialisers are not checked.
TEST_F(Guards, AreMany) {
  constexpr unsigned Numbers = 256;
  for (unsigned I = 0; I != Count; ++I)
    initialize(I);
  goOn();
  std::set<Pair> Expected;
  for (unsigned I = 0; I != Count; ++I)
    read(Count + I, I);
  for (unsigned I = 0; I != Numbers; ++I)
    Expected.insert({I, Count + I});
  EXPECT_EQ(Reported, Expected);
  EXPECT_TRUE(guards_were_too_many());
  Reported.clear();
  for (unsigned I = 0; I != Count; ++I) {
    __tussah_race_guard_pass(&Flags[I]);
    read(Count + I, I);
  }
  EXPECT_TRUE(Reported.empty());
}

} // namespace
