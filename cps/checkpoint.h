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

#include <tussah/cps/worker.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tussah::cps::detail {

using Bytes = std::vector<std::byte>;

struct SavedRun {
  std::uint64_t Generation;
  Bytes Contents;
};

/// The files of checkpoints in a folder: RUN.GENERATION.checkpoint, one or two
/// of each run of the program. The process that has opened a folder keeps it to
/// its end. All functions may be called by any thread.
class CheckpointFolder {
public:
  /// The folder \p path, which is made if it is not there. Throws
  /// error::wrong_option, also if another process has it and does not end.
  static CheckpointFolder &open(const std::string &path);
  ~CheckpointFolder();

  /// The number of the next run with checkpoints here, from 1.
  unsigned nextRun();
  /// The newest intact checkpoint of a run, if it has any: one that is damaged
  /// is passed over with a warning. Throws error::bad_checkpoint if all are.
  std::optional<SavedRun> newest(unsigned run) const;
  std::string file(unsigned run, std::uint64_t generation) const;

  /// Writes a file, all of it or none, and returns when it will be there after
  /// a loss of power. Keeps the generation before, and no older one. Throws
  /// std::system_error.
  void write(unsigned run, std::uint64_t generation, const Bytes &contents);
  /// Removes the files of a run when the program exits.
  void removeAtExit(unsigned run);

private:
  class File;

  explicit CheckpointFolder(const std::string &path);
  /// Returns what write() was called with. Throws error::bad_checkpoint if the
  /// file is damaged, or is no checkpoint.
  Bytes read(unsigned run, std::uint64_t generation) const;
  void remove(unsigned run, std::uint64_t before);
  static void atExit();

  std::string Path;
  /// The folder, locked.
  std::unique_ptr<File> Opened;
  std::mutex Lock;
  unsigned Runs = 0;
  std::set<unsigned> Complete;
};

/// The checkpoints of one run. On a cluster, of rank 0.
class Checkpoints {
public:
  /// Throws error::wrong_option.
  explicit Checkpoints(Run &run);
  ~Checkpoints();

  /// Looks for a checkpoint of the run that begins with \p first. If there is
  /// one, begin() goes on from it. Throws error::bad_checkpoint.
  bool find(const Closure &first);
  /// Makes the closures of the checkpoint, if one was found, and begins to
  /// write others. Called when messages can be sent and no worker runs yet.
  void begin();
  /// No checkpoint is written from here on.
  void end();
  /// The run has a result, but the program has not used it yet.
  void removeAtExit() { Folder.removeAtExit(Number); }

private:
  void keep();
  bool snapshot(std::vector<Bytes> &parts);
  void write(const std::vector<Bytes> &parts);
  void check(unpacker &from) const;
  void restore(Worker &worker);

  Run &Owner;
  CheckpointFolder &Folder;
  /// Of the run in this folder.
  const unsigned Number;
  std::uint64_t Generation = 0;
  /// A checksum of what the run computes: its first thread and the arguments.
  std::uint64_t Identity = 0;
  /// The checkpoint that was found.
  Bytes Found;

  std::mutex Lock;
  std::condition_variable Wake;
  bool Ended = false;
  std::thread Keeper;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_CHECKPOINT_H
