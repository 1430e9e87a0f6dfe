//===- tussah/cps/worker.hpp - Workers: heap, queue, steals -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a worker does between the threads of a program. The operations that
/// each spawn and send goes through are here, to be inlined; the others are in
/// cps/worker.cpp. docs/cps.md says who may touch what.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP

#include <tussah/cps/levels.hpp>
#include <tussah/cps/statistics.hpp>

#include <exception>
#include <memory>
#include <mutex>

namespace tussah::cps::detail {

/// Blocks have 64 to 1024 bytes in steps of 16, or a power of two up to
/// max_closure_bytes.
inline constexpr std::size_t FineStep = 16, FineLimit = 1024;
inline constexpr unsigned FineClasses = FineLimit / FineStep + 1;
inline constexpr unsigned SizeClasses = FineClasses + 6;

constexpr unsigned sizeClass(std::size_t bytes) {
  if (bytes <= FineLimit)
    return (bytes + FineStep - 1) / FineStep;
  unsigned size = FineClasses;
  for (std::size_t block = 2 * FineLimit; block < bytes; block *= 2)
    ++size;
  return size;
}

constexpr std::size_t classBytes(unsigned size) {
  return size < FineClasses ? size * FineStep
                            : FineLimit << (size - FineClasses + 1);
}

static_assert(classBytes(SizeClasses - 1) == max_closure_bytes);

/// A short critical section among threads of a process that may have more of
/// them than processors.
class SpinLock {
public:
  void lock() {
    while (Taken.exchange(true, std::memory_order_acquire))
      wait();
  }
  void unlock() { Taken.store(false, std::memory_order_release); }

private:
  void wait();

  std::atomic<bool> Taken = false;
};

/// What the workers of a run share.
struct Run {
  /// Makes the workers. Throws error::wrong_option, or error::wrong_context in
  /// a thread of another run.
  explicit Run(const options &wanted);
  /// Destroys the arguments of all closures that are left.
  ~Run();

  /// Lets `make(worker 0)` make the first closures, as in a thread of level 0.
  template <class Make> void start(Make make);
  /// Runs all that is ready, to quiescence. Throws what a thread has thrown, or
  /// error::deadlock.
  void execute();

  /// Ends the run; the first exception is the one that run() throws.
  void fail(std::exception_ptr what);
  /// Tells all workers to stop.
  void stop();

  const options Options;
  std::vector<std::unique_ptr<Worker>> Workers;
  /// How many workers are not idle, plus how many closures are in inboxes. At 0
  /// nothing is ready, nothing runs and nothing is on its way: quiescence.
  std::atomic<std::uint64_t> Busy;
  /// With options::measure: closures in all workers, now and at most.
  std::atomic<std::int64_t> Closures = 0, MostClosures = 0;
  std::mutex FailureLock;
  std::exception_ptr Failure;

private:
  void checkWaiting() const;
};

/// One worker: runs threads, on one thread of the system.
class alignas(64) Worker {
public:
  /// \p alone: there is no other worker.
  Worker(Run &run, unsigned number, bool alone);
  ~Worker();

  /// The one that the calling thread is; null outside of threads of a program.
  [[gnu::tls_model(
      "initial-exec")]] static constinit thread_local Worker *Current;
  /// The same, or throws error::wrong_context. \p function is for the message.
  static Worker &current(const char *function) {
    if (!Current) [[unlikely]]
      throwOutside(function);
    return *Current;
  }

  unsigned number() const { return Number; }
  unsigned workers() const { return Shared.Workers.size(); }
  std::uint32_t level() const { return Level; }

  /// Returns a block for a closure of the size class, with a new generation,
  /// that this worker owns.
  TUSSAH_CPS_INLINE Closure *allocate(unsigned size) {
    Closure *closure = Free[size];
    if (!closure) [[unlikely]]
      closure = refill(size);
    Free[size] = static_cast<Closure *>(closure->Next);
    std::uint64_t generation = closure->state() >> 32 << 32;
    closure->State.store(generation + OwnState, std::memory_order_relaxed);
    if (Measuring) [[unlikely]]
      countAllocated();
    return closure;
  }

  /// Returns the block to the heap that it is from.
  TUSSAH_CPS_INLINE void release(Closure *closure, unsigned size) {
    if (Measuring) [[unlikely]]
      countReleased();
    std::uint64_t generation = closure->state() >> 32 << 32;
    closure->State.store(generation + OneGeneration, std::memory_order_relaxed);
    if (closure->Home != Number) [[unlikely]]
      return releaseElsewhere(closure);
    closure->Next = Free[size];
    Free[size] = closure;
  }

  /// Puts a ready closure, of this worker and of level \p level, into the ready
  /// queue.
  TUSSAH_CPS_INLINE void post(Closure *closure, std::uint32_t level) {
    if (level < LevelLimit) [[unlikely]]
      return postShared(closure);
    Mine.push(closure, level);
    if (Attention.load(std::memory_order_relaxed)) [[unlikely]]
      attend();
  }

  /// Posts a closure whose last argument has arrived.
  TUSSAH_CPS_INLINE void enable(Closure *closure) {
    // Made by this worker, and to be run anywhere.
    if ((closure->state() & 0xffffffff) != OwnState - OneGeneration)
        [[unlikely]]
      return enableElsewhere(closure);
    post(closure, closure->Level);
  }

  /// The slot that \p to refers to, if this worker may write it with plain
  /// accesses; it then calls filled(). Null where all has to be done in the way
  /// of sendShared().
  TUSSAH_CPS_INLINE Closure *ownTarget(Reference to) const {
    if (!to.isHere() || to.element() != 0) [[unlikely]]
      return nullptr;
    Closure *closure = to.closure();
    std::uint64_t wanted = static_cast<std::uint64_t>(to.generation()) << 16;
    if (closure->state() >> 16 != (wanted | Number) ||
        !(closure->missing() >> to.bit() & 1)) [[unlikely]]
      return nullptr;
    return closure;
  }

  /// The argument of ownTarget() has been written.
  TUSSAH_CPS_INLINE void filled(Closure *closure, unsigned bit) {
    if (Measuring) [[unlikely]]
      arrive(closure);
    std::uint32_t left = closure->missing() & ~(1u << bit);
    closure->Missing.store(left, std::memory_order_relaxed);
    if (left == 0)
      enable(closure);
  }

  /// Sends in all other cases: \p write puts the value into the slot at an
  /// address. \p found are the continuations in the value.
  template <class Write>
  void sendShared(Reference to, std::size_t size, Write write,
                  std::vector<Reference> &found) {
    Slot slot = claim(to, size, found);
    write(slot.Address);
    complete(to, slot);
  }

  /// Runs \p closure when the present thread has ended.
  void setTail(Closure *closure) { Tail = closure; }
  /// Throws error::two_tail_calls if there is one already.
  void checkTail() const {
    if (Tail) [[unlikely]]
      throwTwoTails();
  }

  /// Says where a new closure must run. Call before enable().
  static void setPlace(Closure *closure, unsigned worker) {
    std::uint64_t state = closure->state() >> 16 << 16;
    closure->State.store(state | worker, std::memory_order_relaxed);
  }
  /// Throws error::no_such_worker.
  void checkPlace(unsigned worker) const;
  /// Tells the worker that the run is stopped. From any worker.
  void tellStopped() { Attention.fetch_or(Stop, std::memory_order_relaxed); }

  /// Gives away work, if others ask for it. For long threads.
  void poll() {
    if (Attention.load(std::memory_order_relaxed))
      attend();
  }

  /// With options::measure: the length, in ticks, of the longest path to this
  /// point of the present thread.
  std::uint64_t path() const;
  bool measuring() const { return Measuring; }
  /// Begins to measure a thread; \p earliest is the path to it.
  void beginThread(std::uint64_t earliest);

  /// The scheduling loop: returns at quiescence, or when the run is stopped.
  void work();

  /// Lets thieves take closures from the private part of the ready queue, those
  /// that the paper's rule gives them first.
  void share();
  /// Takes what a thief gets from \p victim: the tail of the list of its
  /// shallowest level, made ready to be run here. Null if nothing is shared.
  Closure *stealFrom(Worker &victim);

  /// Calls \p visit for each closure from this heap that is in use. Only when
  /// no worker runs.
  template <class Visit> void forEachClosure(Visit visit) const {
    for (const Slab &slab : Slabs)
      for (std::size_t at = 0; at < slab.Bytes; at += classBytes(slab.Size)) {
        auto *closure = reinterpret_cast<Closure *>(slab.Memory.get() + at);
        if (Closure::generation(closure->state()) & 1)
          visit(closure);
      }
  }

  /// The statistics; only when no worker runs.
  worker_statistics statistics(double ticksPerSecond) const;
  std::uint64_t longestPath() const { return LongestPath; }

private:
  static constexpr std::uint64_t OneGeneration = std::uint64_t(1) << 32;
  /// Bits of Attention: a thief found too little in the shared part; there is
  /// something in the inbox, or in Placed; the run is stopped.
  enum : unsigned { Wanted = 1, Delivered = 2, HasPlaced = 4, Stop = 8 };

  struct FreeMemory {
    void operator()(std::byte *memory) const;
  };
  struct Slab {
    std::unique_ptr<std::byte, FreeMemory> Memory;
    std::size_t Bytes;
    unsigned Size;
  };
  /// A claimed slot.
  struct Slot {
    std::byte *Address;
    /// For elements of arrays: how many are still missing.
    std::atomic<std::uint64_t> *Remaining;
  };

  [[noreturn]] static void throwOutside(const char *function);
  [[noreturn]] static void throwTwoTails();

  Closure *refill(unsigned size);
  void releaseElsewhere(Closure *closure);
  void countAllocated();
  void countReleased();
  void countMoved(Worker &to);
  void insert(Closure *closure);
  void putPlaced(Closure *closure);

  void postShared(Closure *closure);
  void enableElsewhere(Closure *closure);
  void deliver(Worker &home, Worker &to, Closure *closure);
  void attend();
  void takeInbox();

  Slot claim(Reference to, std::size_t size, std::vector<Reference> &found);
  void complete(Reference to, Slot slot);
  void arrive(Closure *closure);

  void expose(const Closure *closure, std::uint32_t missing);
  void exposeAll(std::vector<Reference> &found);

  void execute(Closure *closure);
  Closure *next();
  Closure *nextAttended(Closure *closure);
  Closure *takeBack();
  Closure *findWork();
  Worker &randomVictim();
  Closure *receive(Closure *closure);

  // First what each spawn and send needs.
  const std::uint64_t Number;
  /// What a new closure adds to its state: a generation, this worker as its
  /// owner, and no place.
  const std::uint64_t OwnState;
  const bool Measuring;
  std::uint32_t Level = 0;
  /// Closures of lower levels belong into the shared part of the ready queue:
  /// the deepest level in it, if it is not empty.
  std::uint32_t LevelLimit = 0;
  /// What others want from this worker.
  std::atomic<unsigned> Attention;
  /// The private part of the ready queue, the deeper one.
  Levels Mine;
  /// Closures that must run here, which nobody can steal.
  Levels Placed;
  Closure *Tail = nullptr;
  std::uint64_t Threads = 0;

  /// With options::measure, of the present thread: when it began, and the
  /// length of the longest path to its beginning.
  std::uint64_t Began = 0, Earliest = 0;
  std::uint64_t Ticks = 0, LongestPath = 0;

  Run &Shared;
  std::uint64_t Random;
  std::uint64_t Requests = 0, Steals = 0, Migrated = 0;
  std::vector<Slab> Slabs;
  Closure *Free[SizeClasses] = {};

  // What other workers touch.
  alignas(64) SpinLock Lock;
  /// The part of the ready queue that thieves may take from, under the lock.
  Levels Exposed;
  /// How many are in it; read without the lock.
  std::atomic<std::size_t> ExposedCount = 0;
  /// Closures placed here by others, and blocks that others have freed: stacks,
  /// linked by Next.
  std::atomic<Closure *> Inbox = nullptr, Freed = nullptr;
  std::atomic<std::int64_t> Space = 0, MostSpace = 0;
};

template <class Make> void Run::start(Make make) {
  struct Entered {
    explicit Entered(Worker *worker) {
      Worker::Current = worker;
      worker->beginThread(0);
    }
    ~Entered() { Worker::Current = nullptr; }
  } entered(Workers.front().get());
  make(*Workers.front());
}

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP
