//===- ReaderTest.cpp - Reading and writing graphs ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/graph/build.hpp>
#include <tussah/graph/generate.hpp>
#include <tussah/graph/io.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <tuple>
#include <unistd.h>

using namespace tussah::graph;

namespace {

using Vertices = std::vector<vertex>;

Vertices of(const csr &G, vertex V) {
  return {G.neighbours(V).begin(), G.neighbours(V).end()};
}

Vertices sorted(const csr &G, vertex V) {
  Vertices All = of(G, V);
  std::sort(All.begin(), All.end());
  return All;
}

/// The message with which \p Text is refused, or "".
std::string refusal(std::string_view Text, format F,
                    std::uint64_t MostBytes = 1 << 20) {
  read_options Options;
  Options.most_bytes = MostBytes;
  try {
    parse(Text, F, Options);
    return "";
  } catch (const io_error &E) {
    return E.what();
  }
}

template <class Graph> std::string written(const Graph &G, format F) {
  char *Text = nullptr;
  std::size_t Size = 0;
  std::FILE *File = open_memstream(&Text, &Size);
  try {
    write(G, F, File, "output");
  } catch (...) {
    std::fclose(File);
    std::free(Text);
    throw;
  }
  std::fclose(File);
  std::string Result(Text, Size);
  std::free(Text);
  return Result;
}

std::string binary(char Directed, std::uint64_t Arcs, std::uint64_t Vertices,
                   std::vector<std::uint64_t> Offsets,
                   std::vector<std::uint32_t> Targets) {
  std::string Bytes(1, Directed);
  auto Add = [&](const void *From, std::size_t Size) {
    Bytes.append(static_cast<const char *>(From), Size);
  };
  Add(&Arcs, 8);
  Add(&Vertices, 8);
  Add(Offsets.data(), 8 * Offsets.size());
  Add(Targets.data(), 4 * Targets.size());
  return Bytes;
}

TEST(EdgeList, ReadsArcs) {
  csr G =
      parse("# a comment\n0 2\n\n  2\t1 \r\n# more\n0 0", format::edge_list);
  EXPECT_TRUE(G.directed());
  EXPECT_EQ(G.vertices(), 3u);
  EXPECT_EQ(of(G, 0), Vertices({2, 0}));
  EXPECT_EQ(of(G, 1), Vertices());
  EXPECT_EQ(of(G, 2), Vertices({1}));
  read_options Edges;
  Edges.edges = direction::undirected;
  EXPECT_EQ(of(parse("0 2\n2 1\n", format::edge_list, Edges), 2),
            Vertices({0, 1}));
  EXPECT_EQ(parse("", format::edge_list).vertices(), 0u);
  EXPECT_EQ(of(parse("0 000000000000000001\n1\t0  \n0   1\r\n# the end",
                     format::edge_list),
               0),
            Vertices({1, 1}));
}

TEST(EdgeList, RefusesOthers) {
  auto Refusal = [](std::string Text) {
    std::string Message = refusal(Text, format::edge_list);
    // The same where the buffer does not end so soon.
    if (Text.back() == '\n')
      EXPECT_EQ(
          refusal(Text + "# a long comment, at the end\n", format::edge_list)
              .substr(8),
          Message.substr(8));
    return Message;
  };
  EXPECT_EQ(Refusal("0 1\n1 x2\n"),
            "input:2: expected a second vertex, a number from 0 to 4294967294, "
            "found 'x2'");
  EXPECT_EQ(Refusal("#\n\n7\n"),
            "input:3: expected a second vertex, a number from 0 to 4294967294, "
            "found the end of the line");
  EXPECT_EQ(Refusal("7 "),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found the end of the file");
  EXPECT_EQ(Refusal("0 1 5 6\n"),
            "input:1: expected the end of the line after two vertices and a "
            "weight, found '6'");
  for (const char *Weight : {"x", "nan", "inf", "1e999", "1e", "2,"})
    EXPECT_EQ(Refusal(std::string("0 1 ") + Weight + "\n"),
              std::string("input:1: expected a weight, a finite number, found "
                          "'") +
                  Weight + "'");
  EXPECT_EQ(Refusal("0 1 2\n1 2\n"),
            "input:2: expected a weight, a finite number, found the end of the "
            "line");
  EXPECT_EQ(Refusal("0 1\n1 2 2\n"),
            "input:2: expected the end of the line after two vertices, found "
            "'2'");
  EXPECT_EQ(Refusal("0,,1\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found a comma");
  EXPECT_EQ(
      Refusal("% bip\n1 1\n"),
      "input:1: a bipartite graph, whose two sides have the same numbers; "
      "give those of one side others");
  EXPECT_EQ(Refusal("0 12\xff\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found '12?'");
  EXPECT_EQ(Refusal("0 -1\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found '-1'");
  EXPECT_EQ(Refusal("0 4294967295\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found '4294967295'");
  EXPECT_EQ(Refusal("0 12a\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found '12a'");
  EXPECT_EQ(Refusal("0 1234567890123456789012\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found a number of 22 digits");
  EXPECT_EQ(Refusal("0 0000000000000000001\n"),
            "input:1: expected a second vertex, a number from 0 to 4294967294, "
            "found a number of 19 digits");
  EXPECT_EQ(Refusal("0 4000000000\n"),
            "input:2: a graph of 4000000001 vertices and 1 entries would take "
            "30517 MiB of memory, but the limit is 1 MiB");
}

TEST(MatrixMarket, ReadsMatrices) {
  csr G = parse("%%MatrixMarket matrix coordinate pattern general\n% c\n\n"
                "3 3 2\n1 3\n3 2\n",
                format::matrix_market);
  EXPECT_TRUE(G.directed());
  EXPECT_EQ(of(G, 0), Vertices({2}));
  EXPECT_EQ(of(G, 2), Vertices({1}));
  G = parse("%%matrixmarket MATRIX Coordinate real symmetric\n3 3 3\n"
            "1 1 1.5e-3\n3 1 -.5\n3 2 1D4\n",
            format::matrix_market);
  EXPECT_FALSE(G.directed());
  EXPECT_EQ(of(G, 0), Vertices({0, 2}));
  EXPECT_EQ(of(G, 2), Vertices({0, 1}));
  EXPECT_EQ(parse("%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n"
                  "2 1 3 4\n",
                  format::matrix_market)
                .arcs(),
            2u);
}

TEST(MatrixMarket, RefusesOthers) {
  auto Refusal = [](const std::string &Text) {
    return refusal(Text, format::matrix_market);
  };
  const std::string Head = "%%MatrixMarket matrix coordinate pattern general\n";
  EXPECT_EQ(Refusal(""),
            "input:1: expected the first line to begin with '%%MatrixMarket'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix array real general\n"),
            "input:1: expected the form of the matrix of a graph, which is "
            "coordinate, found 'array'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix coordinate bool general\n"),
            "input:1: expected the field, which is pattern or real or integer "
            "or complex, found 'bool'");
  EXPECT_EQ(
      Refusal(Head + "3 4 0\n"),
      "input:2: the matrix of a graph must be square, but this has 3 rows "
      "and 4 columns");
  EXPECT_EQ(Refusal(Head + "3 3 1000000000\n1 1\n"),
            "input:2: the file is too short to have 1000000000 entries");
  EXPECT_EQ(Refusal(Head + "4000000000 4000000000 1\n1 1\n"),
            "input:2: a graph of 4000000000 vertices would take 30517 MiB of "
            "memory, but the limit is 1 MiB");
  EXPECT_EQ(Refusal(Head + "3 3 1\n4 1\n"),
            "input:3: expected a row, a number from 1 to 3, found '4'");
  EXPECT_EQ(Refusal(Head + "3 3 1\n0 1\n"),
            "input:3: expected a row, a number from 1 to 3, found '0'");
  EXPECT_EQ(Refusal(Head + "3 3 2\n1 1\n"),
            "input:4: expected 2 entries, but the file has 1");
  EXPECT_EQ(Refusal(Head + "3 3 1\n1 1\n2 2\n"),
            "input:4: expected the end of the file after 1 entries");
  EXPECT_EQ(Refusal(Head + "3 3 1\n1 1 1\n"),
            "input:3: expected the end of the line after the entry, found '1'");
  EXPECT_EQ(
      Refusal(
          "%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 2 1\n"),
      "input:3: expected a column of the lower triangle, a number from 1 to 1, "
      "found '2'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n"
                    "3 3 1\n1 1 1\n"),
            "input:3: expected a row, a number from 2 to 3, found '1'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n"
                    "3 3 1\n2 2 1\n"),
            "input:3: expected a column below the diagonal, a number from 1 to "
            "1, found '2'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n"
                    "1 1 1\n1 1 0\n"),
            "input:2: expected 0 entries in a skew-symmetric matrix of 1 row, "
            "found '1'");
  EXPECT_EQ(Refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n"
                    "1 1 0\n"),
            "");
  EXPECT_EQ(Refusal(Head + "0 0 1\n1 1\n"),
            "input:2: expected 0 entries in a matrix of 0 rows, found '1'");
  EXPECT_EQ(
      Refusal(
          "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 1.5\n"),
      "input:3: expected the value of the entry, a whole number, found "
      "'1.5'");
  EXPECT_EQ(
      Refusal("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 1e\n"),
      "input:3: expected the value of the entry, a finite number, found "
      "'1e'");
}

// What the format does not define: signs and conjugates of no values, and
// conjugates of real ones.
TEST(MatrixMarket, RefusesSymmetriesOfOtherFields) {
  auto Refusal = [](const std::string &Kind) {
    return refusal("%%MatrixMarket matrix coordinate " + Kind + "\n2 2 0\n",
                   format::matrix_market);
  };
  const std::string Begin =
      "input:1: expected the symmetry with this field, which is ";
  const std::string Two = Begin + "general or symmetric, found ";
  const std::string Three =
      Begin + "general or symmetric or skew-symmetric, found ";
  EXPECT_EQ(Refusal("pattern skew-symmetric"), Two + "'skew-symmetric'");
  EXPECT_EQ(Refusal("pattern hermitian"), Two + "'hermitian'");
  EXPECT_EQ(Refusal("real hermitian"), Three + "'hermitian'");
  EXPECT_EQ(Refusal("integer hermitian"), Three + "'hermitian'");
  for (const char *Kind :
       {"pattern general", "pattern symmetric", "real general",
        "real symmetric", "real skew-symmetric", "integer skew-symmetric",
        "complex symmetric", "complex skew-symmetric", "complex hermitian"})
    EXPECT_EQ(Refusal(Kind), "") << Kind;
}

TEST(Metis, ReadsNeighbours) {
  csr G = parse("% c\n3 2\n2 3\n% c\n1\n1\n", format::metis);
  EXPECT_FALSE(G.directed());
  EXPECT_EQ(of(G, 0), Vertices({1, 2}));
  EXPECT_EQ(of(G, 2), Vertices({0}));
  // Sizes, two weights, weights of edges; and a vertex without neighbours.
  G = parse("3 1 111 2\n9 1 2 2 5\n9 1 2 1 5\n9 1 2\n", format::metis);
  EXPECT_EQ(G.arcs(), 2u);
  EXPECT_EQ(of(G, 1), Vertices({0}));
  EXPECT_EQ(parse("2 0\n\n\n", format::metis).vertices(), 2u);
}

TEST(Metis, RefusesOthers) {
  auto Refusal = [](const char *Text) { return refusal(Text, format::metis); };
  EXPECT_EQ(Refusal("3 x\n"),
            "input:1: expected the number of edges, a number from 0 to "
            "72057594037927936, found 'x'");
  EXPECT_EQ(Refusal("2 1 21\n2\n1\n"),
            "input:1: expected the format, three digits 0 or 1, found '021'");
  EXPECT_EQ(Refusal("4000000000 1\n"),
            "input:1: the file is too short to have 4000000000 vertices and 1 "
            "edges");
  EXPECT_EQ(Refusal("2 1\n3\n1\n"),
            "input:2: expected a neighbour, a number from 1 to 2, found '3'");
  EXPECT_EQ(Refusal("2 1\n1\n2\n"),
            "input:2: vertex 1 is its own neighbour, which METIS does not "
            "allow");
  EXPECT_EQ(
      Refusal("3 1\n2\n1\n"),
      "input:4: expected the neighbours of vertex 3, found the end of the "
      "file");
  EXPECT_EQ(Refusal("3 1\n2 3\n1\n1\n"),
            "input:3: expected 1 edges, each at both ends, but there are more");
  EXPECT_EQ(Refusal("3 2\n2\n1\n\n"),
            "input:5: expected 2 edges, each at both ends, but there are 2 "
            "ends");
  EXPECT_EQ(Refusal("3 1\n2\n\n1\n"),
            "input:5: vertex 1 and a neighbour do not name each other equally "
            "often");
  EXPECT_EQ(Refusal("2 1\n2\n1\n7\n"),
            "input:4: expected the end of the file after 2 vertices");
}

TEST(Gap, RefusesOthers) {
  auto Refusal = [](const std::string &Text) {
    return refusal(Text, format::gap);
  };
  EXPECT_EQ(Refusal(binary(0, 2, 2, {0, 1, 2}, {1, 0})), "");
  EXPECT_EQ(Refusal(""),
            "input: byte 0: the file ends where the flag of direction should "
            "be");
  EXPECT_EQ(Refusal("\x02"), "input: byte 1: expected 0 or 1 as the flag of "
                             "direction, found 2");
  EXPECT_EQ(Refusal(binary(0, 2, 2, {0, 1, 2}, {1})),
            "input: byte 17: expected a file of 49 bytes for 2 vertices and 2 "
            "arcs, but it has 45");
  EXPECT_EQ(Refusal(binary(0, ~std::uint64_t(0), 2, {}, {})),
            "input: byte 17: expected a file of more than 2^58 bytes for 2 "
            "vertices and 18446744073709551615 arcs, but it has 17");
  EXPECT_EQ(Refusal(binary(0, 0, std::uint64_t(1) << 31, {}, {})),
            "input: byte 17: expected at most 2147483647 vertices, found "
            "2147483648");
  EXPECT_EQ(
      Refusal(binary(0, 2, 2, {0, 1, 1}, {1, 0})),
      "input: byte 41: expected offsets from 0 to 2, found them from 0 to "
      "1");
  EXPECT_EQ(Refusal(binary(0, 2, 3, {0, 3, 1, 2}, {1, 0})),
            "input: byte 49: the offset of vertex 1 is greater than the next "
            "one");
  EXPECT_EQ(Refusal(binary(0, 2, 2, {0, 1, 2}, {1, 2})),
            "input: byte 49: expected targets from 0 to 2 - 1, found 2 as the "
            "target 1");
  EXPECT_EQ(Refusal(binary(0, 1, 2, {0, 1, 1}, {1})),
            "input: byte 45: the graph is undirected, but vertex 0 has an arc "
            "without one back");
  std::string Out = binary(1, 1, 2, {0, 1, 1}, {1});
  EXPECT_EQ(Refusal(Out + binary(0, 0, 0, {0, 0, 1}, {0}).substr(17)), "");
  EXPECT_EQ(Refusal(Out + binary(0, 0, 0, {0, 1, 1}, {0}).substr(17)),
            "input: byte 73: the transposed graph in the file has other arcs "
            "than the graph");
}

TEST(Formats, FollowExtensions) {
  EXPECT_EQ(format_of("a.el"), format::edge_list);
  EXPECT_EQ(format_of("b/a.mtx"), format::matrix_market);
  EXPECT_EQ(format_of("a.graph"), format::metis);
  EXPECT_EQ(format_of("a.sg"), format::gap);
  EXPECT_FALSE(format_of(".el"));
  EXPECT_EQ(format_of("a.wel"), format::edge_list);
  EXPECT_EQ(format_of("a.txt.gz"), format::edge_list);
  EXPECT_EQ(format_of("a.wsg.zst"), format::weighted_gap);
  EXPECT_EQ(format_of("a.adj"), format::adjacency);
  EXPECT_FALSE(format_of(".el.gz"));
  EXPECT_FALSE(format_of("a.gz"));
  EXPECT_FALSE(format_of("a"));
}

TEST(Formats, WriteWhatTheyRead) {
  csr Directed = make_csr(5, {{0, 1}, {3, 1}, {3, 3}, {4, 0}, {3, 1}},
                          direction::directed);
  csr Undirected = random_graph(300, 3);
  csr Loops =
      make_csr(3, {{0, 0}, {0, 2}, {0, 2}, {1, 0}}, direction::undirected);
  for (format F : {format::edge_list, format::matrix_market, format::metis,
                   format::gap, format::weighted_gap, format::adjacency})
    for (const csr *G : {&Directed, &Undirected, &Loops}) {
      if (F == format::metis && G != &Undirected) {
        EXPECT_THROW(written(*G, F), io_error);
        continue;
      }
      csr Again = parse(written(*G, F), F);
      EXPECT_EQ(Again.directed(), G->directed());
      ASSERT_EQ(Again.vertices(), G->vertices());
      for (vertex V = 0; V != G->vertices(); ++V)
        EXPECT_EQ(sorted(Again, V), sorted(*G, V));
    }
}

/// All arcs with their weights, in order.
std::vector<std::tuple<vertex, vertex, double>>
weighedArcs(const weighted_csr<double> &G) {
  std::vector<std::tuple<vertex, vertex, double>> All;
  for (vertex V = 0; V != G.vertices(); ++V)
    for (arc_index I = G.offsets()[V]; I != G.offsets()[V + 1]; ++I)
      All.emplace_back(V, G.targets()[I], G.weight(I));
  std::sort(All.begin(), All.end());
  return All;
}

TEST(Formats, WriteTheWeightsThatTheyRead) {
  std::vector<arc> Arcs = {{0, 1}, {3, 1}, {4, 0}, {3, 2}, {4, 2}, {0, 3}};
  std::vector<double> Weights = {3, 0, 1024, 7, 2147483647, 5};
  std::vector<double> Reals = {0.1, -3, 1e300, 5e-324, 1.0 / 3, 0};
  for (direction D : {direction::directed, direction::undirected})
    for (const auto &W : {Weights, Reals})
      for (format F : {format::edge_list, format::matrix_market, format::metis,
                       format::gap, format::weighted_gap, format::adjacency}) {
        auto G = make_weighted(6, Arcs, W, D);
        bool Metis = F == format::metis;
        if (F == format::gap || (Metis && D == direction::directed) ||
            ((Metis || F == format::weighted_gap) && W == Reals)) {
          EXPECT_THROW(written(G, F), io_error);
          continue;
        }
        auto Again = parse_weighted(written(G, F), F);
        EXPECT_EQ(Again.directed(), G.directed());
        EXPECT_EQ(Again.vertices(), 6u);
        EXPECT_EQ(weighedArcs(Again), weighedArcs(G));
        EXPECT_EQ(parse(written(G, F), F).arcs(), G.arcs());
      }
}

TEST(EdgeList, SaysWhatItIs) {
  auto Directed = [](const char *Text) {
    return parse(Text, format::edge_list).directed();
  };
  EXPECT_FALSE(Directed("# Undirected graph: ../x.txt\n0 1\n"));
  EXPECT_FALSE(Directed("#Undirected Graph (each pair once)\n0 1\n"));
  EXPECT_FALSE(Directed("% sym unweighted\n1 2\n"));
  EXPECT_TRUE(Directed("# Directed graph\n0 1\n"));
  EXPECT_TRUE(Directed("% asym\n0 1\n"));
  EXPECT_TRUE(Directed("# an undirected graph\n0 1\n"));
  EXPECT_TRUE(Directed("0 1\n# Undirected graph\n"));
  EXPECT_EQ(parse("# Nodes: 7 Edges: 1\n0 1\n", format::edge_list).vertices(),
            7u);
  EXPECT_EQ(parse("# Nodes: 2\n0 5\n", format::edge_list).vertices(), 6u);
  read_options Other;
  Other.edges = direction::directed;
  EXPECT_TRUE(
      parse("# Undirected graph\n0 1\n", format::edge_list, Other).directed());
  EXPECT_EQ(weighedArcs(
                parse_weighted("0, 1,2.5\n% c\n1,0\t-1\n", format::edge_list)),
            weighedArcs(make_weighted<double>(2, {{0, 1}, {1, 0}}, {2.5, -1},
                                              direction::directed)));
}

TEST(Formats, RefuseWhatTheyAreNot) {
  EXPECT_EQ(refusal("\xef\xbb\xbf"
                    "0 1\n",
                    format::edge_list),
            "input: it begins with a byte order mark, which no format allows; "
            "remove these 3 bytes");
  EXPECT_EQ(refusal("\x1f\x8b\x08", format::edge_list),
            "input: it is compressed by gzip; let its name end in .gz");
  EXPECT_EQ(refusal("AdjacencyGraph\n2\n1\n0\n0\n2\n", format::adjacency),
            "input:6: expected a target, a number from 0 to 1, found '2'");
  EXPECT_EQ(refusal("AdjacencyGraph\n2\n1\n1\n1\n0\n", format::adjacency),
            "input:4: expected offsets that begin with 0 and do not decrease, "
            "found that of vertex 0 to be 1");
  EXPECT_EQ(refusal("2 1 001\n2 5\n1 6\n", format::metis), "");
  try {
    parse_weighted("2 1 001\n2 5\n1 6\n", format::metis);
    FAIL();
  } catch (const io_error &E) {
    EXPECT_STREQ(E.what(),
                 "input:4: an edge has different weights at its two ends");
  }
}

TEST(Formats, FilesAreReadInParts) {
  csr G = torus(300);
  // The tests of several builds may run at once.
  std::string Path = testing::TempDir() + "tussah-reader-test-" +
                     std::to_string(::getpid()) + ".el";
  std::FILE *File = std::fopen(Path.c_str(), "wb");
  ASSERT_TRUE(File);
  write(G, format::edge_list, File, Path);
  std::fclose(File);
  read_options Options;
  Options.edges = direction::undirected;
  std::uint64_t Calls = 0, Done = 0;
  Options.progress = [&](std::uint64_t Now, std::uint64_t All) {
    ++Calls;
    EXPECT_LE(Now, All);
    Done = Now;
  };
  csr Again = read(Path, format::edge_list, Options);
  EXPECT_GT(Calls, 1u);
  EXPECT_GT(Done, std::uint64_t(1) << 20);
  for (vertex V = 0; V != G.vertices(); ++V)
    EXPECT_EQ(sorted(Again, V), sorted(G, V));
  Options.buffer_bytes = 0;
  EXPECT_EQ(read(Path, format::edge_list, Options).arcs(), G.arcs());
  std::remove(Path.c_str());
}

TEST(Formats, FilesThatAreNone) {
  EXPECT_THROW(read("/no/such/file.el", format::edge_list), io_error);
  EXPECT_THROW(read("/", format::edge_list), io_error);
  EXPECT_THROW(read("/dev/zero", format::edge_list), io_error);
}

/// Bytes that the process may address.
rlim_t addressSpace() {
  rlim_t Pages = 0;
  std::ifstream("/proc/self/statm") >> Pages;
  return Pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

TEST(Reader, TakesNoMemoryToFindArcsWithoutOnesBack) {
  // Two vertices, and all arcs from the first to the second.
  constexpr std::uint64_t Arcs = 1 << 22, Header[] = {Arcs, 2, 0, Arcs, Arcs};
  constexpr std::size_t GraphSize = 4 * Arcs;
  std::string Text(1 + sizeof Header + GraphSize, '\0');
  std::memcpy(&Text[1], Header, sizeof Header);
  for (std::size_t I = 0; I != Arcs; ++I)
    Text[1 + sizeof Header + 4 * I] = 1;
  auto Read = [&] {
    // Enough for one graph, not for two.
    rlimit Limit = {addressSpace() + GraphSize * 3 / 2,
                    addressSpace() + GraphSize * 3 / 2};
    setrlimit(RLIMIT_AS, &Limit);
    try {
      parse(Text, format::gap);
    } catch (const io_error &E) {
      std::fputs(E.what(), stderr);
      std::_Exit(0);
    }
    std::_Exit(1);
  };
  EXPECT_EXIT(Read(), testing::ExitedWithCode(0),
              "vertex 0 has an arc without one back");
}

} // namespace
