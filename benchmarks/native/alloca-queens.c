//===- alloca-queens.c - Queens on boards that come from alloca -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As nqueens.c, in the way that older Cilk programs do it: each board, safe or
/// not, is as long as it has queens, and comes from alloca in the loop that
/// spawns; the results are in an array of variable length.
///
///     alloca-queens [n]
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "alloca-queens"
#define EXAMPLE_USAGE "[n]"
#include "example.h"

#include <alloca.h>

#define MAX_QUEENS 16

static const long known_solutions[MAX_QUEENS + 1] = {
    1,   1,   0,    0,     2,     10,     4,       40,      92,
    352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

/// True if no two of the \p rows queens of \p board attack each other.
static int is_safe(const char *board, int rows) {
  for (int i = 0; i < rows; ++i)
    for (int j = i + 1; j < rows; ++j) {
      int distance = board[j] - board[i];
      if (distance == 0 || distance == j - i || distance == i - j)
        return 0;
    }
  return 1;
}

static long count(int n, int row, const char *above) {
  if (row == n)
    return 1;
  long solutions[n];
  int safe = 0;
  for (int column = 0; column < n; ++column) {
    char *board = alloca((size_t)row + 1);
    memcpy(board, above, (size_t)row);
    board[row] = (char)column;
    if (is_safe(board, row + 1))
      solutions[safe++] = cilk_spawn count(n, row + 1, board);
  }
  cilk_sync;

  long sum = 0;
  for (int i = 0; i < safe; ++i)
    sum += solutions[i];
  return sum;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 1);
  int n = argc > 1 ? (int)example_number("n", argv[1], 1, MAX_QUEENS) : 12;

  double start = example_clock();
  long solutions = count(n, 0, "");
  example_time(start);

  if (solutions != known_solutions[n])
    example_fail(1, "wrong result: %d queens have %ld solutions, not %ld", n,
                 known_solutions[n], solutions);
  printf("%d queens have %ld solutions\n", n, solutions);
  example_checksum(example_mix((uint64_t)solutions));
}
