// Searches of random game trees with Cilk keywords give what plain search without
// windows gives, whatever the window, the number of workers, and where they turn serial;
// one that was stopped gives nothing.
// REQUIRES: newest-llvm
// RUN: %tussah-clang++ -std=c++20 -O2 %s -I%S/../../cps/Inputs -o %t
// RUN: env CILK_NWORKERS=1 timeout 200 %t 300 | %FileCheck %s
// RUN: env CILK_NWORKERS=2 timeout 200 %t 300 | %FileCheck %s
// RUN: env CILK_NWORKERS=8 timeout 200 %t 300 | %FileCheck %s
// RUN: %tussah-clang++ -std=c++20 -O2 -ftussah-target=serial %s -I%S/../../cps/Inputs -o %t.serial
// RUN: timeout 200 %t.serial 100 | %FileCheck %s
// The last moves first: what is good enough comes before what is not.
// RUN: %tussah-clang++ -std=c++20 -O2 -ftussah-target=reverse %s -I%S/../../cps/Inputs -o %t.reverse
// RUN: timeout 200 %t.reverse 100 reverse | %FileCheck %s
// CHECK: right, with aborts
#include <tussah/search.hpp>

#include "random_puzzle.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using Game = RandomGame;

static void check(bool good, const std::string &what) {
  if (good)
    return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::exit(1);
}

static Game::task rootOf(std::uint64_t name, int depth, int serial,
                         tussah::search_window w) {
  Game::task root;
  root.Name = name;
  root.Depth = std::int16_t(depth);
  root.SerialDepth = std::int16_t(serial);
  root.Alpha = w.alpha;
  root.Beta = w.beta;
  return root;
}

static std::uint64_t opened(int serial) {
  Game::task root = rootOf(12345, 11, serial, {-1000, 1000});
  std::uint64_t before = Game::Opened;
  tussah::search<Game>(root, std::span(&root.Name, 1));
  return Game::Opened - before;
}

// The first solution, or that there is none.
static void solve(std::uint64_t name, int depth, std::uint32_t rare) {
  std::uint64_t right = RandomPuzzle::plain(name, depth, rare);
  for (int serial : {-1, 1, depth}) {
    auto root = RandomPuzzle::root(name, depth, serial, rare);
    check(RandomPuzzle::leaf(tussah::find_serially<RandomPuzzle>(root)) ==
              right,
          "find_serially");
    check(RandomPuzzle::leaf(tussah::find<RandomPuzzle>(root)) == right,
          "puzzle " + std::to_string(name));
  }
}

int main(int argc, char **argv) {
  const tussah::search_window windows[] = {
      {-1000, 1000}, {-1, 0}, {0, 1}, {5, 6}, {-20, -19}, {-3, 4}, {-1000, 0},
      {2, 1000},     {20, 21}};
  for (int i = 0; i < std::atoi(argv[1]); ++i) {
    std::uint64_t name = Game::mix(i + 1);
    int depth = 3 + i % 4;
    tussah::search_window w = windows[i % std::size(windows)];
    int right = std::clamp(Game::plain(name, depth), w.alpha, w.beta);
    for (int serial : {-1, 0, 2, depth}) {
      auto found = tussah::search<Game>(rootOf(name, depth, serial, w),
                                        std::span(&name, 1));
      check(found && found->Score == right,
            "tree " + std::to_string(i) + ", serial below " +
                std::to_string(serial));
    }
  }
  for (int i = 0; i < std::atoi(argv[1]); ++i)
    solve(Game::mix(i + 1), 3 + i % 5, 1u << i % 11);
  check(!Game::WrongPath, "a path that is not that of the position");
  // What is cancelled is opened by nobody, where strands run in their order.
  const char *workers = std::getenv("CILK_NWORKERS");
  if (argc == 2 && (!workers || workers[0] == '1')) {
    std::uint64_t strand = opened(100), all = opened(-1);
    check(all <= strand + strand / 10, std::to_string(all) + " opened, not " +
                                           std::to_string(strand));
  }
  for (std::uint64_t after : {0, 1, 10, 1000}) {
    Game::Limit = Game::Opened + after;
    Game::task root = rootOf(777, 12, -1, {-1000, 1000});
    check(!tussah::search<Game>(root, std::span(&root.Name, 1)),
          "a search that was stopped has a value");
    Game::Limit = 0;
  }
  // In a scope that is cancelled nothing is searched.
  tussah::cancel_token stop;
  tussah_cancel_scope(stop) {
    stop.cancel();
    Game::task root = rootOf(777, 5, -1, {-1000, 1000});
    check(!tussah::search<Game>(root, std::span(&root.Name, 1)),
          "a search in a cancelled scope has a value");
  }
  std::puts("right, with aborts");
}
