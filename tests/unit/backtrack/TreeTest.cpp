//===- TreeTest.cpp - Groups of ranks, and whom they ask ------------------===//

#include "../../../backtrack/tree.h"

#include <gtest/gtest.h>

#include <set>

using namespace tussah::backtrack::detail;

namespace {
using Members = std::vector<unsigned>;
constexpr unsigned NoWork = Core::NoWork;

std::vector<Members> groupsOf(unsigned rank, const std::vector<unsigned> &where,
                              unsigned wanted) {
  RankTree tree(rank, where, wanted);
  std::vector<Members> groups;
  for (std::size_t level = 0; level < tree.size(); ++level)
    groups.push_back(tree[level].Members);
  return groups;
}

const std::vector<unsigned> OneMachine(9, 0);

TEST(RankTree, GroupsOfGroups) {
  using Groups = std::vector<Members>;
  EXPECT_EQ(groupsOf(0, OneMachine, 3), (Groups{{0, 1, 2}, {0, 3, 6}}));
  EXPECT_EQ(groupsOf(3, OneMachine, 3), (Groups{{3, 4, 5}, {0, 3, 6}}));
  EXPECT_EQ(groupsOf(4, OneMachine, 3), (Groups{{3, 4, 5}}));
  EXPECT_EQ(groupsOf(0, OneMachine, 2),
            (Groups{{0, 1}, {0, 2}, {0, 4}, {0, 8}}));
  EXPECT_EQ(groupsOf(6, OneMachine, 2), (Groups{{6, 7}, {4, 6}}));
  // The last group may be small.
  EXPECT_EQ(groupsOf(8, OneMachine, 4), (Groups{{8}, {0, 4, 8}}));
  const Members all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  for (unsigned wanted : {0u, 1u, 9u, 100u, NoWork})
    EXPECT_EQ(groupsOf(5, OneMachine, wanted), (Groups{all})) << wanted;
}

TEST(RankTree, Machines) {
  using Groups = std::vector<Members>;
  const std::vector<unsigned> where = {0, 1, 0, 1, 4};
  EXPECT_EQ(groupsOf(0, where, 0), (Groups{{0, 2}, {0, 1, 4}}));
  EXPECT_EQ(groupsOf(3, where, 0), (Groups{{1, 3}}));
  EXPECT_EQ(groupsOf(4, where, 0), (Groups{{4}, {0, 1, 4}}));
  // One rank on each.
  EXPECT_EQ(groupsOf(1, {0, 1, 2}, 0), (Groups{{0, 1, 2}}));
  // Groups of 16 machines.
  std::vector<unsigned> many;
  for (unsigned rank = 0; rank < 80; ++rank)
    many.push_back(rank / 2 * 2);
  EXPECT_EQ(RankTree(0, many, 0).size(), 3u);
}

TEST(RankTree, Levels) {
  RankTree tree(3, OneMachine, 3);
  EXPECT_EQ(tree.levelWith(4), 0u);
  EXPECT_EQ(tree.levelWith(6), 1u);
  EXPECT_EQ(tree.levelWith(7), std::nullopt);
  EXPECT_FALSE(tree.isOutside(5));
  EXPECT_TRUE(tree.isOutside(0));
  EXPECT_TRUE(tree.isOutside(8));
  EXPECT_TRUE(tree.hasOthers(0));
  EXPECT_FALSE(tree.hasOthers(1));
  EXPECT_TRUE(RankTree(4, OneMachine, 3).hasOthers(0));
}

TEST(RankTree, AsksForTheLargestTask) {
  RankTree tree(4, OneMachine, 3);
  Hints hints(9, NoWork);
  std::uint64_t random = 1;
  bool byLeader = false;
  hints[5] = 7;
  EXPECT_EQ(tree.choose(0, hints, random, byLeader), 5u);
  hints[3] = 2;
  // That of another group is smaller or larger, but not of this group.
  hints[0] = 1;
  for (int count = 0; count < 3; ++count)
    EXPECT_EQ(tree.choose(0, hints, random, byLeader), 3u);
  EXPECT_FALSE(byLeader);
  // Equal ones in turn, at random.
  hints[5] = 2;
  std::set<unsigned> asked;
  for (int count = 0; count < 100; ++count)
    asked.insert(tree.choose(0, hints, random, byLeader));
  EXPECT_EQ(asked, (std::set<unsigned>{3, 5}));
}

TEST(RankTree, AsksTheLeaderInTurn) {
  RankTree tree(4, OneMachine, 3);
  const Hints hints(9, NoWork);
  std::uint64_t random = 1;
  bool byLeader = false;
  for (int count = 0; count < 10; ++count) {
    EXPECT_EQ(tree.choose(0, hints, random, byLeader), 3u);
    EXPECT_TRUE(byLeader);
    EXPECT_NE(tree.choose(0, hints, random, byLeader), 4u);
    EXPECT_FALSE(byLeader);
  }
  // Who is alone always does, and a single group has none to ask.
  RankTree alone(8, OneMachine, 4);
  for (int count = 0; count < 3; ++count) {
    alone.choose(0, hints, random, byLeader);
    EXPECT_TRUE(byLeader);
  }
  RankTree flat(4, OneMachine, 1);
  flat.choose(0, hints, random, byLeader);
  EXPECT_FALSE(byLeader);
}

TEST(RankTree, MembersAndReferrals) {
  RankTree tree(0, OneMachine, 3);
  Hints hints(9, NoWork);
  hints[2] = 3;
  const auto members = tree.membersBelow(1, hints);
  ASSERT_EQ(members.size(), 2u);
  EXPECT_EQ(members.back().Rank, 2u);
  EXPECT_TRUE(tree.membersBelow(0, hints).empty());
  EXPECT_EQ(tree.bestBeside(1, hints), 2u);
  EXPECT_EQ(tree.bestBeside(2, hints), 1u);
  // Of leaders, a leader.
  hints[3] = 1;
  EXPECT_EQ(tree.bestBeside(6, hints), 3u);
  EXPECT_EQ(tree.bestBeside(3, hints), 6u);
  // Nobody: two ranks.
  EXPECT_EQ(RankTree(0, {0, 0}, 1).bestBeside(1, {0, 0}), 0u);
}
} // namespace
