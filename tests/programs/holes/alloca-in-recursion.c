//===- alloca-in-recursion.c - Queens, with boards from alloca ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: = 2056
// cells: all
// extra: sanitize thinlto debug

#include "../Inputs/support.h"

#include <cilk/cilk.h>

#include <alloca.h>
#include <string.h>

static int is_free(int n, const char *board) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      int p = board[i], q = board[j];
      if (q == p || q == p - (j - i) || q == p + (j - i))
        return 0;
    }
  return 1;
}

static int nqueens(int n, int row, char *above) {
  if (n == row)
    return 1;
  int *count = alloca((size_t)n * sizeof *count);
  memset(count, 0, (size_t)n * sizeof *count);
  for (int i = 0; i < n; ++i) {
    char *board = alloca((size_t)row + 1);
    if (row)
      memcpy(board, above, (size_t)row);
    board[row] = (char)i;
    if (is_free(row + 1, board))
      count[i] = cilk_spawn nqueens(n, row + 1, board);
  }
  cilk_sync;
  int solutions = 0;
  for (int i = 0; i < n; ++i)
    solutions += count[i];
  return solutions;
}

int main(void) {
  int solutions = 0;
  for (long r = repeats(1); r > 0; --r)
    solutions = nqueens(8, 0, NULL);
  printf("%d\n", solutions);
}
