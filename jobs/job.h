//===- job.h - A job of several processes -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ranks of a job: how they join, how messages get to them, which are
/// alive, and how they leave. What they do in between is a class that derives
/// from Job: Cluster in cps/, and TaskJob in backtrack/.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_JOBS_JOB_H
#define TUSSAH_JOBS_JOB_H

#include "transport.h"

#include <tussah/jobs/image.hpp>
#include <tussah/jobs/pack.hpp>
#include <tussah/support/spin_lock.hpp>

#include <chrono>
#include <csignal>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace tussah::jobs {

using support::Atomic;

using cps::packer;
using cps::unpacker;

/// The number of workers that \p wanted asks for, or else CILK_NWORKERS, or
/// else this process's share of the processors. Throws error::wrong_option if
/// \p wanted is too large.
unsigned countWorkers(unsigned wanted, unsigned processesHere);

/// After how many seconds a silent rank is taken for dead: TUSSAH_CPS_TIMEOUT.
/// Throws error::wrong_option.
std::uint64_t secondsOfSilence();

/// Throws error::malformed_message if something is left.
void checkRead(const unpacker &from);

/// A thread of the runtime. All signals are for the program's own threads.
template <class F> std::thread threadWithoutSignals(F f) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread thread(std::move(f));
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  return thread;
}

/// The job that this process is one rank of. All public functions may be called
/// by any thread.
class Job {
public:
  /// Leaves the job, in which there is no run, with all ranks; on rank 0. The
  /// process must end.
  void leave();

  unsigned rank() const { return Rank; }
  /// How many there were at the beginning.
  unsigned ranks() const { return Ranks; }
  const std::vector<ImageIdentity> &images() const { return Images; }

  /// Handles the messages that have come, unless another thread does. Returns
  /// how many there were.
  unsigned poll();
  /// The same, for who has nothing else to do, but may sleep before he asks
  /// again.
  unsigned pollIdle() {
    noteLook(Looks::Seldom);
    return poll();
  }
  /// Whether a message may have come. For busy workers, which ask all the time;
  /// \p often: this one did not take long since it has asked last.
  bool isMailPending(bool often) {
    noteLook(often ? Looks::Often : Looks::Seldom);
    return !Network->pending || Network->pending();
  }

  /// Sends data from rank 0 to all others, before the first run; gets it there.
  void sendBlob(const packer &blob);
  std::vector<std::byte> receiveBlob();

protected:
  /// The kinds of messages that all jobs have. A message begins with its kind
  /// and the number of its run.
  enum Common : std::uint8_t {
    Hello, ///< To rank 0: what runs there.
    Beat,  ///< The rank is alive.
    Blob,  ///< Data of broadcast().
    Begin, ///< A run begins: what serve() wants.
    Bye,   ///< The program is over, on the sender.
    Lost,  ///< A rank has died: its number, and what packLoss() has written.
    Piece, ///< Of a message that is larger than the transport's.
    FirstOfRun
  };

  Job() = default;
  virtual ~Job() = default;

  /// Joins the job; all ranks must, as the same type. Throws error. Null if
  /// this process is alone.
  template <class T> static T *joinAs() {
    Job *job = join([]() -> Job * { return new T(); });
    if (job && !dynamic_cast<T *>(job))
      refuseType();
    return static_cast<T *>(job);
  }

  /// The job, if it was joined before, as that type; else null.
  template <class T> static T *joinedAs() {
    return dynamic_cast<T *>(joined());
  }

  /// Handles a message of the present run. Under the lock, as is look().
  virtual void handleOfRun(std::uint8_t kind, unsigned from,
                           unpacker &message) = 0;
  /// Does what follows from the state of this rank; called often.
  virtual void look() = 0;
  /// On rank 0, under the lock: a rank has died. Writes what others need to
  /// know for handleLoss().
  virtual void packLoss(packer &) {}
  /// The same, on each rank: the rank \p lost is not present from here on, and
  /// nothing comes from it. \p news is from packLoss().
  virtual void handleLoss(unsigned lost, unpacker &news) = 0;

  packer message(std::uint8_t kind) const;
  /// Whether a rank has not died; how many have not. Under the lock.
  bool isPresent(unsigned rank) const { return !IsLost[rank].load_relaxed(); }
  unsigned present() const { return Present; }
  /// Whether ranks may die without the others.
  bool survivesLosses() const { return NextLost; }

  /// Under the lock. Messages have any size; those to ranks that have died are
  /// dropped. Another failure ends the job.
  void send(unsigned rank, const packer &message);
  void sendToOthers(const packer &message);
  /// Handles messages until \p ready() is true; it is called under the lock.
  void waitFor(const std::function<bool()> &ready);

  /// From here on, messages are for the run RunNumber; the second function
  /// handles those that came before. Under the lock.
  void openRun();
  void handleEarly();
  /// The run is over on this rank; under the lock.
  void closeRun();

  /// On ranks other than 0: calls \p work with what follows the head of each
  /// message Begin; leaves the program when rank 0 does.
  [[noreturn]] void
  serve(const std::function<void(const std::vector<std::byte> &)> &work);

  /// Ends the whole job.
  [[noreturn]] void die(const std::string &why, int code = 1);
  /// The same because a rank is lost: `tussah job` may start the job again.
  [[noreturn]] void dieOfLoss(const std::string &why);

  unsigned Rank = 0, Ranks = 1;

  /// Guards the transport and all that follows.
  support::SpinLock Lock;
  /// The numbers of workers of this rank, and on rank 0 of all ranks, where an
  /// option does not say it.
  std::vector<unsigned> DefaultWorkers;
  /// By rank: the first rank on its machine. On ranks other than 0, of the own
  /// one only.
  std::vector<unsigned> Machines;
  /// The number of the present run, or the last one.
  std::uint32_t RunNumber = 0;

private:
  /// How workers have looked for messages since the watch has. Some may look
  /// often: then Seldom says that another one did not.
  enum class Looks : std::uint8_t { Never, Often, Seldom };

  /// Workers share the line of the cache as long as they only read it.
  void noteLook(Looks how) {
    if (Looked.load_relaxed() < how)
      Looked.store_relaxed(how);
  }

  static Job *join(Job *(*make)());
  static Job *joined();
  [[noreturn]] static void refuseType();
  void connect();
  void greet();
  void checkHello(unsigned from, unpacker &message);
  static void leaveAtExit();
  void checkGone();
  /// The part of it under the lock. No other thread uses the transport
  /// afterwards.
  void finishTransport();
  void handle(unsigned from, const void *bytes, std::size_t size);
  void lookForLosses();
  void lose(unsigned rank);
  void sendInPieces(unsigned rank, const std::vector<std::byte> &bytes);
  void handlePiece(unsigned from, unpacker &message);
  static std::chrono::microseconds longestPeriod(Looks workers);
  void watch();
  void beat();

  struct Deferred {
    unsigned From;
    std::vector<std::byte> Bytes;
  };

  const tussah_cps_transport *Network = nullptr;
  /// Null if no rank can die without the others.
  tussah_cps_lost *NextLost = nullptr;
  /// By rank, also read without the lock; and how many are not.
  std::vector<Atomic<bool>> IsLost;
  unsigned Present = 1;
  /// What this process runs.
  std::vector<ImageIdentity> Images;
  /// The last run that is over.
  std::uint32_t LastOver = 0;
  /// By rank: what has come of a message in pieces.
  std::vector<std::vector<std::byte>> Pieces;
  /// Messages for a run that has not begun here.
  std::vector<Deferred> Early;
  /// On rank 0: the ranks that have said hello.
  unsigned Greeted = 0;
  std::deque<std::vector<std::byte>> Blobs;
  /// The options of a run that begins, and its number.
  std::vector<std::byte> Beginning;
  std::uint32_t BeginningRun = 0;
  bool ByeCame = false;
  /// On rank 0: a rank that has left the program, or 0.
  unsigned Gone = 0;

  // Of the watch. Its clock counts the time in which this process could run.
  std::thread Watch;
  Atomic<bool> Connected = false, Leaving = false, Stopping = false;
  /// Whether there is a run; changed under the lock.
  Atomic<bool> InRun = false;
  Atomic<std::uint64_t> Clock = 0;
  Atomic<Looks> Looked = Looks::Never;
  std::uint64_t LastBeat = 0, Timeout = 0;
  /// When each rank was heard of.
  std::vector<Atomic<std::uint64_t>> Heard;
};

} // namespace tussah::jobs

#endif // TUSSAH_JOBS_JOB_H
