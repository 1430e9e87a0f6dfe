//===- checkpoint.cpp - Runs that go on in another job ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checkpoint.h"

#include "messages.h"
#include "network.h"
#include <tussah/cps/cluster.hpp>
#include <tussah/cps/image.hpp>

#include <cstdio>
#include <cstring>
#include <span>
#include <system_error>
#include <unordered_map>

using namespace tussah::cps;
using namespace tussah::cps::detail;
using namespace tussah::jobs;

namespace {

/// What is in the part of a rank, each with its size and a packed value.
enum class Record : std::uint8_t {
  Result,  ///< What run() returns, if it has come.
  Ready,   ///< A closure in the form of messages.
  Waiting, ///< A closure with missing arguments.
};

void append(packer &to, const Bytes &bytes) {
  to(static_cast<std::uint64_t>(bytes.size()));
  to.bytes(bytes.data(), bytes.size());
}

std::span<const std::byte> take(unpacker &from) {
  std::size_t size = from.count();
  return {from.skip(size), size};
}

void packWaiting(const Closure *closure, packer &to) {
  Reference name = closure->reference(0, 0).inMessages();
  to(name.name());
  to(name.generation());
  to(codeReference(closure->Thread));
  to(packSite(closure->Site));
  to(closure->missing());
  to(closure->Level);
  to(closure->place());
  to(closure->SizeClass);
  closure->Thread->Pack(closure, to);
}

/// Makes the closures of a checkpoint, in two steps: first the blocks of those
/// that wait, so that all that is referred to has an address; then the
/// arguments, with the references in them.
class Restorer final : public Renaming {
public:
  explicit Restorer(Worker &worker) : To(worker) {
    // A reference to a thread that has ended gets a generation that is over.
    Closure *over = To.allocateCounted(sizeClass(sizeof(Closure)));
    Over = over->reference(0, 0);
    To.release(over, over->SizeClass);
  }
  /// After an error: closures without arguments must not be destroyed.
  ~Restorer() {
    for (const Block &block : Blocks)
      if (block.There && !block.Loaded)
        To.release(block.There, block.There->SizeClass);
  }

  void allocate(unpacker from);
  void load();
  void makeReady(std::span<const std::byte> bytes);
  std::size_t waiting() const { return Blocks.size(); }

  Reference operator()(Reference old) const override {
    if (old.name() == 0)
      return old;
    auto found = Names.find(old.name());
    Reference target = Over;
    if (found != Names.end() && found->second.Generation == old.generation())
      target = found->second.There->reference(0, 0);
    return {target.name(), target.generation(), old.element(), old.bit()};
  }

private:
  /// Where a thread with a place in the former job runs now.
  std::uint32_t place(std::uint32_t old) const {
    return old == Closure::Anywhere ? old : old % To.workers();
  }

  struct Block {
    Closure *There;
    std::span<const std::byte> Arguments;
    bool Loaded = false;
  };
  struct Name {
    Closure *There;
    std::uint32_t Generation;
  };

  Worker &To;
  Reference Over;
  std::vector<Block> Blocks;
  std::unordered_map<std::uint64_t, Name> Names;
};

void Restorer::allocate(unpacker from) {
  auto name = from.get<std::uint64_t>();
  auto generation = from.get<std::uint32_t>();
  auto *code =
      static_cast<const Code *>(codeAddress(from.get<std::uint64_t>()));
  std::source_location site = unpackSite(from.get<std::uint64_t>());
  auto missing = from.get<std::uint32_t>();
  auto level = from.get<std::uint32_t>();
  auto where = place(from.get<std::uint32_t>());
  auto size = from.get<std::uint16_t>();
  if (size >= SizeClasses)
    throw error(error::malformed_message, "a closure has an impossible size");
  std::size_t left = from.left();
  Blocks.push_back({nullptr, {from.skip(left), left}});
  Closure *closure = Blocks.back().There = To.allocateCounted(size);
  closure->Thread = code;
  closure->Site = site;
  closure->Missing.store_relaxed(missing);
  closure->Claimed.store_relaxed(0);
  closure->Level = level;
  if (closure->Path)
    closure->Path->set({});
  // Any worker may have a continuation that refers to it.
  closure->Where.store_relaxed(Closure::Shared << 16 | where);
  Names[name] = {closure, generation};
}

void Restorer::load() {
  for (Block &block : Blocks) {
    unpacker from(block.Arguments.data(), block.Arguments.size(), *this);
    block.There->Thread->Load(block.There, from);
    block.Loaded = true;
    checkRead(from);
  }
}

void Restorer::makeReady(std::span<const std::byte> bytes) {
  unpacker from(bytes.data(), bytes.size(), *this);
  Closure *closure = unpackReady(To, from);
  if (closure->Path)
    closure->Path->set({});
  closure->setPlace(place(closure->place()));
  To.enable(closure);
}

} // namespace

void Run::save(packer &to) const {
  if (Result) {
    packer value;
    Result->pack(value);
    to(Record::Result);
    append(to, value.message());
  }
  for (auto &worker : Workers) {
    worker->forEachClosure([&](const Closure *closure) {
      bool ready = closure->missing() == 0;
      packer body;
      if (ready)
        packReady(closure, body);
      else
        packWaiting(closure, body);
      to(ready ? Record::Ready : Record::Waiting);
      append(to, body.message());
    });
    std::lock_guard<SpinLock> guard(worker->Lock);
    for (const Worker::Mail &mail : worker->Mailbox) {
      to(Record::Ready);
      append(to, mail.Bytes);
    }
  }
}

//===----------------------------------------------------------------------===//
// Going on
//===----------------------------------------------------------------------===//

/// The images of this program; in a job, those on which its processes have
/// agreed.
static const std::vector<ImageIdentity> &imagesOf(const Run &run) {
  if (run.Others)
    return run.Others->images();
  static const std::vector<ImageIdentity> images = identifyImages();
  return images;
}

Checkpoints::Checkpoints(Run &run)
    : Owner(run), Folder(CheckpointFolder::open(run.Options.checkpoint)),
      Supervisor(Folder.supervisor()), Number(Folder.nextRun()),
      Writer(*this, checkpointTime(run.Options.checkpoint_every), Supervisor) {
  imagesOf(run);
}

bool Checkpoints::find(const Closure &first) {
  std::uint64_t sum = checksum(0, &BroadcastSum, sizeof(BroadcastSum));
  packer to(sum);
  to(codeReference(first.Thread));
  first.Thread->Pack(&first, to);
  Identity = sum;
  std::optional<SavedRun> saved = Folder.newest(Number);
  if (!saved)
    return false;
  Generation = saved->Generation;
  Found = std::move(saved->Contents);
  unpacker from(Found);
  check(from);
  return true;
}

void Checkpoints::keepBeginning() {
  packer part;
  Owner.save(part);
  Beginning = contents({part.message()});
}

void Checkpoints::findAgain() {
  std::optional<SavedRun> saved = Folder.newest(Number);
  if (!saved && Beginning.empty())
    throw error(
        error::bad_checkpoint,
        "the checkpoint from which the run has gone on is not there any "
        "more");
  Generation = saved ? saved->Generation : 0;
  Found = saved ? std::move(saved->Contents) : Beginning;
}

/// Reads what a checkpoint is of, up to the parts.
void Checkpoints::check(unpacker &from) const {
  const auto bad = [&](const std::string &what) {
    return error(error::bad_checkpoint,
                 "the checkpoint " + Folder.file(Number, Generation) +
                     " is of another " + what +
                     "; it can go on with the same program, arguments of run "
                     "and data of broadcast only");
  };
  std::string other = differenceOfImages(from, imagesOf(Owner));
  if (!other.empty())
    throw bad(other);
  if (from.get<std::uint64_t>() != Identity)
    throw bad("computation");
}

void Checkpoints::begin() {
  if (!Found.empty()) {
    try {
      Owner.start([&](Worker &worker) { restore(worker); });
    } catch (...) {
      Owner.fail(std::current_exception());
    }
    Found = Bytes();
  }
  Writer.begin();
}

void Checkpoints::restore(Worker &worker) {
  unpacker from(Found);
  check(from);
  auto ranks = from.get<std::uint64_t>();
  Restorer closures(worker);
  std::vector<std::span<const std::byte>> ready;
  for (std::uint64_t i = 0; i < ranks; ++i) {
    std::span<const std::byte> bytes = take(from);
    unpacker part(bytes.data(), bytes.size());
    while (!part.empty()) {
      auto kind = part.get<Record>();
      std::span<const std::byte> record = take(part);
      unpacker value(record.data(), record.size());
      if (kind == Record::Result)
        Owner.Result->unpack(value);
      else if (kind == Record::Ready)
        ready.push_back(record);
      else
        closures.allocate(value);
    }
  }
  closures.load();
  for (std::span<const std::byte> record : ready)
    closures.makeReady(record);
  if (Generation == 0) {
    std::fprintf(stderr,
                 "tussah: begins again, as there is no checkpoint yet\n");
    return;
  }
  std::fprintf(stderr,
               "tussah: goes on from the checkpoint %s: %zu closures of %llu "
               "rank%s\n",
               Folder.file(Number, Generation).c_str(),
               ready.size() + closures.waiting(),
               static_cast<unsigned long long>(ranks), ranks == 1 ? "" : "s");
}

//===----------------------------------------------------------------------===//
// Writing checkpoints
//===----------------------------------------------------------------------===//

bool Checkpoints::save() {
  std::vector<Bytes> parts;
  return snapshot(parts) && write(parts);
}

/// What threads do from the checkpoint to here is done again.
void Checkpoints::leave() {
  Left = true;
  if (Owner.Others)
    Owner.Others->stopAll(Owner);
  else
    Owner.stop();
}

void Checkpoints::fail(std::exception_ptr why) { Owner.fail(std::move(why)); }

void Checkpoints::leaveProgram() { Supervisor->leaveProgram(Owner.Others); }

/// Gets all closures of all ranks, as they are at a time when no thread runs
/// and no message is on its way. False if the run ends before that.
bool Checkpoints::snapshot(std::vector<Bytes> &parts) {
  if (Owner.Others)
    return Owner.Others->snapshot(Owner, parts);
  Owner.pause();
  while (!Owner.allParked()) {
    // Pairs with the store in Run::stop().
    if (Owner.Stopped.load_acquire())
      return false;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  packer part;
  Owner.save(part);
  Owner.resume();
  parts.push_back(part.message());
  return true;
}

Bytes Checkpoints::contents(const std::vector<Bytes> &parts) const {
  packer to;
  packImages(to, imagesOf(Owner));
  to(Identity);
  to(static_cast<std::uint64_t>(parts.size()));
  for (const Bytes &part : parts)
    append(to, part);
  return to.message();
}

bool Checkpoints::write(const std::vector<Bytes> &parts) {
  const bool isWritten =
      Folder.tryToWrite(Number, Generation + 1, contents(parts));
  Generation += isWritten;
  return isWritten;
}
