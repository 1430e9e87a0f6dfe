//===- main.cpp - A chess program -----------------------------------------===//
///
/// \file
/// Without a command it speaks UCI. "perft" counts moves, "search" searches a
/// position to a fixed depth: the score, the line, and with --stats the rows of
/// the paper's Table 4.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "chess"
#define EXAMPLE_USAGE                                                          \
  "[perft DEPTH [FEN] | search DEPTH [FEN]] "                                  \
  "[--hash MEGABYTES] " CPS_COMMON_USAGE
#include "../cps_example.h"

#include "deepen.h"
#include "moves.h"
#include "perft.h"
#include "uci.h"

using namespace chess;

/// Takes "--hash N" out of the arguments.
static std::optional<unsigned> takeHash(int &argc, char **argv) {
  std::optional<unsigned> found;
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    if (i == 0 || strcmp(argv[i], "--hash"))
      argv[kept++] = argv[i];
    else if (++i < argc)
      found = example_number("--hash", argv[i], 0, 65536);
    else
      example_fail(2, "--hash needs a number; usage: %s %s", EXAMPLE_NAME,
                   EXAMPLE_USAGE);
  }
  argc = kept;
  return found;
}

static void search(Example &example, const Position &position, int depth) {
  Game game(position);
  if (!canMove(position))
    example_fail(2, "the side to move has no move");
  Deepening state(position, depth, 0, false);
  state = example.run(
      [&] {
        Deepening result = searchSerially(game, state);
        // With --stats, another search follows, which begins with nothing.
        engine().Hash.clear();
        return result;
      },
      [&](const cps::options &o) { return searchParallel(game, state, o); });
  std::string line;
  for (int i = 0; i < state.Best.Length; ++i)
    line += " " + format(state.Best.Line[i]);
  printf("depth %d score %s line%s\n", state.Depth,
         formatScore(state.Best.Score).c_str(), line.c_str());
  // Nobody asks the other ranks for theirs.
  if (cps::ranks() == 1)
    fprintf(stderr, "nodes %" PRIu64 "\n", engine().Nodes.load());
}

int main(int argc, char **argv) {
  return runExample([&] {
    std::optional<unsigned> megabytes = takeHash(argc, argv);
    Example example(argc, argv);
    example_arguments(argc, argv, 3);
    // Which searches are aborted is in no closure.
    if (example.wantsCheckpoints())
      example_fail(2, "there are no checkpoints of chess; run without "
                      "--checkpoint");
    if (argc == 1 && cps::ranks() > 1)
      example_fail(2, "UCI is for one process; \"perft\" and \"search\" run on "
                      "several");
    if (argc == 1)
      return uci(example.workers(), megabytes.value_or(64));
    std::string command = argv[1];
    if ((command != "perft" && command != "search") || argc < 3)
      example_fail(2, "usage: %s %s", EXAMPLE_NAME, EXAMPLE_USAGE);
    bool counts = command == "perft";
    int depth = (int)example_number("depth", argv[2], counts ? 0 : 1,
                                    counts ? 20 : MaxPly / 2 - 4);
    Position position;
    try {
      position = Position::parse(argc > 3 ? argv[3] : StartFen);
    } catch (const InvalidInput &e) {
      example_fail(2, "%s", e.what());
    }
    engine().Hash.resize(megabytes.value_or(0));
    if (!counts)
      return search(example, position, depth);
    std::uint64_t count = example.run(
        [&] { return perft(position, depth); },
        [&](const cps::options &o) { return countMoves(position, depth, o); });
    printf("perft(%d) = %" PRIu64 "\n", depth, count);
  });
}
