//===- RandomDagsTest.cpp - Work and span of random programs --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random series-parallel programs call what compiled code would, and the
/// library's numbers are compared with lengths of paths that are computed by
/// themselves for each assumption: as it is, with burdens, and for each site if
/// its strands took no time, or half of it. The library keeps none of these.
///
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

extern "C" {
#include "runtime/csi/tool_strand.h"
#include "tools/scale/program.h"
#include "tools/scale/strands.h"

// What the library calls, but for the report.
const source_loc_t *__csi_get_source_loc(csi_kind_t, csi_id_t) {
  return nullptr;
}
csi_id_t __csi_get_count(csi_kind_t) { return 5; }
void report_program() {}
}

namespace {

constexpr int64_t Burden = 6250;
constexpr uint64_t Sites = 12, Ids = 5;

/// Path lengths under each assumption, and the work.
struct Lengths {
  int64_t Work = 0, Span = 0, Burdened = 0;
  std::array<int64_t, Sites> IfFree = {}, TwiceIfHalf = {};

  void add(int64_t N, uint64_t Site) {
    Work += N;
    Span += N;
    Burdened += N;
    for (uint64_t S = 0; S != Sites; ++S) {
      IfFree[S] += S == Site ? 0 : N;
      TwiceIfHalf[S] += S == Site ? N : 2 * N;
    }
  }

  void join(const Lengths &Other) {
    Work += Other.Work;
    Span = std::max(Span, Other.Span);
    Burdened = std::max(Burdened, Other.Burdened);
    for (uint64_t S = 0; S != Sites; ++S) {
      IfFree[S] = std::max(IfFree[S], Other.IfFree[S]);
      TwiceIfHalf[S] = std::max(TwiceIfHalf[S], Other.TwiceIfHalf[S]);
    }
  }
};

class Program {
  uint64_t State = 1;
  uint64_t Site = 0;

  uint64_t random(uint64_t Below) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return (State >> 33) % Below;
  }

  void strand(int64_t N) {
    // The first word of what compiled code counts in.
    __tussah_tool_strand.words[0] += static_cast<uint64_t>(N);
    Now.add(N, Site);
  }

  /// The lengths with which what is spawned, or an iteration, begins.
  Lengths forked() const {
    Lengths L = Now;
    L.Work = 0;
    return L;
  }

  void spawn(scale_scope &Scope, Lengths &Ended, unsigned Depth) {
    auto Id = static_cast<csi_id_t>(random(Ids));
    uint64_t Value = __tussah_scale_detach(&Scope);
    Lengths Parent = Now;
    uint64_t ParentSite = Site;
    Now = forked();
    Site = 1 + 2 * static_cast<uint64_t>(Id);
    __tussah_scale_task(Id, Value);
    run(Depth);
    __tussah_scale_task_exit();
    Now.Burdened += Burden;
    Ended.join(Now);
    Now = Parent;
    Now.Burdened += Burden;
    Site = ParentSite;
    __tussah_scale_continue(&Scope);
  }

  void sync(scale_scope &Scope, Lengths &Ended) {
    if (Scope.spawn) {
      __tussah_scale_before_sync(&Scope);
      __tussah_scale_after_sync(&Scope);
    }
    Now.join(Ended);
    Ended = Lengths();
  }

  void loop(unsigned Depth) {
    auto Id = static_cast<csi_id_t>(random(Ids));
    int64_t Count = static_cast<int64_t>(random(7));
    bool HasLeaves = random(2);
    uint64_t Value = __tussah_scale_before_loop(Id, Count);
    Lengths Parent = Now, Begin = forked(), Ended;
    uint64_t ParentSite = Site;
    Site = 2 + 2 * static_cast<uint64_t>(Id);
    for (int64_t Divided = 1; Divided < Count; Divided *= 2)
      Begin.Burdened += Burden;
    for (int64_t K = 0; K < Count;) {
      int64_t Left = Count - K;
      int64_t Leaf = HasLeaves ? 1 + static_cast<int64_t>(random(Left)) : Left;
      if (HasLeaves)
        __tussah_scale_leaf(Value, Leaf);
      for (int64_t End = K + Leaf; K != End; ++K) {
        __tussah_scale_iteration(Value);
        Now = Begin;
        run(Depth / 2);
        __tussah_scale_iteration_exit();
        Ended.join(Now);
      }
      if (HasLeaves)
        __tussah_scale_leaf_exit(Value);
    }
    __tussah_scale_after_loop(Value);
    Now = Parent;
    Now.join(Ended);
    Site = ParentSite;
  }

public:
  Lengths Now;

  void seed(uint64_t Seed) { State = Seed; }

  void run(unsigned Depth) {
    scale_scope Scope = {};
    Lengths Ended;
    strand(static_cast<int64_t>(random(5)));
    uint64_t Steps = Depth ? random(6) : 0;
    for (uint64_t I = 0; I != Steps; ++I) {
      switch (random(5)) {
      case 0:
        strand(static_cast<int64_t>(random(50)));
        break;
      case 1:
        spawn(Scope, Ended, Depth - 1);
        break;
      case 2:
        run(Depth - 1);
        break;
      case 3:
        sync(Scope, Ended);
        break;
      default:
        loop(Depth - 1);
      }
    }
    sync(Scope, Ended);
  }
};

} // namespace

TEST(RandomDags, AreMeasuredExactly) {
  setenv("TUSSAH_SCALE_SITES", "1", 1);
  __tussah_scale_begin(SCALE_INSTRUCTIONS);
  Program P;
  for (uint64_t Seed = 1; Seed <= 300; ++Seed) {
    SCOPED_TRACE(Seed);
    P.seed(Seed * 77);
    P.run(6);
    measure Found = current_measure();
    ASSERT_EQ(Found.work, P.Now.Work);
    ASSERT_EQ(Found.span, P.Now.Span);
    ASSERT_EQ(Found.burdened, P.Now.Burdened);
    if (!Found.profile) // nothing has been spawned yet
      continue;
    int64_t OnPath = 0;
    for (uint64_t S = 0; S != Sites; ++S) {
      const site_part &Part = Found.profile[S];
      OnPath += Part.on_path;
      ASSERT_EQ(Found.span - Part.saved_if_free, P.Now.IfFree[S]);
      ASSERT_EQ(2 * Found.span - Part.saved_if_half, P.Now.TwiceIfHalf[S]);
    }
    ASSERT_EQ(OnPath, Found.span);
  }
  EXPECT_GT(P.Now.Work, P.Now.Span);
}
