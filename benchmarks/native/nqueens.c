//===- nqueens.c - Queens, a task for each safe square --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The program of the Cilk distributions: a board is an array of columns, and
/// there is no row below which tasks are not worth it. The leaves of the tree
/// are tasks that return at once; a square costs the comparison with the queens
/// above. (examples/nqueens.c has boards of bits, which take a tenth of that.)
///
///     nqueens [n]
///
/// Checked against the published numbers (OEIS A000170).
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "nqueens"
#define EXAMPLE_USAGE "[n]"
#include "example.h"

#define MAX_QUEENS 16

static const long known_solutions[MAX_QUEENS + 1] = {
    1,   1,   0,    0,     2,     10,     4,       40,      92,
    352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

struct board {
  char column[MAX_QUEENS];
};

/// True if no two of the first \p rows queens of \p board attack each other.
static int is_safe(const struct board *board, int rows) {
  for (int i = 0; i < rows; ++i) {
    for (int j = i + 1; j < rows; ++j) {
      int distance = board->column[j] - board->column[i];
      if (distance == 0 || distance == j - i || distance == i - j)
        return 0;
    }
  }
  return 1;
}

static long count(int n, int row, const struct board *above) {
  if (row == n)
    return 1;
  struct board boards[MAX_QUEENS];
  long solutions[MAX_QUEENS] = {0};
  for (int column = 0; column < n; ++column) {
    struct board *board = &boards[column];
    memcpy(board->column, above->column, (size_t)row);
    board->column[row] = (char)column;
    if (is_safe(board, row + 1))
      solutions[column] = cilk_spawn count(n, row + 1, board);
  }
  cilk_sync;

  long sum = 0;
  for (int column = 0; column < n; ++column)
    sum += solutions[column];
  return sum;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 1);
  int n = argc > 1 ? (int)example_number("n", argv[1], 1, MAX_QUEENS) : 12;

  double start = example_clock();
  struct board empty = {{0}};
  long solutions = count(n, 0, &empty);
  example_time(start);

  if (solutions != known_solutions[n])
    example_fail(1, "wrong result: %d queens have %ld solutions, not %ld", n,
                 known_solutions[n], solutions);
  printf("%d queens have %ld solutions\n", n, solutions);
  example_checksum(example_mix((uint64_t)solutions));
}
