#include "block.h"    // memory of tasks
#include "children.h" // exceptions and reducers
#include "workers.h"  // CILK_NWORKERS, and the grain of loops

#include <condition_variable>
#include <thread>
#include <vector>

namespace pool_1 {

/// What a sync waits for. It lies on the stack of the function that spawns.
struct Frame {
  Children Tasks;
  uint64_t Unfinished = 0;
};

/// What the pool knows of a task. The compiler's closure follows it.
struct Task : BlockHeader {
  Frame *Parent;
  void (*Run)(void *Closure);
  uint64_t Index;
};

struct Pool {
  std::mutex Mutex; // for Tasks, and for Unfinished of all frames
  std::condition_variable Changed;
  std::vector<Task *> Tasks;
  const uint64_t Workers;

  explicit Pool(uint64_t Workers) : Workers(Workers) {
    static const uint64_t Forever = 1;
    for (uint64_t I = 1; I < Workers; ++I)
      std::thread([this] { runUntilZero(Forever); }).detach();
  }

  void push(Task *T) {
    std::lock_guard<std::mutex> Lock(Mutex);
    ++T->Parent->Unfinished;
    Tasks.push_back(T);
    Changed.notify_one();
  }

  /// Runs tasks, of any frame, until \p Unfinished is 0.
  void runUntilZero(const uint64_t &Unfinished) {
    std::unique_lock<std::mutex> Lock(Mutex);
    while (Unfinished != 0) {
      if (Tasks.empty()) {
        Changed.wait(Lock);
        continue;
      }
      Task *T = Tasks.back();
      Tasks.pop_back();
      Lock.unlock();
      T->Parent->Tasks.run(T->Index, T->Run, T + 1);
      Lock.lock();
      if (--T->Parent->Unfinished == 0)
        Changed.notify_all();
      freeBlock<Task>(T + 1);
    }
  }
};

/// One for the whole program. Never destroyed, as its threads do not end.
inline Pool &pool() {
  static Pool *P = new Pool(wantedWorkers(std::thread::hardware_concurrency()));
  return *P;
}

} // namespace pool_1

using namespace pool_1;

TUSSAH_DEFINE_FRAME(Frame)
TUSSAH_DEFINE_TASK(Task)

void tussah_abi_spawn(void *P, void *Closure, void (*Run)(void *)) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.runAtOnce(Run, Closure))
    return freeBlock<Task>(Closure);
  Task *T = headerOf<Task>(Closure);
  T->Parent = &F;
  T->Run = Run;
  T->Index = F.Tasks.spawn();
  pool().push(T);
}

void tussah_abi_sync_unwind(void *P, void *Exception) {
  Frame &F = *static_cast<Frame *>(P);
  if (F.Tasks.spawned() == 0)
    return;
  pool().runUntilZero(F.Unfinished);
  F.Tasks.join(Exception);
}

void tussah_abi_sync(void *P) { tussah_abi_sync_unwind(P, nullptr); }

uint64_t tussah_abi_grain(uint64_t Iterations, uint64_t Cost) noexcept {
  return grainFor(Iterations, Cost, pool().Workers);
}
