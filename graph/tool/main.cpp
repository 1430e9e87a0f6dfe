//===- main.cpp - tussah graph --------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command `tussah graph`, a program of its own that `tussah` runs: it is
/// compiled by tussah-clang++.
///
//===----------------------------------------------------------------------===//

#include "analyses.h"
#include "job.h"

#include "../../support/help.h"
#include "../../support/spelling.h"

#include <cilk/cilk_api.h>
#include <tussah/graph.hpp>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <sys/resource.h>
#include <utility>

using namespace tussah::graph;

namespace {

void componentsCommand(const Options &O) {
  Job J(O);
  array<vertex> Least = J.compute([&] { return components(J.graph()); });
  J.reportComponents("component", "components", Least);
}

void bfsCommand(const Options &O) {
  Job J(O);
  vertex Source = J.source();
  csr Incoming = J.graph().directed() ? transpose(J.graph()) : csr();
  bfs_result Found = J.compute([&] {
    return J.graph().directed() ? breadth_first(J.graph(), Incoming, Source)
                                : breadth_first(J.graph(), Source);
  });
  J.report({countVertices(Found.reached) + " reached, the farthest by " +
                count(Found.levels, "arc", "arcs"),
            {{"reached", std::to_string(Found.reached)},
             {"farthest", std::to_string(Found.levels)}}},
           [&](std::FILE *To, vertex V) {
             if (Found.depth[V] == no_vertex)
               std::fputc('-', To);
             else
               std::fprintf(To, "%" PRIu32, Found.depth[V]);
           });
}

void spanningCommand(const Options &O) {
  Job J(O);
  std::vector<vertex> Sources = J.sources();
  if (Sources.size() > 1)
    throw ToolUsageError("expected at most one --source, found " +
                         std::to_string(Sources.size()));
  // A forest follows edges in both directions, a tree arcs from its root.
  bool Joins = Sources.empty() && J.graph().directed();
  csr Joined = Joins ? simple(J.graph()) : csr();
  const csr &G = Joins ? Joined : J.graph();
  tree Found = J.compute([&] {
    return Sources.empty() ? spanning_forest(G) : spanning_tree(G, Sources[0]);
  });
  std::uint64_t Trees = 0, Inside = 0;
  for (vertex V = 0; V != G.vertices(); ++V) {
    Trees += Found.parent[V] == V;
    Inside += Found.parent[V] != no_vertex;
  }
  std::uint64_t Stages = Found.counts.stages + 1;
  J.reportVertices({count(Trees, "tree", "trees") + " of " +
                        countVertices(Inside) + ", grown in " +
                        count(Stages, "stage", "stages"),
                    {{"trees", std::to_string(Trees)},
                     {"reached", std::to_string(Inside)},
                     {"stages", std::to_string(Stages)}}},
                   Found.parent);
}

void reachCommand(const Options &O) {
  Job J(O);
  std::vector<vertex> Sources = J.sources();
  if (Sources.empty())
    throw ToolUsageError("expected a --source; there may be several");
  array<std::uint8_t> Marks =
      J.compute([&] { return reachable(J.graph(), Sources); });
  std::uint64_t Count = std::accumulate(Marks.begin(), Marks.end(), 0ul);
  J.report(
      {countVertices(Count) + " reached", {{"reached", std::to_string(Count)}}},
      Marks);
}

void levelsCommand(const Options &O) {
  Job J(O);
  if (!J.graph().directed())
    throw ToolError("an undirected graph has no topological levels; if an edge "
                    "list means arcs, say --directed");
  array<vertex> Levels =
      J.compute([&] { return topological_levels(J.graph()); });
  std::uint64_t Count =
      Levels.size() ? *std::max_element(Levels.begin(), Levels.end()) + 1ul : 0;
  J.report(
      {count(Count, "level", "levels"), {{"levels", std::to_string(Count)}}},
      Levels);
}

void coresCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  array<vertex> Cores = J.compute([&] { return core_numbers(G); });
  vertex Most =
      Cores.size() ? *std::max_element(Cores.begin(), Cores.end()) : 0;
  auto Count =
      static_cast<std::uint64_t>(std::count(Cores.begin(), Cores.end(), Most));
  J.report({"the greatest core number is " + std::to_string(Most) + ", of " +
                countVertices(Count),
            {{"greatest", std::to_string(Most)},
             {"in_greatest", std::to_string(Count)}}},
           Cores);
}

void trianglesCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  std::uint64_t Count = J.compute([&] { return triangles(G); });
  J.say({count(Count, "triangle", "triangles"),
         {{"triangles", std::to_string(Count)}}});
}

/// With few digits, but never 0 for what is not.
std::string shortest(double Value) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3g", Value);
  return Text;
}

void pagerankCommand(const Options &O) {
  Job J(O);
  csr Turned = J.graph().directed() ? transpose(J.graph()) : csr();
  const csr &Incoming = J.graph().directed() ? Turned : J.graph();
  pagerank_options How;
  How.damping = O.Damping;
  How.tolerance = O.Tolerance;
  pagerank_result Found =
      J.compute([&] { return pagerank(J.graph(), Incoming, How); });
  if (Found.change > How.tolerance)
    throw ToolError("after " + std::to_string(Found.iterations) +
                    " iterations the ranks still change by " +
                    shortest(Found.change) + "; choose a larger --tolerance");
  auto Most = std::max_element(Found.rank.begin(), Found.rank.end());
  std::string Vertex = "none", Value = "0";
  if (Most != Found.rank.end()) {
    Vertex = J.numberOf(static_cast<vertex>(Most - Found.rank.begin()));
    Value = exact(*Most);
  }
  J.report({count(Found.iterations, "iteration", "iterations") +
                "; the greatest rank is " + Value + ", of vertex " + Vertex,
            {{"iterations", std::to_string(Found.iterations)},
             {"change", exact(Found.change)},
             {"greatest", Value}}},
           [&](std::FILE *To, vertex V) {
             std::fprintf(To, "%.12g", Found.rank[V]);
           });
}

void independentCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  array<std::uint8_t> Set =
      J.compute([&] { return independent_set(G, O.Seed); });
  std::uint64_t Count = std::accumulate(Set.begin(), Set.end(), 0ul);
  J.report({countVertices(Count) + " in the set",
            {{"in_set", std::to_string(Count)}}},
           Set);
}

void pathsCommand(const Options &O) {
  Job J(O, Weights::Kept);
  vertex Source = J.source();
  const weighted_csr<double> &G = J.weightedGraph();
  if (arc_index I = find_negative(G); I != G.arcs()) {
    auto Next = std::upper_bound(G.offsets().begin(), G.offsets().end(), I);
    auto From = static_cast<vertex>(Next - G.offsets().begin() - 1);
    throw ToolError(O.Arguments[0] +
                    ": shortest paths need weights that are not negative, but "
                    "the arc from vertex " +
                    J.numberOf(From) + " to vertex " +
                    J.numberOf(G.targets()[I]) + " has " +
                    shortest(G.weight(I)));
  }
  double Delta = O.Delta ? *O.Delta : average_weight(G);
  array<double> Distances =
      J.compute([&] { return shortest_paths(G, Source, Delta); });
  std::uint64_t Reached = 0;
  double Farthest = 0;
  for (double One : Distances)
    if (One != unreachable) {
      ++Reached;
      Farthest = std::max(Farthest, One);
    }
  J.report(
      {countVertices(Reached) + " reached, the farthest by " + exact(Farthest),
       {{"reached", std::to_string(Reached)}, {"farthest", exact(Farthest)}}},
      [&](std::FILE *To, vertex V) {
        if (Distances[V] == unreachable)
          std::fputc('-', To);
        else
          std::fputs(exact(Distances[V]).c_str(), To);
      });
}

void strongCommand(const Options &O) {
  Job J(O);
  // Each vertex of an undirected graph reaches those that reach it.
  bool Directed = J.graph().directed();
  csr Incoming = Directed ? transpose(J.graph()) : csr();
  array<vertex> Least = J.compute([&] {
    return Directed ? strong_components(J.graph(), Incoming)
                    : components(J.graph());
  });
  J.reportComponents("strong component", "strong components", Least);
}

void minimumCommand(const Options &O) {
  Job J(O, Weights::Kept);
  if (J.graph().directed())
    throw ToolError("a directed graph has no minimum spanning forest; if an "
                    "edge list means edges, say --undirected");
  minimum_forest Found =
      J.compute([&] { return minimum_spanning_forest(J.weightedGraph()); });
  if (O.Output) {
    Destination To(*O.Output);
    for (arc A : Found.edges)
      std::fprintf(To.file(), "%s %s\n", J.numberOf(A.from).c_str(),
                   J.numberOf(A.to).c_str());
    To.finish();
  }
  J.say({count(Found.edges.size(), "edge", "edges") + " of weight " +
             exact(Found.weight) + " in sum",
         {{"edges", std::to_string(Found.edges.size())},
          {"weight", exact(Found.weight)}}},
        O.Output == "-" ? stderr : stdout);
}

void matchingCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  array<vertex> Mates = J.compute([&] { return maximal_matching(G, O.Seed); });
  auto Free = std::count(Mates.begin(), Mates.end(), no_vertex);
  std::uint64_t Edges = (Mates.size() - static_cast<std::size_t>(Free)) / 2;
  J.reportVertices({count(Edges, "edge", "edges") + " in the matching",
                    {{"edges", std::to_string(Edges)}}},
                   Mates);
}

void colouringCommand(const Options &O) {
  Job J(O);
  csr G = simple(J.graph());
  array<vertex> Colours = J.compute([&] { return colouring(G, O.Seed); });
  std::uint64_t Count =
      Colours.size() ? *std::max_element(Colours.begin(), Colours.end()) + 1ul
                     : 0;
  J.report(
      {count(Count, "colour", "colours"), {{"colours", std::to_string(Count)}}},
      Colours);
}

void statsCommand(const Options &O) {
  Job J(O);
  const csr &G = J.graph();
  arc_index Most = 0, Loops = 0, Isolated = 0;
  for (vertex V = 0; V != G.vertices(); ++V) {
    Most = std::max(Most, G.degree(V));
    Isolated += G.degree(V) == 0;
    for (vertex To : G.neighbours(V))
      Loops += To == V;
  }
  csr Simple = simple(G);
  char Average[32];
  std::snprintf(Average, sizeof Average, "%.3f",
                G.vertices() ? static_cast<double>(G.arcs()) / G.vertices()
                             : 0);
  std::uint64_t Bytes = 8 * (std::uint64_t(G.vertices()) + 1) + 4 * G.arcs();
  Summary Text;
  auto Line = [&](const char *Name, const std::string &Value) {
    std::string Left(Name);
    Left.resize(22, ' ');
    Text.Text += Left + " " + Value + "\n";
  };
  auto Fact = [&](const char *Name, const char *Json, std::uint64_t Value) {
    Line(Name, std::to_string(Value));
    Text.Facts.emplace_back(Json, std::to_string(Value));
  };
  Line("kind", G.directed() ? "directed" : "undirected");
  Line("vertices", std::to_string(G.vertices()));
  Line("arcs", std::to_string(G.arcs()));
  Fact("loops", "loops", Loops);
  // Without loops, repetitions and direction.
  Fact("pairs of neighbours", "pairs_of_neighbours", Simple.arcs() / 2);
  Fact("greatest degree", "greatest_degree", Most);
  Fact("vertices without arcs", "vertices_without_arcs", Isolated);
  Line("average degree", Average);
  Text.Text += "memory of the graph    " + std::to_string(Bytes >> 20) + " MiB";
  Text.Facts.emplace_back("average_degree", Average);
  Text.Facts.emplace_back("bytes", std::to_string(Bytes));
  J.say(Text);
}

/// The format of the file that the graph is to be written to. To be asked for
/// before a long load.
format requireOutput(const Options &O) {
  if (!O.Output || *O.Output == "-")
    throw ToolUsageError("expected -o and the name of a file for the graph");
  return requireOutputFormat(*O.Output);
}

template <class Graph>
void writeGraph(const Graph &G, format F, const Options &O) {
  Destination To(*O.Output);
  write(G, F, To.file(), To.name());
  To.finish();
}

void convertCommand(const Options &O) {
  format F = requireOutput(O);
  Job J(O, Weights::Kept);
  if (O.Simple && J.weightedGraph().weighted())
    throw ToolError("'" + O.Arguments[0] +
                    "' has weights, and repeated edges may have different "
                    "ones; leave them out by --unweighted");
  if (O.Simple)
    writeGraph(simple(J.graph()), F, O);
  else
    writeGraph(J.weightedGraph(), F, O);
}

/// Vertices and edges of a graph that is to be made; of any number that the
/// user may give.
struct Size {
  double Vertices, Edges;
  /// Without arcs.
  double BytesOfVertex = 8;
};

/// Refuses what the user does not want to have in memory, or what is not there.
void requireMemory(Size S, const Options &O) {
  constexpr double MiB = 1 << 20;
  // The graph, and beside it the list of its edges.
  double Needed = (S.BytesOfVertex * S.Vertices + 16 * S.Edges) / MiB;
  double Most = static_cast<double>(memory_limit(O.Read.most_bytes)) / MiB;
  // What is beyond any memory, or no number, the generator refuses, and says
  // what it takes.
  constexpr double Beyond = 0x1p63 / MiB;
  if (Needed <= Most || !(Needed < Beyond))
    return;
  char Text[160];
  std::snprintf(Text, sizeof Text,
                "the graph would take %.0f MiB of memory while it is made, but "
                "the limit is %.0f MiB; --memory sets it",
                std::ceil(Needed), Most);
  throw ToolError(Text);
}

void generateCommand(const Options &O) {
  struct Family {
    const char *Name;
    std::size_t Numbers;
    csr (*Make)(const std::uint64_t *N, std::uint64_t Seed);
    /// What it will have, as far as memory goes.
    Size (*Measure)(double N, double M);
  };
  static constexpr Family Families[] = {
      {"random", 2,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return random_graph(N[0], N[1], Seed);
       },
       [](double N, double M) { return Size{N, N * M}; }},
      {"hypercube", 1,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return hypercube(N[0], Seed);
       },
       [](double N, double) {
         return Size{std::exp2(N), std::exp2(N) / 2 * N};
       }},
      {"torus", 1,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return torus(N[0], Seed);
       },
       [](double N, double) { return Size{N * N, 2 * N * N}; }},
      {"bintree", 1,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return binary_tree(N[0], Seed);
       },
       [](double N, double) { return Size{std::exp2(N), std::exp2(N)}; }},
      {"path", 1,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return path(N[0], Seed);
       },
       [](double N, double) { return Size{N, N}; }},
      {"rmat", 2,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return rmat(N[0], N[1], Seed);
       },
       // It has new numbers for the vertices, too.
       [](double N, double M) {
         return Size{std::exp2(N), std::exp2(N) * M, 12};
       }},
      {"meshes", 2,
       [](const std::uint64_t *N, std::uint64_t Seed) {
         return two_meshes(N[0], N[1], Seed);
       },
       [](double N, double M) {
         return Size{N * N + M * M, 2 * (N * N + M * M)};
       }}};
  if (O.Arguments.empty())
    throw ToolUsageError(
        "expected a kind of graph; see 'tussah graph generate --help'");
  for (const Family &F : Families) {
    if (O.Arguments[0] != F.Name)
      continue;
    if (O.Arguments.size() != F.Numbers + 1)
      throw ToolUsageError("'generate " + O.Arguments[0] + "' takes " +
                           count(F.Numbers, "number", "numbers") +
                           ", but got " +
                           std::to_string(O.Arguments.size() - 1));
    std::uint64_t Numbers[2] = {};
    for (std::size_t I = 0; I != F.Numbers; ++I)
      Numbers[I] =
          parseNumber("the size", O.Arguments[I + 1], 0, 999999999999999999);
    format To = requireOutput(O);
    requireMemory(F.Measure(static_cast<double>(Numbers[0]),
                            static_cast<double>(Numbers[1])),
                  O);
    writeGraph(F.Make(Numbers, O.Seed), To, O);
    return;
  }
  std::vector<std::string> Names;
  for (const Family &F : Families)
    Names.push_back(F.Name);
  throw ToolUsageError(
      "no kind of graph is called '" + O.Arguments[0] + "'" +
      tussah::support::didYouMean(O.Arguments[0], Names,
                                  "; see 'tussah graph generate --help'"));
}

struct Command {
  /// The description is one line.
  const char *Name, *Usage, *Description;
  std::vector<std::string> Allowed;
  void (*Execute)(const Options &);
  /// Arguments for which the command does something.
  const char *Example;
  /// More lines about it.
  const char *Details = "";
};

const std::vector<Command> &commands() {
  static const std::vector<Command> All = {
      {"components",
       "FILE",
       "connected components, by their least vertices",
       {"-o", "--repeat", "--json"},
       componentsCommand,
       "web.sg"},
      {"bfs",
       "--source V FILE",
       "distances from a vertex",
       {"-o", "--repeat", "--json", "--source"},
       bfsCommand,
       "--source 0 web.sg"},
      {"spanning",
       "[--source V] FILE",
       "parents in a spanning tree, or without a source in a forest",
       {"-o", "--repeat", "--json", "--source"},
       spanningCommand,
       "--source 0 web.sg -o parents.txt"},
      {"reach",
       "--source V [--source W]... FILE",
       "1 for each vertex that a source reaches, else 0",
       {"-o", "--repeat", "--json", "--source"},
       reachCommand,
       "--source 0 --source 7 web.sg"},
      {"levels",
       "FILE",
       "longest ways to the vertices of a graph without cycles",
       {"-o", "--repeat", "--json"},
       levelsCommand,
       "tasks.el"},
      {"kcore",
       "FILE",
       "core numbers",
       {"-o", "--repeat", "--json"},
       coresCommand,
       "web.sg -o cores.txt"},
      {"triangles",
       "FILE",
       "the number of triangles",
       {"--repeat", "--json"},
       trianglesCommand,
       "web.sg"},
      {"pagerank",
       "[--damping D] [--tolerance T] FILE",
       "ranks, whose sum is 1",
       {"-o", "--repeat", "--json", "--damping", "--tolerance"},
       pagerankCommand,
       "web.sg -o ranks.txt"},
      {"mis",
       "[--seed S] FILE",
       "1 for each vertex of a maximal independent set, else 0",
       {"-o", "--repeat", "--json", "--seed"},
       independentCommand,
       "web.sg -o set.txt"},
      {"sssp",
       "--source V [--delta D] FILE",
       "lengths of shortest paths from a vertex, by weights",
       {"-o", "--repeat", "--json", "--source", "--delta", "--unweighted"},
       pathsCommand,
       "--source 0 roads.wel -o lengths.txt"},
      {"scc",
       "FILE",
       "strongly connected components, by their least vertices",
       {"-o", "--repeat", "--json"},
       strongCommand,
       "web.sg"},
      {"msf",
       "FILE",
       "a minimum spanning forest; its edges are the result",
       {"-o", "--repeat", "--json", "--unweighted"},
       minimumCommand,
       "roads.graph -o forest.txt"},
      {"matching",
       "[--seed S] FILE",
       "for each vertex its mate in a maximal matching",
       {"-o", "--repeat", "--json", "--seed"},
       matchingCommand,
       "web.sg -o mates.txt"},
      {"colouring",
       "[--seed S] FILE",
       "a colour for each vertex that no neighbour has",
       {"-o", "--repeat", "--json", "--seed"},
       colouringCommand,
       "web.sg -o colours.txt"},
      {"betweenness",
       "[--samples N] [--seed S] FILE",
       "for each vertex how many shortest paths go through it",
       {"-o", "--repeat", "--json", "--samples", "--seed"},
       betweennessCommand,
       "--samples 1000 web.sg -o centrality.txt"},
      {"clustering",
       "FILE",
       "for each vertex the part of its neighbours that are neighbours",
       {"-o", "--repeat", "--json"},
       clusteringCommand,
       "web.sg"},
      {"communities",
       "[--seed S] FILE",
       "communities by propagation of labels, by their least vertices",
       {"-o", "--repeat", "--json", "--seed"},
       communitiesCommand,
       "web.sg -o communities.txt"},
      {"ktruss",
       "FILE",
       "truss numbers; the result has a line for each edge",
       {"-o", "--repeat", "--json"},
       trussCommand,
       "web.sg -o trusses.txt"},
      {"walks",
       "[--source V]... [--length L] [--walks N] FILE",
       "random walks; the result has a line for each",
       {"-o", "--repeat", "--json", "--source", "--length", "--walks",
        "--seed"},
       walksCommand,
       "--length 80 --walks 10 web.sg -o walks.txt"},
      {"stats", "FILE", "what a file has", {"--json"}, statsCommand, "web.mtx"},
      {"convert",
       "[--simple] [--unweighted] FILE -o FILE",
       "write a graph in another format",
       {"-o", "--simple", "--unweighted"},
       convertCommand,
       "web.mtx -o web.sg",
       "With --simple it is undirected, without loops and repeated edges.\n"},
      {"generate",
       "KIND N [M] [--seed S] -o FILE",
       "make a graph of a known kind",
       {"-o", "--seed"},
       generateCommand,
       "rmat 16 8 -o web.sg",
       "Kinds: random N M, hypercube N, torus N, bintree N, path N, rmat SCALE "
       "FACTOR,\n"
       "meshes N M.\n"}};
  return All;
}

constexpr char AboutFormats[] =
    "Formats: .el, .wel, .txt edge list, .mtx Matrix Market, .graph METIS, "
    ".sg,\n.wsg binary, as GAP's, .adj Ligra; read also with .gz or .zst "
    "behind.\nVertices count from 1 in .mtx and .graph, else from 0.";

/// What is said of all commands, with a table of them.
int printHelp(const std::vector<tussah::support::Overview::Row> &Commands) {
  tussah::support::Overview What;
  What.Usage = "tussah graph COMMAND [OPTIONS] FILE";
  What.Purpose = "Answer a question about the graph in a file. 'tussah help "
                 "graph bfs' tells more.";
  What.Commands = Commands;
  What.Notes = AboutFormats;
  What.Example = "tussah graph bfs --source 1 web.mtx -o distances.txt";
  tussah::support::printOverview(What);
  return 0;
}

/// A screen: the commands in groups.
int printHelp() {
  return printHelp(
      {{"bfs, sssp", "distances from a vertex, without and with weights"},
       {"reach, levels", "what sources reach; levels where there is no cycle"},
       {"components, scc", "connected and strongly connected components"},
       {"spanning, msf", "spanning trees, and minimum spanning forests"},
       {"kcore, ktruss", "core numbers of vertices, truss numbers of edges"},
       {"triangles, clustering", "triangles, and clustering coefficients"},
       {"mis, matching, colouring", "independent sets, matchings, colourings"},
       {"pagerank, betweenness", "how central vertices are"},
       {"communities, walks", "communities of vertices, and random walks"},
       {"stats, convert, generate",
        "what a file has; other formats; examples"}});
}

int printHelp(const Command &C) {
  std::printf("Usage: tussah graph %s %s\n\n%s\n%s\nOptions:\n", C.Name,
              C.Usage, tussah::support::sentenceOf(C.Description).c_str(),
              C.Details);
  printOptions(C.Allowed);
  std::printf("\nExamples:\n  $ tussah graph %s %s\n", C.Name, C.Example);
  return 0;
}

/// What a manual says: each command, and all options.
int printAllHelp() {
  std::vector<tussah::support::Overview::Row> Rows;
  std::vector<std::string> All;
  for (const Command &C : commands()) {
    Rows.push_back({C.Name, C.Description});
    All.insert(All.end(), C.Allowed.begin(), C.Allowed.end());
  }
  printHelp(Rows);
  std::printf("\nOptions:\n");
  printOptions(All);
  return 0;
}

/// Beyond what there is, allocations are to fail, which is an error with a
/// line. Otherwise the system would end this process, or another one.
void limitMemory(const read_options &How) {
  // Reading takes a half at most, unless the user wants more. A part of all is
  // for the system. Of stacks, addresses count, which hardly are memory.
  constexpr rlim_t StacksOfWorker = rlim_t(64) << 20;
  rlim_t Most =
      std::max(memory_limit(0), memory_limit(How.most_bytes)) / 8 * 15 +
      __cilkrts_get_nworkers() * StacksOfWorker;
  rlimit Limit;
  if (getrlimit(RLIMIT_DATA, &Limit) != 0 || Limit.rlim_cur <= Most)
    return;
  Limit.rlim_cur = Most;
  setrlimit(RLIMIT_DATA, &Limit);
}

bool asksForHelp(const std::string &Argument) {
  return Argument == "--help" || Argument == "-h";
}

int execute(const std::vector<std::string> &Arguments) {
  if (Arguments.empty())
    throw ToolUsageError("no command; see 'tussah graph --help'");
  if (asksForHelp(Arguments[0]))
    return printHelp();
  if (Arguments[0] == "--help=all")
    return printAllHelp();
  for (const Command &C : commands()) {
    if (Arguments[0] != C.Name)
      continue;
    if (std::any_of(Arguments.begin() + 1, Arguments.end(), asksForHelp))
      return printHelp(C);
    Options O = parseOptions(C.Name, C.Allowed,
                             {Arguments.begin() + 1, Arguments.end()});
    if (!O.Workers.empty())
      __cilkrts_set_param("nworkers", O.Workers.c_str());
    limitMemory(O.Read);
    if (O.Output)
      Destination::require(*O.Output);
    C.Execute(O);
    return 0;
  }
  std::vector<std::string> Names;
  for (const Command &C : commands())
    Names.push_back(C.Name);
  throw ToolUsageError("unknown command '" + Arguments[0] + "'" +
                       tussah::support::didYouMean(
                           Arguments[0], Names, "; see 'tussah graph --help'"));
}

} // namespace

int main(int Argc, char **Argv) {
  std::string Message;
  int Code = 1;
  try {
    return execute({Argv + (Argc > 0), Argv + Argc});
  } catch (const std::bad_alloc &) {
    Message = "out of memory";
  } catch (const ToolUsageError &E) {
    Message = E.what();
    Code = 2;
  } catch (const std::exception &E) {
    Message = E.what();
  }
  std::fprintf(stderr, "tussah graph: error: %s\n", Message.c_str());
  return Code;
}
