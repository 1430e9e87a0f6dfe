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

#include "block.h"
#include "children.h"

namespace {

struct Task : BlockHeader {
  Task *Below;
  void (*Run)(void *);
  uint64_t Index;
};

struct Frame {
  Task *Top = nullptr;
  Children Tasks;
};

/// Runs all tasks of \p F, last spawned first, and makes it as new. Throws what
/// Children::join does.
[[gnu::noinline]] void runTasks(Frame &F, void *InFlight) {
  while (Task *T = F.Top) {
    F.Top = T->Below;
    F.Tasks.run(T->Index, T->Run, T + 1);
    freeBlock<Task>(T + 1);
  }
  F.Tasks.join(InFlight);
}

} // namespace

extern "C" {

TUSSAH_DEFINE_FRAME(Frame)
TUSSAH_DEFINE_TASK(Task)

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.runAtOnce(Run, Closure)) {
    freeBlock<Task>(Closure);
    return;
  }
  Task *T = headerOf<Task>(Closure);
  T->Run = Run;
  T->Index = F.Tasks.spawn();
  T->Below = F.Top;
  F.Top = T;
}

void tussah_abi_sync(void *P) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.spawned() != 0)
    runTasks(F, nullptr);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.spawned() != 0)
    runTasks(F, Exception);
}

// As many tasks as possible.
uint64_t tussah_abi_grain(uint64_t, uint64_t) noexcept { return 1; }

} // extern "C"
