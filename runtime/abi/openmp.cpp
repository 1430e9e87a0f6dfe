//===- openmp.cpp - Tasks of LLVM's OpenMP runtime ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A spawn is an OpenMP task of libomp, made by the calls that clang makes for
/// `#pragma omp task`; their prototypes are in LLVM's openmp/runtime/src/kmp.h.
///
/// OpenMP executes tasks in a team of threads. A thread that is in one, because
/// the program itself has a parallel region, spawns into it. Another one gets a
/// team at the first spawn of its outermost frame and gives it back at the
/// sync; in between it goes on as the first thread of the team, while the
/// others wait at the end of an empty region, where they take tasks. This is
/// how GCC began and ended a parallel region before it made a function of it,
/// and libomp has these two calls for programs of that time.
///
/// A frame counts its tasks itself: a taskwait would wait for all tasks of the
/// calling task, those of the caller's frame too, and a taskgroup takes memory
/// for each frame.
///
//===----------------------------------------------------------------------===//

#include "children.h"
#include "order.h"
#include "workers.h"

#include <sched.h>

// What clang's own calls give to libomp.
extern "C" {

/// Where in the source a call is.
struct ident_t {
  int32_t Reserved1, Flags, Reserved2, Reserved3;
  const char *Source;
};

/// The part of a task that its program may use.
struct kmp_task_t {
  /// libomp only passes it on.
  void *Shared;
  int32_t (*Routine)(int32_t, kmp_task_t *);
  int32_t Part;
  void *Data1, *Data2;
};

int32_t __kmpc_global_thread_num(ident_t *) noexcept;
kmp_task_t *__kmpc_omp_task_alloc(ident_t *, int32_t Thread, int32_t Flags,
                                  size_t TaskSize, size_t SharedSize,
                                  int32_t (*)(int32_t, kmp_task_t *)) noexcept;
int32_t __kmpc_omp_task(ident_t *, int32_t Thread, kmp_task_t *) noexcept;
void __kmpc_omp_task_begin_if0(ident_t *, int32_t Thread,
                               kmp_task_t *) noexcept;
void __kmpc_omp_task_complete_if0(ident_t *, int32_t Thread,
                                  kmp_task_t *) noexcept;
int32_t __kmpc_omp_taskyield(ident_t *, int32_t Thread, int32_t) noexcept;
void GOMP_parallel_start(void (*)(void *), void *, unsigned Threads) noexcept;
void GOMP_parallel_end() noexcept;
unsigned omp_get_num_threads() noexcept;
unsigned omp_get_max_threads() noexcept;

} // extern "C"

// What all translation units of a program share: inline, hence linkonce_odr.
// The number in the namespace changes with the meaning of what is shared.
namespace tussah_openmp_2 {

/// True while the calling thread runs a task, or has a team for its outermost
/// frame.
inline __thread bool IsInTeam;

/// What the program has asked for with __cilkrts_set_param; 0 if nothing.
inline std::atomic<unsigned> Wish{0};

/// How many threads a team is to have, if the program or CILK_NWORKERS says so.
/// Else 0: OpenMP's own settings, which the program can change, decide.
inline unsigned chosenThreads() noexcept {
  if (unsigned Wished = Wish.load(std::memory_order_relaxed))
    return Wished;
  static const unsigned Chosen = [] {
    uint64_t Default = omp_get_max_threads();
    uint64_t Chosen = chosenWorkers(Default);
    return (Chosen ? Chosen : Default) < FewestWorkers ? FewestWorkers : Chosen;
  }();
  return Chosen;
}

} // namespace tussah_openmp_2

namespace {

/// KMP_IDENT_KMPC; nothing is known of the place.
inline ident_t Location{0, 2, 0, 0, ";unknown;unknown;0;0;;"};

struct Frame {
  Children Tasks;
  /// How many of them are done.
  std::atomic<uint64_t> Finished{0};
  /// libomp's number of the thread that the frame is used by; -1 before the
  /// first task.
  int32_t Thread = -1;
  /// The sync gives back the team.
  bool OwnsTeam = false;
};

/// A task's header; the closure follows it.
struct Task {
  kmp_task_t *Memory;
  Frame *Parent;
  void (*Run)(void *);
  uint64_t Index;
};

/// The number of threads that take the tasks which the calling thread spawns.
unsigned threadsForTasks() noexcept {
  unsigned Threads = omp_get_num_threads();
  if (Threads > 1 || tussah_openmp_2::IsInTeam)
    return Threads;
  unsigned Chosen = tussah_openmp_2::chosenThreads();
  return Chosen ? Chosen : omp_get_max_threads();
}

void doNothing(void *) {}

/// Prepares \p F, which has no tasks, for some.
[[gnu::noinline]] void begin(Frame &F) noexcept {
  F.Thread = __kmpc_global_thread_num(&Location);
  if (tussah_openmp_2::IsInTeam || omp_get_num_threads() > 1 ||
      threadsForTasks() == 1)
    return;
  GOMP_parallel_start(doNothing, nullptr, tussah_openmp_2::chosenThreads());
  F.OwnsTeam = true;
  tussah_openmp_2::IsInTeam = true;
}

// See Children::run.
[[clang::disable_sanitizer_instrumentation]] int32_t
execute(int32_t, kmp_task_t *Memory) noexcept {
  isAfter(Memory);
  Task *T = static_cast<Task *>(Memory->Shared);
  Frame &F = *T->Parent;
  bool WasInTeam = std::exchange(tussah_openmp_2::IsInTeam, true);
  F.Tasks.run(T->Index, T->Run, T + 1);
  tussah_openmp_2::IsInTeam = WasInTeam;
  isBefore(Memory);
  isBefore(&F);
  // Release: pairs with the acquire in await, for what the task has written.
  // The frame may be gone from here on.
  F.Finished.fetch_add(1, std::memory_order_release);
  return 0;
}

/// Returns memory for a closure, directly after a new task.
void *create(Frame &F, uint64_t Size, uint64_t Align) noexcept {
  // What libomp aligns to.
  constexpr uint64_t Natural = 8;
  static_assert(alignof(Task) <= Natural && sizeof(kmp_task_t) % Natural == 0);
  constexpr int32_t Tied = 1;
  uint64_t Extra = Align > Natural ? Align - Natural : 0;
  kmp_task_t *Memory = __kmpc_omp_task_alloc(
      &Location, F.Thread, Tied,
      sizeof(kmp_task_t) + sizeof(Task) + Extra + Size, 0, execute);
  isAfter(Memory); // what a former task did with it
  auto Closure = reinterpret_cast<uint64_t>(Memory + 1) + sizeof(Task);
  Closure = (Closure + Align - 1) & ~(Align - 1);
  Task *T = reinterpret_cast<Task *>(Closure) - 1;
  T->Memory = Memory;
  Memory->Shared = T;
  return T + 1;
}

/// Waits until the tasks of \p F have finished, and runs tasks meanwhile. The
/// acquire pairs with the releases in execute, which are one release sequence.
void await(Frame &F) noexcept {
  constexpr unsigned Patience = 32;
  for (unsigned Tries = 1;
       F.Finished.load(std::memory_order_acquire) != F.Tasks.spawned();
       ++Tries) {
#ifdef TUSSAH_ABI_COUNT
    // Tests want to know that two threads take part. One of the calling
    // thread's tasks is there to be stolen.
    if (!twoThreadsTookPart()) {
      sched_yield();
      continue;
    }
#endif
    __kmpc_omp_taskyield(&Location, F.Thread, 0);
    if (Tries % Patience == 0)
      sched_yield(); // those who run the tasks may have no processor
  }
}

/// Waits for the tasks of \p F, if any, and makes it as new. Throws what
/// Children::join does.
[[gnu::noinline]] void finishTasks(Frame &F, void *InFlight) {
  await(F);
  isAfter(&F);
  if (F.OwnsTeam) {
    tussah_openmp_2::IsInTeam = false;
    GOMP_parallel_end();
    F.OwnsTeam = false;
  }
  F.Thread = -1;
  F.Finished.store(0, std::memory_order_relaxed);
  if (F.Tasks.spawned() != 0)
    F.Tasks.join(InFlight);
}

} // namespace

extern "C" {

TUSSAH_DEFINE_FRAME(Frame)

void *tussah_abi_task(void *P, uint64_t Size, uint64_t Align) noexcept {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Thread == -1)
    begin(F);
  return create(F, Size, Align);
}

void tussah_abi_discard(void *P, void *Closure) noexcept {
  // libomp has counted the task, and has no other way to forget it.
  kmp_task_t *Memory = (static_cast<Task *>(Closure) - 1)->Memory;
  int32_t Thread = static_cast<Frame *>(P)->Thread;
  isBefore(Memory);
  __kmpc_omp_task_begin_if0(&Location, Thread, Memory);
  __kmpc_omp_task_complete_if0(&Location, Thread, Memory);
}

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.runAtOnce(Run, Closure)) {
    tussah_abi_discard(P, Closure);
    F.Finished.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  Task *T = static_cast<Task *>(Closure) - 1;
  T->Parent = &F;
  T->Run = Run;
  T->Index = F.Tasks.spawn();
  isBefore(T->Memory);
  __kmpc_omp_task(&Location, F.Thread, T->Memory);
}

void tussah_abi_sync(void *P) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Thread != -1)
    finishTasks(F, nullptr);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Thread != -1)
    finishTasks(F, Exception);
}

uint64_t tussah_abi_grain(uint64_t Iterations, uint64_t Instructions) noexcept {
  return grainFor(Iterations, Instructions, threadsForTasks());
}

unsigned __cilkrts_get_nworkers() noexcept { return threadsForTasks(); }

int __cilkrts_set_param(const char *Name, const char *Value) noexcept {
  uint64_t Chosen;
  if (SetParam Status = readParam(Name, Value, Chosen))
    return Status;
  if (tussah_views_1::Current)
    return Late;
  tussah_openmp_2::Wish.store(
      static_cast<unsigned>(Chosen ? std::max(Chosen, FewestWorkers) : 0),
      std::memory_order_relaxed);
  return Success;
}

} // extern "C"
