//===- IterationRunsTest.cpp - What iterations know of those before -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread does not check what the iterations that it has just executed have
// checked (algorithm.md, "Runs of iterations"). Each of these programs would
// lose a race if it knew too much.
//
//===----------------------------------------------------------------------===//

#include "Reported.h"

extern "C" {
#include "tools/race/reclaim.h"

// thread.h has atomic variables of C.
uint64_t threads_reclamations(void);
}

#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace {

alignas(128) char Memory[256];
char Lock;

class IterationRuns : public ::testing::Test {
protected:
  IterationRuns() {
    __tussah_race_new(Memory, sizeof Memory);
    Reported.clear();
  }

  static void read(size_t Number, unsigned Offset = 0) {
    accessInlined(true, Number, Memory + Offset, 4);
  }
  static void write(size_t Number, unsigned Offset = 0) {
    accessInlined(false, Number, Memory + Offset, 4);
  }
  static void readAtomically(size_t Number) {
    __tussah_race_load(Number, Memory, 4, 1);
  }
  static void writeAtomically(size_t Number) {
    __tussah_race_store(Number, Memory, 4, 1);
  }
  /// The first access of a strand is always checked.
  static void begin() {
    static char Elsewhere[4];
    __tussah_race_load(0, Elsewhere, 4, 0);
  }
  static void lock() { __tussah_race_acquire(&Lock, 0); }
  static void unlock() { __tussah_race_release(&Lock); }

  /// The first iteration of a loop ends, and a second one is all that follows.
  static void goOn(uint64_t Value) {
    __tussah_race_iteration_exit();
    __tussah_race_iteration(0, Value, 1);
    writeAtomically(3);
    __tussah_race_iteration_exit();
    __tussah_race_after_loop(Value);
  }

  /// A loop whose iterations, executed one after another, do these.
  static void loop(std::initializer_list<std::function<void()>> All) {
    uint64_t Value = __tussah_race_loop(0);
    uint64_t K = 0;
    for (const auto &One : All) {
      __tussah_race_iteration(0, Value, K++);
      One();
      __tussah_race_iteration_exit();
    }
    __tussah_race_after_loop(Value);
  }
};

using Pairs = std::set<Pair>;

// The first iteration tells for the second, which is not known to have read.
TEST_F(IterationRuns, KnowsReads) {
  uint64_t Value = __tussah_race_loop(0);
  for (uint64_t K = 0; K != 3; ++K) {
    __tussah_race_iteration(0, Value, K);
    K == 2 ? write(3) : read(K + 1);
    __tussah_race_iteration_exit();
  }
  __tussah_race_after_loop(Value);
  EXPECT_EQ(Reported, (Pairs{{1, 3}}));
}

TEST_F(IterationRuns, IsWrittenByAnIteration) {
  loop({[] { read(1), write(2); }, [] { read(3); }, [] { read(4); }});
  EXPECT_EQ(Reported, (Pairs{{2, 3}, {2, 4}}));
}

// The words of a line become one history, and their cells remain.
TEST_F(IterationRuns, IsWrittenAsALine) {
  auto ReadWords = [](size_t Number) {
    for (unsigned At = 0; At != 128; At += 4)
      read(Number, At);
  };
  loop({[&] {
          ReadWords(1);
          __tussah_race_store_range(2, Memory, 4, 32, 4);
        },
        [&] { begin(), read(3, 64); }});
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

TEST_F(IterationRuns, IsWrittenAsLines) {
  auto ReadWords = [](size_t Number) {
    for (unsigned At = 0; At != 256; At += 4)
      read(Number, At);
  };
  loop({[&] {
          ReadWords(1);
          __tussah_race_store_range(2, Memory, 4, 64, 4);
        },
        [&] { begin(), read(3, 64), read(3, 192); }});
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

// Two runs become one, and the cell of the second remains.
TEST_F(IterationRuns, IsWrittenAsARun) {
  auto ReadRange = [](size_t Number, unsigned At, uint64_t Words) {
    __tussah_race_load_range(Number, Memory + At, 4, Words, 4);
  };
  loop({[&] {
          ReadRange(1, 0, 8);
          ReadRange(2, 32, 8);
          __tussah_race_store_range(3, Memory, 4, 16, 4);
        },
        [&] { begin(), read(4, 32); }});
  EXPECT_EQ(Reported, (Pairs{{3, 4}}));
}

TEST_F(IterationRuns, ReadsUnderALock) {
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  loop({[] { lock(), read(1), unlock(); }, [] { begin(), read(2); }});
  __tussah_race_task_exit();
  __tussah_race_continue(&Scope, Task);
  lock();
  write(3);
  unlock();
  __tussah_race_sync(&Scope);
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

// Labels of one iteration that are not next to each other.
TEST_F(IterationRuns, TakesALockBetween) {
  loop({[] {
          write(1);
          lock();
          read(2, 64);
          unlock();
          readAtomically(3);
        },
        [] { readAtomically(4); }});
  EXPECT_EQ(Reported, (Pairs{{1, 4}}));
}

TEST_F(IterationRuns, WritesUnderALock) {
  loop({[] {
          readAtomically(1);
          lock();
          write(2);
          unlock();
        },
        [] { readAtomically(3); }});
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

TEST_F(IterationRuns, HasMoreLabelsThanABlock) {
  static char Words[4 * 5000];
  loop({[] {
          writeAtomically(1);
          for (size_t K = 0; K != 5000; ++K)
            __tussah_race_load(K + 2, Words + 4 * K, 4, 0);
          read(6000);
        },
        [] { writeAtomically(6001); }});
  EXPECT_EQ(Reported, (Pairs{{6000, 6001}}));
}

TEST_F(IterationRuns, IsAtomic) {
  loop({[] { writeAtomically(1); }, [] { writeAtomically(2), read(3); },
        [] { writeAtomically(4); }, [] { read(5); }});
  EXPECT_EQ(Reported, (Pairs{{1, 3}, {3, 4}, {1, 5}, {4, 5}}));
}

// An iteration goes on in another thread, while the first one executes the
// next iteration.
TEST_F(IterationRuns, GoesOnElsewhere) {
  uint64_t Value = __tussah_race_loop(0);
  __tussah_race_iteration(0, Value, 0);
  writeAtomically(1);
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  __tussah_race_task_exit();
  struct pedigree Rest;
  std::thread([&] {
    __tussah_race_continue(&Scope, Task);
    read(2);
    __tussah_race_before_sync(&Scope);
    Rest = __tussah_pedigree;
  }).join();
  __tussah_pedigree = Rest;
  __tussah_race_sync(&Scope);
  goOn(Value);
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

// The task of an iteration runs in another thread.
TEST_F(IterationRuns, SpawnsElsewhere) {
  uint64_t Value = __tussah_race_loop(0);
  __tussah_race_iteration(0, Value, 0);
  writeAtomically(1);
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  std::thread([&] {
    __tussah_race_task(0, Task);
    read(2);
    __tussah_race_task_exit();
  }).join();
  __tussah_race_continue(&Scope, Task);
  __tussah_race_before_sync(&Scope);
  __tussah_race_sync(&Scope);
  goOn(Value);
  EXPECT_EQ(Reported, (Pairs{{2, 3}}));
}

// Labels of iterations before are not given to others, though nothing refers
// to them.
TEST_F(IterationRuns, KeepsLabels) {
  write(1, 128);
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  uint64_t Value = __tussah_race_loop(0);
  entry First = 0;
  enum { Count = 20 };
  for (uint64_t K = 0; K != Count; ++K) {
    __tussah_race_iteration(0, Value, K);
    read(2, static_cast<unsigned>(4 * K));
    if (K == 0)
      First = __tussah_race_window.first;
    __tussah_race_iteration_exit();
  }
  __tussah_race_iteration(0, Value, Count);
  // Nothing has the labels of the iterations before any more.
  __tussah_race_new(Memory, sizeof Memory);
  read(3, 100);
  EXPECT_EQ(__tussah_race_window.first, First + Count);
  std::thread([&] {
    const uint64_t Before = threads_reclamations();
    race_scope Inner = {};
    uint64_t Other = 0;
    __tussah_race_continue(&Scope, Task);
    write(4, 192);
    reclaim_request();
    write(5, 196);
    EXPECT_EQ(threads_reclamations(), Before + 1);
    for (unsigned Strand = 0; Strand != 1 << 14; ++Strand) {
      Other = __tussah_race_detach(&Inner);
      __tussah_race_continue(&Inner, Other);
      read(6, 128);
      EXPECT_GE(__tussah_race_window.first - First, Count + 0u);
    }
    __tussah_race_sync(&Inner);
  }).join();
  __tussah_race_iteration_exit();
  __tussah_race_after_loop(Value);
  __tussah_race_task_exit();
  __tussah_race_continue(&Scope, Task);
  __tussah_race_sync(&Scope);
}

// Before an iteration, the thread executes what is not of its loop, and comes
// before what is in parallel with the iteration.
class IterationRunsElsewhere : public IterationRuns {
protected:
  /// A task has a part with \p First; then it writes. In parallel with it, a
  /// loop has an iteration, \p First, and an iteration that reads.
  static void run(uint64_t (*begin)(), void (*first)(uint64_t Value),
                  void (*end)(uint64_t Value)) {
    race_scope Outer = {};
    uint64_t Task = __tussah_race_detach(&Outer);
    __tussah_race_task(0, Task);
    const uint64_t Part = begin();
    const struct pedigree Here = __tussah_pedigree;
    __tussah_race_continue(&Outer, Task);
    uint64_t Value = __tussah_race_loop(0);
    __tussah_race_iteration(0, Value, 0);
    IterationRuns::begin();
    __tussah_race_iteration_exit();
    first(Part);
    __tussah_race_iteration(0, Value, 1);
    IterationRuns::begin();
    read(2);
    __tussah_race_iteration_exit();
    __tussah_race_after_loop(Value);
    const struct pedigree After = __tussah_pedigree;
    __tussah_pedigree = Here;
    end(Part);
    write(3);
    __tussah_race_task_exit();
    __tussah_pedigree = After;
    __tussah_race_sync(&Outer);
    EXPECT_EQ(Reported, (Pairs{{2, 3}}));
  }
};

race_scope InnerScope;

TEST_F(IterationRunsElsewhere, ATask) {
  run(
      [] {
        uint64_t Reader = __tussah_race_detach(&InnerScope);
        __tussah_race_continue(&InnerScope, Reader);
        return Reader;
      },
      [](uint64_t Reader) {
        __tussah_race_task(0, Reader);
        read(1);
        __tussah_race_task_exit();
      },
      [](uint64_t) {
        __tussah_race_before_sync(&InnerScope);
        __tussah_race_sync(&InnerScope);
      });
}

TEST_F(IterationRunsElsewhere, AnotherLoop) {
  run([] { return __tussah_race_loop(0); },
      [](uint64_t Loop) {
        __tussah_race_iteration(0, Loop, 0);
        read(1);
        __tussah_race_iteration_exit();
      },
      [](uint64_t Loop) { __tussah_race_after_loop(Loop); });
}

} // namespace
