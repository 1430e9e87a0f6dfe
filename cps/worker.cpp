//===- worker.cpp - What happens between threads ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/worker.hpp>

#include "../support/back_off.h"
#include "../support/random.h"
#include "dag.h"
#include "messages.h"
#include "network.h"
#include "sends.h"
#include "span_clock.h"
#include "timeline.h"
#include "worker.h"
#include <tussah/cps/image.hpp>

#include <algorithm>
#include <new>

using namespace tussah;
using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;
using namespace tussah::support;

constinit thread_local Worker *Worker::Current = nullptr;

/// Memory for closures comes in pieces of this size, or of four closures.
static constexpr std::size_t SlabBytes = 32768;

/// How many tail calls in a row may delay a checkpoint. And how many threads
/// run between two checks of the level: each may be one level deeper than the
/// last, and the level must not overflow.
static constexpr std::uint64_t ThreadsBetweenPauses = 4096,
                               ThreadsBetweenLevels = 1 << 20;

/// That many events of all workers take some hundred megabytes, and more than
/// a gigabyte of text.
static constexpr std::size_t MostEvents = std::size_t(1) << 24;

/// A place that no closure has: there are fewer workers than that.
static constexpr std::uint32_t Nowhere = Closure::Anywhere - 1;

Worker::Worker(Run &run, unsigned number, bool alone)
    : Number(number), OwnWhere(Closure::ownedBy(number)),
      Measuring(run.Options.measure || run.Drawing || run.Recorded),
      PlainWhere(Measuring || run.Noted ? Nowhere : OwnWhere),
      Networked(run.Others != nullptr),
      Pausable(!run.Options.checkpoint.empty()), Attention(alone ? 0u : Wanted),
      Polls(ticks()), Shared(run),
      Random(support::randomState(run.Options.seed, this->number())) {
  if (Measuring)
    Clock = std::make_unique<SpanClock>();
  if (run.Recorded)
    Record = std::make_unique<Recorder>(MostEvents / run.AllWorkers);
}

Worker::~Worker() = default;

void Worker::throwOutside(const char *function) {
  throw error(error::wrong_context,
              std::string(function) + " was called outside of a thread of run");
}

void Worker::checkPlace(unsigned worker) const {
  if (worker >= workers())
    throw error(error::no_such_worker,
                "there is no worker " + std::to_string(worker) +
                    "; the last one is " + std::to_string(workers() - 1));
}

void Worker::throwTwoTails() {
  throw error(error::two_tail_calls,
              "a thread has called tail_call twice; it must be its last act");
}

//===----------------------------------------------------------------------===//
// Heap
//===----------------------------------------------------------------------===//

void Worker::FreeMemory::operator()(std::byte *memory) const {
  ::operator delete(memory, std::align_val_t(64));
}

Closure *Worker::refill(unsigned size) {
  Still still(Clock.get());
  // First the blocks that other workers have given back, of all sizes. Acquires
  // their last uses: pairs with pushOn() in takeFreed().
  Closure *freed = Freed.exchange_acquire(nullptr);
  while (freed) {
    auto *next = static_cast<Closure *>(freed->Next);
    freed->Next = Free[freed->SizeClass];
    Free[freed->SizeClass] = freed;
    freed = next;
  }
  if (Free[size])
    return Free[size];

  std::size_t block = classBytes(size);
  std::size_t count = std::max<std::size_t>(SlabBytes / block, 4);
  auto *memory = static_cast<std::byte *>(
      ::operator new(count * block, std::align_val_t(64)));
  std::unique_ptr<std::byte, FreeMemory> owned(memory);
  std::unique_ptr<SharedPath[]> paths;
  if (Measuring)
    paths.reset(new SharedPath[count]);
  Slabs.push_back({std::move(owned), count * block, size, std::move(paths)});
  for (std::size_t i = count; i-- > 0;) {
    auto *closure = ::new (memory + i * block) Closure{};
    closure->Home = Number;
    closure->SizeClass = size;
    closure->Path = Measuring ? &Slabs.back().Paths[i] : nullptr;
    closure->Where.store_relaxed(OwnWhere);
    closure->Next = Free[size];
    Free[size] = closure;
  }
  return Free[size];
}

/// Releases the closure and its link: pairs with the exchanges in refill() and
/// takeInbox(), which take the whole stack. So there is no ABA problem: the top
/// cannot be taken alone and pushed again.
static void pushOn(Atomic<Closure *> &stack, Closure *closure) {
  Closure *top = stack.load_relaxed();
  do
    closure->Next = top;
  while (!stack.cas_release(top, closure));
}

/// Release() for closures that others could send to, that had a place or were
/// made by another worker; while measuring, and where blocks are not used
/// again.
void Worker::releaseOther(Closure *closure) {
  closure->nextGeneration();
  closure->Where.store_relaxed(Closure::ownedBy(closure->Home));
  if (Measuring) {
    // The thread has ended.
    Clock->stop();
    countReleased();
  }
  if (Shared.Noted)
    return;
  if (closure->Home != Number)
    return Shared.Workers[closure->Home]->takeFreed(closure);
  closure->Next = Free[closure->SizeClass];
  Free[closure->SizeClass] = closure;
}

void Worker::takeFreed(Closure *closure) { pushOn(Freed, closure); }

template <class T> static void raise(Atomic<T> &most, T value) {
  T old = most.load_relaxed();
  while (old < value && !most.cas_relaxed(old, value))
    ;
}

static void addTo(Atomic<std::int64_t> &now, Atomic<std::int64_t> &most) {
  raise(most, now.fetch_add_relaxed(1) + 1);
}

void Worker::countAllocated() {
  addTo(Space, MostSpace);
  addTo(Shared.Closures, Shared.MostClosures);
}

void Worker::countReleased() {
  Space.fetch_sub_relaxed(1);
  Shared.Closures.fetch_sub_relaxed(1);
}

/// A closure moves from this worker to another rank.
void Worker::countLeft() {
  if (Measuring)
    countReleased();
}

/// A closure moves from this worker to another one.
void Worker::countMoved(Worker &to) {
  if (!Measuring)
    return;
  Space.fetch_sub_relaxed(1);
  addTo(to.Space, to.MostSpace);
}

//===----------------------------------------------------------------------===//
// Posting
//===----------------------------------------------------------------------===//

/// Posts a closure that is not for the head of the private part.
void Worker::postElsewhere(Closure *closure) {
  insert(closure);
  if (Attention.load_relaxed())
    attend();
}

/// Puts a ready closure into its part of the ready queue. Thieves take closures
/// in the order of the paper: those of the shared part come first. Each of them
/// is shallower than all in the private part, or nearer to the tail of the same
/// level.
void Worker::insert(Closure *closure) {
  if (closure->Level < Mine.floor()) {
    expose(closure, 0);
    std::lock_guard<SpinLock> guard(Lock);
    // Thieves may have taken the closure that set the floor.
    setFloor();
    if (closure->Level < Mine.floor()) {
      Exposed.push(closure);
      ExposedCount.store_relaxed(ExposedCount.load_relaxed() + 1);
      return;
    }
  }
  Mine.push(closure);
}

void Worker::enableElsewhere(Closure *closure) {
  std::uint32_t place = closure->place();
  Worker &home = *Shared.Workers[closure->Home];
  if (place == number()) {
    if (&home != this)
      home.countMoved(*this);
    putPlaced(closure);
  } else if (place != Closure::Anywhere) {
    deliver(home, place, closure);
  } else if (&home == this) {
    post(closure, closure->Level);
  } else if (Shared.Options.post == post_to::owner) {
    deliver(home, home.number(), closure);
  } else {
    ++Migrated;
    home.countMoved(*this);
    post(closure, closure->Level);
  }
}

void Worker::putPlaced(Closure *closure) {
  Placed.push(closure);
  Attention.fetch_or_relaxed(HasPlaced);
}

/// Sends a ready closure, which \p home has made, to the worker \p to.
void Worker::deliver(Worker &home, std::uint32_t to, Closure *closure) {
  expose(closure, 0);
  if (!Shared.isHere(to)) {
    home.countLeft();
    return Shared.Others->sendClosure(Shared, to, closure);
  }
  Worker &worker = Shared.worker(to);
  if (&home != &worker)
    home.countMoved(worker);
  worker.putInbox(closure);
}

void Worker::putInbox(Closure *closure) {
  Shared.Busy.fetch_add_relaxed(1);
  pushOn(Inbox, closure);
  // Releases the push: pairs with fetch_and in takeInbox().
  Attention.fetch_or_release(Delivered);
}

void Worker::takeInbox() {
  // Acquires the push before the bit was set: pairs with fetch_or in putInbox()
  // and in Run::deliver(). So the exchange below finds it.
  Attention.fetch_and_acquire(~Delivered);
  // Acquires the closures: pairs with pushOn() in putInbox().
  Closure *newest = Inbox.exchange_acquire(nullptr);
  Closure *oldest = nullptr;
  std::uint64_t count = 0;
  for (; newest; ++count) {
    auto *next = static_cast<Closure *>(newest->Next);
    newest->Next = oldest;
    oldest = newest;
    newest = next;
  }
  while (oldest) {
    Closure *closure = oldest;
    oldest = static_cast<Closure *>(closure->Next);
    if (closure->place() == number())
      putPlaced(closure);
    else
      insert(closure);
  }
  if (Networked)
    count += takeMail();
  // The count does not become 0: this worker is busy, too.
  Shared.Busy.fetch_sub_relaxed(count);
}

void Worker::attend() {
  Still still(Clock.get());
  unsigned wishes = Attention.load_relaxed();
  if (wishes & Delivered)
    takeInbox();
  if (wishes & Wanted)
    share();
}

//===----------------------------------------------------------------------===//
// Sharing and stealing
//===----------------------------------------------------------------------===//

/// How many closures the owner shares at a time, so that thieves find some
/// while it is in a long thread: two for each worker.
std::size_t Run::shareLimit() const {
  return std::clamp<std::size_t>(std::size_t(2) * AllWorkers, 8, 64);
}

void Worker::share() {
  if (Mine.empty())
    return;
  std::size_t limit = Shared.shareLimit();
  std::size_t count = ExposedCount.load_relaxed();
  Link found = {&found, &found};
  for (; count < limit; ++count) {
    Closure *closure = Mine.popShallowest();
    if (!closure)
      break;
    // The closures that the thief can send to must be shared before it has this
    // one.
    expose(closure, 0);
    closure->Prev = found.Prev;
    closure->Next = &found;
    found.Prev = found.Prev->Next = closure;
  }

  // Cleared before the closures are shared: a thief that finds too little
  // afterwards sets the bit again.
  Attention.fetch_and_relaxed(~Wanted);
  std::lock_guard<SpinLock> guard(Lock);
  count = ExposedCount.load_relaxed();
  while (found.Next != &found) {
    auto *closure = static_cast<Closure *>(found.Next);
    found.Next = closure->Next;
    Exposed.push(closure);
    ++count;
  }
  setFloor();
  ExposedCount.store_relaxed(count);
}

/// Under the lock: the shared part has changed.
void Worker::setFloor() {
  Mine.setFloor(std::max<std::int64_t>(Exposed.deepest(), 0));
}

Closure *Worker::takeBack() {
  // Only this worker adds to it. Acquires, with the 0, that the thief counts as
  // busy: pairs with the store in popForThief().
  if (ExposedCount.load_acquire() == 0) {
    Mine.setFloor(0);
    return nullptr;
  }
  std::lock_guard<SpinLock> guard(Lock);
  Closure *closure = Exposed.popDeepest();
  setFloor();
  if (closure)
    ExposedCount.store_relaxed(ExposedCount.load_relaxed() - 1);
  return closure;
}

/// Takes what a thief gets from this worker. The thief is another worker of
/// this process (\p here) or of another one.
Closure *Worker::popForThief(bool here) {
  Closure *closure = nullptr;
  std::size_t left = ExposedCount.load_relaxed();
  if (left != 0) {
    std::lock_guard<SpinLock> guard(Lock);
    closure = Exposed.popShallowest();
    if (closure) {
      // The thief is counted first. Otherwise the victim could see that it has
      // nothing left, and the number of busy workers could reach 0 in between.
      if (here)
        Shared.Busy.fetch_add_relaxed(1);
      left = ExposedCount.load_relaxed() - 1;
      // Releases that: pairs with the load in takeBack().
      ExposedCount.store_release(left);
    }
  }
  if (left < Shared.shareLimit() / 2 && !(Attention.load_relaxed() & Wanted))
    Attention.fetch_or_relaxed(Wanted);
  return closure;
}

Closure *Worker::stealFrom(Worker &victim) {
  ++Requests;
  Closure *closure = victim.popForThief(true);
  if (!closure)
    return nullptr;
  ++Steals;
  victim.countMoved(*this);
  return receive(closure);
}

/// Makes a stolen closure one of this worker.
Closure *Worker::receive(Closure *closure) {
  if (Shared.Options.migration == migrate_by::reference)
    return closure;
  packer to;
  packReady(closure, to);
  closure->Thread->Destroy(closure, 0);
  release(closure, closure->SizeClass);
  unpacker from(to.message());
  return unpackReady(*this, from);
}

/// Shares all closures that a thread can send to: through its arguments, and
/// through the arguments of those closures. A closure that is shared already is
/// not followed again, so each is followed once.
void Worker::expose(const Closure *closure, std::uint32_t missing) {
  if (!closure->Thread->Collect)
    return;
  std::vector<Reference> found;
  closure->Thread->Collect(closure, missing, found);
  exposeAll(found);
}

void Worker::exposeAll(std::vector<Reference> &found) {
  while (!found.empty()) {
    Reference to = found.back();
    found.pop_back();
    if (!to.isHere())
      continue;
    Closure *closure = to.closure();
    if (closure->generation() != to.generation() || closure->owner() != Number)
      continue;
    closure->Claimed.store_relaxed(0);
    closure->Where.store_relaxed(Closure::Shared << 16 | closure->place());
    if (closure->Thread->Collect)
      closure->Thread->Collect(closure, closure->missing(), found);
  }
}

//===----------------------------------------------------------------------===//
// Sending to what others can send to
//===----------------------------------------------------------------------===//

/// The closure has ended, so only where its block was not used again is it
/// known.
static error finished(const Run &run, Reference to,
                      const std::source_location &where) {
  std::string what =
      run.Noted ? describeArgument(to.closure(), to) + "," : "a closure";
  std::string hint = run.Noted ? "" : "; --check-sends tells more";
  return error(error::sent_to_finished, "a value was sent to " + what +
                                            " whose thread has ended" +
                                            describeSend(where) + hint);
}

/// Throws an error if \p to does not refer to a closure that is in use and to
/// which the worker \p sender, or Closure::Shared, may send. Returns the owner.
static std::uint32_t checkTarget(const Run &run, Reference to,
                                 std::uint64_t sender,
                                 const std::source_location &where) {
  if (!to.isHere())
    throw error(error::sent_to_nothing,
                "a continuation that refers to nothing was sent to; missing() "
                "makes one that does" +
                    describeSend(where));
  if (to.closure()->generation() != to.generation())
    throw finished(run, to, where);
  std::uint32_t owner = to.closure()->owner();
  if (owner != sender && owner != Closure::Shared)
    throw error(error::hidden_continuation,
                "a continuation came from another worker unseen; it may travel "
                "in arguments and sent values only" +
                    describeSend(where));
  return owner;
}

/// Takes the right to write a slot, for a value of \p size bytes.
static Slot claimSlot(Reference to, std::size_t size,
                      const std::source_location &where) {
  Closure *closure = to.closure();
  std::uint32_t bit = 1u << to.bit();
  const auto twice = [&] {
    return error(error::sent_twice, "a second value was sent to " +
                                        describeArgument(closure, to) +
                                        describeSend(where));
  };
  if (!(closure->missing() & bit))
    throw twice();
  std::byte *slot = closure->arguments() + to.bit() * WordBytes;
  if (to.element() == 0) {
    if (closure->Claimed.fetch_or_relaxed(bit) & bit)
      throw twice();
    return {slot, nullptr};
  }
  auto *array = reinterpret_cast<ArraySlot *>(slot);
  std::uint32_t element = to.element() - 1;
  MissingElements elements = array->missing(size);
  if (!elements.claim(element))
    throw twice();
  return {array->First + element * size, elements.Remaining};
}

/// Returns the closure of the slot if this worker may write it with plain
/// accesses, else null.
Closure *Worker::ownTarget(Reference to) const {
  if (!to.isHere() || to.element() != 0)
    return nullptr;
  Closure *closure = to.closure();
  if (closure->generation() != to.generation() || closure->owner() != Number ||
      !(closure->missing() >> to.bit() & 1))
    return nullptr;
  return closure;
}

/// A slot of ownTarget() has been written.
void Worker::filled(Closure *closure, unsigned bit) {
  if (Measuring)
    arrive(closure);
  std::uint32_t left = closure->missing() & ~(1u << bit);
  closure->Missing.store_relaxed(left);
  if (left == 0)
    enable(closure);
}

void Worker::noteSend(Reference to, const std::source_location &where) {
  Shared.Noted->note(to, where);
}

Slot Worker::claim(Reference to, std::size_t size,
                   std::vector<Reference> &found,
                   const std::source_location &where) {
  if (checkTarget(Shared, to, Number, where) == Closure::Shared)
    exposeAll(found);
  return claimSlot(to, size, where);
}

std::byte *Arrival::claim(std::size_t size) {
  if (Here.Noted)
    Here.Noted->note(To, From);
  checkTarget(Here, To, Closure::Shared, From);
  Slot slot = claimSlot(To, size, From);
  Remaining = slot.Remaining;
  return slot.Address;
}

bool tussah::cps::detail::wasLast(Reference to,
                                  Atomic<std::uint64_t> *remaining) {
  // Releases the element that this sender has written, and acquires the others
  // if it is the last: pairs with itself in the other senders.
  if (remaining && remaining->fetch_sub_acq_rel(1) != 1)
    return false;
  std::uint32_t bit = 1u << to.bit();
  // The same for whole arguments: pairs with itself in the other senders.
  return to.closure()->Missing.fetch_and_acq_rel(~bit) == bit;
}

void Worker::complete(Reference to, Slot slot) {
  Closure *closure = to.closure();
  if (Measuring)
    arrive(closure);
  if (wasLast(to, slot.Remaining))
    enable(closure);
}

void Worker::made(Closure *closure) {
  Still still(Clock.get());
  countAllocated();
  closure->Path->set(Clock->path());
  if (Shared.Drawing)
    Shared.Drawing->made(closure, Drawn);
}

void Worker::arrive(Closure *closure) {
  Still still(Clock.get());
  if (closure->owner() == Number)
    closure->Path->raiseOwn(Clock->path());
  else
    closure->Path->raise(Clock->path());
  if (Shared.Drawing)
    Shared.Drawing->sent(Drawn, closure);
}

//===----------------------------------------------------------------------===//
// The scheduling loop
//===----------------------------------------------------------------------===//

/// Short, so that the call of the thread is a tail call: the rest is in
/// executeWith().
void Worker::execute(Closure *closure) {
  Level = closure->Level;
  if (++Threads > PlainUntil) [[unlikely]]
    return executeWith(closure);
  closure->Thread->Run(*this, closure);
}

/// Runs a thread that is measured, or before which messages and the level have
/// to be looked at.
void Worker::executeWith(Closure *closure) {
  Level = closure->Level = std::min(closure->Level, Levels::LastLevel);
  if (Networked && Threads > PollAt)
    pollNetwork();
  else if (!Networked && !Measuring)
    PlainUntil =
        Threads + (Pausable ? ThreadsBetweenPauses : ThreadsBetweenLevels);
  if (Attention.load_relaxed() & Pause)
    park();
  if (!Measuring) {
    closure->Thread->Run(*this, closure);
    return;
  }
  if (Shared.Drawing)
    Drawn = Shared.Drawing->begins(closure);
  Clock->begin(closure->Thread, closure->Path->get());
  if (Record)
    runRecorded(closure);
  else
    closure->Thread->Run(*this, closure);
  Clock->end();
}

/// Runs a thread, and notes it if it was long. It is named afterwards, as most
/// are short, if its block is still there: only this worker uses its own again.
void Worker::runRecorded(Closure *closure) {
  const Code *code = closure->Thread;
  bool isOwn = closure->Home == Number;
  std::string name = isOwn ? "" : code->Name(closure);
  std::uint64_t begin = ticks();
  code->Run(*this, closure);
  std::uint64_t end = ticks();
  if (end - begin >= Record->Long)
    Record->ran(isOwn ? code->Name(closure) : name, begin, end);
}

void Worker::work() {
  Current = this;
  if (Clock)
    Clock->enter();
  try {
    while (Closure *closure = next()) {
      execute(closure);
      while (Tail) [[unlikely]]
        execute(std::exchange(Tail, nullptr));
    }
  } catch (...) {
    Shared.fail(std::current_exception());
  }
  if (Clock)
    Clock->leave();
  Current = nullptr;
}

/// Chooses the next closure when others want something. \p closure is the one
/// that would be next otherwise, or null.
Closure *Worker::nextAttended(Closure *closure) {
  attend();
  if (Attention.load_relaxed() & Pause)
    park();
  unsigned wishes = Attention.load_relaxed();
  // The closures that are left are destroyed with the heaps.
  if (wishes & Stop)
    return nullptr;
  if (wishes & HasPlaced) {
    if (closure)
      insert(closure);
    closure = Placed.popDeepest();
    if (Placed.empty())
      Attention.fetch_and_relaxed(~HasPlaced);
    return closure;
  }
  if (!closure)
    closure = Mine.popDeepest();
  return closure ? closure : findWork();
}

/// A random number below \p limit.
std::uint64_t Worker::random(std::uint64_t limit) {
  return support::randomBelow(limit, Random);
}

/// Returns any other worker of all ranks, with equal probability.
std::uint32_t Worker::chooseVictim() {
  auto victim = static_cast<std::uint32_t>(random(workers() - 1));
  return victim < number() ? victim : victim + 1;
}

/// Chooses a victim. If it is in this process, steals; otherwise asks for a
/// closure, and lets \p wait expect the answer.
Closure *Worker::stealFromRandom(BackOff &wait) {
  // The others were lost with their ranks.
  if (workers() == 1)
    return nullptr;
  std::uint32_t victim = chooseVictim();
  if (Shared.isHere(victim)) {
    Closure *closure = stealFrom(Shared.worker(victim));
    if (closure && Record)
      Record->stole(victim);
    return closure;
  }
  if (ask(victim))
    wait.expect();
  return nullptr;
}

/// Waits while the run pauses. All closures of this worker are then in its heap
/// or in its mailbox, the one that it runs next, too.
void Worker::park() {
  // Acquires the number of this pause: pairs with fetch_or in Run::pause().
  if (Attention.load_acquire() & Stop)
    return;
  unsigned number = Shared.Pauses.load_relaxed();
  // Releases the heap: pairs with the load in allParked().
  Shared.Parked.fetch_add_release(1);
  BackOff wait;
  std::uint64_t began = Record ? ticks() : 0;
  // Acquires that the wish is withdrawn and Parked is 0: pairs with the
  // addition in Run::resume().
  while (Shared.Pauses.load_acquire() == number &&
         !(Attention.load_relaxed() & Stop)) {
    if (Networked)
      Shared.Others->pollIdle();
    wait.again();
  }
  if (Record)
    Record->note(TimelineEvent::Parked, began, ticks());
  if (Clock)
    Clock->idled();
}

/// Takes back what this worker has shared, or becomes a thief. Null when the
/// run is over.
Closure *Worker::findWork() {
  if (Closure *closure = takeBack())
    return closure;
  const std::uint64_t began = Record ? ticks() : 0;
  const auto noteIdle = [&] {
    if (Record)
      Record->note(TimelineEvent::Idle, began, ticks());
  };
  // From here on this worker is idle. The last worker to become idle ends the
  // run. Acquires what the others did before they were idle, and releases what
  // this one did: pairs with itself in other workers, and with the load in
  // Cluster::isQuiet().
  if (Shared.Busy.fetch_sub_acq_rel(1) == 1 && !Networked)
    Shared.stop();
  Closure *stolen = nullptr;
  for (BackOff wait; !stolen;) {
    if (Networked)
      pollIdle();
    // Pairs with fetch_or in putInbox(), Run::deliver() and Run::pause().
    unsigned wishes = Attention.load_acquire();
    if (wishes & Stop) {
      noteIdle();
      return nullptr;
    }
    if (wishes & Pause) {
      park();
      continue;
    }
    if (wishes & Delivered) {
      // Count this worker before what is in its inbox is no longer counted.
      Shared.Busy.fetch_add_relaxed(1);
      break;
    }
    stolen = stealFromRandom(wait);
    if (!stolen)
      wait.again(!Networked || !isAnswerNear());
  }
  noteIdle();
  if (Clock)
    Clock->idled();
  if (Networked)
    resumePolls();
  return stolen ? stolen : nextAttended(nullptr);
}

worker_statistics Worker::statistics(double ticksPerSecond) const {
  worker_statistics result;
  result.threads = Threads;
  result.requests = Requests;
  result.steals = Steals;
  result.migrated = Migrated;
  result.space = MostSpace.load_relaxed();
  if (Clock) {
    const Length &work = Clock->work();
    result.work = static_cast<double>(work.Usual) / ticksPerSecond;
    result.work_least = static_cast<double>(work.Least) / ticksPerSecond;
    result.work_most = static_cast<double>(work.Most) / ticksPerSecond;
    result.replaced = Clock->replaced();
    result.unknown = static_cast<double>(Clock->unknown()) / ticksPerSecond;
  }
  result.remote_waits = Waits;
  return result;
}
