//===- places.cpp - Every place of a throw, at many times -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 9000
// flags: -std=c++17
// extra: sanitize
//
// The same where it is left to chance what is stolen, and where delays and
// signals hit every step of a steal and a join.
// RUN: %clangxx -std=c++17 -O1 -I%include-dir %s -o %t.serial && %t.serial > %t.expected
// RUN: %tussah-clang++ -std=c++17 -O2 %s -o %t
// RUN: env CILK_NWORKERS=1 %t > %t.out && diff %t.expected %t.out
// RUN: env CILK_NWORKERS=3 %t > %t.out && diff %t.expected %t.out
// RUN: env CILK_NWORKERS=3 TUSSAH_STRESS=delays %t > %t.out && diff %t.expected %t.out
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays %t > %t.out && diff %t.expected %t.out
// RUN: env CILK_NWORKERS=2 TUSSAH_STRESS=always-steal,signals %t > %t.out && diff %t.expected %t.out
// RUN: %tussah-clang++ -std=c++17 -O0 %s -o %t.0
// RUN: env CILK_NWORKERS=4 TUSSAH_STRESS=always-steal,delays %t.0 > %t.out && diff %t.expected %t.out

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <atomic>

enum Place {
  Start,        // of a child
  Continuation, // behind a spawn
  Argument,     // of the next spawn, in the parent
  Initializer,  // by a child that constructs an object
  Iteration,    // of a loop
  Block,        // a spawned one, in a scope
  Scope,        // in the scope itself, its task outstanding
  End,          // behind the sync
  Anywhere,
};

/// What one run does: a seed decides what throws and how long things take.
struct Plan {
  uint64_t seed;
  Place wanted;
  uint64_t rarity;

  /// Takes a time that differs from strand to strand.
  void wait(uint64_t path) const {
    uint64_t random = mix(seed * 31 + path);
    if (random % 32 == 0)
      let_others_run();
    for (uint64_t i = random >> 32 & 255; i; --i)
      __asm__ volatile("");
  }

  void at(Place place, uint64_t path) const;
};

struct Error {
  Tracked tracked;
  uint64_t path;
  Place place;
  Error(uint64_t path, Place place) : tracked(7), path(path), place(place) {}
};

void Plan::at(Place place, uint64_t path) const {
  if ((wanted == place || wanted == Anywhere) &&
      mix(seed ^ (path * 16 + place)) % rarity == 0)
    throw Error(path, place);
}

/// Functions that have begun and not ended.
static std::atomic<long> active{0};
struct Active {
  Active() { ++active; }
  ~Active() { --active; }
};

static NOINLINE long node(const Plan &plan, uint64_t path, int depth);

static NOINLINE uint64_t argument(const Plan &plan, uint64_t path) {
  Tracked temporary(1);
  plan.at(Argument, path);
  return path * 4 + 2;
}

static NOINLINE Tracked make(const Plan &plan, uint64_t path, int depth,
                             Tracked byValue) {
  Active here;
  long result = node(plan, path, depth);
  plan.at(Initializer, path);
  return Tracked((int)(result & 0xffff) + byValue.value());
}

static NOINLINE long node(const Plan &plan, uint64_t path, int depth) {
  Active here;
  Tracked local(1);
  meet();
  plan.wait(path);
  plan.at(Start, path);
  if (depth == 0)
    return 1;
  long first = 0, inBlock = 0, inLoop[3] = {0};
  first = cilk_spawn node(plan, path * 4 + 1, depth - 1);
  Tracked between(2);
  plan.at(Continuation, path);
  Tracked object =
      cilk_spawn make(plan, argument(plan, path), depth - 1, Tracked(3));
  plan.wait(path + 1);
  cilk_scope {
    Tracked inScope(3);
    cilk_spawn {
      Tracked inTask(4);
      plan.wait(path + 2);
      inBlock = node(plan, path * 4 + 3, depth - 1);
      plan.at(Block, path);
    }
    plan.at(Scope, path);
  }
  cilk_for (int i = 0; i < 3; ++i) {
    Active iteration;
    Tracked inIteration(i);
    plan.wait(path * 3 + i);
    plan.at(Iteration, path * 3 + i);
    inLoop[i] = inIteration.value();
  }
  cilk_sync;
  plan.at(End, path);
  return first + inBlock + object.value() + between.value() + inLoop[2];
}

/// Runs one plan and returns what arrived.
static uint64_t run(const Plan &plan) {
  uint64_t result;
  long alive = counters.alive();
  try {
    result = (uint64_t)node(plan, 1, 3);
  } catch (const Error &e) {
    result = mix(e.path * 16 + e.place) + e.tracked.value();
  }
  if (active != 0)
    printf("seed %lu: %ld functions still run\n", (unsigned long)plan.seed,
           active.load());
  if (counters.alive() != alive)
    printf("seed %lu: %ld objects are left\n", (unsigned long)plan.seed,
           counters.alive() - alive);
  return result;
}

int main() {
  static const uint64_t rarities[] = {2, 7, 20, 60};
  for (int place = Start; place <= Anywhere; ++place) {
    uint64_t hash = 0;
    for (uint64_t seed = 0; seed < 100; ++seed)
      hash = mix(hash ^ run({seed, (Place)place, rarities[seed % 4]}));
    printf("place %d: %016lx\n", place, (unsigned long)hash);
  }
  counters.printBalance("objects");
}
