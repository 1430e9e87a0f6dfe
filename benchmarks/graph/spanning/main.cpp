//===- main.cpp - Runs the paper's programs in turn -----------------------===//
///
/// \file
/// Makes a graph, and runs programs on it, all of them once in each round, in
/// every second one in the opposite order. So what is compared runs under the
/// same conditions, and the graph is made once. There are at least ROUNDS, and
/// as many as it takes for each program to run for so many milliseconds.
///
///   program limited round 0 seconds 0.5 tree 4000000 stages 1 ...
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "spanning"
#define EXAMPLE_USAGE                                                          \
  "ROUNDS MILLISECONDS DEPTH PROGRAM,... random N M|published N M|"            \
  "hypercube N|torus N|bintree N|meshes N M, or spanning race"
#include "../../../examples/example.h"

#include "programs.h"

#include <cilk/cilk_api.h>
#include <tussah/graph/generate.hpp>

#include <algorithm>
#include <stdexcept>
#include <sys/resource.h>
#include <vector>

namespace graph = tussah::graph;

namespace {

struct Program {
  const char *Name;
  Counts (*Run)(Vertex root, int depth);
};
constexpr Program Programs[] = {
    {"stack", runStack},
    {"limited", runLimited},
    {"cas", runCompareAndSwap},
    {"fence", runFence},
    {"shared", runShared},
    {"short", runShort},
    {"long", runLong},
    {"long-swap", runLongSwap},
    {"cutoff", runCutOff},
    {"backtrack", runBacktrack},
    {"backtrack-array", runBacktrackArray},
};

struct Kind {
  const char *Name;
  int Sizes;
  void (*Make)(const long *sizes);
};
constexpr Kind Kinds[] = {
    {"random", 2,
     [](const long *n) { useGraph(graph::random_graph(n[0], n[1])); }},
    {"published", 2,
     [](const long *n) {
       usePublishedRandom(static_cast<Vertex>(n[0]),
                          static_cast<unsigned>(n[1]));
     }},
    {"hypercube", 1, [](const long *n) { useGraph(graph::hypercube(n[0])); }},
    {"torus", 1, [](const long *n) { useGraph(graph::torus(n[0])); }},
    {"bintree", 1, [](const long *n) { useGraph(graph::binary_tree(n[0])); }},
    {"meshes", 2,
     [](const long *n) { useGraph(graph::two_meshes(n[0], n[1])); }},
};

std::vector<Program> findPrograms(char *names) {
  std::vector<Program> found;
  for (char *name = strtok(names, ","); name; name = strtok(nullptr, ",")) {
    size_t before = found.size();
    for (const Program &one : Programs)
      if (!strcmp(one.Name, name))
        found.push_back(one);
    if (found.size() == before)
      example_fail(2, "there is no program '%s'", name);
  }
  return found;
}

void makeGraph(int argc, char **argv) {
  for (const Kind &kind : Kinds) {
    if (strcmp(kind.Name, argv[0]) != 0 || argc != kind.Sizes + 1)
      continue;
    long sizes[2];
    for (int i = 0; i != kind.Sizes; ++i)
      sizes[i] = example_number("a size", argv[i + 1], 1, MaxVertices);
    return kind.Make(sizes);
  }
  example_fail(2, "no graph is called '%s', or it has another number of sizes",
               argv[0]);
}

constexpr Vertex Root = 0;
/// So many tell what there is to know, however small the graph is.
constexpr long MostRounds = 1000;

void beginTree() {
  forgetTree();
  Vertices[Root].Parent = Root + 1;
}

/// The seconds that this process has computed in its own code.
double userSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

/// Runs a program once, which should visit \p reachable vertices. The first
/// tree of each program is looked at as a whole. Returns the seconds it took.
double run(const Program &program, long round, int depth, Vertex reachable) {
  beginTree();
  double user = userSeconds(), start = example_clock();
  Counts counts = program.Run(Root, depth);
  double seconds = example_clock() - start;
  user = userSeconds() - user;
  Vertex tree = treeSize();
  // Only figure 6 may lose some.
  if (tree != reachable && program.Run != runShared)
    example_fail(1, "wrong result: %s reached %u of %u vertices", program.Name,
                 tree, reachable);
  if (std::string error = round == 0 ? treeError(Root) : ""; !error.empty())
    example_fail(1, "wrong result: %s: %s", program.Name, error.c_str());
  printf("program %s round %ld seconds %.6f user %.6f vertices %u arcs %u tree "
         "%u stages %" PRIu64 " overflowed %" PRIu64 " arrays %" PRIu64
         " size %" PRIu64 "\n",
         program.Name, round, seconds, user, VertexCount, EdgeCount, tree,
         counts.Stages, counts.Overflowed, counts.Arrays, counts.ArraySize);
  fflush(stdout);
  return seconds;
}

void runInTurn(const std::vector<Program> &programs, long rounds,
               double seconds, int depth, Vertex reachable) {
  std::vector<double> taken(programs.size(), 0);
  for (long round = 0;
       round < rounds ||
       (round < MostRounds &&
        *std::min_element(taken.begin(), taken.end()) < seconds);
       ++round)
    for (size_t i = 0; i != programs.size(); ++i) {
      size_t one = round % 2 == 0 ? i : programs.size() - 1 - i;
      taken[one] += run(programs[one], round, depth, reachable);
    }
}

} // namespace

int main(int argc, char **argv) {
  example_arguments(argc, argv, 7);
  if (argc == 2 && !strcmp(argv[1], "race")) {
    if (__cilkrts_get_nworkers() < 2)
      example_fail(2, "a race needs two workers");
    printf("3 vertices were added, %u are in the list\n", loseUpdate());
    return 0;
  }
  if (argc < 7)
    example_fail(2, "usage: %s", EXAMPLE_NAME " " EXAMPLE_USAGE);
  long rounds = example_number("ROUNDS", argv[1], 1, MostRounds);
  long milliseconds = example_number("MILLISECONDS", argv[2], 0, 1000000);
  int depth = (int)example_number("DEPTH", argv[3], 0, 1 << 30);
  std::vector<Program> programs = findPrograms(argv[4]);
  try {
    makeGraph(argc - 5, argv + 5);
  } catch (const std::exception &error) {
    example_fail(2, "%s", error.what());
  }
  beginTree();
  runStack(Root, depth);
  runInTurn(programs, rounds, 1e-3 * (double)milliseconds, depth, treeSize());
}
