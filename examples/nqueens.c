//===- nqueens.c - Queens that do not attack each other -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts the ways to place n queens on a board of n by n squares. Each
/// possible square of the next row is a task; their number is known only while
/// the program runs, and so are their sizes: the tree is irregular.
///
///     nqueens [n [rows]]
///
/// The first `rows` rows of the board are searched by tasks, what is below them
/// by one task each. Checked against the published numbers (OEIS A000170).
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "nqueens"
#define EXAMPLE_USAGE "[n [rows]]"
#include "example.h"

#define MAX_QUEENS 18

static const long known_solutions[MAX_QUEENS + 1] = {
    1,   1,    0,     0,     2,      10,      4,        40,       92,       352,
    724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624};

/// The squares of the next row that are attacked, one bit for each column:
/// along a column, and along the two diagonals.
struct attacks {
  unsigned column, left, right;
};

static struct attacks place(struct attacks above, unsigned square) {
  struct attacks below = {above.column | square, (above.left | square) << 1,
                          (above.right | square) >> 1};
  return below;
}

static long count_serial(unsigned board, struct attacks above) {
  if (above.column == board)
    return 1;
  long solutions = 0;
  unsigned free = board & ~(above.column | above.left | above.right);
  while (free) {
    unsigned square = free & -free;
    free ^= square;
    solutions += count_serial(board, place(above, square));
  }
  return solutions;
}

/// Counts the solutions below \p above, the next \p rows rows by tasks.
static long count(unsigned board, struct attacks above, int rows) {
  if (above.column == board)
    return 1;
  if (rows == 0)
    return count_serial(board, above);

  // One result for each task; they are added up when all are there.
  long solutions[MAX_QUEENS];
  int tasks = 0;
  unsigned free = board & ~(above.column | above.left | above.right);
  while (free) {
    unsigned square = free & -free;
    free ^= square;
    solutions[tasks++] =
        cilk_spawn count(board, place(above, square), rows - 1);
  }
  cilk_sync;

  long sum = 0;
  for (int i = 0; i < tasks; ++i)
    sum += solutions[i];
  return sum;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 2);
  int n = argc > 1 ? (int)example_number("n", argv[1], 1, MAX_QUEENS) : 12;
  int rows = argc > 2 ? (int)example_number("rows", argv[2], 0, MAX_QUEENS) : 4;

  double start = example_clock();
  struct attacks none = {0, 0, 0};
  long solutions = count((1u << n) - 1, none, rows);
  example_time(start);

  if (solutions != known_solutions[n])
    example_fail(1, "wrong result: %d queens have %ld solutions, not %ld", n,
                 known_solutions[n], solutions);
  printf("%d queens have %ld solutions\n", n, solutions);
  example_checksum(example_mix((uint64_t)solutions));
}
