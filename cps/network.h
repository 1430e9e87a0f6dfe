//===- network.h - What a run wants of its job ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The job as runs and their workers see it. Cluster implements it: it hands
/// what comes from other ranks to them.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_NETWORK_H
#define TUSSAH_CPS_NETWORK_H

#include "../jobs/job.h"

#include <tussah/cps/statistics.hpp>

namespace tussah::cps::detail {

struct Closure;
struct Run;
struct Waiting;

/// All functions may be called by any thread, but for begin and end, which
/// belong to the caller of run().
class Network : public jobs::Job {
public:
  /// Sets the numbers of the run's workers, also again before it begins again.
  /// Returns how many are here. Throws error::wrong_option, and
  /// error::wrong_context if there is another run.
  virtual unsigned number(Run &run, const options &wanted) = 0;
  /// The run has ended, or has not begun after all: there may be another one.
  virtual void forget(Run &run) = 0;
  /// From here on, messages belong to this run.
  virtual void begin(Run &run) = 0;
  /// After the workers of this process: waits for all ranks, and gathers what
  /// they have done. On ranks other than 0, sends it. False if the run was lost
  /// with a rank: then rank 0 begins it again.
  virtual bool end(Run &run, statistics &result, Waiting &waiting) = 0;

  // Of the present run, each one message. Called by workers.
  /// Asks the rank of the worker \p victim for a closure for \p thief.
  virtual void request(std::uint32_t victim, std::uint32_t thief) = 0;
  /// Sends a ready closure to a worker of another rank.
  virtual void sendClosure(Run &run, std::uint32_t worker,
                           Closure *closure) = 0;
  /// \p message is the argument of Run::receiveArgument().
  virtual void sendArgument(unsigned rank, const packer &message) = 0;

  /// On rank 0: stops all workers of all ranks at the ends of their threads,
  /// and gets the closures of each rank. False if the run ends before that.
  virtual bool snapshot(Run &run,
                        std::vector<std::vector<std::byte>> &parts) = 0;
  /// On rank 0: ends the run on all ranks, whatever is left to do.
  virtual void stopAll(Run &run) = 0;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_NETWORK_H
