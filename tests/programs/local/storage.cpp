//===- storage.cpp - Worker-local storage ---------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 1000
// flags: -std=c++17
// targets: serial reverse onetbb native
// Not openmp: docs/guides/targets.md says what happens to roots of several threads.
// extra: sanitize thinlto debug
// standards: c++20

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>
#include <tussah/worker_local.h>

#include <stdexcept>
#include <thread>
#include <vector>

static void require(bool Condition, const char *What) {
  if (!Condition)
    printf("wrong: %s\n", What);
}

/// Two strands that have it at the same time are found out.
struct Counter {
  std::atomic<int> Users{0};
  long Value = 0;
  Tracked Member{1};

  void add(long N) {
    require(Users++ == 0, "two strands have one object");
    long Old = Value;
    let_others_run();
    Value = Old + N;
    --Users;
  }
};

using WorkerCounters = tussah::worker_local<Counter>;

/// The object is asked for anew after each spawn and sync.
static NOINLINE long tree(WorkerCounters &All, int Depth) {
  All.local().add(1);
  if (Depth == 0) {
    meet();
    return 1;
  }
  long Left = cilk_spawn tree(All, Depth - 1);
  All.local().add(1);
  long Right = tree(All, Depth - 1);
  All.local().add(1);
  cilk_sync;
  All.local().add(1);
  return Left + Right;
}

static long sumOf(WorkerCounters &All, long *Objects) {
  long Sum = 0;
  All.for_each([&](Counter &C) {
    Sum += C.Value;
    ++*Objects;
    require(reinterpret_cast<uintptr_t>(&C) % 64 == 0, "objects share lines");
  });
  return Sum;
}

/// Serial code that calls parallel code twice: it may be another thread then.
static NOINLINE void around(WorkerCounters &All) {
  All.local().add(1);
  tree(All, 4);
  All.local().add(1);
  tree(All, 4);
  All.local().add(1);
}

static void trees() {
  WorkerCounters All;
  long Objects = 0;
  require(sumOf(All, &Objects) == 0 && Objects == 0, "made too early");
  for (int Round = 0; Round < 2; ++Round) {
    long N = tree(All, 9);
    cilk_spawn around(All);
    cilk_spawn around(All);
    cilk_sync;
    // A leaf counts once, an inner node four times.
    long Expected = 512 + 511 * 4 + 2 * (3 + 2 * (16 + 15 * 4));
    Objects = 0;
    require(N == 512 && sumOf(All, &Objects) == Expected, "counts are lost");
    require(Objects >= 1 && Objects <= 64, "more objects than threads");
    All.clear();
    Objects = 0;
    require(sumOf(All, &Objects) == 0 && Objects == 0, "not cleared");
  }
}

static void loops() {
  tussah::worker_local<std::vector<int>> Scratch(
      [] { return std::vector<int>(3, 7); });
  cilk_for (int I = 0; I < 20000; ++I) {
    std::vector<int> &V = Scratch.local();
    V.push_back(I);
  }
  long Sum = 0, Iterations = 0;
  Scratch.for_each([&](std::vector<int> &V) {
    require(V[0] == 7 && V[2] == 7, "not initialized");
    for (size_t I = 3; I < V.size(); ++I)
      Sum += V[I];
    Iterations += V.size() - 3;
  });
  printf("%ld iterations, sum %ld\n", Iterations, Sum);
}

static void roots() {
  WorkerCounters All;
  std::vector<std::thread> Threads;
  for (int I = 0; I < 4; ++I)
    Threads.emplace_back([&] {
      All.local().add(1);
      tree(All, 6);
      All.local().add(1);
    });
  for (std::thread &T : Threads)
    T.join();
  long Objects = 0;
  require(sumOf(All, &Objects) == 4 * (2 + 64 + 63 * 4), "roots share objects");
}

struct alignas(256) Wide {
  char Bytes[300];
};

static void others() {
  tussah::worker_local<Wide> All;
  require(reinterpret_cast<uintptr_t>(&All.local()) % 256 == 0, "not aligned");
  tussah::worker_local<int> Fails(
      []() -> int { throw std::runtime_error("none"); });
  for (int I = 0; I < 2; ++I)
    try {
      Fails.local() = 1;
      puts("wrong: an object without an initializer");
    } catch (const std::runtime_error &) {
    }
  int Objects = 0;
  Fails.for_each([&](int &) { ++Objects; });
  require(Objects == 0, "a failed initialization left an object");
  tussah::worker_local<int> A, B;
  A.local() = 1;
  B.local() = 2;
  require(A.local() == 1 && B.local() == 2, "two storages share objects");
}

int main() {
  for (long I = 0; I < repeats(1); ++I)
    trees();
  loops();
  roots();
  others();
  require(counters.alive() == 0 && counters.misused == 0,
          "objects are lost or destroyed twice");
  puts("done");
}
