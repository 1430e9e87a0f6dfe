//===- nqueens.cpp - Queens by hand ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// benchmarks/native/nqueens.c for OpenMP and oneTBB.
///
//===----------------------------------------------------------------------===//

#include "by-hand.h"

#define MAX_QUEENS 16

struct Board {
  char column[MAX_QUEENS];
};

static bool isSafe(const Board *board, int rows) {
  for (int i = 0; i < rows; ++i) {
    for (int j = i + 1; j < rows; ++j) {
      int distance = board->column[j] - board->column[i];
      if (distance == 0 || distance == j - i || distance == i - j)
        return false;
    }
  }
  return true;
}

static long count(int n, int row, const Board *above) {
  if (row == n)
    return 1;
  Board boards[MAX_QUEENS];
  long solutions[MAX_QUEENS] = {0};
#ifndef _OPENMP
  tbb::task_group tasks;
#endif
  for (int column = 0; column < n; ++column) {
    Board *board = &boards[column];
    memcpy(board->column, above->column, (size_t)row);
    board->column[row] = (char)column;
    if (!isSafe(board, row + 1))
      continue;
    long *result = &solutions[column];
#ifdef _OPENMP
#pragma omp task firstprivate(n, row, board, result)
    *result = count(n, row + 1, board);
#else
    tasks.run([=] { *result = count(n, row + 1, board); });
#endif
  }
#ifdef _OPENMP
#pragma omp taskwait
#else
  tasks.wait();
#endif

  long sum = 0;
  for (int column = 0; column < n; ++column)
    sum += solutions[column];
  return sum;
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  Board empty = {{0}};
  long solutions = 0;
  inParallel([&] { solutions = count(n, 0, &empty); });
  example_checksum(example_mix((uint64_t)solutions));
}
