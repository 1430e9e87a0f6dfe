//===- pfold.cpp - Hamiltonian paths by continuation-passing threads ------===//
///
/// \file
/// Counts the Hamiltonian paths of a grid of x * y * z cells: the ways in which
/// a chain of molecules can be folded into a box. As with the pfold of section
/// 4 of Blumofe et al. (PPoPP 1995), all paths begin with a certain sequence,
/// the first cells of a snake in the lowest layer; the paper does not say which
/// it used. The last cells are searched serially.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "pfold"
#define EXAMPLE_USAGE "[x y z [given cells [serial cells]]] " CPS_USAGE
#include "cps_example.h"

#include <bit>

using namespace tussah::cps;

enum { MaxCells = 64 };

/// The cells beside each cell, as bits. All ranks make the same.
static uint64_t neighbours[MaxCells];

static void makeGrid(int x, int y, int z) {
  const auto cell = [&](int i, int j, int k) {
    return uint64_t(1) << ((k * y + j) * x + i);
  };
  for (int k = 0; k < z; ++k)
    for (int j = 0; j < y; ++j)
      for (int i = 0; i < x; ++i) {
        uint64_t &beside = neighbours[(k * y + j) * x + i];
        beside = (i > 0 ? cell(i - 1, j, k) : 0) |
                 (i + 1 < x ? cell(i + 1, j, k) : 0) |
                 (j > 0 ? cell(i, j - 1, k) : 0) |
                 (j + 1 < y ? cell(i, j + 1, k) : 0) |
                 (k > 0 ? cell(i, j, k - 1) : 0) |
                 (k + 1 < z ? cell(i, j, k + 1) : 0);
      }
}

/// Counts the paths that go on from the cell \p at over all cells of \p free.
static long countSerially(int at, uint64_t free) {
  if (free == 0)
    return 1;
  long count = 0;
  for (uint64_t next = neighbours[at] & free; next != 0; next &= next - 1)
    count += countSerially(std::countr_zero(next), free & ~(next & -next));
  return count;
}

static void total(cont<long> k, array<long> counts) {
  long sum = 0;
  for (long count : counts)
    sum += count;
  send_argument(k, sum);
}

static void search(cont<long> k, int at, uint64_t free, int serial) {
  uint64_t next = neighbours[at] & free;
  if (next == 0 || std::popcount(free) <= serial)
    return send_argument(k, countSerially(at, free));
  cont<long> counts[6];
  spawn_next<total>(k, missing(std::span(counts, std::popcount(next))));
  for (int i = 0; next != 0; next &= next - 1, ++i)
    spawn<search>(counts[i], std::countr_zero(next), free & ~(next & -next),
                  serial);
}

/// The cell of a snake through the lowest layer.
static int snake(int step, int x) {
  int row = step / x, column = step % x;
  return row * x + (row % 2 == 0 ? column : x - 1 - column);
}

/// What a second method (tests/cps/Inputs/pfold.py) has found, or -1.
static long known(int x, int y, int z, int given) {
  const struct {
    int x, y, z, given;
    long count;
  } grids[] = {{2, 3, 4, 1, 41495},
               {3, 3, 3, 1, 392628},
               {3, 3, 4, 1, 56372096},
               {3, 3, 4, 6, 945046},
               {3, 3, 4, 9, 392628}};
  for (const auto &grid : grids)
    if (grid.x == x && grid.y == y && grid.z == z && grid.given == given)
      return grid.count;
  return -1;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 5);
    if (argc == 2 || argc == 3)
      example_fail(2, "a grid has three sizes");
    int size[3] = {3, 3, 4};
    for (int i = 0; i < 3 && argc > 3; ++i)
      size[i] = (int)example_number("a size", argv[i + 1], 1, MaxCells);
    auto [x, y, z] = size;
    int cells = x * y * z;
    if (cells > MaxCells)
      example_fail(2, "a grid can have %d cells, not %d", (int)MaxCells, cells);
    int given = argc > 4 ? (int)example_number("given cells", argv[4], 1, x * y)
                         : std::min(6, x * y);
    int serial = argc > 5
                     ? (int)example_number("serial cells", argv[5], 0, MaxCells)
                     : 20;
    makeGrid(x, y, z);
    uint64_t free = ~uint64_t(0) >> (MaxCells - cells);
    for (int i = 0; i < given; ++i)
      free &= ~(uint64_t(1) << snake(i, x));
    int at = snake(given - 1, x);
    long count = example.run(
        [&] { return countSerially(at, free); },
        [&](const options &o) { return run<search>(o, at, free, serial); });
    long expected = known(x, y, z, given);
    if (expected >= 0 && count != expected)
      example_fail(1, "wrong result: %ld paths, not %ld", count, expected);
    printf("pfold(%d, %d, %d), %d cells given: %ld paths\n", x, y, z, given,
           count);
  });
}
