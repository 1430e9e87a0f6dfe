//===- onetbb.cpp - Tasks on oneTBB's work-stealing scheduler -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A spawn is a oneTBB task, a sync waits on a wait_context, which lies in the
/// frame. This is the layer that tbb::task_group is made of; a task_group
/// itself has a cancellation context of its own, which is more than a spawn
/// needs.
///
//===----------------------------------------------------------------------===//

#include "abi.h"
#include "block.h"
#include "count.h"
#include "failure.h"
#include "order.h"
#include "scope.h"
#include "views.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

namespace d1 = tbb::detail::d1;
namespace r1 = tbb::detail::r1;

// What all translation units of a program share: inline, hence linkonce_odr.
// The number in the namespace changes with the meaning of what is shared.
namespace tussah_onetbb_1 {

/// True while the calling thread runs a task.
inline __thread bool RunsTask;

struct Scheduler {
  tbb::global_control Limit;
  uint64_t Workers;
  /// All tasks belong to one context, which is never cancelled, because no
  /// exception leaves a task.
  tbb::task_group_context Context{tbb::task_group_context::isolated};
  /// Where tasks run if there are to be more workers than a program's own arena
  /// has places, which is one for each CPU. Otherwise null.
  tbb::task_arena *Arena = nullptr;

  explicit Scheduler(size_t Wanted)
      : Limit(tbb::global_control::max_allowed_parallelism, Wanted),
        Workers(tbb::global_control::active_value(
            tbb::global_control::max_allowed_parallelism)) {
    if (Workers > static_cast<size_t>(tbb::this_task_arena::max_concurrency()))
      Arena = new tbb::task_arena(static_cast<int>(Workers));
  }

  /// Calls \p F where the calling thread can spawn tasks and wait for them.
  template <class Callable> void enter(const Callable &F) {
    if (__builtin_expect(!Arena, 1) || RunsTask) // which is in Arena
      F();
    else
      Arena->execute(F);
  }
};

inline std::atomic<Scheduler *> TheScheduler{nullptr};

/// The number of workers that CILK_NWORKERS asks for, or else oneTBB's default.
inline size_t wantedWorkers() noexcept {
  size_t Default = tbb::global_control::active_value(
      tbb::global_control::max_allowed_parallelism);
  const char *Text = std::getenv("CILK_NWORKERS");
  if (!Text || !*Text)
    return Default;
  constexpr long Most = 1024;
  char *End;
  errno = 0;
  long Number = std::strtol(Text, &End, 10);
  if (!errno && !*End && Number >= 1 && Number <= Most)
    return Number;
  std::fprintf(stderr,
               "tussah: warning: CILK_NWORKERS is '%s', not a number from 1 to "
               "%ld; using %zu workers\n",
               Text, Most, Default);
  return Default;
}

[[gnu::noinline]] inline Scheduler &makeScheduler() noexcept {
  // Never destroyed: tasks may still run while the program exits.
  static Scheduler *Made = [] {
    size_t Wanted = wantedWorkers();
#ifdef TUSSAH_ABI_COUNT
    // The first sync of the program waits for a second thread.
    if (Wanted < 2)
      Wanted = 2;
#endif
    return new Scheduler(Wanted);
  }();
  TheScheduler.store(Made, std::memory_order_release);
  return *Made;
}

} // namespace tussah_onetbb_1

namespace {

using tussah_onetbb_1::Scheduler;

inline Scheduler &scheduler() noexcept {
  Scheduler *S = tussah_onetbb_1::TheScheduler.load(std::memory_order_acquire);
  return __builtin_expect(S != nullptr, 1) ? *S
                                           : tussah_onetbb_1::makeScheduler();
}

struct Frame {
  d1::wait_context Unfinished{0};
  uint64_t Spawned = 0;
  FirstFailure Failed;
  tussah_views_1::Segments Segments;
};

/// A task's header; the closure follows it.
class Task final : public d1::task {
  Frame *Parent;
  void (*Run)(void *);
  uint64_t Index;
  /// The memory that holds the task, and where it came from.
  void *Block;
  uint64_t Size;
  d1::small_object_pool *Pool;

  Task(void *Block, uint64_t Size, d1::small_object_pool *Pool)
      : Block(Block), Size(Size), Pool(Pool) {}

public:
  /// Returns memory for a closure, directly after a new task.
  static void *create(uint64_t ClosureSize, uint64_t Align) noexcept {
    d1::small_object_pool *Pool = nullptr;
    uint64_t Size = sizeof(Task) + ClosureSize;
    if (__builtin_expect(Align <= d1::task_alignment, 1)) {
      void *Block = r1::allocate(Pool, Size);
      isAfter(Block); // what a former task did with it
      return new (Block) Task(Block, Size, Pool) + 1;
    }
    // The pool aligns to task_alignment.
    Size += Align - d1::task_alignment;
    void *Block = r1::allocate(Pool, Size);
    isAfter(Block);
    uint64_t Closure =
        (reinterpret_cast<uint64_t>(Block) + sizeof(Task) + Align - 1) &
        ~(Align - 1);
    return new (reinterpret_cast<Task *>(Closure) - 1) Task(Block, Size, Pool) +
           1;
  }

  static Task *of(void *Closure) noexcept {
    return static_cast<Task *>(Closure) - 1;
  }

  void discard() noexcept {
    isBefore(Block);
    r1::deallocate(*Pool, Block, Size);
  }

  void spawn(Frame &F, void (*R)(void *)) {
    Parent = &F;
    Run = R;
    Index = F.Spawned++;
    F.Segments.spawn(Index);
    F.Unfinished.reserve();
    isBefore(Block);
    Scheduler &S = scheduler();
    S.enter([&] { d1::spawn(*this, S.Context); });
  }

  // Not instrumented: ThreadSanitizer would see the last use of the frame, and
  // not that the parent waits for it.
  [[clang::disable_sanitizer_instrumentation]] d1::task *
  execute(d1::execution_data &Data) override {
    countThread();
    isAfter(Block);
    Frame &F = *Parent;
    bool DidRunTask = std::exchange(tussah_onetbb_1::RunsTask, true);
    // The thread may be waiting in a scope of cancellation that the task is not
    // in.
    tussah_scope *Scope = leaveScopes();
    tussah_views_1::Views *Before = tussah_views_1::Current;
    tussah_views_1::Current = tussah_views_1::None;
    try {
      Run(this + 1);
    } catch (...) {
      F.Failed.keepCurrent(Index);
    }
    F.Segments.finish(Index, Before);
    returnToScope(Scope);
    tussah_onetbb_1::RunsTask = DidRunTask;
    isBefore(Block);
    isBefore(&F);
    r1::deallocate(*Pool, Block, Size, Data);
    F.Unfinished.release(); // the frame may be gone from here on
    return nullptr;
  }

  d1::task *cancel(d1::execution_data &) override {
    std::abort(); // the context is never cancelled
  }
};

#ifdef TUSSAH_ABI_COUNT
/// Waits until some thread other than this one has taken part, so that a test
/// knows that two do. One of the calling thread's tasks is there to be stolen.
void awaitSecondThread() noexcept {
  while (!twoThreadsTookPart())
    std::this_thread::yield();
}
#else
inline void awaitSecondThread() noexcept {}
#endif

/// Waits for the tasks of \p F and makes it as new. Throws the exception of the
/// first spawned that failed, in place of \p InFlight if that is not null.
[[gnu::noinline]] void finishTasks(Frame &F, void *InFlight) {
  awaitSecondThread();
  Scheduler &S = scheduler();
  S.enter([&] { d1::wait(F.Unfinished, S.Context); });
  isAfter(&F);
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
  return Task::create(Size, Align);
}

void tussah_abi_discard(void *, void *Closure) noexcept {
  Task::of(Closure)->discard();
}

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  countSpawn();
  Task::of(Closure)->spawn(*static_cast<Frame *>(P), Run);
}

void tussah_abi_sync(void *P) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Spawned != 0)
    finishTasks(F, nullptr);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Spawned != 0)
    finishTasks(F, Exception);
}

uint64_t tussah_abi_grain(uint64_t Iterations, uint64_t Instructions) noexcept {
  uint64_t Workers = scheduler().Workers;
  if (Workers == 1)
    return Iterations;
  // Eight leaves for each worker balance the load, also if iterations differ as
  // long as a leaf is not very long.
  constexpr uint64_t Longest = 2048;
  uint64_t Grain = std::min(Iterations / (8 * Workers), Longest);
#ifdef TUSSAH_ABI_COUNT
  Instructions = 0; // tests want tasks also where they do not pay
#endif
  // A leaf shorter than about a microsecond costs less than its spawn.
  constexpr uint64_t Shortest = 32768;
  uint64_t Least = Instructions ? Shortest / Instructions : 1;
  return std::max({Grain, Least, UINT64_C(1)});
}

TUSSAH_DEFINE_VIEWS

} // extern "C"
