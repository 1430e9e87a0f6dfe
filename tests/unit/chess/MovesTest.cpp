//===- MovesTest.cpp - What is seen of moves without making them ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "moves.h"
#include "Positions.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace chess;

namespace {

/// Calls \p what for a position and for all that come within \p depth moves.
template <typename F>
void each(const Position &position, int depth, const F &what) {
  what(position);
  if (depth == 0)
    return;
  MoveList list;
  moves(position, Kind::All, list);
  for (int i = 0; i < list.Count; ++i) {
    Position next = position;
    if (next.make(list.Moves[i]))
      each(next, depth - 1, what);
  }
}

/// A move from the table may be any word.
TEST(Moves, PossibleAreThoseOfTheGenerator) {
  for (const char *fen : Positions)
    each(Position::parse(fen), 1, [&](const Position &p) {
      MoveList list;
      moves(p, Kind::All, list);
      int found = 0;
      for (unsigned bits = 0; bits < 1 << 16; ++bits) {
        Move move;
        move.Bits = bits;
        if (!possible(p, move))
          continue;
        ++found;
        EXPECT_NE(std::find(list.Moves, list.Moves + list.Count, move),
                  list.Moves + list.Count)
            << fen << " " << format(move);
      }
      EXPECT_EQ(found, list.Count) << fen;
    });
}

TEST(Moves, InspectorSeesWhatMovesDo) {
  long checks = 0, discovered = 0, illegal = 0, sure = 0;
  for (const char *fen : Positions)
    each(Position::parse(fen), 2, [&](const Position &p) {
      Inspector inspector(p, p.inCheck());
      MoveList list;
      moves(p, Kind::All, list);
      for (int i = 0; i < list.Count; ++i) {
        Move move = list.Moves[i];
        Position next = p;
        bool legal = next.make(move);
        illegal += !legal;
        sure += inspector.surelyLegal(move);
        EXPECT_TRUE(legal || !inspector.surelyLegal(move))
            << fen << " " << format(move);
        if (!legal)
          continue;
        bool gives = next.inCheck();
        checks += gives;
        discovered +=
            gives && !(next.attackers(next.king(next.Side), next.occupied()) &
                       bit(move.to()));
        EXPECT_EQ(inspector.givesCheck(move), gives)
            << fen << " " << format(move);
      }
    });
  // All cases were there, and few moves need a look.
  EXPECT_GT(checks, 100);
  EXPECT_GT(discovered, 10);
  EXPECT_GT(illegal, 100);
  EXPECT_GT(sure, 10 * illegal);
}

TEST(Moves, PickSorts) {
  MoveList list;
  for (int value : {3, -7, 9, 9, 0}) {
    list.Values[list.Count] = value;
    list.add(Move(list.Count, 63));
  }
  int last = 1 << 30;
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.pick(i);
    EXPECT_LE(list.Values[i], last);
    EXPECT_EQ(move, list.Moves[i]);
    last = list.Values[i];
  }
  EXPECT_EQ(last, -7);
  // The first of equals.
  EXPECT_EQ(list.Moves[0], Move(2, 63));
}

} // namespace
