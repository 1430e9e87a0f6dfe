//===- knary.cpp - A tree with a given parallelism ------------------------===//
///
/// \file
/// The synthetic program of section 4 of Blumofe et al. (PPoPP 1995): a tree of
/// branching factor k and depth n, in which the first r children of each node
/// are executed one after the other and the rest at the same time. At each node
/// there is an empty loop of 400 iterations. The result is the number of nodes.
///
/// An inner node makes 2 k - r threads: itself, one after each serial child,
/// one that spawns each parallel child, and one for each addition. With the
/// last one, which receives the result, these are the paper's numbers:
/// 5,859,374 for k = 5, n = 10, r = 2, and 873,812 for k = 4, n = 10, r = 1.
/// (Its tables give n before k.)
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "knary"
#define EXAMPLE_USAGE "[k [n [r [iterations]]]] " CPS_USAGE
#include "cps_example.h"

using namespace tussah::cps;

struct Shape {
  short Branching, Serial;
  int Iterations;
};

static void loop(int iterations) {
  for (volatile int i = 0; i < iterations; i = i + 1)
    ;
}

static void node(cont<long> k, Shape shape, int depth, long before);

static void add(cont<long> k, long x, long y) { send_argument(k, x + y); }

/// Spawns child number \p i, which runs at the same time as those after it. The
/// rest is not posted but called: a thread that is taken from the ready queue
/// after the loop of another is one that no processor can predict.
static void parallel(cont<long> k, Shape shape, int depth, int i, long before) {
  if (i == shape.Branching - 1) {
    tail_call<node>(k, shape, depth - 1, before);
    return;
  }
  cont<long> x, y;
  spawn_next<add>(k, missing(x), missing(y));
  spawn<node>(x, shape, depth - 1, before);
  tail_call<parallel>(y, shape, depth, i + 1, 0L);
}

[[gnu::always_inline]] static inline void
advance(cont<long> k, Shape shape, int depth, int i, long before);

/// Runs when the child before number \p i is done; \p before counts the nodes
/// up to there.
static void serial(cont<long> k, Shape shape, int depth, int i, long before) {
  advance(k, shape, depth, i, before);
}

/// Begins with child number \p i. Part of its callers, so that k stays in
/// registers.
static inline void advance(cont<long> k, Shape shape, int depth, int i,
                           long before) {
  if (i == shape.Serial) {
    tail_call<parallel>(k, shape, depth, i, before);
  } else if (i == shape.Branching - 1) {
    tail_call<node>(k, shape, depth - 1, before);
  } else {
    cont<long> x;
    spawn_next<serial>(k, shape, depth, i + 1, missing(x));
    tail_call<node>(x, shape, depth - 1, before);
  }
}

/// Sends \p before plus the number of nodes of the tree.
static void node(cont<long> k, Shape shape, int depth, long before) {
  loop(shape.Iterations);
  if (depth == 1)
    send_argument(k, before + 1);
  else
    advance(k, shape, depth, 0, before + 1);
}

static long countSerially(const Shape &shape, int depth) {
  loop(shape.Iterations);
  long nodes = 1;
  if (depth > 1)
    for (int i = 0; i < shape.Branching; ++i)
      nodes += countSerially(shape, depth - 1);
  return nodes;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 4);
    int k = argc > 1 ? (int)example_number("k", argv[1], 1, 100) : 5;
    int n = argc > 2 ? (int)example_number("n", argv[2], 1, 60) : 10;
    int r = argc > 3 ? (int)example_number("r", argv[3], 0, k) : 2;
    int iterations =
        argc > 4 ? (int)example_number("iterations", argv[4], 0, 1 << 30) : 400;
    Shape shape = {(short)k, (short)r, iterations};
    long nodes = example.run(
        [&] { return countSerially(shape, n); },
        [&](const options &o) { return run<node>(o, shape, n, 0L); });
    long wanted = 0, power = 1;
    for (int i = 0; i < n; ++i, power *= k)
      wanted += power;
    if (nodes != wanted)
      example_fail(1, "wrong result: the tree has %ld nodes, not %ld", wanted,
                   nodes);
    printf("knary(%d, %d, %d) has %ld nodes\n", k, n, r, nodes);
  });
}
