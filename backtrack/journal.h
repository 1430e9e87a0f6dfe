//===- journal.h - Results of tasks, for another job ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A checkpoint of a run has no stacks. It has the results of tasks that have
/// ended: a task that is made again with the same inputs, in another job, takes
/// them and is not run. So that there are such tasks on a worker that nobody
/// asks, its oldest choice point is made tasks at each heartbeat (Acar,
/// Charguéraud, Guatto, Rainey and Sieczkowski, "Heartbeat scheduling: provable
/// efficiency for nested parallelism", PLDI 2018). docs/guides/backtrack.md,
/// "Checkpoints", says what that costs and what is lost.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_JOURNAL_H
#define TUSSAH_BACKTRACK_JOURNAL_H

#include "../jobs/checkpoint_folder.h"
#include "../jobs/keeper.h"

#include <tussah/backtrack/worker.hpp>
#include <tussah/jobs/pack.hpp>

#include <map>
#include <memory>
#include <unordered_map>

namespace tussah::backtrack::detail {

using cps::packer;
using cps::unpacker;
using jobs::Bytes;

/// What a task has returned.
struct Record {
  /// Its code and inputs: the same task, in any job.
  Bytes Inputs;
  Bytes Results;
  /// The numbers, in this job, of the task, and of the task in which it was
  /// made. When that one has ended, this record is of no use any more.
  std::uint64_t Task = 0, Parent = 0;

  void pack(packer &to) const;
  static Record unpack(unpacker &from);
};

/// Of each rank: knows what an earlier job has found, and what its own tasks
/// find.
class Journal : public Results {
public:
  ~Journal() override;

  bool look(Task &task) override;
  void note(Task &task, std::uint64_t took) override;

  /// Begins the heartbeats; ends them.
  void begin() override;
  void end() override;

  /// What other ranks need to do the same.
  void packFor(packer &to);
  /// A rank has died: takes over what packRecords() has written, because what
  /// it had done is to be done again.
  void learn(unpacker &from);

protected:
  Journal(Run &run, std::chrono::nanoseconds beat) : Owner(run), Beat(beat) {}
  /// Keeps a record for the next job.
  virtual void keep(Record record) = 0;

  Run &Owner;
  const std::chrono::nanoseconds Beat;
  /// Makes the results of a task known.
  void know(Bytes inputs, Bytes results);

private:
  void beat();
  bool find(const Bytes &inputs, Bytes &results);

  std::mutex KnownLock;
  /// Results by inputs, from an earlier job, or from before a loss.
  std::map<Bytes, Bytes> Known;
  Atomic<std::uint64_t> LastTask = 0;
  std::mutex Lock;
  std::condition_variable Wake;
  bool Ended = false;
  std::thread Heart;
};

/// Of ranks other than 0, which sends its records there.
class SentJournal final : public Journal {
public:
  /// Reads what packFor() has written.
  static std::unique_ptr<SentJournal> read(Run &run, unpacker &from);

private:
  using Journal::Journal;
  void keep(Record record) override;
};

/// Of rank 0, which writes checkpoints.
class SavedJournal final : public Journal, private jobs::Keepable {
public:
  /// Goes on from a checkpoint, if there is one. Throws error.
  explicit SavedJournal(Run &run);

  void begin() override;
  void end() override;
  Task *root() override { return Root.get(); }
  bool isLeft() const override { return Left; }
  void leaveProgram() override;
  void complete() override { Folder.removeAtExit(Number); }

  /// A record of another rank.
  void receive(unpacker &from) { keep(from.get<Record>()); }
  /// Writes all that would be in a checkpoint now, for learn().
  void packRecords(packer &to);

private:
  bool save() override;
  void leave() override;
  void fail(std::exception_ptr why) override;

  void load();
  void keep(Record record) override;
  void forgetWithin(std::uint64_t task);
  Bytes contents();

  jobs::CheckpointFolder &Folder;
  jobs::Supervisor *const Command;
  const unsigned Number;
  std::uint64_t Generation = 0;
  /// The task of which the run is the body, so that it can be cancelled.
  std::unique_ptr<Task> Root;
  bool Left = false;

  /// Guards the next two.
  std::mutex Lock;
  std::map<Bytes, std::shared_ptr<const Record>> Records;
  /// By the task in which they were made.
  std::unordered_map<std::uint64_t, std::vector<std::shared_ptr<const Record>>>
      Within;

  jobs::Keeper Writer;
};

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_JOURNAL_H
