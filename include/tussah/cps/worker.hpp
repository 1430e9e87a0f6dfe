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
/// cps/worker.cpp. docs/guides/cps.md says who may touch what.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP
#define TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP

#include <tussah/cps/levels.hpp>
#include <tussah/cps/path.hpp>
#include <tussah/cps/poll_schedule.hpp>
#include <tussah/cps/spin_lock.hpp>
#include <tussah/cps/statistics.hpp>

#include <exception>
#include <memory>
#include <mutex>

namespace tussah::support {
class BackOff;
class Stopwatch;
} // namespace tussah::support

namespace tussah::cps::detail {

class Checkpoints;
class Dag;
class Network;
class Recorder;
class Sends;
class SpanClock;
class Timeline;
struct Run;

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

/// A claimed slot.
struct Slot {
  std::byte *Address;
  /// For elements of arrays: how many are still missing.
  Atomic<std::uint64_t> *Remaining;
};

/// A value that has come from another rank, for a slot of a closure here.
class Arrival {
public:
  /// Returns the slot, for a value of \p size bytes, to be filled. Throws as
  /// send_argument does.
  std::byte *claim(std::size_t size);

private:
  friend struct Run;
  Arrival(Run &run, Reference to, std::source_location from)
      : Here(run), To(to), From(from) {}

  Run &Here;
  Reference To;
  std::source_location From;
  Atomic<std::uint64_t> *Remaining = nullptr;
};

/// Reads a value of its type from a message, and puts it where it belongs.
using Receive = void(unpacker &from, Arrival &arrival);

/// What was sent to the first continuation, as checkpoints see it.
class Outcome {
public:
  /// Writes the value, or that there is none, and reads it again.
  virtual void pack(packer &to) const = 0;
  virtual void unpack(unpacker &from) = 0;

protected:
  ~Outcome() = default;
};

/// Closures that wait for arguments at the end.
struct Waiting {
  std::uint64_t Count = 0;
  /// What the first of them wait for.
  std::vector<std::string> Lines;
};

/// What the workers of a run in one process share.
struct Run {
  /// Makes the workers. \p network is the job that this process is a part of,
  /// or null; \p result is null on ranks other than 0. Throws
  /// error::wrong_option, or error::wrong_context in a thread of another run.
  explicit Run(const options &wanted, Network *network = nullptr,
               Outcome *result = nullptr);
  /// Destroys the arguments of all closures that are left.
  ~Run();

  /// Lets `make(worker 0)` make the first closures, as in a thread of level 0.
  template <class Make> void start(Make make);
  /// Posts the first closure, or prepares to go on from a checkpoint of the
  /// same computation. \p last is where the result arrives. Throws
  /// error::bad_checkpoint.
  void begin(Worker &worker, Closure *first, Closure *last);
  /// Runs all that is ready, on all ranks, to quiescence. Throws what a thread
  /// has thrown, or error::deadlock; of several ranks, on the first one.
  void execute();

  /// Whether it can go on when a part of it is lost.
  bool canBeginAgain() const { return Saved != nullptr; }

  /// Ends the run; the first exception is the one that run() throws.
  void fail(std::exception_ptr what);
  /// Tells all workers to stop.
  void stop();

  bool failed() {
    std::lock_guard<std::mutex> guard(FailureLock);
    return Failure != nullptr;
  }
  /// Whether the worker with this number is in this process.
  bool isHere(std::uint32_t worker) const {
    return worker - FirstWorker < Workers.size();
  }
  Worker &worker(std::uint32_t number) const {
    return *Workers[number - FirstWorker];
  }
  /// How many closures a worker shares that has enough for thieves.
  std::size_t shareLimit() const;

  // These four are called under the lock of the network, by any thread.
  /// A closure for a thief on another rank, from the worker \p victim or else
  /// any other one; null if nothing is shared.
  Closure *takeForRank(std::uint32_t victim);
  /// Writes a ready closure that leaves this process, and frees its block.
  void packAway(Closure *closure, packer &to);
  /// A closure that has come for a worker of this process.
  void deliver(std::uint32_t worker, bool stolen, std::vector<std::byte> mail);
  /// Fills a slot with a value that has come. Returns the closure if it is
  /// ready now, and to be run by a worker of another rank, whose number it
  /// stores.
  Closure *receiveArgument(unpacker &from, std::uint32_t &worker);

  // For checkpoints; called by one thread at a time.
  /// Lets each worker wait at the end of its present thread, until resume().
  void pause();
  void resume();
  /// Whether the run is between pause() and resume().
  bool paused() const { return Paused.load_relaxed(); }
  /// Whether all workers wait: no thread runs, and no closure changes, unless a
  /// message comes. Acquires their heaps: pairs with the addition in
  /// Worker::park().
  bool allParked() const { return Parked.load_acquire() == Workers.size(); }
  /// Writes all closures of this process. Only when all are parked.
  void save(packer &to) const;

  const options Options;
  /// The other ranks; null if there are none.
  Network *const Others;
  Outcome *const Result;
  /// Workers are numbered through all ranks.
  unsigned FirstWorker = 0, AllWorkers = 0;
  std::vector<std::unique_ptr<Worker>> Workers;
  /// How many workers of this process are not idle, plus how many closures are
  /// in inboxes. At 0 nothing is ready, nothing runs and nothing is on its way
  /// within it: quiescence.
  Atomic<std::uint64_t> Busy;
  /// With options::measure: closures in all workers, now and at most.
  Atomic<std::int64_t> Closures = 0, MostClosures = 0;
  /// Whether all workers have been told to stop.
  Atomic<bool> Stopped = false;
  /// How many workers wait in this pause; how many pauses are over.
  Atomic<std::size_t> Parked = 0;
  Atomic<unsigned> Pauses = 0;
  Atomic<bool> Paused = false;
  /// Null without options::checkpoint, and on ranks other than 0.
  std::unique_ptr<Checkpoints> Saved;
  /// Null without options::dag.
  std::unique_ptr<Dag> Drawing;
  /// Null without options::trace.
  std::unique_ptr<Timeline> Recorded;
  /// Null without options::check_sends.
  std::unique_ptr<Sends> Noted;
  /// The names of the first thread, and of what waits for the result.
  std::string FirstName, LastName;
  std::mutex FailureLock;
  std::exception_ptr Failure;

  /// Describes the closures that wait, some of them. Only when no worker runs.
  Waiting waiting() const;
  /// The statistics of this process.
  void measure(statistics &result, double elapsed, double ticksPerSecond) const;

private:
  void makeWorkers();
  void destroyClosures();
  bool attempt(const support::Stopwatch &clock, statistics &result,
               Waiting &left);
  void prepareAgain();
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

  /// Its number among all, on all ranks, and how many there are.
  unsigned number() const { return Shared.FirstWorker + Number; }
  unsigned workers() const { return Shared.AllWorkers; }
  std::uint32_t level() const { return Level; }
  /// Where the result of the run arrives; null on ranks other than 0.
  Outcome *outcome() const { return Shared.Result; }

  /// Returns a block for a closure of the size class, with a new generation,
  /// that this worker owns. While measuring, it is counted by made().
  TUSSAH_CPS_INLINE Closure *allocate(unsigned size) {
    Closure *closure = Free[size];
    if (!closure) [[unlikely]]
      closure = refill(size);
    Free[size] = static_cast<Closure *>(closure->Next);
    closure->nextGeneration();
    return closure;
  }
  /// The same for a closure that no thread makes.
  Closure *allocateCounted(unsigned size) {
    if (Measuring)
      countAllocated();
    return allocate(size);
  }

  /// Returns the block to the heap that it is from.
  TUSSAH_CPS_INLINE void release(Closure *closure, unsigned size) {
    // A closure that was made here is of this heap.
    if (closure->where() != PlainWhere) [[unlikely]]
      return releaseOther(closure);
    closure->nextGeneration();
    closure->Next = Free[size];
    Free[size] = closure;
  }

  /// Puts a ready closure, of this worker and of level \p level, into the ready
  /// queue.
  TUSSAH_CPS_INLINE void post(Closure *closure, std::uint32_t level) {
    if (!Mine.pushDeepest(closure, level)) [[unlikely]]
      return postElsewhere(closure);
    if (Attention.load_relaxed()) [[unlikely]]
      attend();
  }

  /// Posts a closure whose last argument has arrived.
  void enable(Closure *closure) {
    // Made by this worker, and to be run anywhere.
    if (closure->where() != OwnWhere)
      return enableElsewhere(closure);
    post(closure, closure->Level);
  }

  /// Lets `write(address)` fill the slot that \p to refers to, if the closure
  /// is as most are: this worker is the only one that may send to it, and it is
  /// to be run anywhere. Does nothing and returns false otherwise.
  template <class Write>
  TUSSAH_CPS_INLINE bool sendOwn(Reference to, Write write) {
    // An element of an array has a larger number.
    if (!to.isHere() || to.slot() >= MaskBits) [[unlikely]]
      return false;
    Closure *closure = to.closure();
    std::uint32_t bit = 1u << to.slot();
    if (closure->generation() != to.generation() ||
        closure->where() != PlainWhere || !(closure->missing() & bit))
        [[unlikely]]
      return false;
    write(closure->arguments() + to.slot() * WordBytes);
    // Read again: what has converted the value may have sent others.
    std::uint32_t left = closure->missing() & ~bit;
    closure->Missing.store_relaxed(left);
    if (left == 0)
      post(closure, closure->Level);
    return true;
  }

  /// The same for closures with a place, and while measuring. If it returns
  /// false, the caller uses sendShared().
  template <class Write> bool sendOwnCounted(Reference to, Write write) {
    Closure *closure = ownTarget(to);
    if (!closure)
      return false;
    write(closure->arguments() + to.slot() * WordBytes);
    filled(closure, to.slot());
    return true;
  }

  /// With options::check_sends: a value is sent from \p where to a closure of
  /// this rank.
  void note(Reference to, const std::source_location &where) {
    if (Shared.Noted && to.isHere())
      noteSend(to, where);
  }

  /// Sends in all other cases. \p write puts the value at the address of the
  /// slot. \p found has the continuations in the value. \p where is for
  /// errors.
  template <class Write>
  void sendShared(Reference to, std::size_t size, Write write,
                  std::vector<Reference> &found,
                  const std::source_location &where) {
    Slot slot = claim(to, size, found, where);
    write(slot.Address);
    complete(to, slot);
  }

  /// Sends to a closure on another rank. \p receive reads the value there,
  /// which \p value has as a message.
  void sendRemote(Reference to, Receive *receive, const packer &value,
                  std::vector<Reference> &found,
                  const std::source_location &where);

  /// Runs \p closure when the present thread has ended.
  void setTail(Closure *closure) { Tail = closure; }
  /// Throws error::two_tail_calls if there is one already.
  void checkTail() const {
    if (Tail) [[unlikely]]
      throwTwoTails();
  }

  /// The present thread has thrown the exception that is being handled: ends
  /// the run.
  void failed() { Shared.fail(std::current_exception()); }

  /// Throws error::no_such_worker.
  void checkPlace(unsigned worker) const;
  /// A rank that this worker has asked had nothing. From any worker.
  void refused();
  /// Tells the worker that the run is stopped. From any worker.
  void tellStopped() { Attention.fetch_or_relaxed(Stop); }

  /// Gives away work, if others ask for it. For long threads.
  void poll() {
    if (Networked)
      pollNetwork();
    if (Attention.load_relaxed())
      attend();
  }

  bool measuring() const { return Measuring; }
  /// While measuring: the present thread has made a closure, which is whole.
  TUSSAH_CPS_COLD void made(Closure *closure);

  /// The scheduling loop: returns at quiescence, or when the run is stopped.
  void work();

  /// The number of the worker to steal from.
  std::uint32_t chooseVictim();
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
        if (closure->generation() & 1)
          visit(closure);
      }
  }

  /// The statistics; only when no worker runs.
  worker_statistics statistics(double ticksPerSecond) const;
  /// What it has measured; null without options::measure.
  const SpanClock *clock() const { return Clock.get(); }
  /// What it does and when; null without options::trace.
  const Recorder *recorder() const { return Record.get(); }

private:
  friend struct Run;

  /// A closure in a message.
  struct Mail {
    bool Stolen;
    std::vector<std::byte> Bytes;
  };

  /// Bits of Attention: a thief found too little in the shared part; there is
  /// something in the inbox, or in Placed; the run is stopped; or it pauses.
  enum : unsigned {
    Wanted = 1,
    Delivered = 2,
    HasPlaced = 4,
    Stop = 8,
    Pause = 16
  };

  struct FreeMemory {
    void operator()(std::byte *memory) const;
  };
  struct Slab {
    std::unique_ptr<std::byte, FreeMemory> Memory;
    std::size_t Bytes;
    unsigned Size;
    /// Of the blocks, while measuring.
    std::unique_ptr<SharedPath[]> Paths;
  };
  [[noreturn]] static void throwOutside(const char *function);
  [[noreturn]] static void throwTwoTails();

  TUSSAH_CPS_COLD Closure *refill(unsigned size);
  TUSSAH_CPS_COLD void releaseOther(Closure *closure);
  void countAllocated();
  void countReleased();
  void countMoved(Worker &to);
  void insert(Closure *closure);
  void putPlaced(Closure *closure);

  TUSSAH_CPS_COLD void postElsewhere(Closure *closure);
  void setFloor();
  TUSSAH_CPS_COLD void enableElsewhere(Closure *closure);
  void deliver(Worker &home, std::uint32_t to, Closure *closure);
  TUSSAH_CPS_COLD void attend();
  void park();
  void takeInbox();

  Closure *ownTarget(Reference to) const;
  void filled(Closure *closure, unsigned bit);
  void noteSend(Reference to, const std::source_location &where);
  Slot claim(Reference to, std::size_t size, std::vector<Reference> &found,
             const std::source_location &where);
  void complete(Reference to, Slot slot);
  void arrive(Closure *closure);

  void expose(const Closure *closure, std::uint32_t missing);
  void exposeAll(std::vector<Reference> &found);

  void runRecorded(Closure *closure);
  void execute(Closure *closure);
  [[gnu::noinline]] void executeWith(Closure *closure);
  TUSSAH_CPS_INLINE Closure *next() {
    Closure *closure = Mine.popDeepest();
    if (Attention.load_relaxed()) [[unlikely]]
      return nextAttended(closure);
    return closure ? closure : findWork();
  }
  Closure *nextAttended(Closure *closure);
  Closure *takeBack();
  Closure *findWork();
  Closure *stealFromRandom(support::BackOff &wait);
  Closure *popForThief(bool here);
  void takeFreed(Closure *closure);
  void putInbox(Closure *closure);
  void countLeft();
  std::uint64_t random(std::uint64_t limit);
  Closure *receive(Closure *closure);

  // Between ranks: cps/remote.cpp.
  void pollNetwork();
  void pollAfter(std::uint64_t threads);
  void pollIdle();
  void resumePolls();
  bool ask(std::uint32_t victim);
  bool isAnswerNear() const;
  std::uint64_t takeMail();
  void open(const std::vector<Mail> &mail);

  // The members that each spawn and send needs come first.
  const std::uint64_t Number;
  /// What closures that this worker has made have in Where.
  const std::uint32_t OwnWhere;
  const bool Measuring;
  /// The same for sendOwn() and release(). While measuring, and where sends are
  /// noted, a value that no closure has.
  const std::uint32_t PlainWhere;
  /// Whether there are other ranks.
  const bool Networked;
  /// Whether tail calls must look whether the run pauses.
  const bool Pausable;
  std::uint32_t Level = 0;
  /// What others want from this worker.
  Atomic<unsigned> Attention;
  /// The private part of the ready queue, the deeper one. Its floor is the
  /// deepest level in the shared part, or 0 if that is empty: closures of lower
  /// levels belong there.
  Levels Mine;
  /// Closures that must run here, which nobody can steal.
  Levels Placed;
  Closure *Tail = nullptr;
  std::uint64_t Threads = 0;
  /// Threads up to this number need nothing but to be run.
  std::uint64_t PlainUntil = 0;
  /// With other ranks: look for messages after the thread of this number.
  std::uint64_t PollAt = 0;
  PollSchedule Polls;

  /// With options::measure.
  std::unique_ptr<SpanClock> Clock;
  /// With options::dag, the number of the present thread.
  std::size_t Drawn = 0;

  Run &Shared;
  std::unique_ptr<Recorder> Record;
  std::uint64_t Random;
  std::uint64_t Requests = 0, Steals = 0, Migrated = 0;
  std::vector<Slab> Slabs;
  Closure *Free[SizeClasses] = {};
  /// When a rank was asked last, in nanoseconds; how long closures took to come
  /// from there.
  std::uint64_t AskedAt = 0;
  std::vector<double> Waits;

  // What other workers touch.
  alignas(64) SpinLock Lock;
  /// The part of the ready queue that thieves may take from, under the lock.
  Levels Exposed;
  /// How many are in it; read without the lock.
  Atomic<std::size_t> ExposedCount = 0;
  /// Closures placed here by others, and blocks that others have freed: stacks,
  /// linked by Next.
  Atomic<Closure *> Inbox = nullptr, Freed = nullptr;
  Atomic<std::int64_t> Space = 0, MostSpace = 0;

  /// Closures that have come from other ranks; under the lock.
  std::vector<Mail> Mailbox;
  /// Whether a rank has been asked and has not answered; how many in a row had
  /// nothing.
  Atomic<bool> Asked = false;
  Atomic<unsigned> Refusals = 0;
  /// The time, in nanoseconds, before which no rank is asked.
  Atomic<std::uint64_t> AskAfter = 0;
};

/// Joins the job of this process, if it is part of one, and returns it. Returns
/// on rank 0 only: the others serve its runs, and leave the program. Throws
/// error::no_transport.
Network *enterJob();

template <class Make> void Run::start(Make make) {
  struct Entered {
    explicit Entered(Worker *worker) { Worker::Current = worker; }
    ~Entered() { Worker::Current = nullptr; }
  } entered(Workers.front().get());
  make(*Workers.front());
}

} // namespace tussah::cps::detail

#endif // TUSSAH_INCLUDE_TUSSAH_CPS_WORKER_HPP
