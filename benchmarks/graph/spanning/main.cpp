//===- main.cpp - Runs the paper's programs in turn -----------------------===//
///
/// \file
/// Makes a graph, and runs programs on it, all of them once in each round, in
/// every second one in the opposite order. So what is compared runs under the
/// same conditions, and the graph is made once. A line `ROUNDS MILLISECONDS` on
/// the standard input asks for at least so many rounds, and for as many as it
/// takes for each program to run for so long; behind the last one there is a
/// line `end`. PROGRAM:2 is a program on two workers.
///
///   program limited workers 1 seconds 0.5 vertices 4000000 ...
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "spanning"
#define EXAMPLE_USAGE                                                          \
  "DEPTH PROGRAM[:WORKERS],... random N M|published N M|hypercube N|torus N|"  \
  "bintree N|meshes N M, or spanning race"
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
  unsigned Workers = 1;
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
    char *workers = strchr(name, ':');
    if (workers)
      *workers++ = 0;
    size_t before = found.size();
    for (const Program &one : Programs)
      if (!strcmp(one.Name, name))
        found.push_back(one);
    if (found.size() == before)
      example_fail(2, "there is no program '%s'", name);
    if (workers)
      found.back().Workers = static_cast<unsigned>(
          example_number("the number of workers", workers, 1, 1024));
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

/// Ends the threads that there are, so that the next run starts new ones.
void setWorkers(unsigned count) {
  Workers = count;
  if (__cilkrts_set_param("nworkers", std::to_string(count).c_str()) != 0)
    example_fail(1, "there cannot be %u workers", count);
}

/// The seconds that this process has computed in its own code.
double userSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

/// Runs programs in turn, as often as it is asked for.
class Turns {
public:
  /// Each program is to visit \p reachable vertices.
  Turns(std::vector<Program> programs, int depth, Vertex reachable)
      : Programs(std::move(programs)), Depth(depth), Reachable(reachable) {}

  void run(long rounds, double seconds) {
    std::vector<double> taken(Programs.size(), 0);
    for (long round = 0;
         round < rounds ||
         (round < MostRounds &&
          *std::min_element(taken.begin(), taken.end()) < seconds);
         ++round, ++Round)
      for (size_t i = 0; i != Programs.size(); ++i) {
        size_t one = Round % 2 == 0 ? i : Programs.size() - 1 - i;
        taken[one] += runOne(Programs[one]);
      }
  }

private:
  /// Runs a program once. The first tree of each is looked at as a whole.
  /// Returns the seconds it took.
  double runOne(const Program &program) {
    if (Workers != program.Workers)
      setWorkers(program.Workers);
    beginTree();
    double user = userSeconds(), start = example_clock();
    Counts counts = program.Run(Root, Depth);
    double seconds = example_clock() - start;
    user = userSeconds() - user;
    Vertex tree = treeSize();
    // Only figure 6 may lose some.
    if (tree != Reachable && program.Run != runShared)
      example_fail(1, "wrong result: %s reached %u of %u vertices",
                   program.Name, tree, Reachable);
    if (std::string error = Round == 0 ? treeError(Root) : ""; !error.empty())
      example_fail(1, "wrong result: %s: %s", program.Name, error.c_str());
    printf("program %s workers %u seconds %.6f user %.6f vertices %u arcs %u "
           "tree %u stages %" PRIu64 " overflowed %" PRIu64 " arrays %" PRIu64
           " size %" PRIu64 "\n",
           program.Name, program.Workers, seconds, user, VertexCount, EdgeCount,
           tree, counts.Stages, counts.Overflowed, counts.Arrays,
           counts.ArraySize);
    return seconds;
  }

  std::vector<Program> Programs;
  int Depth;
  Vertex Reachable;
  long Round = 0;
};

/// Does what each line of the standard input asks for.
void answer(Turns &turns) {
  for (char line[64]; fgets(line, sizeof line, stdin);) {
    const char *rounds = strtok(line, " \n");
    const char *milliseconds = rounds ? strtok(nullptr, " \n") : nullptr;
    if (!milliseconds || strtok(nullptr, " \n"))
      example_fail(2, "expected ROUNDS MILLISECONDS on the standard input");
    long least = example_number("ROUNDS", rounds, 1, MostRounds);
    long time = example_number("MILLISECONDS", milliseconds, 0, 1000000);
    turns.run(least, 1e-3 * (double)time);
    puts("end");
    fflush(stdout);
  }
}

} // namespace

unsigned Workers;

int main(int argc, char **argv) {
  example_arguments(argc, argv, 5);
  if (argc == 2 && !strcmp(argv[1], "race")) {
    if (__cilkrts_get_nworkers() < 2)
      example_fail(2, "a race needs two workers");
    printf("3 vertices were added, %u are in the list\n", loseUpdate());
    return 0;
  }
  if (argc < 5)
    example_fail(2, "usage: %s", EXAMPLE_NAME " " EXAMPLE_USAGE);
  int depth = (int)example_number("DEPTH", argv[1], 0, 1 << 30);
  std::vector<Program> programs = findPrograms(argv[2]);
  try {
    makeGraph(argc - 3, argv + 3);
  } catch (const std::exception &error) {
    example_fail(2, "%s", error.what());
  }
  setWorkers(programs.front().Workers);
  beginTree();
  runStack(Root, depth);
  Turns turns(std::move(programs), depth, treeSize());
  puts("ready");
  fflush(stdout);
  answer(turns);
}
