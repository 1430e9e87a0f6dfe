//===- cluster.h - A job of several processes -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What passes between ranks in runs. docs/guides/cps.md, "Transport", explains
/// the protocols.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_CLUSTER_H
#define TUSSAH_CPS_CLUSTER_H

#include <tussah/cps/worker.hpp>

#include "network.h"

namespace tussah::cps::detail {

/// A job with runs of continuation-passing threads. All functions may be called
/// by any thread, but for begin, end and serve, which belong to the caller of
/// run().
class Cluster final : public Network {
public:
  /// Joins the job; all ranks must. Throws error::no_transport. Null if this
  /// process is alone.
  static Cluster *join() { return joinAs<Cluster>(); }
  /// What join() has returned, if it was called before; else null.
  static Cluster *joined() { return joinedAs<Cluster>(); }

  unsigned rankOf(std::uint32_t worker) const;

  /// On ranks other than 0: takes part in the runs of rank 0, then leaves the
  /// program.
  [[noreturn]] void serve();

  unsigned number(Run &run, const options &wanted) override;
  void forget(Run &run) override;
  void begin(Run &run) override;
  bool end(Run &run, statistics &result, Waiting &waiting) override;

  void request(std::uint32_t victim, std::uint32_t thief) override;
  void sendClosure(Run &run, std::uint32_t worker,
                   detail::Closure *closure) override;
  void sendArgument(unsigned rank, const packer &message) override;

  /// Sends a word to what the other ranks have set by on_notice(); nothing
  /// outside of runs. Called by any thread.
  void notify(std::uint64_t word);

  bool snapshot(Run &run, std::vector<std::vector<std::byte>> &parts) override;
  void stopAll(Run &run) override;

private:
  enum class Message : std::uint8_t {
    Begin = Job::Begin,   ///< A run begins: its options.
    Request = FirstOfRun, ///< A thief wants a closure.
    Nothing,              ///< There is none.
    Closure,              ///< A ready closure for a worker.
    Argument,             ///< A value.
    Notice,               ///< A word of the program.
    Probe,                ///< Tell when nothing runs.
    Report,               ///< Nothing runs; how many messages there were.
    Pause,                ///< No thread may begin.
    Save,                 ///< Send all closures.
    Part,                 ///< A piece of them.
    Resume,               ///< Go on.
    Failed,               ///< A thread has thrown.
    End,                  ///< The run is over.
    Abandon,              ///< A rank was lost with a part of the run.
    Ended,                ///< What the rank did in it.
  };
  /// How many messages that can make work a rank has sent and received.
  struct Counts {
    std::uint64_t Sent = 0, Received = 0;
    bool operator==(const Counts &) const = default;
  };

  packer message(Message kind) const {
    return Job::message(static_cast<std::uint8_t>(kind));
  }

  void handleOfRun(std::uint8_t kind, unsigned from,
                   unpacker &message) override;
  void look() override;
  void handleLoss(unsigned lost, unpacker &news) override;

  bool isOver() const { return OverSent || OverCame || Abandoned; }
  void loseRun(unsigned lost);
  void dispatch(Message kind, unsigned from, unpacker &message);
  void handleRequest(unsigned from, unpacker &message);
  void handleArgument(unpacker &message);
  void handleEnded(unsigned from, unpacker &message);
  void probe();
  void finishWave();
  bool isQuiet() const;
  void endRun();
  void savePart();
  void gather();
  void handlePart(unsigned from, unpacker &message);
  void goOn();
  void close();
  void sendFailure();
  void passClosure(Run &run, std::uint32_t worker, bool stolen,
                   detail::Closure *closure);

  // All that follows is guarded by the lock.
  /// Where the numbers of each rank's workers begin, and the end of the last.
  std::vector<unsigned> FirstWorkers;
  /// The run that has the numbers, from number() to forget().
  Run *Entered = nullptr;
  /// The run that messages are for.
  Run *Active = nullptr;

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
  /// A part of the run was lost with a rank.
  bool Abandoned = false;
  /// On rank 0: the ranks that have ended the run, or have not yet sent their
  /// closures.
  unsigned EndedRanks = 0, Unsaved = 0;
  std::vector<std::vector<std::byte>> Parts;
  statistics Gathered;
  Waiting GatheredWaiting;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_CLUSTER_H
