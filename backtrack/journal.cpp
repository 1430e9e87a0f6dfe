//===- journal.cpp - Results of tasks, for another job ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "journal.h"

#include "../jobs/job.h"
#include "function.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <unistd.h>

using namespace tussah::backtrack;
using namespace tussah::backtrack::detail;
using namespace tussah::jobs;
using std::chrono::nanoseconds;

/// Heartbeats come so many times between two checkpoints, within these limits.
/// A worker that goes on from a checkpoint loses the time of some of them: one
/// for each task in which it was. Tasks that end sooner than one in four are
/// not noted.
static constexpr int BeatsBetween = 64, ShortestInBeat = 4;
static constexpr nanoseconds ShortestBeat = std::chrono::milliseconds(1),
                             LongestBeat = std::chrono::seconds(1);

void Record::pack(packer &to) const {
  to(Inputs);
  to(Results);
  to(Task);
  to(Parent);
}

Record Record::unpack(unpacker &from) {
  Record record;
  record.Inputs = from.get<Bytes>();
  record.Results = from.get<Bytes>();
  record.Task = from.get<std::uint64_t>();
  record.Parent = from.get<std::uint64_t>();
  return record;
}

//===----------------------------------------------------------------------===//
// Each rank
//===----------------------------------------------------------------------===//

Journal::~Journal() { Journal::end(); }

void Journal::begin() {
  Heart = threadWithoutSignals([this] { beat(); });
}

void Journal::end() {
  if (!Heart.joinable())
    return;
  {
    std::lock_guard<std::mutex> guard(Lock);
    Ended = true;
  }
  Wake.notify_all();
  Heart.join();
}

void Journal::beat() {
  std::unique_lock<std::mutex> guard(Lock);
  while (!Wake.wait_for(guard, Beat, [&] { return Ended; }))
    for (auto &core : Owner.Cores)
      core->beat();
}

bool Journal::look(Task &task) {
  Parcel *parcel = task.parcel();
  if (!parcel)
    return false;
  packer inputs;
  writeFunction(inputs, parcel->reader());
  parcel->packInputs(inputs);
  parcel->Inputs = inputs.message();
  constexpr unsigned rankShift = 48;
  task.Cancel.Task = (static_cast<std::uint64_t>(cps::detail::OwnRank) + 1)
                         << rankShift |
                     LastTask.fetch_add_relaxed(1);
  for (const Scope *scope = task.Cancel.Outer; scope && parcel->Parent == 0;
       scope = scope->Outer)
    parcel->Parent = scope->Task;
  Bytes results;
  if (!find(parcel->Inputs, results))
    return false;
  unpacker from(results);
  parcel->unpackResults(from);
  checkRead(from);
  // For the next job: the record is in another task now.
  keep({parcel->Inputs, std::move(results), task.Cancel.Task, parcel->Parent});
  return true;
}

bool Journal::find(const Bytes &inputs, Bytes &results) {
  std::lock_guard<std::mutex> guard(KnownLock);
  auto found = Known.find(inputs);
  if (found == Known.end())
    return false;
  results = found->second;
  return true;
}

void Journal::know(Bytes inputs, Bytes results) {
  std::lock_guard<std::mutex> guard(KnownLock);
  Known[std::move(inputs)] = std::move(results);
}

void Journal::learn(unpacker &from) {
  for (auto left = from.get<std::uint64_t>(); left != 0; --left) {
    Bytes inputs = from.get<Bytes>();
    know(std::move(inputs), from.get<Bytes>());
  }
}

void Journal::note(Task &task, std::uint64_t took) {
  Parcel *parcel = task.parcel();
  if (!parcel ||
      took < static_cast<std::uint64_t>(Beat.count()) / ShortestInBeat)
    return;
  packer results;
  parcel->packResults(results);
  keep({std::move(parcel->Inputs), results.message(), task.Cancel.Task,
        parcel->Parent});
}

void Journal::packFor(packer &to) {
  to(static_cast<std::int64_t>(Beat.count()));
  std::lock_guard<std::mutex> guard(KnownLock);
  to(static_cast<std::uint64_t>(Known.size()));
  for (const auto &[inputs, results] : Known) {
    to(inputs);
    to(results);
  }
}

std::unique_ptr<SentJournal> SentJournal::read(Run &run, unpacker &from) {
  nanoseconds beat(from.get<std::int64_t>());
  std::unique_ptr<SentJournal> journal(new SentJournal(run, beat));
  journal->learn(from);
  return journal;
}

void SentJournal::keep(Record record) {
  packer to;
  to(record);
  Owner.Others->sendRecord(to.message());
}

//===----------------------------------------------------------------------===//
// Rank 0
//===----------------------------------------------------------------------===//

namespace {
struct RootTask : Task {
  void run(Core &, Point *) override {}
};
} // namespace

static nanoseconds beatTime(std::chrono::milliseconds every) {
  return std::clamp(nanoseconds(every) / BeatsBetween, ShortestBeat,
                    LongestBeat);
}

SavedJournal::SavedJournal(Run &run)
    : Journal(run, beatTime(checkpointTime(run.Options.checkpoint_every))),
      Folder(CheckpointFolder::open(run.Options.checkpoint)),
      Command(Folder.supervisor()), Number(Folder.nextRun()),
      Root(std::make_unique<RootTask>()),
      Writer(*this, checkpointTime(run.Options.checkpoint_every), Command) {
  load();
}

/// What the run computes, as far as its tasks do not say it: the arguments of
/// the program, with those that are options of this library.
static std::string argumentsOf(const options &how) {
  if (!how.checkpoint_of.empty())
    return how.checkpoint_of;
  std::ifstream from("/proc/self/cmdline", std::ios::binary);
  std::string all{std::istreambuf_iterator<char>(from), {}};
  // Without the name of the program, which may be another path.
  return all.substr(std::min(all.find('\0'), all.size()));
}

/// The images of this program; in a job, those on which its processes have
/// agreed.
static const std::vector<ImageIdentity> &imagesOf(const Run &run) {
  if (run.Others)
    return run.Others->job().images();
  static const std::vector<ImageIdentity> images = identifyImages();
  return images;
}

void SavedJournal::load() {
  const std::vector<ImageIdentity> &images = imagesOf(Owner);
  std::optional<SavedRun> saved = Folder.newest(Number);
  if (!saved)
    return;
  Generation = saved->Generation;
  unpacker from(saved->Contents);
  const std::string name = Folder.file(Number, Generation);
  std::string other = differenceOfImages(from, images);
  if (other.empty() && from.get<std::string>() != argumentsOf(Owner.Options))
    other = "computation";
  if (!other.empty())
    throw cps::error(cps::error::bad_checkpoint,
                     "the checkpoint " + name + " is of another " + other +
                         "; it can go on with the same program and arguments "
                         "only");
  for (auto left = from.get<std::uint64_t>(); left != 0; --left) {
    auto record = std::make_shared<Record>();
    record->Inputs = from.get<Bytes>();
    record->Results = from.get<Bytes>();
    know(record->Inputs, record->Results);
    Records[record->Inputs] = std::move(record);
  }
  checkRead(from);
  std::fprintf(stderr,
               "tussah: goes on from the checkpoint %s: results of %zu tasks\n",
               name.c_str(), Records.size());
}

void SavedJournal::begin() {
  Journal::begin();
  Writer.begin();
}

void SavedJournal::end() {
  Writer.end();
  Journal::end();
}

void SavedJournal::keep(Record record) {
  std::lock_guard<std::mutex> guard(Lock);
  auto kept = std::make_shared<const Record>(std::move(record));
  forgetWithin(kept->Task);
  Records[kept->Inputs] = kept;
  if (kept->Parent != 0)
    Within[kept->Parent].push_back(kept);
}

/// The results of a task stand for those of all that was made in it.
void SavedJournal::forgetWithin(std::uint64_t task) {
  auto found = Within.find(task);
  if (found == Within.end())
    return;
  for (const auto &record : found->second) {
    auto present = Records.find(record->Inputs);
    if (present != Records.end() && present->second == record)
      Records.erase(present);
  }
  Within.erase(found);
}

Bytes SavedJournal::contents() {
  packer to;
  packImages(to, imagesOf(Owner));
  to(argumentsOf(Owner.Options));
  packRecords(to);
  return to.message();
}

void SavedJournal::packRecords(packer &to) {
  std::lock_guard<std::mutex> guard(Lock);
  to(static_cast<std::uint64_t>(Records.size()));
  for (const auto &[inputs, record] : Records) {
    to(inputs);
    to(record->Results);
  }
}

/// Results do not depend on each other, so nothing has to stop for this.
bool SavedJournal::save() {
  const bool isWritten = Folder.tryToWrite(Number, Generation + 1, contents());
  Generation += isWritten;
  return isWritten;
}

void SavedJournal::leave() {
  Left = true;
  Root->Cancel.Cancelled.store_relaxed(true);
  Owner.interrupt();
}

/// The program's stacks are in the middle of something, so that no exception
/// can leave the run.
void SavedJournal::fail(std::exception_ptr why) {
  std::string text;
  try {
    std::rethrow_exception(why);
  } catch (const std::exception &e) {
    text = e.what();
  } catch (...) {
    text = "an exception that is no std::exception";
  }
  if (Owner.Others)
    Owner.Others->die(text);
  std::fprintf(stderr, "tussah: error: %s\n", text.c_str());
  std::fflush(stderr);
  _exit(1);
}

void SavedJournal::leaveProgram() {
  Command->leaveProgram(Owner.Others ? &Owner.Others->job() : nullptr);
}

//===----------------------------------------------------------------------===//
// The beginning of a run
//===----------------------------------------------------------------------===//

void tussah::backtrack::detail::keepResults(Run &run) {
  if (run.Options.checkpoint.empty())
    return;
  if (run.Make)
    throw error("data of workers are in no checkpoint; use run_on_ranks");
  try {
    run.Saved = std::make_shared<SavedJournal>(run);
  } catch (const cps::error &e) {
    throw error(e.what());
  }
}
