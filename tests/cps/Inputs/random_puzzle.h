// Random trees in which few leaves are solutions: which of them is the first?
#ifndef TUSSAH_TESTS_CPS_RANDOM_PUZZLE_H
#define TUSSAH_TESTS_CPS_RANDOM_PUZZLE_H

#include "random_game.h"

#include <optional>
#include <vector>

struct RandomPuzzle {
  struct task {
    std::uint64_t Name = 0;
    std::int16_t Depth = 0, SerialDepth = 0;
    // One leaf in so many is a solution.
    std::uint32_t Rare = 1;
  };
  // Owns memory, which must be freed wherever a search is aborted.
  using solution = std::vector<std::uint64_t>;
  using step = tussah::puzzle_step<RandomPuzzle>;

  static bool serial(const task &t) { return t.Depth <= t.SerialDepth; }
  static bool stopped() { return RandomGame::stopped(); }
  static step open(task &t, tussah::search_context<RandomPuzzle> &) {
    RandomGame::Opened.fetch_add(1, std::memory_order_relaxed);
    step s;
    if (t.Depth == 0)
      return RandomGame::mix(t.Name) % t.Rare == 0 ? step::solved({t.Name, 1})
                                                   : s;
    for (int i = 0; i < RandomGame::moves(t.Name); ++i) {
      task next = t;
      next.Name = RandomGame::after(t.Name, std::uint8_t(i));
      --next.Depth;
      s.add(next);
    }
    return s;
  }

  static task root(std::uint64_t name, int depth, int serial,
                   std::uint32_t rare) {
    task t;
    t.Name = name;
    t.Depth = std::int16_t(depth);
    t.SerialDepth = std::int16_t(serial);
    t.Rare = rare;
    return t;
  }

  // The leaf that was found, 0 for none.
  static std::uint64_t leaf(const std::optional<solution> &found) {
    return found ? found->front() : 0;
  }

  // Written apart.
  static std::uint64_t plain(std::uint64_t name, int depth,
                             std::uint32_t rare) {
    if (depth == 0)
      return RandomGame::mix(name) % rare == 0 ? name : 0;
    for (int i = 0; i < RandomGame::moves(name); ++i)
      if (std::uint64_t found =
              plain(RandomGame::after(name, std::uint8_t(i)), depth - 1, rare))
        return found;
    return 0;
  }
};

#endif
