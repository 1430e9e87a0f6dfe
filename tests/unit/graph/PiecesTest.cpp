//===- PiecesTest.cpp - Graphs that several strands read ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/generate.hpp>
#include <tussah/graph/io.hpp>

#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

using namespace tussah::graph;

namespace {

std::size_t Calls;

/// An order that no serial reader has.
void loop(std::size_t Count, void (*Body)(void *, std::size_t), void *Data) {
  Calls += Count;
  for (std::size_t I = Count; I-- != 0;)
    Body(Data, I);
}

/// Two threads that take turns.
void loopOfThreads(std::size_t Count, void (*Body)(void *, std::size_t),
                   void *Data) {
  std::atomic<std::size_t> Next{0};
  auto Work = [&] {
    for (std::size_t I; (I = Next++) < Count;)
      Body(Data, I);
  };
  std::thread Other(Work);
  Work();
  Other.join();
}

/// What a reader makes of a text: the graph, or the message.
struct Outcome {
  std::string Message;
  bool Directed = false;
  std::vector<arc_index> Offsets;
  std::vector<vertex> Targets;
  std::vector<double> Weights;

  bool operator==(const Outcome &O) const {
    return Message == O.Message && Directed == O.Directed &&
           Offsets == O.Offsets && Targets == O.Targets && Weights == O.Weights;
  }
};

template <class Read> Outcome outcome(const Read &R) {
  Outcome O;
  try {
    weighted_csr<double> G = R();
    O.Directed = G.directed();
    O.Offsets.assign(G.offsets().begin(), G.offsets().end());
    O.Targets.assign(G.targets().begin(), G.targets().end());
    for (arc_index I = 0; G.weighted() && I != G.targets().size(); ++I)
      O.Weights.push_back(G.weight(I));
  } catch (const io_error &E) {
    O.Message = E.what();
  }
  return O;
}

Outcome parsed(std::string_view Text, format F, bool Weighted,
               const read_options &Options) {
  return outcome([&] {
    if (Weighted)
      return parse_weighted(Text, F, Options);
    return weighted_csr<double>(parse(Text, F, Options), {});
  });
}

/// The same graph or the same message, whoever reads.
void expectTheSame(std::string_view Text, format F,
                   const std::vector<std::size_t> &Pieces = {16, 100, 1 << 20},
                   decltype(read_options::loop) Loop = loop) {
  for (bool Weighted : {false, true}) {
    read_options Options;
    Outcome Serial = parsed(Text, F, Weighted, Options);
    Options.loop = Loop;
    for (std::size_t Bytes : Pieces) {
      Options.buffer_bytes = Bytes;
      Outcome Parallel = parsed(Text, F, Weighted, Options);
      EXPECT_EQ(Serial.Message, Parallel.Message)
          << Text << "\npieces of " << Bytes;
      EXPECT_TRUE(Serial == Parallel) << Text << "\npieces of " << Bytes;
    }
  }
}

template <class Graph> std::string written(const Graph &G, format F) {
  char *Text = nullptr;
  std::size_t Size = 0;
  std::FILE *File = open_memstream(&Text, &Size);
  write(G, F, File, "output");
  std::fclose(File);
  std::string Result(Text, Size);
  std::free(Text);
  return Result;
}

constexpr format Formats[] = {format::edge_list, format::matrix_market,
                              format::metis,     format::adjacency,
                              format::gap,       format::weighted_gap};

/// A graph as each format has it, with weights and without.
std::vector<std::pair<std::string, format>>
texts(std::uint64_t Vertices, std::uint64_t Degree, std::uint64_t Seed) {
  csr G = random_graph(Vertices, Degree, Seed);
  buffer<double> Weights;
  // The two arcs of an edge have the same.
  for (vertex V = 0; V != G.vertices(); ++V)
    for (vertex To : G.neighbours(V))
      Weights.push_back(1 + (V ^ To) % 7);
  std::vector<std::pair<std::string, format>> All;
  for (format F : Formats) {
    if (F != format::weighted_gap)
      All.emplace_back(written(G, F), F);
    if (F != format::gap)
      All.emplace_back(
          written(weighted_csr<double>(csr(G), buffer<double>(Weights)), F), F);
  }
  return All;
}

TEST(Pieces, MakeTheSameGraph) {
  for (std::uint64_t Seed = 1; Seed != 6; ++Seed)
    for (auto &[Text, F] : texts(20 * Seed, 3, Seed))
      expectTheSame(Text, F);
  std::size_t Before = Calls;
  for (auto &[Text, F] : texts(3000, 3, 7)) {
    expectTheSame(Text, F);
    // Each of them had pieces to read, or was checked by several strands.
    if (F == format::gap || F == format::weighted_gap)
      continue;
    EXPECT_GT(Calls - Before, Text.size() / 200);
    Before = Calls;
  }
}

TEST(Pieces, AreReadAtTheSameTime) {
  for (auto &[Text, F] : texts(3000, 3, 7))
    expectTheSame(Text, F, {1000, 20000}, loopOfThreads);
}

TEST(Pieces, KnowCommentsAndEmptyLines) {
  std::string Comments;
  for (int I = 0; I != 100; ++I)
    Comments += "# a comment like many others\n\n";
  expectTheSame("0 1 2.5\n" + Comments + "1 2 3\n" + Comments + "2 3 4",
                format::edge_list);
  expectTheSame("% sym\n0 1\n" + Comments + "1 2\n" + Comments,
                format::edge_list);
  std::string Lines;
  for (int I = 0; I != 50; ++I)
    Lines += "% one\n\n";
  expectTheSame("50 0\n" + Lines, format::metis);
  expectTheSame("50 0\n" + Lines + "\n\n%\n\n", format::metis);
  expectTheSame("51 0\n" + Lines, format::metis);
}

/// Text with a change that nobody meant.
std::string spoilt(std::string Text, std::mt19937 &Random) {
  static constexpr std::string_view Any = "0123456789 \n\n\t,.-#%xe+";
  auto Below = [&](std::size_t N) { return Random() % N; };
  for (std::size_t Changes = 1 + Below(2); Changes; --Changes) {
    if (Text.empty())
      return Text;
    std::size_t At = Below(Text.size());
    char C = Any[Below(Any.size())];
    switch (Below(4)) {
    case 0:
      Text.erase(At, 1 + Below(3));
      break;
    case 1:
      Text.insert(At, 1 + Below(3), C);
      break;
    case 2:
      Text.resize(At);
      break;
    default:
      Text[At] = C;
    }
  }
  return Text;
}

TEST(Pieces, LeaveMessagesToTheSerialReader) {
  std::mt19937 Random(5);
  for (std::uint64_t Seed = 1; Seed != 4; ++Seed)
    for (auto &[Text, F] : texts(15, 2, Seed))
      for (int I = 0; I != 400; ++I)
        expectTheSame(spoilt(Text, Random), F);
}

/// Between pieces, too.
TEST(Pieces, RefuseOffsetsThatDecrease) {
  for (int Wrong = 1; Wrong != 60; ++Wrong) {
    std::string Text = "AdjacencyGraph\n60\n120\n";
    for (int V = 0; V != 60; ++V)
      Text += std::to_string(V == Wrong ? 2 * V - 3 : 2 * V) + "\n";
    for (int I = 0; I != 120; ++I)
      Text += std::to_string(I / 2) + "\n";
    expectTheSame(Text, format::adjacency);
  }
}

TEST(Pieces, KeepTheLimitOfMemory) {
  std::string Text;
  for (int I = 0; I != 20000; ++I)
    Text += "0 1\n";
  read_options Options;
  Options.loop = loop;
  Options.most_bytes = 100000;
  try {
    parse(Text, format::edge_list, Options);
    FAIL() << "100 kB are too little";
  } catch (const io_error &E) {
    EXPECT_NE(std::string(E.what()).find("of memory, but the limit is"),
              std::string::npos)
        << E.what();
  }
  Options.most_bytes = 2000000;
  EXPECT_EQ(parse(Text, format::edge_list, Options).arcs(), 20000u);
}

} // namespace
