//===- reverse.cpp - Continuation first, tasks in reverse at the sync -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The adversary of tests: on one thread, everything happens in the order that
/// is most unlike the serial one. A spawn only notes its task; the continuation
/// runs up to the sync, which runs the tasks, last one first. Code that relies
/// on a task having run before its sync, or that a compiler moved across a
/// spawn or sync, gives a wrong result each time.
///
//===----------------------------------------------------------------------===//

#include "abi.h"
#include "block.h"
#include "count.h"
#include "failure.h"
#include "views.h"

namespace {

struct Task : BlockHeader {
  Task *Below;
  void (*Run)(void *);
  uint64_t Index;
};

struct Frame {
  Task *Top = nullptr;
  uint64_t Spawned = 0;
  FirstFailure Failed;
  tussah_views_1::Segments Segments;
};

/// Runs all tasks of \p F, last spawned first, and makes it as new. Throws the
/// exception of the first spawned that failed, in place of \p InFlight if that
/// is not null.
[[gnu::noinline]] void runTasks(Frame &F, void *InFlight) {
  while (Task *T = F.Top) {
    F.Top = T->Below;
    countThread();
    tussah_views_1::Views *Before = tussah_views_1::Current;
    tussah_views_1::Current = tussah_views_1::None;
    try {
      T->Run(T + 1);
    } catch (...) {
      F.Failed.keepCurrent(T->Index);
    }
    F.Segments.finish(T->Index, Before);
    freeBlock<Task>(T + 1);
  }
  F.Segments.join(F.Spawned, [&] { F.Failed.keepCurrent(F.Spawned); });
  F.Spawned = 0;
  F.Failed.raiseInsteadOf(InFlight);
}

} // namespace

extern "C" {

const uint32_t tussah_abi_version = TUSSAH_ABI_VERSION;
const uint64_t tussah_abi_frame_size = sizeof(Frame);
const uint64_t tussah_abi_frame_align = alignof(Frame);

void tussah_abi_enter(void *P) noexcept { new (P) Frame; }

void *tussah_abi_task(void *, uint64_t Size, uint64_t Align) noexcept {
  return allocateBlock<Task>(Size, Align);
}

void tussah_abi_discard(void *, void *Closure) noexcept {
  freeBlock<Task>(Closure);
}

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  countSpawn();
  Frame &F = *static_cast<Frame *>(P);
  Task *T = headerOf<Task>(Closure);
  T->Run = Run;
  T->Index = F.Spawned++;
  F.Segments.spawn(T->Index);
  T->Below = F.Top;
  F.Top = T;
}

void tussah_abi_sync(void *P) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Top)
    runTasks(F, nullptr);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Top)
    runTasks(F, Exception);
}

// As many tasks as possible.
uint64_t tussah_abi_grain(uint64_t, uint64_t) noexcept { return 1; }

TUSSAH_DEFINE_VIEWS

} // extern "C"
