//===- checkpoint.h - Runs that go on in another job ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/guides/cps.md, "Checkpoints", explains what is in a checkpoint and why
/// it is consistent.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_CHECKPOINT_H
#define TUSSAH_CPS_CHECKPOINT_H

#include "../jobs/checkpoint_folder.h"
#include "../jobs/keeper.h"
#include <tussah/cps/worker.hpp>

#include <vector>

namespace tussah::cps::detail {

using jobs::Bytes;
using jobs::CheckpointFolder;

/// The checkpoints of one run. On a cluster, of rank 0.
class Checkpoints final : private jobs::Keepable {
public:
  /// Throws error::wrong_option.
  explicit Checkpoints(Run &run);
  ~Checkpoints() { end(); }

  /// Looks for a checkpoint of the run that begins with \p first. If there is
  /// one, begin() goes on from it. Throws error::bad_checkpoint.
  bool find(const Closure &first);
  /// Keeps the closures with which the run begins: it begins with them again
  /// if a rank is lost before the first checkpoint. Called before begin().
  void keepBeginning();
  /// The run has lost a rank, and is to begin() again: looks for the newest
  /// checkpoint. Throws error::bad_checkpoint.
  void findAgain();
  /// Makes the closures of the checkpoint, if one was found, and begins to
  /// write others. Called when messages can be sent and no worker runs yet.
  void begin();
  /// No checkpoint is written from here on.
  void end() { Writer.end(); }
  /// The run has a result, but the program has not used it yet.
  void removeAtExit() { Folder.removeAtExit(Number); }
  /// Whether the run has no result, because the job is to end: it goes on from
  /// the last checkpoint. After end().
  bool isLeft() const { return Left; }
  /// Ends the job then.
  [[noreturn]] void leaveProgram();

private:
  bool save() override;
  void leave() override;
  void fail(std::exception_ptr why) override;
  bool snapshot(std::vector<Bytes> &parts);
  bool write(const std::vector<Bytes> &parts);
  Bytes contents(const std::vector<Bytes> &parts) const;
  void check(unpacker &from) const;
  void restore(Worker &worker);

  Run &Owner;
  CheckpointFolder &Folder;
  jobs::Supervisor *const Supervisor;
  /// Of the run in this folder.
  const unsigned Number;
  std::uint64_t Generation = 0;
  /// A checksum of what the run computes: its first thread and the arguments.
  std::uint64_t Identity = 0;
  /// The checkpoint that was found, and what stands for it where there is none.
  Bytes Found, Beginning;
  bool Left = false;
  jobs::Keeper Writer;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_CHECKPOINT_H
