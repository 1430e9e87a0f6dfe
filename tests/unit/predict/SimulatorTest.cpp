//===- SimulatorTest.cpp - Simulated schedulers, and what they are fed ----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "predict/recording.h"
#include "predict/simulate.h"
#include "predict/text.h"

#include <gtest/gtest.h>

extern "C" {
#include "tools/predict/stream.h"
}

#include <cstdlib>
#include <cstring>

using namespace tussah::predict;

namespace {

using Simulator = Outcome (*)(const Dag &, const Costs &, const Machine &);
constexpr Simulator All[] = {simulateNative, simulateCps, simulateBacktrack};

Costs free() {
  Costs none;
  for (const CostName &cost : costNames())
    none.*cost.Member = 0;
  // Thieves ask again and again: if that takes no time, without end.
  none.Request = none.Ask = none.Reply = 20;
  return none;
}

Dag dagOf(const std::string &text) {
  Dag dag;
  EXPECT_EQ(parseDag(text, dag), "");
  return dag;
}

std::string fib(unsigned n) {
  std::string text = "f0 = 5\nf1 = 5\n";
  for (unsigned i = 2; i <= n; ++i)
    text += "f" + std::to_string(i) + " = 7 { f" + std::to_string(i - 1) +
            " f" + std::to_string(i - 2) + " 1 } 2\n";
  return text;
}

/// Random scopes, tasks, strands and loops.
std::string randomDag(std::uint64_t seed) {
  std::uint64_t state = seed * 2 + 1;
  auto random = [&](unsigned below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state >> 33) % below;
  };
  std::string text;
  unsigned tasks = 3 + random(8);
  for (unsigned task = 0; task != tasks; ++task) {
    text += "t" + std::to_string(task) + " =";
    unsigned scopes = 0;
    for (unsigned words = random(12); words-- > 0;) {
      switch (random(5)) {
      case 0:
        text += " {";
        ++scopes;
        break;
      case 1:
        text += " loop " + std::to_string(1 + random(50)) + " " +
                std::to_string(random(3000));
        break;
      case 2:
        if (scopes)
          text += " }";
        scopes -= scopes != 0;
        break;
      case 3:
        if (scopes && task)
          text += " t" + std::to_string(task - 1 - random(task > 2 ? 2 : 1));
        break;
      default:
        text += " " + std::to_string(random(1000));
      }
    }
    while (scopes-- > 0)
      text += " }";
    text += "\n";
  }
  return text;
}

TEST(Simulator, OneWorkerTakesTheWork) {
  Dag dag = dagOf(fib(12));
  for (Simulator simulate : All) {
    Outcome outcome = simulate(dag, free(), {1, 1, 1});
    EXPECT_NEAR(outcome.Time, dag.Work, 1e-6 * dag.Work);
    EXPECT_EQ(outcome.Steals, 0u);
  }
}

// Whatever the schedule: each strand runs once, the bounds of work and span
// hold, and without costs, the one of greedy schedulers nearly.
TEST(Simulator, KeepsTheBounds) {
  for (std::uint64_t seed = 1; seed != 100; ++seed) {
    Dag dag = dagOf(randomDag(seed));
    for (unsigned workers : {2u, 3u, 16u}) {
      for (Simulator simulate : All) {
        Outcome o = simulate(dag, free(), {workers, 1, seed});
        double least = std::max(dag.Work / workers, dag.Span);
        // A strand that runs is at least a part of the time of each worker.
        EXPECT_NEAR(o.Time * workers - o.Idle, dag.Work, 1e-3 * dag.Work + 10)
            << seed;
        EXPECT_GE(o.Time, least * (1 - 1e-9)) << seed;
        Outcome again = simulate(dag, free(), {workers, 1, seed});
        EXPECT_EQ(o.Time, again.Time) << seed;
      }
    }
  }
}

TEST(Simulator, ManyWorkersReachTheParallelism) {
  Dag dag = dagOf("leaf = 1000000\nprogram = { " + [] {
    std::string all;
    for (int i = 0; i != 63; ++i)
      all += "leaf ";
    return all;
  }() + "1000000 }\n");
  EXPECT_DOUBLE_EQ(dag.Work, 64e6);
  EXPECT_DOUBLE_EQ(dag.Span, 1e6);
  // Not backtracking: a victim in a leaf has no choice at which to answer.
  for (Simulator simulate : {simulateNative, simulateCps}) {
    Outcome o = simulate(dag, free(), {64, 1, 1});
    EXPECT_LT(o.Time, 2.1e6);
    EXPECT_GE(o.Steals, 32u);
  }
}

TEST(Simulator, FarNodesTakeLonger) {
  Dag dag = dagOf(fib(16));
  Costs costs;
  costs.Remote = 100000;
  EXPECT_LT(simulateNative(dag, costs, {8, 1, 1}).Time,
            simulateNative(dag, costs, {8, 8, 1}).Time);
}

// A worker that asks all the time takes half of the time of the one that runs.
// A value that goes to another worker takes time of its sender.
TEST(Simulator, MessagesTakeTimeOfBothSides) {
  Costs costs = free();
  costs.Request = 1000;
  costs.Answer = 500;
  EXPECT_NEAR(simulateCps(dagOf("program = 1000000\n"), costs, {2, 1, 1}).Time,
              2e6, 1e4);
  Dag dag = dagOf("leaf = 1000000\nprogram = { leaf leaf }\n");
  costs = free();
  double without = simulateCps(dag, costs, {2, 1, 1}).Time;
  EXPECT_NEAR(without, 1e6, 1e3);
  costs.Send = 50000;
  EXPECT_NEAR(simulateCps(dag, costs, {2, 1, 1}).Time, without + 50000, 1e3);
}

Contention contentionOf(const std::string &list) {
  Contention contention;
  EXPECT_EQ(contention.parse(list), "");
  return contention;
}

// While one worker runs nothing is slower. The steal is after nothing.
TEST(Simulator, WorkersSlowEachOtherDownWhileTheyRun) {
  Dag dag = dagOf("short = 1000000\nprogram = { short 3000000 } 5000000\n");
  Contention half = contentionOf("2:1.5");
  for (Simulator simulate : {simulateNative, simulateCps}) {
    Outcome one = simulate(dag, free(), {1, 1, 1, half});
    EXPECT_NEAR(one.Time, 9e6, 1e3);
    Outcome two = simulate(dag, free(), {2, 1, 1, half});
    EXPECT_NEAR(two.Time, 1.5 * 1e6 + 2e6 + 5e6, 1e3);
    EXPECT_NEAR(two.Idle, 7e6, 1e3);
  }
}

TEST(Simulator, ContentionIsLinearBetweenPoints) {
  Contention some = contentionOf("2:1.5,6:1.9");
  EXPECT_DOUBLE_EQ(some.factor(0), 1);
  EXPECT_DOUBLE_EQ(some.factor(1), 1);
  EXPECT_DOUBLE_EQ(some.factor(2), 1.5);
  EXPECT_DOUBLE_EQ(some.factor(5), 1.8);
  EXPECT_DOUBLE_EQ(some.factor(6), 1.9);
  EXPECT_DOUBLE_EQ(some.factor(100), 1.9);
  for (const char *wrong : {"", "1:1", "2", "2:x", "4:1,2:1", "-1:2", "2:0",
                            "2:nan", "2:1.1;3:1", "5000:1"})
    EXPECT_NE(Contention().parse(wrong), "") << wrong;
}

//===----------------------------------------------------------------------===//
// Recordings
//===----------------------------------------------------------------------===//

std::string fileOf(stream &s, std::uint32_t version = RECORDING_VERSION) {
  stream_note(&s, TOKEN_FINISH, 0);
  recording_header header = {};
  header.magic = RECORDING_MAGIC;
  header.version = version;
  header.ticks_per_second = 1e9;
  header.bytes = s.size;
  std::string bytes(reinterpret_cast<char *>(&header), sizeof header);
  bytes.append(reinterpret_cast<char *>(s.bytes), s.size);
  std::free(s.bytes);
  std::free(s.parts);
  return bytes;
}

/// A tree of tasks, each a strand of \p length, and a loop with leaves of two
/// kinds; one of them has a task.
void record(stream &s, unsigned depth, unsigned length) {
  stream_go_on(&s, length);
  if (!depth) {
    stream_open(&s, TOKEN_LOOP, 6);
    stream_note(&s, TOKEN_GRAIN, 0);
    stream_leaf(&s, 2, 4096);
    stream_leaf(&s, 2, 4096);
    stream_open(&s, TOKEN_LEAF, 2);
    stream_open(&s, TOKEN_OPEN, 0);
    stream_open(&s, TOKEN_SPAWN, 0);
    stream_go_on(&s, 1024);
    stream_close(&s, TOKEN_END);
    stream_close(&s, TOKEN_SYNC);
    stream_close(&s, TOKEN_LEAF_END);
    stream_close(&s, TOKEN_LOOP_END);
    return;
  }
  stream_open(&s, TOKEN_OPEN, 0);
  for (int i = 0; i != 2; ++i) {
    stream_open(&s, TOKEN_SPAWN, 0);
    record(s, depth - 1, length);
    stream_close(&s, TOKEN_END);
  }
  stream_close(&s, TOKEN_SYNC);
}

TEST(Recording, IsReadAgain) {
  stream s;
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  record(s, 5, 512);
  Dag dag;
  Recording about;
  ASSERT_EQ(parseRecording(fileOf(s), dag, about), "");
  EXPECT_DOUBLE_EQ(dag.Work, 63 * 512 + 32 * (2 * 4096 + 1024));
  // The longest leaf of two iterations has one of 2048 ticks.
  EXPECT_DOUBLE_EQ(dag.Span, 6 * 512 + 2048);
  // Tasks, those of leaves, and what divides loops with them.
  EXPECT_EQ(dag.Tasks, 62u + 32 + 32);
}

TEST(Recording, EqualTasksAreThereOnce) {
  stream s;
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  stream_open(&s, TOKEN_OPEN, 0);
  for (unsigned i = 0; i != 1000; ++i) {
    stream_open(&s, TOKEN_SPAWN, 0);
    stream_go_on(&s, 512);
    stream_close(&s, TOKEN_END);
  }
  stream_close(&s, TOKEN_SYNC);
  Dag dag;
  Recording about;
  ASSERT_EQ(parseRecording(fileOf(s), dag, about), "");
  EXPECT_EQ(dag.Tasks, 1000u);
  // The task, the program's own spawns, begin and end, and step 0.
  EXPECT_EQ(dag.Steps.size(), 1 + 1000 + 3 + 1u);
}

// What the recorder cost goes where it was: short tasks get shorter, and a long
// one hardly does.
TEST(Recording, LooksAreTakenOff) {
  constexpr unsigned Short = 1000;
  stream s;
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  stream_open(&s, TOKEN_OPEN, 0);
  for (unsigned i = 0; i != Short + 1; ++i) {
    stream_open(&s, TOKEN_SPAWN, 0);
    stream_go_on(&s, i == Short ? 1000000 : 800);
    stream_close(&s, TOKEN_END);
    stream_go_on(&s, 200);
  }
  stream_close(&s, TOKEN_SYNC);
  recording_header header;
  std::string file = fileOf(s);
  std::memcpy(&header, file.data(), sizeof header);
  header.looks = 2 * Short + 4;
  std::memcpy(file.data(), &header, sizeof header);
  Dag dag;
  Recording about;
  // Of 1000, a task with its continuation has 200 left.
  double work = 1e6 + Short * 200.;
  ASSERT_EQ(parseRecording(file, dag, about, work), "");
  EXPECT_NEAR(dag.Work, work, 1e-6 * work);
  EXPECT_NEAR(dag.Span, 1e6, 0.2e6);
  EXPECT_GT(dag.Span, 0.98e6);
}

// Of 1000 tasks nothing is left, as too much was taken off. It is given back to
// them, and not to the long one.
TEST(Recording, LooksAreGivenBack) {
  constexpr unsigned Short = 1000;
  stream s;
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  stream_open(&s, TOKEN_OPEN, 0);
  for (unsigned i = 0; i != Short + 1; ++i) {
    stream_open(&s, TOKEN_SPAWN, 0);
    stream_go_on(&s, i == Short ? 1000000 : 0);
    stream_close(&s, TOKEN_END);
  }
  stream_close(&s, TOKEN_SYNC);
  recording_header header;
  std::string file = fileOf(s);
  std::memcpy(&header, file.data(), sizeof header);
  header.looks = 2 * Short + 4;
  header.ticks_per_look = 300;
  std::memcpy(file.data(), &header, sizeof header);
  Dag dag;
  Recording about;
  double work = 1e6 + Short * 400.;
  ASSERT_EQ(parseRecording(file, dag, about, work), "");
  EXPECT_NEAR(dag.Work, work, 1e-6 * work);
  // 1000 looks of continuations are on the longest path.
  EXPECT_NEAR(dag.Span, 1.2e6, 0.02e6);
}

// A small budget keeps the work, and merges small tasks.
TEST(Recording, BudgetCoarsens) {
  stream s;
  ASSERT_TRUE(stream_begin(&s, 8192));
  record(s, 14, 512);
  EXPECT_GT(s.threshold, 0u);
  EXPECT_LE(s.size, 8192u);
  Dag dag;
  Recording about;
  ASSERT_EQ(parseRecording(fileOf(s), dag, about), "");
  EXPECT_NEAR(dag.Work, 32767 * 512. + 16384 * (2 * 4096 + 1024.),
              1e-3 * dag.Work); // strands are rounded
  EXPECT_GT(dag.Tasks, 20u);
  EXPECT_LT(dag.Tasks, 10000u);
}

// What is cut off or changed anywhere is refused or read, but never a crash.
TEST(Recording, DamageIsFound) {
  stream s;
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  record(s, 3, 512);
  std::string sound = fileOf(s);
  for (std::size_t size = 0; size != sound.size(); ++size) {
    Dag dag;
    Recording about;
    EXPECT_NE(parseRecording(sound.substr(0, size), dag, about), "") << size;
  }
  for (std::size_t at = sizeof(recording_header); at != sound.size(); ++at)
    for (unsigned char to : {0, 1, 4, 7, 127, 255}) {
      std::string damaged = sound;
      damaged[at] = static_cast<char>(to);
      Dag dag;
      Recording about;
      parseRecording(damaged, dag, about);
    }
  Dag dag;
  Recording about;
  EXPECT_EQ(parseRecording("#!/bin/sh\n", dag, about),
            "is no recording of tussah predict");
  ASSERT_TRUE(stream_begin(&s, 1 << 20));
  EXPECT_EQ(parseRecording(fileOf(s, 7), dag, about),
            "is a recording of version 7, not 1; record again");
}

TEST(Text, SaysWhatIsWrong) {
  Dag dag;
  EXPECT_EQ(parseDag("", dag), "has no task");
  EXPECT_EQ(parseDag("a = 1 }", dag), "line 1: '}' without '{'");
  EXPECT_EQ(parseDag("\na = { 1", dag), "line 2: '{' without '}'");
  EXPECT_EQ(parseDag("a = { b }", dag),
            "line 1: unknown task 'b'; name it in an earlier line");
  EXPECT_EQ(parseDag("a = 1\nb = a", dag),
            "line 2: 'a' is spawned outside of '{' and '}'");
  Costs costs;
  EXPECT_EQ(parseCosts("steal = 7 # ns\n", costs), "");
  EXPECT_EQ(costs.Steal, 7);
  EXPECT_NE(parseCosts("steal = -1", costs), "");
  EXPECT_NE(parseCosts("nonesuch = 1", costs), "");
}

} // namespace
