//===- cluster.h - A job of several processes -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What passes between ranks, above a transport. docs/cps.md, "Transport",
/// explains the protocols.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_CLUSTER_H
#define TUSSAH_CPS_CLUSTER_H

#include <tussah/cps/worker.hpp>

#include "transport.h"

#include <tussah/cps/image.hpp>

#include <csignal>
#include <deque>
#include <functional>
#include <thread>

namespace tussah::cps::detail {

/// The number of workers that \p wanted asks for, or else CILK_NWORKERS, or
/// else this process's share of the processors. Throws error::wrong_option.
unsigned countWorkers(unsigned wanted, unsigned processesHere);

/// Writes a ready closure into a message.
void packReady(const Closure *closure, packer &to);
/// Makes a closure of such a message, for a worker, whose thread calls it.
Closure *unpackReady(Worker &worker, unpacker &from);
/// Throws error::malformed_message if something is left.
void checkRead(const unpacker &from);

/// Says that the path to a closure is at least \p path ticks long.
void raiseReady(Closure *closure, std::uint64_t path);
/// A claimed slot has been written. Returns whether the closure is ready.
bool wasLast(Reference to, std::atomic<std::uint64_t> *remaining);

/// A thread of the runtime. All signals are for the program's own threads.
template <class F> std::thread threadWithoutSignals(F f) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  std::thread thread(std::move(f));
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  return thread;
}

/// The job that this process is one rank of. All functions may be called by any
/// thread, but for begin, end and serve, which belong to the caller of run().
class Cluster {
public:
  /// Joins the job; all ranks must. Throws error::no_transport. Null if this
  /// process is alone.
  static Cluster *join();

  unsigned rank() const { return Rank; }
  unsigned ranks() const { return Ranks; }
  const std::vector<ImageIdentity> &images() const { return Images; }
  unsigned rankOf(std::uint32_t worker) const;

  /// On ranks other than 0: takes part in the runs of rank 0, then leaves the
  /// program.
  [[noreturn]] void serve();

  /// Sets the numbers of the run's workers. Returns how many are here. Throws
  /// error::wrong_option, and error::wrong_context if there is a run already.
  unsigned number(Run &run, const options &wanted);
  /// The run has ended, or has not begun after all: there may be another one.
  void forget(Run &run);
  /// From here on, messages are for this run.
  void begin(Run &run);
  /// After the workers of this process: waits for all ranks, and gathers what
  /// they have done. On ranks other than 0, sends it.
  void end(Run &run, statistics &result, Waiting &waiting);

  /// Handles the messages that have come, unless another thread does. Returns
  /// how many there were.
  unsigned poll();

  // Of the present run, each one message. Called by workers.
  /// Asks the rank of the worker \p victim for a closure for \p thief.
  void request(std::uint32_t victim, std::uint32_t thief);
  /// Sends a ready closure to a worker of another rank.
  void sendClosure(Run &run, std::uint32_t worker, detail::Closure *closure);
  /// \p message is the argument of handleArgument().
  void sendArgument(unsigned rank, const packer &message);

  /// Sends a word to what the other ranks have set by on_notice(); nothing
  /// outside of runs. Called by any thread.
  void notify(std::uint64_t word);

  /// On rank 0: stops all workers of all ranks at the ends of their threads,
  /// and gets the closures of each rank. False if the run ends before that.
  bool snapshot(Run &run, std::vector<std::vector<std::byte>> &parts);

  void sendBlob(const packer &blob);
  std::vector<std::byte> receiveBlob();

private:
  enum class Message : std::uint8_t {
    Hello,    ///< To rank 0: what runs there.
    Beat,     ///< The rank is alive.
    Blob,     ///< Data of broadcast().
    Begin,    ///< A run begins: its options.
    Request,  ///< A thief wants a closure.
    Nothing,  ///< There is none.
    Closure,  ///< A ready closure for a worker.
    Argument, ///< A value.
    Notice,   ///< A word of the program.
    Probe,    ///< Tell when nothing runs.
    Report,   ///< Nothing runs; how many messages there were.
    Pause,    ///< No thread may begin.
    Save,     ///< Send all closures.
    Part,     ///< A piece of them.
    Resume,   ///< Go on.
    Failed,   ///< A thread has thrown.
    End,      ///< The run is over.
    Ended,    ///< What the rank did in it.
    Bye,      ///< The program is over, on the sender.
  };
  /// How many messages that can make work a rank has sent and received.
  struct Counts {
    std::uint64_t Sent = 0, Received = 0;
    bool operator==(const Counts &) const = default;
  };
  struct Deferred {
    unsigned From;
    std::vector<std::byte> Bytes;
  };

  Cluster() = default;
  void connect();
  void greet();
  void checkHello(unsigned from, unpacker &message);
  static void leaveAtExit();
  void checkGone();
  void leave();

  packer message(Message kind) const;
  void send(unsigned rank, const packer &message);
  void sendToOthers(const packer &message);
  void waitFor(const std::function<bool()> &ready);

  void handle(unsigned from, const void *bytes, std::size_t size);
  void handleOfRun(Message kind, unsigned from, unpacker &message);
  void handleRequest(unsigned from, unpacker &message);
  void handleArgument(unpacker &message);
  void handleEnded(unsigned from, unpacker &message);
  void look();
  void probe();
  void finishWave();
  bool isQuiet() const;
  void endRun();
  void savePart();
  void gather();
  void handlePart(unsigned from, unpacker &message);
  void close();
  void sendFailure();
  void passClosure(Run &run, std::uint32_t worker, bool stolen,
                   detail::Closure *closure);

  void watch();
  void beat();
  [[noreturn]] void die(const std::string &why);

  unsigned Rank = 0, Ranks = 1, LocalRanks = 1;
  const tussah_cps_transport *Network = nullptr;

  /// Guards the transport and all that follows.
  SpinLock Lock;
  /// What this process runs, and the numbers of workers of all ranks where an
  /// option does not say it.
  std::vector<ImageIdentity> Images;
  std::vector<unsigned> DefaultWorkers;
  /// Where the numbers of each rank's workers begin, and the end of the last.
  std::vector<unsigned> FirstWorkers;
  /// The run that has the numbers, from number() to forget().
  Run *Entered = nullptr;
  /// The run that messages are for, its number, and the last one that is over.
  Run *Active = nullptr;
  std::uint32_t RunNumber = 0, LastOver = 0;
  /// Messages for a run that has not begun here.
  std::vector<Deferred> Early;

  Counts Own;
  /// On rank 0: the sums of this wave of reports and the last one, and how many
  /// ranks have not answered.
  Counts Wave, LastWave;
  unsigned Unreported = 0;
  bool WaveRuns = false, HadWave = false;
  /// The wave has begun before a pause, and says nothing about it.
  bool WaveVoid = false;
  /// On the others: rank 0 wants a report.
  bool Probed = false;
  bool FailureSent = false, OverSent = false, OverCame = false;
  /// On rank 0: the ranks that have said hello, or ended the run, or have not
  /// yet sent their closures.
  unsigned Greeted = 0, EndedRanks = 0, Unsaved = 0;
  std::vector<std::vector<std::byte>> Parts;
  statistics Gathered;
  Waiting GatheredWaiting;

  std::deque<std::vector<std::byte>> Blobs;
  /// The options of a run that begins.
  std::vector<std::byte> Beginning;
  bool ByeCame = false;
  /// On rank 0: a rank that has left the program, or 0.
  unsigned Gone = 0;

  // Of the watch. Its clock counts the time in which this process could run.
  std::thread Watch;
  std::atomic<bool> Connected = false, Leaving = false, Stopping = false;
  /// Whether there is a run.
  std::atomic<bool> InRun = false;
  std::atomic<std::uint64_t> Clock = 0;
  /// How often messages have been looked for; changed under the lock.
  std::atomic<std::uint64_t> Polls = 0;
  std::uint64_t LastBeat = 0, Timeout = 0;
  /// When each rank was heard of.
  std::vector<std::atomic<std::uint64_t>> Heard;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_CLUSTER_H
