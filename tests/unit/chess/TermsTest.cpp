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
  // Side by side is good, alone is bad, most on an open file.
  EXPECT_GT(good.Middle, 0);
  EXPECT_LT(isolated.Middle, 0);
  EXPECT_GT(pawns("4k3/1pp5/8/8/8/8/1P6/4K3").Value.Middle,
            pawns("4k3/2pp4/8/8/8/8/1P6/4K3").Value.Middle + 5);
  // Two that others stand against are worth less.
  EXPECT_LT(pawns("4k3/3pp3/8/3PP3/8/8/8/4K3").Value.Middle,
            pawns("4k3/pp6/8/3PP3/8/8/8/4K3").Value.Middle);
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
  // More than for standing side by side.
  EXPECT_GT(candidate.End, 50);

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
  EXPECT_GT(passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"),
            passed("8/8/1k6/3P4/8/8/8/K6r w - - 0 1"));
  // On the third rank, where nothing else counts.
  EXPECT_GT(passed("7k/8/8/8/8/3P4/8/K6r w - - 0 1"), 0);
  // The own king; what is in the way, and how far.
  EXPECT_GT(passed("7k/8/1K6/3P4/8/8/8/7r w - - 0 1"),
            passed("7k/8/8/3P4/8/8/8/K6r w - - 0 1"));
  int stopped = passed("7k/8/7r/3P4/8/N7/8/K7 w - - 0 1");
  EXPECT_GT(stopped, passed("7k/8/3N3r/3P4/8/8/8/K7 w - - 0 1"));
  EXPECT_GT(passed("7k/8/7r/3P1N2/8/8/8/K7 w - - 0 1"), stopped);
  int later = passed("7k/7r/8/3P4/8/N7/8/K7 w - - 0 1");
  EXPECT_GT(later, stopped);
  EXPECT_GT(passed("7k/8/8/3P4/8/N7/8/K6r w - - 0 1"), later);
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
  EXPECT_GT(pieces("4k3/8/3p4/3N4/8/8/8/4K3"),
            pieces("4k3/8/8/3N4/8/8/8/4K3") + 10);
  // Rooks: open, half open, closed.
  int open = pieces("4k3/8/8/8/8/8/7P/R3K3");
  int half = pieces("4k3/p7/8/8/8/8/7P/R3K3");
  EXPECT_GT(open, half);
  EXPECT_GT(half, pieces("4k3/p7/8/8/8/7P/P7/R3K3"));
  // Bishops: a pair, and own pawns on their colour.
  EXPECT_GT(pieces("4k3/8/8/8/8/8/8/2B1KB2"),
            2 * pieces("4k3/8/8/8/8/8/8/4KB2") + 20);
  EXPECT_GT(pieces("4k3/8/8/8/3P4/8/8/4KB2"), pieces("4k3/8/8/8/4P3/8/8/4KB2"));
  EXPECT_LT(pieces("4k3/8/8/4p3/4P3/8/8/4KB2"),
            pieces("4k3/8/8/8/4P3/8/8/4KB2"));
  // Behind a pawn; and where an outpost is near.
  EXPECT_GT(pieces("4k3/2p3p1/8/8/4P3/4N3/8/4K3"),
            pieces("4k3/2p3p1/8/8/7P/4N3/8/4K3"));
  EXPECT_GT(pieces("4k3/8/8/8/4P3/2N5/8/4K3"),
            pieces("4k3/2p5/8/8/4P3/2N5/8/4K3"));
  // A knight in the corner.
  EXPECT_GT(pieces("4k3/8/8/8/8/5N2/8/4K3"), pieces("4k3/8/8/8/8/8/8/4K2N"));
}

TEST(Terms, Files) {
  auto rook = [](const std::string &placement) {
    return Seen(placement + " w - - 0 1").Pieces[White].Middle;
  };
  // By more than the squares that pawns take.
  int open = rook("4k3/8/8/8/8/R7/7P/4K3");
  int half = rook("4k3/p7/8/8/8/R7/7P/4K3");
  EXPECT_GT(open, half + 10);
  EXPECT_GT(half, rook("4k3/p7/8/8/8/R7/P7/4K3") + 10);
}

TEST(Terms, Mobility) {
  auto pieces = [](const std::string &placement) {
    return Seen(placement + " w - - 0 1").Pieces[White];
  };
  Score corner = pieces("4k3/8/8/8/8/8/8/B3K3");
  Score middle = pieces("4k3/8/8/8/3B4/8/8/4K3");
  EXPECT_GT(middle.Middle, corner.Middle + 20);
  EXPECT_GT(middle.End, corner.End + 20);
  // From three squares to two it is worse than from four to three.
  int two = pieces("4k3/8/8/8/8/8/8/N3K3").Middle;
  int three = pieces("4k3/8/8/8/8/8/8/1N2K3").Middle;
  int four = pieces("4k3/8/8/8/8/N7/8/4K3").Middle;
  EXPECT_GT(three - two, four - three);
  EXPECT_GT(four, three);
  // A pawn that stays where it is takes a square.
  EXPECT_GT(pieces("4k3/3p4/8/8/3P4/5N2/8/4K3").Middle,
            pieces("4k3/3p4/8/8/8/5N2/3P4/4K3").Middle);
  // Rooks and queens protect each other through each other.
  Seen line("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1");
  EXPECT_EQ(line.Pieces[White], pieces("4k3/8/8/8/8/1R6/8/R3K3"));
  EXPECT_TRUE(line.V.Twice[White] & at("a8"));
  Seen slant("4k3/8/8/8/8/2Q5/1B6/4K3 w - - 0 1");
  EXPECT_TRUE(slant.V.By[White][Bishop] & at("h8"));
  // So do pawns, of a square.
  Seen both("4k3/8/8/8/8/8/3P1P2/4K3 w - - 0 1");
  EXPECT_TRUE(both.V.Twice[White] & at("e3"));
  EXPECT_FALSE(both.V.Twice[White] & at("c3"));
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
  // By a bishop, though a pawn protects it; by a rook, though a king does,
  // which is less than if none did; and by a king.
  EXPECT_GT(threats("4k3/8/4p3/3r4/8/1B6/8/4K3"), 0);
  int held = threats("4k3/3n4/8/8/8/8/8/3RK3");
  EXPECT_GT(held, 0);
  EXPECT_GT(threats("4k3/8/8/3n4/8/8/8/3RK3"), held + 10);
  EXPECT_GT(threats("8/8/8/8/8/8/2kp4/4K3"), 0);
  // A step to where a pawn takes is none.
  EXPECT_GT(threats("4k3/8/2p5/4n3/8/3PK3/8/8"),
            threats("4k3/8/8/2p1n3/8/3PK3/8/8"));
  // A fork by a pawn, one that is possible, and one that would be lost.
  int fork = threats("4k3/8/8/2n1n3/3P4/4K3/8/8");
  int possible = threats("4k3/8/8/2n1n3/8/3PK3/8/8");
  EXPECT_GT(fork, possible);
  // Also of what is protected.
  EXPECT_GT(threats("4k3/8/1p6/2n5/3P4/4K3/8/8"), 30);
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
  EXPECT_GT(shelter("7k/8/8/8/8/7p/5PPP/6K1 w - - 0 1"),
            shelter("7k/8/8/8/7p/8/5PPP/6K1 w - - 0 1"));
  // A half open file is less open.
  EXPECT_GT(shelter("7k/6p1/8/8/8/8/5P1P/6K1 w - - 0 1"), open);
  // It can castle still, but has not.
  EXPECT_LT(shelter("7k/8/8/8/8/8/5PPP/4K2R w K - 0 1"), whole);
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
  // A queen far away that can give check.
  EXPECT_LT(danger("6k1/8/8/8/8/8/8/1K1Q4"), 0);
  // Much less without a queen.
  EXPECT_GT(danger("6k1/5ppp/8/4N3/8/3B4/8/1K4R1"), many);
  // A king without pawns suffers more.
  Seen seen("6k1/5ppp/7Q/4N3/8/8/8/1K6 w - - 0 1");
  EXPECT_LT(chess::danger(seen.V, Black, -60).Middle, both);
}

/// Each thing that makes an attack counts.
TEST(Terms, PartsOfDanger) {
  auto danger = [](const Seen &seen, int pieces, int weight, int next) {
    View view = seen.V;
    view.Attack[Black] = {pieces, weight, next};
    return chess::danger(view, Black, 0).Middle;
  };
  Seen queen("6k1/5ppp/8/8/8/8/Q7/1K4R1 w - - 0 1");
  int some = danger(queen, 2, 10, 3);
  EXPECT_LT(some, 0);
  EXPECT_LT(danger(queen, 3, 10, 3), some);
  EXPECT_LT(danger(queen, 2, 15, 3), some);
  EXPECT_LT(danger(queen, 2, 10, 5), some);
  Seen none("6k1/5ppp/8/8/8/8/8/1K4R1 w - - 0 1");
  EXPECT_GT(danger(none, 3, 20, 5), danger(queen, 3, 20, 5) + 100);
}

TEST(Terms, Endings) {
  auto drive = [](const std::string &placement) {
    return bareKing(Position::parse(placement + " w - - 0 1"), White);
  };
  // To the edge, and the own king near.
  EXPECT_GT(drive("4k3/8/4K3/8/8/8/8/R7"), drive("8/8/4k3/8/4K3/8/8/R7"));
  EXPECT_GT(drive("4k3/8/4K3/8/8/8/8/R7"), drive("4k3/8/8/8/8/8/8/R3K3"));
  // A corner is worse than an edge, and that is worse than to be near it.
  EXPECT_GT(drive("k7/8/2K5/8/8/8/8/7R"), drive("4k3/8/4K3/8/8/8/8/7R"));
  EXPECT_GT(drive("4k3/8/4K3/8/8/8/8/7R"), drive("8/8/1k1K4/8/8/8/8/7R"));
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
  EXPECT_EQ(scale("4k3/8/8/8/8/8/8/4KB2"), 25);
  EXPECT_EQ(scale("4k3/8/8/8/8/8/8/4KR2"), 200);
  EXPECT_EQ(scale("4kb2/8/8/8/8/8/P7/4KB2"), 100);
  EXPECT_EQ(scale("2b1k3/8/8/8/8/8/P7/4KB2"), 200);
}

/// All terms count, more those of the end the fewer pieces there are.
TEST(Terms, ValueIsTheSum) {
  for (const char *fen : Positions) {
    Seen seen(fen);
    const Position &p = seen.P;
    Score total = {p.Middle, p.End};
    total += seen.Facts.Value;
    for (Color side : {White, Black}) {
      int covered = shelter(p, side);
      Score own = {covered, 0};
      own += seen.Pieces[side];
      own += danger(seen.V, side, covered);
      own += passedPawns(seen.V, side);
      own += threats(seen.V, side);
      own += space(seen.V, side);
      own.End += bareKing(p, side);
      total += own * (side == White ? 1 : -1);
    }
    int rest = 0;
    constexpr int Share[6] = {0, 1, 1, 2, 4, 0};
    for (int square = 0; square < 64; ++square)
      if (p.at(square) != NoPiece)
        rest += Share[p.at(square)];
    rest = std::min(rest, 24);
    int end = scaled(p, total.End);
    int value = (total.Middle * rest + end * (24 - rest)) / 24;
    // It is an advantage to have the move.
    constexpr int Move = 12;
    EXPECT_EQ(evaluate(p), (p.Side == White ? value : -value) + Move) << fen;
  }
}

} // namespace
