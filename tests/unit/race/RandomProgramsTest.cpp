//===- RandomProgramsTest.cpp - The race detector against brute force -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random fork-join programs, run in random orders that their dags allow, as
/// several workers would. For each access the test keeps which accesses come
/// before it in the dag, and so knows all races. Behind a guard that a strand
/// has passed, what its initialiser has accessed counts as such, too. The
/// detector must report pairs that race, and one for each byte with a race.
///
/// The detector's report.c is not linked: this file has its functions.
///
//===----------------------------------------------------------------------===//

#include "Reported.h"
#include "held.h"

extern "C" {
#include "tools/race/choices.h"
#include "tools/race/endings.h"
#include "tools/race/places.h"
#include "tools/race/race.h"
#include "tools/race/reclaim.h"
#include "tools/race/report.h"
#include "tools/race/shadow.h"

#include "runtime/random/state.h"

// thread.h has atomic variables of C.
uint64_t threads_reclamations(void);
}

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <vector>

namespace {

/// How a strand holds each of the program's locks.
enum Holding { Free, Shared, Exclusive };
constexpr unsigned Locks = 3;
using Held = std::array<Holding, Locks>;

/// Initialisers that a strand is in: for each guard the number of the attempt,
/// 0 for none.
constexpr unsigned Guards = 3;
using Attempts = std::array<unsigned, Guards>;

struct Access {
  unsigned Begin, Size;
  access_kind Kind;
  Held By;
  Attempts In;
};

/// Numbers of the accesses that come before a point of the dag, and of guards
/// that were passed, which begin at FirstGuard.
using Before = std::set<size_t>;
constexpr size_t FirstGuard = 1000;

constexpr unsigned Bytes = 16, MostScale = 96;
constexpr size_t MostAccesses = 60;

bool conflict(access_kind A, access_kind B) {
  auto Writes = [](access_kind K) { return K == WRITE || K == ATOMIC_WRITE; };
  auto IsAtomic = [](access_kind K) {
    return K == ATOMIC_READ || K == ATOMIC_WRITE;
  };
  return (Writes(A) || Writes(B)) && !(IsAtomic(A) && IsAtomic(B));
}

bool exclude(const Held &A, const Held &B) {
  for (unsigned I = 0; I != Locks; ++I)
    if (A[I] != Free && B[I] != Free &&
        (A[I] == Exclusive || B[I] == Exclusive))
      return true;
  return false;
}

/// What programs have.
struct Kind {
  bool OnlyBytes, HasLocks;
  /// What is a byte for the test is as many of the detector.
  unsigned Scale = 1;
  /// At every third access what nothing refers to is reclaimed, and its numbers
  /// are given to others.
  bool Reclaims = false;
  bool HasGuards = false;
};

class Program {
public:
  Program(unsigned Seed, Kind K) : R(Seed), K(K) {}

  void run() {
    __tussah_race_new(Memory, sizeof Memory);
    __tussah_race_new(GuardObjects, sizeof GuardObjects);
    Reported.clear();
    Before None;
    function(None, 0);
  }

  void check() const {
    for (Pair P : Reported)
      EXPECT_TRUE(Races.count(P)) << P.A << " and " << P.B << " do not race";
    for (unsigned Byte = 0; Byte != Bytes; ++Byte)
      EXPECT_EQ(touches(Races, Byte), touches(Reported, Byte))
          << "byte " << Byte;
  }

  bool hasRaces() const { return !Races.empty(); }

private:
  unsigned below(unsigned N) { return R() % N; }

  bool touches(const std::set<Pair> &Pairs, unsigned Byte) const {
    auto At = [&](size_t I) {
      const Access &A = Accesses[I];
      return Byte >= A.Begin && Byte < A.Begin + A.Size;
    };
    return std::any_of(Pairs.begin(), Pairs.end(),
                       [&](Pair P) { return At(P.A) && At(P.B); });
  }

  Access choose() {
    unsigned Size = K.OnlyBytes ? 1 : 1u << below(4);
    // Mostly plain ones: they need other code.
    unsigned Chosen = below(10);
    auto Kind = static_cast<access_kind>(Chosen < 4 ? READ : Chosen % 4);
    return {below(Bytes - Size + 1), Size, Kind, {}, {}};
  }

  void access(Before &Known) { access(Known, choose()); }

  void access(Before &Known, Access A) {
    size_t Number = Accesses.size();
    A.By = acquire();
    A.In = Current;
    for (size_t I = 0; I != Number; ++I) {
      const Access &Other = Accesses[I];
      if (!Known.count(I) && conflict(Other.Kind, A.Kind) &&
          A.Begin < Other.Begin + Other.Size &&
          Other.Begin < A.Begin + A.Size && !exclude(A.By, Other.By) &&
          !isBehind(Known, Other.In))
        Races.insert({I, Number});
    }
    Accesses.push_back(A);
    Known.insert(Number);
    perform(A, Number);
    for (unsigned I = 0; I != Locks; ++I)
      if (A.By[I] != Free)
        __tussah_race_release(&LockObjects[I]);
  }

  void perform(const Access &A, size_t Number) {
    if (K.Reclaims && !below(3))
      reclaim_request();
    const char *First = Memory + A.Begin * K.Scale;
    uint64_t Size = A.Size * K.Scale;
    bool IsAtomic = A.Kind == ATOMIC_READ || A.Kind == ATOMIC_WRITE;
    if (!IsAtomic && below(3) == 0) {
      for (uint64_t At = 0, Part; At != Size; At += Part) {
        Part = std::min<uint64_t>(Size - At, 4);
        accessInlined(A.Kind == READ, Number, First + At, Part);
      }
    } else if (K.Scale > 1 && !IsAtomic) {
      bool IsBackward = below(4) == 0;
      auto *Check =
          A.Kind == READ ? __tussah_race_load_range : __tussah_race_store_range;
      Check(Number, IsBackward ? First + Size - 4 : First, 4, Size / 4,
            IsBackward ? -4 : 4);
    } else if (A.Kind == READ || A.Kind == ATOMIC_READ) {
      __tussah_race_load(Number, First, Size, IsAtomic);
    } else {
      __tussah_race_store(Number, First, Size, IsAtomic);
    }
  }

  /// Whether the strand is behind an initialiser of \p Other: it has passed the
  /// guard, or is in another attempt.
  bool isBehind(const Before &Known, const Attempts &Other) const {
    for (unsigned G = 0; G != Guards; ++G)
      if (Other[G] && (Known.count(FirstGuard + G) ||
                       (Current[G] && Current[G] != Other[G])))
        return true;
    return false;
  }

  /// The strand passes \p More, and so do those that wait for it.
  void gain(Before &Known, Before More) {
    Known.insert(More.begin(), More.end());
    for (unsigned G = 0; G != Guards; ++G)
      if (Current[G])
        States[G].Gained.insert(More.begin(), More.end());
  }

  void pass(Before &Known, unsigned G) {
    Before More = States[G].Gained;
    More.insert(FirstGuard + G);
    gain(Known, More);
  }

  /// Initializes, or passes: what is initialized elsewhere is not waited for.
  void guard(Before &Known, unsigned Depth) {
    const unsigned G = below(Guards);
    GuardState &S = States[G];
    if (S.IsComplete) {
      __tussah_race_guard_pass(&GuardObjects[G]);
      pass(Known, G);
      return;
    }
    if (S.IsBegun)
      return;
    S.IsBegun = true;
    __tussah_race_guard_begin(&GuardObjects[G], RACE_STATIC);
    gain(Known, S.Gained);
    Current[G] = ++S.Attempts;
    function(Known, Depth + 1);
    Current[G] = 0;
    S.IsBegun = false;
    S.IsComplete = below(4);
    __tussah_race_guard_end(&GuardObjects[G], S.IsComplete);
    if (S.IsComplete)
      pass(Known, G);
  }

  /// Takes some locks, for one access.
  Held acquire() {
    Held Result{};
    for (unsigned I = 0; K.HasLocks && I != Locks; ++I)
      if (!below(3)) {
        Result[I] = below(3) ? Exclusive : Shared;
        __tussah_race_acquire(&LockObjects[I], Result[I] == Shared);
      }
    return Result;
  }

  struct Task {
    uint64_t Value;
    Before Known;
  };

  /// Tasks of a scope run before it is left, so in the same initialisers.
  void runTask(Task T, Before &Ends, unsigned Depth) {
    __tussah_race_task(0, T.Value);
    function(T.Known, Depth + 1);
    __tussah_race_task_exit();
    Ends.insert(T.Known.begin(), T.Known.end());
  }

  /// Some of \p All in any order, and others.
  void leaf(Before &Known, const std::vector<Access> &All) {
    for (unsigned Left = below(4); Left; --Left)
      if (Accesses.size() < MostAccesses)
        access(Known, below(4) ? All[below(All.size())] : choose());
  }

  void loop(Before &Known, unsigned Depth) {
    // Iterations of leaves often access the same.
    const bool HasLeaves = below(2);
    std::vector<Access> Same = {choose(), choose()};
    if (below(2)) {
      const access_kind Other = Same[1].Kind;
      Same[1] = Same[0];
      Same[1].Kind = Other;
    }
    std::vector<unsigned> Order(below(HasLeaves ? 8 : 4));
    for (unsigned K = 0; K != Order.size(); ++K)
      Order[K] = K;
    std::shuffle(Order.begin(), Order.end(), R);
    uint64_t Value = __tussah_race_loop(0);
    Before Ends = Known;
    for (unsigned K : Order) {
      Before Iteration = Known;
      __tussah_race_iteration(0, Value, K);
      if (HasLeaves && below(6))
        leaf(Iteration, Same);
      else
        function(Iteration, Depth + 1);
      __tussah_race_iteration_exit();
      Ends.insert(Iteration.begin(), Iteration.end());
    }
    __tussah_race_after_loop(Value);
    Known = Ends;
  }

  void sync(race_scope &Scope, std::vector<Task> &Waiting, Before &Ends,
            Before &Known, unsigned Depth) {
    __tussah_race_before_sync(&Scope);
    std::shuffle(Waiting.begin(), Waiting.end(), R);
    for (Task &T : Waiting)
      runTask(T, Ends, Depth);
    Waiting.clear();
    __tussah_race_sync(&Scope);
    Known.insert(Ends.begin(), Ends.end());
    Ends.clear();
  }

  /// A function, task or iteration with a sync scope.
  void function(Before &Known, unsigned Depth) {
    race_scope Scope = {};
    std::vector<Task> Waiting;
    Before Ends;
    for (unsigned Left = below(7); Left; --Left) {
      if (Accesses.size() >= MostAccesses)
        break;
      switch (Depth > 5 ? 0 : below(K.HasGuards ? 11 : 8)) {
      case 3: {
        Task T{__tussah_race_detach(&Scope), Known};
        if (below(2))
          runTask(T, Ends, Depth);
        else
          Waiting.push_back(T);
        __tussah_race_continue(&Scope, T.Value);
        break;
      }
      case 4: {
        // Another worker gets to a task while this strand goes on.
        if (Waiting.empty())
          break;
        struct pedigree Here = __tussah_pedigree;
        const uint32_t Held = held_by_thread();
        Task T = Waiting.back();
        Waiting.pop_back();
        runTask(T, Ends, Depth);
        __tussah_pedigree = Here;
        hold_by_thread(Held);
        break;
      }
      case 5:
        sync(Scope, Waiting, Ends, Known, Depth);
        break;
      case 6:
        function(Known, Depth + 1);
        break;
      case 7:
        loop(Known, Depth);
        break;
      case 8:
      case 9:
        guard(Known, Depth);
        break;
      default:
        access(Known);
      }
    }
    sync(Scope, Waiting, Ends, Known, Depth);
  }

  std::mt19937 R;
  const struct Kind K;
  /// Of each guard: who has passed it has passed what is gained.
  struct GuardState {
    bool IsBegun, IsComplete;
    unsigned Attempts;
    Before Gained;
  };
  std::array<GuardState, Guards> States{};
  Attempts Current{};
  static char LockObjects[Locks];
  static char GuardObjects[Guards];
  static char Memory[Bytes * MostScale];
  std::vector<Access> Accesses;
  std::set<Pair> Races;
};

alignas(128) char Program::Memory[Bytes * MostScale];
char Program::LockObjects[Locks];
char Program::GuardObjects[Guards];

} // namespace

extern "C" {

place place_of(csi_kind_t, csi_id_t id) { return static_cast<place>(id + 1); }

void report_race(entry before, enum access_kind, entry now, enum access_kind) {
  Reported.insert({entry_place(before) - 1, entry_place(now) - 1});
}

struct choices choices;
void endings_prepare(void) {}
void report_prepare(void) {}
void report_values(void) {}
void report_end(void) {}
}

namespace {

void compare(unsigned Seeds, Kind K) {
  unsigned WithRaces = 0;
  for (unsigned Seed = 0; Seed != Seeds; ++Seed) {
    Program P(Seed, K);
    P.run();
    P.check();
    WithRaces += P.hasRaces();
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << Seed;
  }
  // The generator makes both kinds.
  EXPECT_GT(WithRaces, Seeds / 10);
  EXPECT_LT(WithRaces, Seeds - Seeds / 10);
}

TEST(RandomPrograms, EachByteIsExact) {
  compare(20000, {/*OnlyBytes=*/true, /*HasLocks=*/false});
}

TEST(RandomPrograms, WordsAndParts) {
  compare(20000, {/*OnlyBytes=*/false, /*HasLocks=*/false});
}

TEST(RandomPrograms, Locks) {
  compare(20000, {/*OnlyBytes=*/true, /*HasLocks=*/true});
}

TEST(RandomPrograms, Guards) {
  for (bool HasLocks : {false, true}) {
    compare(20000, {/*OnlyBytes=*/true, HasLocks, 1, false, true});
    compare(5000, {/*OnlyBytes=*/false, HasLocks, 1, false, true});
    compare(2000, {/*OnlyBytes=*/false, HasLocks, 20, false, true});
    compare(2000, {/*OnlyBytes=*/false, HasLocks, 64, false, true});
    compare(1000, {/*OnlyBytes=*/false, HasLocks, 1, true, true});
  }
}

// A few words of a line: runs.
TEST(RandomPrograms, Runs) {
  compare(6000, {/*OnlyBytes=*/false, /*HasLocks=*/false, /*Scale=*/12});
  compare(3000, {/*OnlyBytes=*/false, /*HasLocks=*/true, /*Scale=*/20});
}

// Whole lines, parts of them, and several.
TEST(RandomPrograms, Lines) {
  compare(4000, {/*OnlyBytes=*/false, /*HasLocks=*/false, /*Scale=*/96});
  compare(2000, {/*OnlyBytes=*/false, /*HasLocks=*/true, /*Scale=*/64});
}

TEST(RandomPrograms, Reclamations) {
  uint64_t Before = threads_reclamations();
  for (bool HasLocks : {false, true}) {
    compare(2000, {/*OnlyBytes=*/false, HasLocks, /*Scale=*/1, true});
    compare(500, {/*OnlyBytes=*/false, HasLocks, /*Scale=*/64, true});
    compare(500, {/*OnlyBytes=*/false, HasLocks, /*Scale=*/12, true});
  }
  EXPECT_GT(threads_reclamations(), Before + 10000);
}

/// A long range, which is known when it is checked again.
class LongRange : public ::testing::Test {
protected:
  LongRange() {
    __tussah_race_new(Memory, sizeof Memory);
    Reported.clear();
    Task = __tussah_race_detach(&Scope);
    __tussah_race_task(0, Task);
  }
  ~LongRange() override { __tussah_race_sync(&Scope); }

  static void write(size_t Number) {
    __tussah_race_store_range(Number, Memory, 8, 512, 8);
  }
  static void read(size_t Number) {
    __tussah_race_load_range(Number, Memory, 8, 512, 8);
  }
  void goOn() { __tussah_race_continue(&Scope, Task); }

  race_scope Scope = {};
  uint64_t Task;
  static char Memory[4096];
};

alignas(128) char LongRange::Memory[4096];

TEST_F(LongRange, IsCheckedOnce) {
  write(1);
  write(2);
  read(3);
  goOn();
  read(4);
  EXPECT_EQ(Reported, (std::set<Pair>{{1, 4}}));
}

TEST_F(LongRange, IsWrittenAfterItWasRead) {
  read(1);
  write(2);
  goOn();
  read(3);
  EXPECT_EQ(Reported, (std::set<Pair>{{2, 3}}));
}

TEST_F(LongRange, IsAnotherObject) {
  write(1);
  __tussah_race_new(Memory, sizeof Memory);
  write(2);
  goOn();
  read(3);
  EXPECT_EQ(Reported, (std::set<Pair>{{2, 3}}));
}

TEST_F(LongRange, IsAccessedByAnotherStrand) {
  write(1);
  goOn();
  write(2);
  EXPECT_EQ(Reported, (std::set<Pair>{{1, 2}}));
}

/// Reclaims when a strand of its own, which this runs, accesses memory.
void reclaimNow() {
  uint64_t Before = threads_reclamations();
  static char Elsewhere;
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  reclaim_request();
  __tussah_race_store(0, &Elsewhere, 1, 0);
  __tussah_race_task_exit();
  __tussah_race_continue(&Scope, Task);
  __tussah_race_sync(&Scope);
  EXPECT_EQ(threads_reclamations(), Before + 1);
}

/// A loop whose iterations write one of \p Words each.
template <size_t Count> void writeEach(size_t Number, int (&Words)[Count]) {
  uint64_t Loop = __tussah_race_loop(0);
  for (size_t K = 0; K != Count; ++K) {
    __tussah_race_iteration(0, Loop, K);
    __tussah_race_store(Number, &Words[K], sizeof(int), 0);
    __tussah_race_iteration_exit();
  }
  __tussah_race_after_loop(Loop);
}

// Iterations one after another have one entry, and keep what it says when the
// numbers of some of them are given again.
TEST(Iterations, OutliveOthers) {
  static int Words[5000], Others[5000];
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  writeEach(1, Words);
  __tussah_race_task_exit();
  __tussah_race_continue(&Scope, Task);
  // Some single ones are gone, and pieces.
  auto IsGone = [](size_t K) { return K % 5 == 0 || K % 64 < 32; };
  for (size_t K = 0; K != 5000; ++K)
    if (IsGone(K))
      __tussah_race_new(&Words[K], sizeof(int));
  reclaimNow();
  writeEach(2, Others);
  reclaimNow();
  writeEach(2, Others);
  for (size_t K = 0; K != 5000; K += 2) {
    Reported.clear();
    __tussah_race_store(3, &Words[K], sizeof(int), 0);
    EXPECT_EQ(Reported.size(), !IsGone(K)) << K;
    EXPECT_EQ(Reported.count({1, 3}), !IsGone(K)) << K;
  }
  __tussah_race_sync(&Scope);
  Reported.clear();
  for (size_t K = 1; K < 5000; K += 2)
    __tussah_race_store(4, &Words[K], sizeof(int), 0);
  EXPECT_TRUE(Reported.empty());
}

// Labels of a strand that has written the range are given to one that is in
// parallel with another that has.
TEST_F(LongRange, IsNotKnownByReclaimedLabels) {
  write(1);
  entry First = __tussah_race_window.first;
  __tussah_race_sync(&Scope);
  Task = __tussah_race_detach(&Scope);
  __tussah_race_task(0, Task);
  for (size_t Half : {0, 2048})
    __tussah_race_store_range(2, Memory + Half, 8, 256, 8);
  __tussah_race_continue(&Scope, Task);
  reclaimNow();
  static char Elsewhere;
  bool IsGiven = false;
  for (unsigned Strand = 0; !IsGiven && Strand != 1 << 14; ++Strand) {
    Task = __tussah_race_detach(&Scope);
    __tussah_race_continue(&Scope, Task);
    __tussah_race_load(3, &Elsewhere, 1, 0);
    IsGiven = __tussah_race_window.first == First;
  }
  EXPECT_TRUE(IsGiven);
  read(4);
  EXPECT_EQ(Reported, (std::set<Pair>{{2, 4}}));
}

// Inlined checks read them, whether they count or not.
TEST_F(LongRange, LeavesNoReclaimedLabelsInCells) {
  for (size_t At = 0; At != 128; At += 4)
    __tussah_race_store(1, Memory + At, 4, 0);
  const race_cell *Cell = race_cell_of(reinterpret_cast<uintptr_t>(Memory));
  EXPECT_NE(Cell->all.write, 0u);
  reclaimNow();
  EXPECT_EQ(Cell->all.write, 0u);
}

TEST(Tables, GiveNoNumberTwice) {
  race_scope Scope = {};
  uint64_t Task = __tussah_race_detach(&Scope);
  const node_id Parent = static_cast<node_id>(Task >> 32);
  std::set<node_id> Given{Parent};
  auto Add = [&](unsigned Times) {
    for (unsigned I = 0; I != Times; ++I)
      EXPECT_TRUE(Given.insert(node_add(Parent, 2 * I, 0)).second);
  };
  Add(100);
  __tussah_race_continue(&Scope, Task);
  reclaimNow();
  Add(4000);
  for (node_id Node : Given)
    if (Node != Parent)
      node_end(Node);
  __tussah_race_sync(&Scope);
  // Now they are free, the lowest first.
  reclaimNow();
  EXPECT_LT(node_add(1, 0, 0), 1000u);
}

TEST_F(LongRange, IsAccessedWithALockBefore) {
  static char Lock;
  __tussah_race_acquire(&Lock, 0);
  write(1);
  __tussah_race_release(&Lock);
  write(2);
  goOn();
  __tussah_race_acquire(&Lock, 0);
  write(3);
  __tussah_race_release(&Lock);
  EXPECT_EQ(Reported, (std::set<Pair>{{2, 3}}));
}

// A word that is split remembers who has accessed all of it, until a part is
// another object.
TEST_F(LongRange, HasASplitWordThatIsPartlyAnotherObject) {
  static char Lock;
  __tussah_race_store(1, Memory, 1, 0);
  __tussah_race_acquire(&Lock, 0);
  __tussah_race_store(2, Memory, 4, 0);
  __tussah_race_new(Memory + 1, 2);
  __tussah_race_store(3, Memory, 4, 0);
  __tussah_race_release(&Lock);
  goOn();
  __tussah_race_store(4, Memory + 1, 1, 0);
  EXPECT_EQ(Reported, (std::set<Pair>{{3, 4}}));
}

} // namespace
