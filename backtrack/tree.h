//===- tree.h - Groups of ranks ---------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whom a rank asks for tasks. Tascell has servers, which are a tree; here the
/// first rank of a group is its server, besides its own work.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_TREE_H
#define TUSSAH_BACKTRACK_TREE_H

#include "../support/back_off.h"

#include <tussah/backtrack/worker.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tussah::backtrack::detail {

/// When to ask again after requests that got nothing.
class Patience {
public:
  bool isOver(std::uint64_t now) const { return now >= AskAfter; }
  void refused(std::uint64_t now) {
    AskAfter = now + support::waitAfterRefusal(Refusals++);
  }
  void reset() { Refusals = 0; }

private:
  std::uint64_t AskAfter = 0;
  unsigned Refusals = 0;
};

/// How often the work of each rank was divided, as far as this one has heard:
/// the less often, the larger is what the rank gives. Core::NoWork if it has
/// none.
using Hints = std::vector<unsigned>;

/// A group that a rank is in. The first one leads it.
struct Group {
  std::vector<unsigned> Members;

  // Of requests of this rank to the others.
  /// Whether one is on its way for members of a group that this rank leads;
  /// when the next one may be; whether the last one went to the leader.
  bool IsAsking = false;
  Patience Wait{};
  bool AskedLeader = false;
};

/// The groups in which a rank is: one of ranks; if it leads that, one of
/// leaders; and so on.
class RankTree {
public:
  RankTree() = default;
  /// \p machines says for each rank of which machine it is; \p wanted is
  /// options::tree.
  RankTree(unsigned rank, const std::vector<unsigned> &machines,
           unsigned wanted);

  /// Takes a rank out that has died, of a tree with one group.
  void remove(unsigned rank);

  std::size_t size() const { return Groups.size(); }
  Group &operator[](std::size_t level) { return Groups[level]; }
  bool leads(std::size_t level) const {
    return Groups[level].Members.front() == Rank;
  }
  /// Whether there are other groups like that one.
  bool hasOthers(std::size_t level) const {
    return level + 1 < Groups.size() || !IsTop;
  }
  /// The level at which this rank shares a group with another one; none if it
  /// does not.
  std::optional<std::size_t> levelWith(unsigned rank) const {
    return Levels[rank];
  }
  bool isOutside(unsigned rank) const { return levelWith(rank) != 0; }

  /// Whom to ask at a level: the rank of the group that gives the largest
  /// tasks; if none is known to have any, in turn the leader, if there are
  /// other groups, and one at random. \p byLeader then says that it is the
  /// first.
  unsigned choose(std::size_t level, const Hints &hints, std::uint64_t &random,
                  bool &byLeader);
  /// Of the group that this rank shares with another one, who gives the largest
  /// tasks beside these two; this rank if there is nobody.
  unsigned bestBeside(unsigned other, const Hints &hints) const;
  /// The members of the groups below \p level that this rank leads, with their
  /// levels; the last one gives the largest tasks.
  struct Member {
    unsigned Rank;
    std::size_t Level;
  };
  std::vector<Member> membersBelow(std::size_t level, const Hints &hints) const;

private:
  unsigned Rank = 0;
  std::vector<Group> Groups;
  /// levelWith(), by rank.
  std::vector<std::optional<std::size_t>> Levels;
  /// Whether the last group is the only one of its level.
  bool IsTop = true;
};

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_TREE_H
