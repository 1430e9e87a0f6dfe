//===- copies.h - Values that all ranks have --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a rank has got by broadcasts, and which of its own are still on their
/// way to others. broadcast.cpp has the messages.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_COPIES_H
#define TUSSAH_BACKTRACK_COPIES_H

#include <tussah/backtrack/copies.hpp>
#include <tussah/support/atomic.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace tussah::backtrack::detail {

using support::Atomic;

/// A value on this rank.
class Copy {
public:
  explicit Copy(std::shared_ptr<const void> value) : Value(std::move(value)) {}
  /// \p contents begin with the reference of a CopyReader.
  explicit Copy(std::vector<std::byte> contents)
      : Contents(std::move(contents)) {}

  /// Reads the value, the first time. Throws what that does.
  std::shared_ptr<const void> value();

private:
  std::mutex Lock;
  std::vector<std::byte> Contents;
  std::shared_ptr<const void> Value;
};

/// All of them, under the lock of the job.
class Copies {
public:
  /// Two broadcasts of the same value may overlap: it stays for both.
  void add(const CopyName &name, std::shared_ptr<Copy> copy);
  void remove(const CopyName &name);
  /// Null if there is none.
  std::shared_ptr<Copy> find(const CopyName &name) const;

  /// A broadcast of this rank: how many ranks have not got it yet.
  using Missing = std::shared_ptr<Atomic<unsigned>>;
  /// The next broadcast is for the ranks that are set in \p ranks; \p missing
  /// becomes how many. Returns its number.
  std::uint64_t expect(const Missing &missing, std::vector<bool> ranks);
  void arrived(std::uint64_t broadcast, unsigned rank);
  /// Nobody waits for the rank, which has died.
  void lose(unsigned rank);

  void clear();

private:
  struct Entry {
    std::shared_ptr<Copy> What;
    unsigned Broadcasts = 0;
  };
  std::map<CopyName, Entry> Here;
  struct Expected {
    Missing Count;
    /// By rank, whether it has not got it yet.
    std::vector<bool> Ranks;
  };
  std::map<std::uint64_t, Expected> Sent;
  std::uint64_t LastBroadcast = 0;
};

/// The names of values that nobody on this rank needs any more, which has sent
/// them. References end anywhere, under the lock of the job, too; so this has a
/// lock of its own.
class GivenUp {
public:
  void add(std::uint32_t run, const CopyName &name) noexcept;
  /// Takes out what there is of a run, and forgets older ones.
  std::vector<CopyName> take(std::uint32_t run);

private:
  struct Entry {
    std::uint32_t Run;
    CopyName Name;
  };
  std::mutex Lock;
  Atomic<bool> IsAny = false;
  std::vector<Entry> Names;
};

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_COPIES_H
