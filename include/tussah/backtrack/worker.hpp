//===- tussah/backtrack/worker.hpp - Workers, choice points -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a worker is while it runs, and what it shares with others.
/// backtrack/protocols.md has the protocol between thief and victim, and its
/// proof.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_INCLUDE_TUSSAH_BACKTRACK_WORKER_HPP
#define TUSSAH_INCLUDE_TUSSAH_BACKTRACK_WORKER_HPP

#include <tussah/backtrack/statistics.hpp>
#include <tussah/support/atomic.hpp>

#include <cstddef>
#include <exception>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#define TUSSAH_BACKTRACK_INLINE [[gnu::always_inline]] inline
#define TUSSAH_BACKTRACK_COLD [[gnu::cold, gnu::noinline]]
#define TUSSAH_BACKTRACK_UNLIKELY(condition) __builtin_expect(condition, 0)

namespace tussah::cps {
class packer;
class unpacker;
} // namespace tussah::cps

namespace tussah::jobs {
class Job;
} // namespace tussah::jobs

namespace tussah::backtrack {

/// The exception by which polls and waits leave a construct when a scope around
/// it was cancelled. A program that catches it to clean up must throw it again.
/// It is no std::exception, so handlers of errors let it pass.
struct cancelled {};

template <class T> class workspace;

namespace detail {

using support::Atomic;

struct Core;
struct Run;
struct Task;
struct Parcel;
struct Point;

/// A part of a program that is cancelled as a whole, whichever workers run it.
struct Scope {
  Atomic<bool> Cancelled{false};
  /// The scope that this one is in, perhaps in another worker's stack, which
  /// waits for this one.
  Scope *Outer = nullptr;
  /// In a run with checkpoints, the number of the task that this is the scope
  /// of; else 0.
  std::uint64_t Task = 0;
  /// How often what is in it has been divided: of the task that it is the scope
  /// of, and each task that is made in it, about one half is left each time.
  unsigned Divided = 0;

  /// Whether this one or one around it is cancelled.
  bool isCancelled() const {
    for (const Scope *scope = this; scope; scope = scope->Outer)
      if (scope->Cancelled.load_relaxed())
        return true;
    return false;
  }
};

/// What a choice point can do; one constant for each type of points. Null: does
/// nothing.
struct Kind {
  /// Both are there or none. Called in pairs while the worker backtracks.
  void (*Undo)(Point &) = nullptr;
  void (*Redo)(Point &) = nullptr;
  /// Whether there is something to give to another worker.
  bool (*HasPart)(const Point &) = nullptr;
  /// Makes a task of that; null if the guard declines. Throws what a handler
  /// throws.
  Task *(*Split)(Point &) = nullptr;
  /// The scope that begins here.
  Scope *(*BeginsScope)(Point &) = nullptr;
  /// Whether the tasks that are made here can run on another rank.
  bool Travels = false;
};

/// An element of the chain, in the stack, of all constructs that are running on
/// a worker.
struct Point {
  Point(Core &home, Point *outer, const Kind &what)
      : Outer(outer), What(&what), Home(&home) {}
  Point(const Point &) = delete;
  Point &operator=(const Point &) = delete;

  /// The next one outwards. The lowest bit says that parts of this one were
  /// given away, which Given has. A bit, because the usual path would have to
  /// initialize a flag.
  Point *Outer;
  const Kind *What;
  Core *Home;
  /// The next one inwards, while the worker backtracks.
  Point *Inner;
  /// The tasks that were made here, the newest first, if there are any.
  Task *Given;

  bool hasGiven() const {
    return reinterpret_cast<std::uintptr_t>(Outer) & GivenBit;
  }
  Point *outer() const {
    return reinterpret_cast<Point *>(reinterpret_cast<std::uintptr_t>(Outer) &
                                     ~GivenBit);
  }
  void give(Task *task);
  /// Takes the newest task out of those that were given. There must be one.
  Task *takeGiven();

private:
  static constexpr std::uintptr_t GivenBit = 1;
};

/// What a task needs to run on another rank. The functions call the program's.
struct Parcel {
  /// Makes the task anew from its inputs, for a worker, whose thread calls it.
  using Reader = std::unique_ptr<Task>(cps::unpacker &from, Core &core);

  virtual Reader *reader() const = 0;
  virtual void packInputs(cps::packer &to) = 0;
  virtual void packResults(cps::packer &to) = 0;
  virtual void unpackResults(cps::unpacker &from) = 0;

  /// Its name in messages: the rank that made it, and a number there.
  unsigned Maker = 0;
  std::uint64_t Number = 0;
  /// On the rank that made it: what the other rank sent when the task was done,
  /// or that the other rank has died with it.
  std::vector<std::byte> Arrived;
  bool IsLost = false;
  /// In a run with checkpoints: its code and inputs in a message, and the
  /// number of the task in which it was made, or 0.
  std::vector<std::byte> Inputs;
  std::uint64_t Parent = 0;

protected:
  ~Parcel() = default;
};

/// A part of a program that another worker runs, or that waits to be run by the
/// one that made it. Its maker owns it.
struct Task {
  virtual ~Task() = default;
  virtual void run(Core &core, Point *outer) = 0;
  /// How it gets to another rank; null if it cannot.
  virtual Parcel *parcel() { return nullptr; }

  Task *Next = nullptr;
  /// The worker that has it; null if none has. Set by the maker before it gives
  /// the task away.
  Core *Thief = nullptr;
  /// Whether its maker has begun it, or need not: it has results already.
  bool Begun = false;
  /// Its Outer is the scope of the choice point where it was made.
  Scope Cancel;
  /// The exception that has left it, for the maker, `cancelled` too; null if it
  /// has ended normally.
  std::exception_ptr Failure;
  /// Set by the thief, as its last access to the task.
  Atomic<bool> Done{false};
};

inline void Point::give(Task *task) {
  task->Next = hasGiven() ? Given : nullptr;
  Given = task;
  Outer = reinterpret_cast<Point *>(reinterpret_cast<std::uintptr_t>(Outer) |
                                    GivenBit);
}

inline Task *Point::takeGiven() {
  Task *task = Given;
  Given = task->Next;
  if (!Given)
    Outer = outer();
  return task;
}

/// Workspaces of one type that are free. Tasks may be destroyed by another
/// worker than the one that made them, hence the lock.
struct AnyPool {
  virtual ~AnyPool() = default;
};
template <class T> struct Pool : AnyPool {
  std::mutex Lock;
  std::vector<std::unique_ptr<T>> Free;
  std::size_t Made = 0;

  /// An address that no other type has.
  static const void *type() {
    static const char address = 0;
    return &address;
  }
};

/// An entry of the timeline; times are nanoseconds since the run began. Full
/// says that no more were noted. Body is the run itself, on worker 0.
struct Event {
  enum Sort { Ran, Waited, Split, Full, Body } What;
  std::uint64_t Begin, End;
};

/// What workers need of the other ranks of their job. Any thread may call it.
class Network {
public:
  /// The number of workers of this rank if no option says it.
  virtual unsigned defaultWorkers() const = 0;
  /// Called when the run begins, when it ends but its workers have not ended
  /// yet, and when they have. The last one gathers what other ranks did.
  virtual void begin(Run &run) = 0;
  virtual void stop(Run &run) = 0;
  virtual void end(Run &run, statistics &result) = 0;

  /// A task of another rank for the worker \p idle, or null. Asks for one if \p
  /// mayAsk and it is time to, and notes that in idle.AsksElsewhere.
  virtual std::unique_ptr<Task> next(Core &idle, bool mayAsk) = 0;
  /// A part of \p task, which another rank has and \p waiting waits for; or
  /// null. Asks for one if \p mayAsk and it is time to.
  virtual std::unique_ptr<Task> partOf(Task &task, Core &waiting,
                                       bool mayAsk) = 0;
  /// A task that one of these has returned was run.
  virtual void finish(std::unique_ptr<Task> task) = 0;
  /// Answers the request of another rank for which \p thief stands. Null
  /// declines. Returns false if the other rank does not get the task.
  virtual bool answer(Core &thief, Task *task) = 0;
  /// Takes over the results, or the exception, of a task that was done on
  /// another rank. Returns false if that rank has died: the task is to be run.
  virtual bool open(Task &task) = 0;
  /// Some scope was cancelled.
  virtual void cancel() = 0;
  /// On ranks other than 0: sends rank 0 a record of Results.
  virtual void sendRecord(const std::vector<std::byte> &record) = 0;
  /// Ends the whole job.
  [[noreturn]] virtual void die(const std::string &why) = 0;
  virtual jobs::Job &job() = 0;

protected:
  ~Network() = default;
};

/// What tasks return, in a run with checkpoints.
class Results {
public:
  virtual ~Results() = default;
  /// A task was made. If it is known what it returns, it gets that, and the
  /// result is true. Throws what its functions throw.
  virtual bool look(Task &task) = 0;
  /// A task has returned, after \p took nanoseconds. Throws the same.
  virtual void note(Task &task, std::uint64_t took) = 0;
  /// Workers run from here on; they have ended.
  virtual void begin() = 0;
  virtual void end() = 0;

  // On rank 0.
  /// The task that the run is; it can be cancelled.
  virtual Task *root() { return nullptr; }
  /// Whether the job is to end without a result; after end().
  virtual bool isLeft() const { return false; }
  virtual void leaveProgram() {}
  /// The run has a result.
  virtual void complete() {}
};

/// The timeline of a worker of another rank.
struct TimelineRow {
  unsigned Rank, Worker;
  std::vector<Event> Events;
};

/// A worker; or one that stands for a worker of another rank.
struct alignas(64) Core {
  Core(Run &run, unsigned number, bool isElsewhere = false);

  /// Answers a request. Throws `cancelled` if a scope around \p at is
  /// cancelled. Does nothing while handlers run.
  TUSSAH_BACKTRACK_COLD void attend(Point &at);

  /// Waits for all tasks that were given at \p point, one after the other, and
  /// passes them to \p get. Throws what has left a task. Those that follow
  /// are left in the list then.
  template <class Get> void join(Point &point, Get get) {
    while (point.hasGiven()) {
      await(point, *point.Given);
      std::unique_ptr<Task> task(point.takeGiven());
      get(*task);
    }
  }

  /// Cancels all tasks that were given at \p point, waits for them, and
  /// destroys them: an exception leaves the construct.
  TUSSAH_BACKTRACK_COLD void abandon(Point &point) noexcept;

  /// The life of workers other than the first: get tasks, until the run is
  /// over.
  void work();

  /// From now on others get no task from here. Declines the request that was
  /// made before, if any.
  void close();
  /// They get parts of a task that has been divided so often.
  void open(unsigned divided);
  /// Asks \p victim for a part of \p within, or of anything. Returns false if
  /// it has no task itself, or has been asked by another.
  bool ask(Core &victim, const Task *within);
  /// Whether it has a task, so that one can wait until it is asked by nobody.
  bool mayGive() const { return !(Requests.load_relaxed() & Closed); }
  /// Takes a request back. Returns false if the answer is on its way.
  bool retract(Core &victim);

  /// Lets the worker look at the scopes around it. Releases that one of them is
  /// cancelled: pairs with fetch_and in serve().
  void interrupt() { Requests.fetch_or_release(Interrupt); }

  /// Lets the worker make tasks of its oldest choice point, for checkpoints.
  /// One that has no task need not.
  void beat() {
    if (!(Requests.load_relaxed() & Closed))
      Requests.fetch_or_relaxed(Beat);
  }

  template <class T> Pool<T> &poolOf();
  /// What worker::copy returns. \p from is a T.
  template <class T, class From> workspace<T> keep(From &&from);

  /// A number below \p limit. By the worker's own thread.
  std::uint64_t random(std::uint64_t limit);

  // What the owner uses.
  Run &All;
  const unsigned Number;
  const bool IsElsewhere;
  bool Backtracking = false;
  /// Whether it waits for the answer of another rank, and must not begin
  /// something else: the answer may be a task, for which others wait.
  bool AsksElsewhere = false;
  /// How often the run was divided outside of all scopes.
  unsigned Divided = 0;
  void *Data = nullptr;
  std::uint64_t Random;
  worker_statistics Counts;
  std::vector<Event> Timeline;
  std::vector<std::pair<const void *, std::unique_ptr<AnyPool>>> Pools;

  /// What others want: the address of one Core that asks for a task, and the
  /// bits below it. Has a cache line of its own, because the owner reads it at
  /// each poll.
  alignas(64) Atomic<std::uintptr_t> Requests;

  /// As a thief: the answer, null while there is none, and the task of which a
  /// part is wanted, if not any. Others write and read them between a request
  /// and its answer.
  alignas(64) Atomic<Task *> Answer{nullptr};
  const Task *Wanted = nullptr;

  /// How often the task has been divided of which others get a part here, for
  /// requests of other ranks; NoWork if there is none. A hint.
  Atomic<unsigned> Hint;
  static constexpr unsigned NoWork = ~0u;

  /// Bits of Requests: options::force_splits, so that each poll comes to
  /// attend; a scope was cancelled; the worker has no task to split; it is to
  /// make tasks for itself.
  static constexpr std::uintptr_t Forced = 1, Interrupt = 2, Closed = 4,
                                  Beat = 8;
  static constexpr std::uintptr_t Bits = Forced | Interrupt | Closed | Beat;

private:
  /// The thief in a value of Requests; null if there is none.
  static Core *thiefIn(std::uintptr_t requests) {
    return reinterpret_cast<Core *>(requests & ~Bits);
  }
  bool isWanted() const { return Requests.load_relaxed() & ~Forced; }

  bool serve(Point &at);
  void answer(Core &thief, Task *task);
  void decline();
  Task *taskFor(const Core &thief, Point &at);
  Task *split(Point &at, const Task *within, bool toTravel);
  template <class Make> void goBack(Point &at, Point &oldest, Make make);
  Task *splitPoint(Point &point);
  void makeOwnTasks(Point &at);

  Task *steal();
  Task *receive(Core &victim, Point *at);
  void execute(Task &task, Point *outer);
  void executeStolen(Task &task, Point *outer);
  void executeForeign(std::unique_ptr<Task> task, Point *outer);

  void await(Point &at, Task &task);
  void helpUntilDone(Point &at, Task &task);
  bool stealBack(Point &at, Task &task);
};

/// All workers of a call of run(), on this rank.
struct Run {
  /// Makes the workers. \p others is null if there are no other ranks. \p
  /// tracing says whether rank 0 wants a timeline. Throws error.
  Run(const options &how, Network *others, bool tracing);
  explicit Run(const options &how, Network *others = nullptr)
      : Run(how, others, !how.trace.empty()) {}

  /// Lets workers 1, 2, ... begin.
  void start();
  /// Lets all end; fills the statistics and the timeline. Worker 0 has no task
  /// any more.
  void finish() noexcept;
  /// Ends the program, if the job is to end without a result.
  void leave();
  /// The run has a result. Throws error if the timeline could not be written.
  void check() const;

  /// On ranks other than 0: all that is done there.
  void serve();

  /// Lets all workers look at the scopes around them.
  void interrupt();
  void interruptHere() {
    for (auto &core : Cores)
      core->interrupt();
  }

  const options Options;
  /// Whether there is a timeline, on rank 0.
  const bool Tracing;
  /// How many events a worker notes: those of a rank are one message.
  std::size_t MostEvents;
  Network *const Others;
  const std::uint64_t Began;
  /// How the data of workers are made on other ranks: by the program's function
  /// Make, of which Prepare knows the type. Null if workers have none.
  void (*Prepare)(Run &, void (*)()) = nullptr;
  void (*Make)() = nullptr;
  /// Null if there are no checkpoints.
  std::shared_ptr<Results> Saved;
  std::vector<std::unique_ptr<Core>> Cores;
  /// Owns what worker_of::data returns.
  std::vector<std::shared_ptr<void>> Data;
  Atomic<bool> Over{false};
  /// What workers of other ranks did; times from the beginning there.
  std::vector<TimelineRow> OtherRows;

private:
  void join();
  void writeTimeline(const Event &body);

  std::vector<std::thread> Threads;
  std::ofstream Timeline;
  /// Has room for the workers of this rank from the beginning.
  statistics Gathered;
};

/// On rank 0: if the options want checkpoints, gives the run what keeps them.
/// Throws error.
void keepResults(Run &run);

/// The innermost scope around \p at; null if there is none.
Scope *scopeAround(Point *at);

} // namespace detail

/// The worker that runs the present function, seen from the innermost construct
/// around: a worker function takes a `worker &`, and passes on the one that it
/// was given last. It belongs to that construct, and cannot be copied.
class worker : public detail::Point {
public:
  /// The number of this worker, and how many there are.
  unsigned number() const { return Home->Number; }
  unsigned workers() const {
    return static_cast<unsigned>(Home->All.Cores.size());
  }

  /// Makes a task, if another worker has asked. do_two, choices and
  /// parallel_for do so; a program may where it computes for long without them.
  /// Throws `cancelled`. Costs a load and a branch, and no fence.
  TUSSAH_BACKTRACK_INLINE void poll() {
    if (TUSSAH_BACKTRACK_UNLIKELY(Home->Requests.load_relaxed() != 0))
      Home->attend(*this);
  }

  /// Whether handlers of dynamic_wind, guards and put handlers run now because
  /// a task is being made.
  bool backtracking() const { return Home->Backtracking; }

  /// Copies \p original, for a put handler, into a workspace of this worker:
  /// one that is free, by assignment, or a new one, by its copy constructor.
  /// Throws what these throw, and std::bad_alloc.
  template <class T> workspace<T> copy(const T &original);

protected:
  using Point::Point;
};

/// A worker with data of its own, which all its tasks share, one after the
/// other or nested: made before the run, destroyed after it.
template <class T, class Base = worker> class worker_of : public Base {
public:
  T &data() { return *static_cast<T *>(this->Home->Data); }

  /// Calls \p visit for the data of each worker of this process, in the order
  /// of their numbers. Only where no task can be running: in the function that
  /// run() called, outside of all constructs.
  template <class Visit> void visit_data(Visit visit) {
    for (auto &core : this->Home->All.Cores)
      visit(*static_cast<T *>(core->Data));
  }

protected:
  using Base::Base;
};

/// Owns an object that worker::copy made, which returns to its worker to be
/// used again. Moves, does not copy. It must not outlive the run. May be
/// destroyed by any worker.
template <class T> class workspace {
public:
  workspace() = default;
  workspace(workspace &&other) noexcept
      : Value(std::move(other.Value)), Home(other.Home) {}
  workspace &operator=(workspace &&other) noexcept {
    std::swap(Value, other.Value);
    std::swap(Home, other.Home);
    return *this;
  }
  ~workspace() {
    if (!Value)
      return;
    std::lock_guard<std::mutex> guard(Home->Lock);
    // There is room for all that were allocated.
    Home->Free.push_back(std::move(Value));
  }

  T &operator*() const { return *Value; }
  T *operator->() const { return Value.get(); }
  explicit operator bool() const { return Value != nullptr; }

private:
  friend detail::Core;
  workspace(std::unique_ptr<T> value, detail::Pool<T> &home)
      : Value(std::move(value)), Home(&home) {}

  std::unique_ptr<T> Value;
  detail::Pool<T> *Home = nullptr;
};

template <class T> detail::Pool<T> &detail::Core::poolOf() {
  for (auto &[type, pool] : Pools)
    if (type == Pool<T>::type())
      return static_cast<Pool<T> &>(*pool);
  Pools.emplace_back(Pool<T>::type(), std::make_unique<Pool<T>>());
  return static_cast<Pool<T> &>(*Pools.back().second);
}

template <class T, class From> workspace<T> detail::Core::keep(From &&from) {
  Pool<T> &pool = poolOf<T>();
  std::unique_ptr<T> value;
  {
    std::lock_guard<std::mutex> guard(pool.Lock);
    if (!pool.Free.empty()) {
      value = std::move(pool.Free.back());
      pool.Free.pop_back();
    } else {
      pool.Free.reserve(++pool.Made);
    }
  }
  if (value) {
    *value = std::forward<From>(from);
  } else {
    value = std::make_unique<T>(std::forward<From>(from));
    ++Counts.allocations;
  }
  ++Counts.copies;
  return workspace<T>(std::move(value), pool);
}

template <class T> workspace<T> worker::copy(const T &original) {
  constexpr bool good =
      std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T>;
  static_assert(good, "a workspace is copied by its copy constructor, and into "
                      "one that is free by its copy assignment; this type "
                      "lacks one of them");
  if constexpr (good)
    return Home->keep<T>(original);
  else
    return {};
}

} // namespace tussah::backtrack

#endif // TUSSAH_INCLUDE_TUSSAH_BACKTRACK_WORKER_HPP
