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

#include "children.h"
#include "order.h"
#include "workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <thread>
#include <utility>

namespace d1 = tbb::detail::d1;
namespace r1 = tbb::detail::r1;

// What all translation units of a program share: inline, hence linkonce_odr.
// The number in the namespace changes with the meaning of what is shared.
namespace tussah_onetbb_2 {

/// True while the calling thread runs a task.
inline __thread bool RunsTask;

struct Scheduler {
  /// What there would be without the program's own wish.
  const uint64_t Usual;
  tbb::global_control *Limit = nullptr;
  std::atomic<uint64_t> Workers{0};
  /// All tasks belong to one context, which is never cancelled, because no
  /// exception leaves a task.
  tbb::task_group_context Context{tbb::task_group_context::isolated};
  /// Where tasks run if there are to be more workers than a program's own arena
  /// has places, which is one for each CPU. Otherwise null.
  tbb::task_arena *Arena = nullptr;

  explicit Scheduler(uint64_t Wanted) : Usual(Wanted) { setWorkers(Wanted); }

  /// No parallel code is running.
  void setWorkers(uint64_t Wanted) {
    constexpr auto Parallelism = tbb::global_control::max_allowed_parallelism;
    delete Limit;
    Limit = new tbb::global_control(Parallelism, Wanted);
    uint64_t Now = tbb::global_control::active_value(Parallelism);
    Workers.store(Now, std::memory_order_relaxed);
    delete Arena;
    auto Places =
        static_cast<uint64_t>(tbb::this_task_arena::max_concurrency());
    Arena = Now > Places ? new tbb::task_arena(static_cast<int>(Now)) : nullptr;
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

[[gnu::noinline]] inline Scheduler &makeScheduler() noexcept {
  // Never destroyed: tasks may still run while the program exits.
  static Scheduler *Made = [] {
    return new Scheduler(wantedWorkers(tbb::global_control::active_value(
        tbb::global_control::max_allowed_parallelism)));
  }();
  // Release: pairs with the acquire in scheduler.
  TheScheduler.store(Made, std::memory_order_release);
  return *Made;
}

} // namespace tussah_onetbb_2

namespace {

using tussah_onetbb_2::Scheduler;

inline Scheduler &scheduler() noexcept {
  // Acquire: pairs with the release in makeScheduler.
  Scheduler *S = tussah_onetbb_2::TheScheduler.load(std::memory_order_acquire);
  return __builtin_expect(S != nullptr, 1) ? *S
                                           : tussah_onetbb_2::makeScheduler();
}

struct Frame {
  d1::wait_context Unfinished{0};
  Children Tasks;
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
    Index = F.Tasks.spawn();
    F.Unfinished.reserve();
    isBefore(Block);
    Scheduler &S = scheduler();
    S.enter([&] { d1::spawn(*this, S.Context); });
  }

  // See Children::run.
  [[clang::disable_sanitizer_instrumentation]] d1::task *
  execute(d1::execution_data &Data) override {
    isAfter(Block);
    Frame &F = *Parent;
    bool DidRunTask = std::exchange(tussah_onetbb_2::RunsTask, true);
    F.Tasks.run(Index, Run, this + 1);
    tussah_onetbb_2::RunsTask = DidRunTask;
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

/// Waits for the tasks of \p F and makes it as new. Throws what Children::join
/// does.
[[gnu::noinline]] void finishTasks(Frame &F, void *InFlight) {
  awaitSecondThread();
  Scheduler &S = scheduler();
  S.enter([&] { d1::wait(F.Unfinished, S.Context); });
  isAfter(&F);
  F.Tasks.join(InFlight);
}

} // namespace

extern "C" {

TUSSAH_DEFINE_FRAME(Frame)

void *tussah_abi_task(void *, uint64_t Size, uint64_t Align) noexcept {
  return Task::create(Size, Align);
}

void tussah_abi_discard(void *, void *Closure) noexcept {
  Task::of(Closure)->discard();
}

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.runAtOnce(Run, Closure))
    Task::of(Closure)->discard();
  else
    Task::of(Closure)->spawn(F, Run);
}

void tussah_abi_sync(void *P) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.spawned() != 0)
    finishTasks(F, nullptr);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.spawned() != 0)
    finishTasks(F, Exception);
}

uint64_t tussah_abi_grain(uint64_t Iterations, uint64_t Instructions) noexcept {
  return grainFor(Iterations, Instructions,
                  scheduler().Workers.load(std::memory_order_relaxed));
}

unsigned __cilkrts_get_nworkers() noexcept {
  return static_cast<unsigned>(
      scheduler().Workers.load(std::memory_order_relaxed));
}

int __cilkrts_set_param(const char *Name, const char *Value) noexcept {
  uint64_t Chosen;
  if (SetParam Status = readParam(Name, Value, Chosen))
    return Status;
  if (tussah_views_1::Current)
    return Late;
  Scheduler &S = scheduler();
  S.setWorkers(Chosen ? std::max(Chosen, FewestWorkers) : S.Usual);
  return Success;
}

} // extern "C"
