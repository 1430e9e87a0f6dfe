//===- TermsTest.cpp - Each term of the evaluation ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "terms.h"
#include "Mirror.h"
#include "Positions.h"
#include "evaluate.h"

#include <gtest/gtest.h>

using namespace chess;

namespace {

/// A position with all that its terms need.
struct Seen {
  Position P;
  PawnFacts Facts;
  View V;
  Score Pieces[2];

  explicit Seen(const std::string &fen)
      : P(Position::parse(fen)), Facts(studyPawns(P)), V(P, Facts) {
    for (Color side : {White, Black})
      Pieces[side] = pieces(V, side);
  }
};

/// The bit of a square's name.
Bitboard at(const char *name) {
  return bit((name[1] - '1') * 8 + name[0] - 'a');
}

/// White's pawns against Black's, with kings that play no part.
PawnFacts pawns(const std::string &placement) {
  return studyPawns(Position::parse(placement + " w - - 0 1"));
}

/// No term knows which side is White.
TEST(Terms, ColoursAreEqual) {
  for (const char *fen : Positions) {
    Seen one(fen), other(mirror(fen));
    EXPECT_EQ(evaluate(one.P), evaluate(other.P)) << fen;
    EXPECT_EQ(one.Facts.Value, other.Facts.Value * -1) << fen;
    EXPECT_EQ(scaled(one.P, 77), -scaled(other.P, -77)) << fen;
    for (Color side : {White, Black}) {
      EXPECT_EQ(one.Pieces[side], other.Pieces[!side]) << fen;
      EXPECT_EQ(passedPawns(one.V, side), passedPawns(other.V, !side)) << fen;
      EXPECT_EQ(threats(one.V, side), threats(other.V, !side)) << fen;
      EXPECT_EQ(space(one.V, side), space(other.V, !side)) << fen;
      int covered = shelter(one.P, side);
      EXPECT_EQ(covered, shelter(other.P, !side)) << fen;
      EXPECT_EQ(danger(one.V, side, covered), danger(other.V, !side, covered))
          << fen;
      EXPECT_EQ(bareKing(one.P, side), bareKing(other.P, !side)) << fen;
    }
  }
}

/// The value does not depend on what was evaluated before, though pawns are
/// kept.
TEST(Terms, NothingIsRemembered) {
  std::vector<int> first;
  for (const char *fen : Positions)
    first.push_back(evaluate(Position::parse(fen)));
  for (int i = std::size(Positions) - 1; i >= 0; --i)
    EXPECT_EQ(first[i], evaluate(Position::parse(Positions[i])));
}

TEST(Terms, Levers) {
  // f4 attacks the centre; both pawns could take.
  PawnFacts facts = pawns("4k3/8/8/4p3/5P2/8/8/4K3");
  EXPECT_EQ(facts.Levers[White], at("f4"));
  EXPECT_EQ(facts.Levers[Black], at("e5"));
  EXPECT_GT(facts.Value.Middle, 0);
  EXPECT_LT(pawns("4k3/8/8/5p2/4P3/8/8/4K3").Value.Middle, 0);
  // Face to face there is none.
  facts = pawns("4k3/8/8/4p3/4P3/8/8/4K3");
  EXPECT_EQ(facts.Levers[White] | facts.Levers[Black], 0u);
  EXPECT_EQ(facts.Value, Score());
  // On the other side's half it is worth more: both are inwards.
  EXPECT_GT(pawns("4k3/8/4p3/5P2/8/8/8/4K3").Value.Middle,
            pawns("4k3/8/8/4p3/5P2/8/8/4K3").Value.Middle);
  // A rook profits from the file that opens.
  Seen with("4k3/8/8/4p3/5P2/8/8/4KR2 w - - 0 1"),
      without("4k3/8/8/8/4pP2/8/8/4KR2 w - - 0 1");
  EXPECT_GT(with.Pieces[White].Middle, without.Pieces[White].Middle);
}

TEST(Terms, Weaknesses) {
  Score good = pawns("4k3/8/8/8/8/8/2PP4/4K3").Value;
  Score isolated = pawns("4k3/8/8/8/8/8/1P1P4/4K3").Value;
  Score doubled = pawns("4k3/8/8/8/8/3P4/3P4/4K3").Value;
  EXPECT_GT(good.Middle, isolated.Middle);
  EXPECT_GT(isolated.Middle, doubled.Middle);
  EXPECT_GT(isolated.End, doubled.End);
  // d3 cannot go on under protection; when it can, it is better.
  EXPECT_LT(pawns("4k3/8/8/2p5/4P3/3P4/8/4K3").Value.Middle,
            pawns("4k3/8/8/p7/4P3/3P4/8/4K3").Value.Middle);
}

TEST(Terms, CandidatesAndPassedPawns) {
  PawnFacts facts = pawns("4k3/p7/8/3P4/8/7P/6p1/4K3");
  EXPECT_EQ(facts.Passed[White], at("d5") | at("h3"));
  EXPECT_EQ(facts.Passed[Black], at("a7") | at("g2"));
  // The rear one of two is none.
  EXPECT_EQ(pawns("4k3/8/8/3P4/3P4/8/8/4K3").Passed[White], at("d5"));
  // Two against one: the one that nothing stands against can become one.
  Score candidate = pawns("4k3/1p6/8/PP6/8/8/8/4K3").Value;
  Score outnumbered = pawns("4k3/ppp5/8/PP6/8/8/8/4K3").Value;
  EXPECT_GT(candidate.End, outnumbered.End + 20);

  auto passed = [](const char *fen) {
    return passedPawns(Seen(fen).V, White).End;
  };
  EXPECT_GT(passed("7k/8/3P4/8/8/8/8/K6r w - - 0 1"),
            passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"));
  // Stopped by a piece, or by its attack; the enemy's king is near.
  EXPECT_GT(passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"),
            passed("7k/8/3r4/3P4/8/8/8/K7 w - - 0 1"));
  EXPECT_GT(passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"),
            passed("7k/8/7r/3P4/8/8/8/K7 w - - 0 1"));
  EXPECT_GT(passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"),
            passed("8/2k5/8/3P4/8/8/8/K6r w - - 0 1"));
  // The rule of the square: whose move it is decides.
  int caught = passed("8/8/1P2k3/8/8/8/8/K7 b - - 0 1");
  EXPECT_GT(passed("8/8/1P2k3/8/8/8/8/K7 w - - 0 1"), caught + 300);
  EXPECT_GT(passed("8/8/1P4k1/8/8/8/8/K7 b - - 0 1"), caught + 300);
  // A knight before it cannot be driven away.
  EXPECT_GT(passed("7k/8/3n4/3P4/8/8/2P5/K7 w - - 0 1"),
            passed("7k/8/3n4/3P4/8/8/P7/K7 w - - 0 1"));
}

TEST(Terms, Pieces) {
  auto pieces = [](const std::string &placement) {
    return Seen(placement + " w - - 0 1").Pieces[White].Middle;
  };
  // An outpost: a pawn protects, and none can drive away.
  int post = pieces("4k3/8/8/3N4/4P3/8/8/4K3");
  EXPECT_GT(post, pieces("4k3/2p5/8/3N4/4P3/8/8/4K3"));
  EXPECT_GT(post, pieces("4k3/8/8/3N4/8/8/4P3/4K3"));
  // It stops a pawn there, even without protection.
  EXPECT_GT(pieces("4k3/8/3p4/3N4/8/8/8/4K3"), pieces("4k3/8/8/3N4/8/8/8/4K3"));
  // Rooks: open, half open, closed.
  int open = pieces("4k3/8/8/8/8/8/7P/R3K3");
  int half = pieces("4k3/p7/8/8/8/8/7P/R3K3");
  EXPECT_GT(open, half);
  EXPECT_GT(half, pieces("4k3/p7/8/8/8/7P/P7/R3K3"));
  // Bishops: a pair, and own pawns on their colour.
  EXPECT_GT(pieces("4k3/8/8/8/8/8/8/2B1KB2"),
            2 * pieces("4k3/8/8/8/8/8/8/4KB2") + 20);
  EXPECT_GT(pieces("4k3/8/8/8/3P4/8/8/4KB2"), pieces("4k3/8/8/8/4P3/8/8/4KB2"));
  // A knight in the corner.
  EXPECT_GT(pieces("4k3/8/8/8/8/5N2/8/4K3"), pieces("4k3/8/8/8/8/8/8/4K2N"));
}

TEST(Terms, Threats) {
  auto threats = [](const std::string &placement) {
    return chess::threats(Seen(placement + " w - - 0 1").V, White).Middle;
  };
  EXPECT_EQ(threats("4k3/8/8/8/8/8/8/4K3"), 0);
  // A rook is attacked by a bishop; a knight by a rook, protected or not.
  EXPECT_GT(threats("4k3/8/8/3r4/8/1B6/8/4K3"), 0);
  EXPECT_GT(threats("4k3/8/8/3n4/8/8/8/3RK3"),
            threats("4k3/8/4p3/3n4/8/8/8/3RK3"));
  // A fork by a pawn, one that is possible, and one that would be lost.
  int fork = threats("4k3/8/8/2n1n3/3P4/4K3/8/8");
  int possible = threats("4k3/8/8/2n1n3/8/3PK3/8/8");
  EXPECT_GT(fork, possible);
  EXPECT_GT(threats("r3k3/8/8/2n1n3/8/3P4/8/7K"),
            threats("3rk3/8/8/2n1n3/8/3P4/8/7K"));
}

TEST(Terms, Space) {
  auto space = [](const std::string &placement) {
    return chess::space(Seen(placement + " w - - 0 1").V, White).Middle;
  };
  int advanced = space("rnbqkbnr/8/8/8/2PPP3/8/8/RNBQKBNR");
  EXPECT_GT(advanced, space("rnbqkbnr/8/8/8/8/8/2PPP3/RNBQKBNR"));
  EXPECT_GT(advanced, space("rnbqkbnr/8/8/8/2PPP3/4p3/8/RNBQKBNR"));
  // Room is for pieces.
  EXPECT_EQ(space("4k3/8/8/8/2PPP3/8/8/R3K2R"), 0);
}

TEST(Terms, Shelter) {
  auto shelter = [](const std::string &fen) {
    return chess::shelter(Position::parse(fen), White);
  };
  int whole = shelter("7k/8/8/8/8/8/5PPP/6K1 w - - 0 1");
  EXPECT_EQ(whole, 0);
  int moved = shelter("7k/8/8/8/6P1/8/5P1P/6K1 w - - 0 1");
  int open = shelter("7k/8/8/8/8/8/5P1P/6K1 w - - 0 1");
  EXPECT_GT(whole, moved);
  EXPECT_GT(moved, open);
  // Pawns come; one that is stopped opens nothing.
  int storm = shelter("7k/8/8/8/6p1/8/5PPP/6K1 w - - 0 1");
  EXPECT_GT(whole, storm);
  EXPECT_GT(shelter("7k/8/8/8/8/7p/5PPP/6K1 w - - 0 1"),
            shelter("7k/8/8/8/8/7p/5PP1/6K1 w - - 0 1"));
  // It can castle still.
  EXPECT_GT(shelter("7k/8/8/8/8/8/5PPP/4K2R w K - 0 1"),
            shelter("7k/8/8/8/8/8/5PPP/4K2R w - - 0 1"));
  EXPECT_GT(shelter("7k/8/8/8/8/8/PPP5/R3K3 w Q - 0 1"),
            shelter("7k/8/8/8/8/8/PPP5/R3K3 w - - 0 1"));
}

TEST(Terms, Danger) {
  auto danger = [](const std::string &placement) {
    return chess::danger(Seen(placement + " w - - 0 1").V, Black, 0).Middle;
  };
  int none = danger("6k1/5ppp/8/8/8/8/8/1K6");
  int queen = danger("6k1/5ppp/7Q/8/8/8/8/1K6");
  int both = danger("6k1/5ppp/7Q/4N3/8/8/8/1K6");
  int many = danger("6k1/5ppp/7Q/4N3/8/3B4/8/1K4R1");
  EXPECT_EQ(none, 0);
  EXPECT_LT(queen, none);
  EXPECT_LT(both, queen);
  EXPECT_LT(many, both);
  // Much less without a queen.
  EXPECT_GT(danger("6k1/5ppp/8/4N3/8/3B4/8/1K4R1"), many);
  // A king without pawns suffers more.
  Seen seen("6k1/5ppp/7Q/4N3/8/8/8/1K6 w - - 0 1");
  EXPECT_LT(chess::danger(seen.V, Black, -60).Middle, both);
}

TEST(Terms, Endings) {
  auto drive = [](const std::string &placement) {
    return bareKing(Position::parse(placement + " w - - 0 1"), White);
  };
  // To the edge, and the own king near.
  EXPECT_GT(drive("4k3/8/4K3/8/8/8/8/R7"), drive("8/8/4k3/8/4K3/8/8/R7"));
  EXPECT_GT(drive("4k3/8/4K3/8/8/8/8/R7"), drive("4k3/8/8/8/8/8/8/R3K3"));
  // The bishop's corner: this one moves on light squares.
  EXPECT_GT(drive("k7/8/1K6/8/8/8/8/5BN1"), drive("8/8/8/8/8/1K6/8/k4BN1"));
  // Nothing to drive with, or nothing that is bare.
  EXPECT_EQ(drive("4k3/8/4K3/8/8/8/8/B7"), 0);
  EXPECT_EQ(drive("4k3/p7/4K3/8/8/8/8/R7"), 0);

  auto scale = [](const std::string &placement) {
    return scaled(Position::parse(placement + " w - - 0 1"), 200);
  };
  EXPECT_EQ(scale("4k3/8/8/8/8/8/P7/4KN2"), 200);
  EXPECT_EQ(scale("4k3/8/8/8/8/8/8/4KNN1"), 25);
  EXPECT_EQ(scale("4kb2/8/8/8/8/8/P7/4KB2"), 100);
  EXPECT_EQ(scale("2b1k3/8/8/8/8/8/P7/4KB2"), 200);
}

} // namespace
