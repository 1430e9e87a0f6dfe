//===- Engine.h - State of the model checker --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checker.cpp schedules threads and enumerates choices; Memory.cpp has the
/// operations of the memory model; Races.cpp watches ordinary memory.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TESTS_MODEL_ENGINE_H
#define TUSSAH_TESTS_MODEL_ENGINE_H

#include "Checker.h"

#include <array>
#include <csetjmp>
#include <memory>
#include <ucontext.h>

namespace checker {

constexpr unsigned MaxThreads = 6, MaxLocations = 80;

inline uint64_t mix(uint64_t Hash, uint64_t Value) {
  Hash ^= Value + 0x9e3779b97f4a7c15u + (Hash << 6) + (Hash >> 2);
  Hash *= 0xff51afd7ed558ccdu;
  return Hash ^ (Hash >> 32);
}

/// What a thread knows.
struct View {
  /// For each location the oldest store it may read: an index of
  /// Engine::Messages; 0: the first one.
  std::array<uint16_t, MaxLocations> Seen{};
  /// For each thread how many of its steps happened before.
  std::array<uint32_t, MaxThreads> Clock{};
};

/// A store.
struct Message {
  uintptr_t Value;
  uint64_t Identity; ///< the same in executions that differ in order only
  bool IsUpdate;     ///< reads the store before it: nothing may come between
  unsigned Place;    ///< in modification order
  View Released;     ///< what a thread that acquires it learns
};

struct Location {
  const void *Word;
  unsigned Number;
  unsigned Size;               ///< in bytes
  std::vector<uint16_t> Order; ///< modification order
  uint64_t OrderHash;
  std::array<uint32_t, MaxThreads> AccessTimes{}, StoreTimes{};
  /// The oldest store that the kernel may read when it is asked to sleep.
  uint16_t FutexSeen = 0;
  bool IsReplaced = false; ///< its memory has a new life
};

enum class Wait { None, Start, Futex, Change, End };

struct Thread {
  jmp_buf Context;
  bool Entered, Done, Yields, TakesTurns;
  Wait WaitsFor;
  const void *WaitWord;
  uintptr_t WaitValue; ///< of the word, or a thread's number
  View Now;            ///< of the thread
  View Acquired;       ///< what an acquire fence would add
  View Fenced;         ///< at the last release fence
  uint64_t History;    ///< of all it has done and read
  unsigned Spurious;   ///< futex calls that returned for no reason
  unsigned Looks;      ///< pauses that a store of another thread has ended
  /// The last store read of each location and how often: a thread does not read
  /// an old value for ever.
  std::array<uint16_t, MaxLocations> LastRead;
  std::array<uint8_t, MaxLocations> Rereads;
};

struct Choice {
  unsigned Taken, Number;
};

/// A set of hashes of states.
class StateSet {
public:
  /// Returns false if \p Hash was there.
  bool insert(uint64_t Hash);
  uint64_t size() const { return Count; }

private:
  std::vector<uint64_t> Table;
  uint64_t Count = 0;
};

class Engine {
public:
  Engine(const struct model &M, const Settings &S);
  ~Engine();

  Result run();

  //===--------------------------------------------------------------------===//
  // Schedules (Checker.cpp)
  //===--------------------------------------------------------------------===//

  /// Takes one of \p Number branches.
  unsigned choose(unsigned Number);

  /// The same for what the memory model allows; 0 is what happens on a machine
  /// with one processor.
  unsigned chooseValue(unsigned Number);

  /// Ends the execution. Does not return.
  [[noreturn]] void fail(const std::string &Message);

  /// Another thread may run before the next operation of the current one.
  void step();

  /// The current thread waits.
  void wait(Wait Reason, const void *Word, uintptr_t Value);

  /// Part of the current thread's history.
  void record(uint64_t What) {
    Thread &T = current();
    T.History = mix(T.History, What);
  }

  Thread &current() { return Threads[Running]; }
  [[noreturn]] void runThread();

  //===--------------------------------------------------------------------===//
  // Memory (Memory.cpp)
  //===--------------------------------------------------------------------===//

  Location &location(const void *Word, unsigned Size = sizeof(atomic_word));
  void fenceOf(Thread &T, model_order O);
  Location *findLocation(uintptr_t Address);
  unsigned oldest(const Location &L);
  void hashOrder(Location &L) const;
  void join(View &To, const View &From);
  void joinSeen(View &To, const View &From);
  void read(Location &L, uint16_t M, bool Acquire);
  void insert(Location &L, unsigned Place, uintptr_t Value, bool Release,
              const Message *Base);
  bool isIgnored(const void *Word) const;
  uint64_t hashOf(const View &V) const;
  void resetMemory();
  void resetPlain();

  //===--------------------------------------------------------------------===//
  // Ordinary memory (Races.cpp)
  //===--------------------------------------------------------------------===//

  void plainRead(uintptr_t Address, size_t Size);
  void plainWrite(uintptr_t Address, size_t Size);
  void plainFree(uintptr_t Address, size_t Size);
  void plainAllocate(uintptr_t Address, size_t Size);
  /// Before an atomic access to \p L, a write if \p Stores.
  void checkAtomic(Location &L, bool Stores);

  const struct model &M;
  Settings S;
  bool InThreads = false;
  unsigned Running = 0;
  std::vector<Thread> Threads;
  std::vector<Message> Messages;
  std::vector<Location> Locations;
  std::array<uint8_t, 256> LocationTable{};
  View SeqCst;
  uint64_t SeqCstHash = 0; ///< of what the threads have learned from fences
  /// The addresses of all words are multiples of this.
  uintptr_t Alignment = sizeof(atomic_word);
  /// Scratch memory of an operation.
  std::vector<unsigned> Places;
  std::vector<std::pair<uintptr_t, uintptr_t>> Ignored;
  std::set<unsigned> Outcomes;

private:
  void runOnce();
  bool pickNext(unsigned &Next);
  bool takeTurns(unsigned *Ready, unsigned Number);
  bool isReady(const Thread &T);
  bool nextPath();
  uint64_t stateHash() const;
  void leave();
  [[noreturn]] void resume(unsigned I);
  void makeStacks();
  void prepare();

  std::vector<Choice> Path;
  size_t Depth = 0;
  unsigned StepsTaken = 0;
  int PreemptionsTaken = 0, SurprisesTaken = 0;
  int Last = -1;
  jmp_buf Main;
  char *Stacks = nullptr;
  /// Where each thread begins, on its stack.
  std::array<jmp_buf, MaxThreads> Starts;
  /// Modification orders of former executions, for their memory.
  std::vector<std::vector<uint16_t>> SpareOrders;
  StateSet Known;
  std::string Failure;
};

extern Engine *E;

/// The order of the operation at \p Site, after mutation.
model_order orderAt(struct model_site *Site);

inline bool acquires(model_order O) {
  return O == MODEL_ACQUIRE || O == MODEL_ACQ_REL || O == MODEL_SEQ_CST;
}

inline bool releases(model_order O) {
  return O == MODEL_RELEASE || O == MODEL_ACQ_REL || O == MODEL_SEQ_CST;
}

/// Size and alignment of the stacks of the threads. Models may place objects at
/// their ends, as fibers do.
constexpr size_t StackSize = 64 << 10, StackReserve = 256;

} // namespace checker

#endif // TUSSAH_TESTS_MODEL_ENGINE_H
