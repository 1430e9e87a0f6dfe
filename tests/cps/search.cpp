// Searches of random game trees give what plain search without windows gives, whatever
// the window, the number of workers, where they turn serial, and who steals; a stopped
// search gives nothing, and leaves nothing behind. With the sanitizers, too, where the
// runtime is compiled with them.
// REQUIRES: newest-llvm
// RUN: %clangxx -std=c++20 -O2 -I%include-dir %s -o %t %lib-dir/../libtussah-cps.a -pthread
// RUN: timeout 300 %t 200 | %FileCheck %s
// RUN: %if tsan %{ %clangxx -std=c++20 -O1 -g -fsanitize=thread -I%include-dir -I%source-dir/cps %cps-sources %s -o %t.tsan -pthread && timeout 500 %t.tsan 10 | %FileCheck %s %}
// CHECK: right, with aborts
#include "Inputs/random_puzzle.h"

#include <tussah/cps/search.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace tussah::cps;
using Game = RandomGame;

static void check(bool good, const std::string &what) {
  if (good)
    return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::exit(1);
}

static options with(unsigned workers) {
  options how;
  how.workers = workers;
  return how;
}

// The root's own moves are all of the game: nothing is open around it.
static void compare(std::uint64_t name, int depth, tussah::search_window w) {
  int right = std::clamp(Game::plain(name, depth), w.alpha, w.beta);
  std::string what = "tree " + std::to_string(name) + " depth " +
                     std::to_string(depth) + " window " +
                     std::to_string(w.alpha) + " " + std::to_string(w.beta);
  for (int serial : {-1, 0, 2, depth}) {
    Game::task root;
    root.Name = name;
    root.Depth = std::int16_t(depth);
    root.SerialDepth = std::int16_t(serial);
    root.Alpha = w.alpha;
    root.Beta = w.beta;
    auto alone = tussah::search_serially<Game>(root, std::span(&name, 1));
    check(alone && alone->Score == right, what + ", one strand");
    for (unsigned workers : {2, 1, 8}) {
      // Runs of many workers take milliseconds.
      if (workers != 2 && serial != -1 && serial != 2)
        continue;
      auto found = search<Game>(with(workers), root, std::span(&name, 1));
      check(found.has_value(), what + ", nothing found");
      check(found->Score == right, what + " has " +
                                       std::to_string(found->Score) +
                                       ", not " + std::to_string(right));
    }
  }
}

// How much is opened, if tests that are not needed are aborted, by one worker.
static std::uint64_t opened(int serial) {
  Game::task root;
  root.Name = 12345;
  root.Depth = 11;
  root.SerialDepth = std::int16_t(serial);
  root.Alpha = -1000;
  root.Beta = 1000;
  std::uint64_t before = Game::Opened;
  search<Game>(with(1), root, std::span(&root.Name, 1));
  return Game::Opened - before;
}

// A search that is stopped has nothing, or what is right, if it had ended before.
static void stop(std::uint64_t name, std::uint64_t after, unsigned workers,
                 tussah::search_window w) {
  Game::task root;
  root.Name = name;
  root.Depth = 8;
  root.Alpha = w.alpha;
  root.Beta = w.beta;
  Game::Limit = Game::Opened + after;
  auto found = search<Game>(with(workers), root, std::span(&root.Name, 1));
  Game::Limit = 0;
  check(!found || after > 0, "a search that was stopped has a value");
  if (found)
    check(found->Score ==
              tussah::search_serially<Game>(root, std::span(&root.Name, 1))
                  ->Score,
          "a search that was stopped has a wrong value");
}

// The first solution, or that there is none.
static void solve(std::uint64_t name, int depth, std::uint32_t rare) {
  std::uint64_t right = RandomPuzzle::plain(name, depth, rare);
  for (int serial : {-1, 1, depth}) {
    auto root = RandomPuzzle::root(name, depth, serial, rare);
    check(RandomPuzzle::leaf(tussah::find_serially<RandomPuzzle>(root)) ==
              right,
          "find_serially");
    for (unsigned workers : {1, 2, 8})
      check(RandomPuzzle::leaf(find<RandomPuzzle>(with(workers), root)) ==
                right,
            "puzzle " + std::to_string(name));
  }
}

int main(int, char **argv) {
  const int trees = std::atoi(argv[1]);
  const tussah::search_window windows[] = {
      {-1000, 1000}, {-1, 0}, {0, 1}, {5, 6}, {-20, -19}, {-3, 4}, {-1000, 0},
      {2, 1000},     {20, 21}};
  for (int i = 0; i < trees; ++i)
    compare(Game::mix(i + 1), 3 + i % 4, windows[i % std::size(windows)]);
  for (int i = 0; i < trees / 2; ++i)
    solve(Game::mix(i + 1), 3 + i % 5, 1u << i % 11);
  check(!Game::WrongPath, "a path that is not that of the position");
  // In its order, one worker opens what one strand does; what is aborted is
  // opened by nobody.
  std::uint64_t strand = opened(100), threads = opened(-1);
  check(threads <= strand + strand / 10,
        std::to_string(threads) + " opened, not " + std::to_string(strand));
  for (std::uint64_t name = 1; name <= 20; ++name)
    for (std::uint64_t after : {0, 1, 30, 200})
      for (tussah::search_window w :
           {tussah::search_window{-1000, 1000}, {-5, -4}, {5, 6}})
        stop(Game::mix(name), after, 1 + name % 3, w);
  compare(42, 6, {-1000, 1000});
  options saved = with(1);
  saved.checkpoint = "folder";
  try {
    find<RandomPuzzle>(saved, {});
    check(false, "a search with checkpoints");
  } catch (const error &e) {
    check(e.why() == error::wrong_option, e.what());
  }
  std::puts("right, with aborts");
}
