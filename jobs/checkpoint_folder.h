//===- checkpoint_folder.h - The files of checkpoints -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where both libraries keep what a run has done. What is in a file, each says
/// itself; it begins with the images of the program.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_JOBS_CHECKPOINT_FOLDER_H
#define TUSSAH_JOBS_CHECKPOINT_FOLDER_H

#include <tussah/jobs/image.hpp>
#include <tussah/jobs/pack.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tussah::jobs {

class Supervisor;

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

  /// Who has started this job and listens in this folder; null if nobody does.
  Supervisor *supervisor() const;

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
  /// The same, but if that fails it warns, and returns false: the next one may
  /// succeed, as there may be space again.
  bool tryToWrite(unsigned run, std::uint64_t generation,
                  const Bytes &contents);
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

/// The time from one checkpoint to the next, \p wanted. Throws
/// error::wrong_option, if it is not from a millisecond to a million hours.
std::chrono::milliseconds checkpointTime(std::chrono::milliseconds wanted);

/// Writes which program a checkpoint is of.
void packImages(cps::packer &to, const std::vector<ImageIdentity> &images);
/// Reads that. Returns in which way it is of another program than this one;
/// empty if it is of this one.
std::string differenceOfImages(cps::unpacker &from,
                               const std::vector<ImageIdentity> &images);

} // namespace tussah::jobs

#endif // TUSSAH_JOBS_CHECKPOINT_FOLDER_H
