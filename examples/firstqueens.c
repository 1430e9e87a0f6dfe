//===- firstqueens.c - One way to place queens ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds one way to place n queens on a board of n by n squares so that none
/// attacks another. The task that finds it cancels all others. Which way it is
/// depends on the schedule; the program checks that it is one.
///
///     firstqueens [n [rows [stop]]]
///
/// The first `rows` rows of the board are searched by tasks, what is below them
/// by one task each. If `stop` is 0, nobody stops, which shows how much work
/// that saves: the number of placed queens goes to the standard error.
///
//===----------------------------------------------------------------------===//

#include <tussah/cancel.h>

#define EXAMPLE_NAME "firstqueens"
#define EXAMPLE_USAGE "[n [rows [stop]]]"
#include "example.h"

#define MAX_QUEENS 31

struct board {
  int column[MAX_QUEENS]; ///< of the queen in each row
};

struct search {
  int n, rows;
  int stop;
  struct tussah_token found;
  int winners;         ///< tasks that have found one
  struct board winner; ///< the first of them
  long placed;         ///< queens, by all
};

static int fits(const struct board *board, int row, int column) {
  for (int above = 0; above < row; ++above) {
    int distance = column - board->column[above];
    if (distance == 0 || distance == row - above || distance == above - row)
      return 0;
  }
  return 1;
}

static void take(struct search *search, const struct board *board) {
  if (__atomic_fetch_add(&search->winners, 1, __ATOMIC_RELAXED) == 0)
    search->winner = *board;
  if (search->stop)
    tussah_cancel(&search->found);
}

/// Returns how many queens it has placed.
static long search_serial(struct search *search, struct board *board, int row) {
  if (row == search->n) {
    take(search, board);
    return 0;
  }
  long placed = 0;
  for (int column = 0; column < search->n && !tussah_cancelled(); ++column) {
    if (!fits(board, row, column))
      continue;
    board->column[row] = column;
    placed += 1 + search_serial(search, board, row + 1);
  }
  return placed;
}

/// Searches below \p row, which is the first one that has no queen. Where the
/// search is cancelled, nothing is spawned any more.
static void search_tasks(struct search *search, struct board board, int row) {
  if (row >= search->rows || row == search->n) {
    long placed = search_serial(search, &board, row);
    __atomic_fetch_add(&search->placed, placed, __ATOMIC_RELAXED);
    return;
  }
  long placed = 0;
  for (int column = 0; column < search->n && !tussah_cancelled(); ++column) {
    if (!fits(&board, row, column))
      continue;
    board.column[row] = column;
    ++placed;
    cilk_spawn search_tasks(search, board, row + 1);
  }
  __atomic_fetch_add(&search->placed, placed, __ATOMIC_RELAXED);
  cilk_sync;
}

static int is_solution(const struct search *search) {
  for (int row = 0; row < search->n; ++row)
    if (!fits(&search->winner, row, search->winner.column[row]))
      return 0;
  return 1;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 3);
  struct search search = {.found = TUSSAH_TOKEN};
  search.n = argc > 1 ? (int)example_number("n", argv[1], 1, MAX_QUEENS) : 24;
  search.rows =
      argc > 2 ? (int)example_number("rows", argv[2], 0, MAX_QUEENS) : 6;
  search.stop = argc > 3 ? (int)example_number("stop", argv[3], 0, 1) : 1;

  double start = example_clock();
  struct board empty = {{0}};
  tussah_cancel_scope(&search.found) { search_tasks(&search, empty, 0); }
  example_time(start);
  fprintf(stderr, "placed %ld queens\n", search.placed);

  // There is none on boards of 2 by 2 and 3 by 3 squares.
  int exists = search.n != 2 && search.n != 3;
  if (!exists != !search.winners || (exists && !is_solution(&search)))
    example_fail(1, "wrong result for %d queens", search.n);
  printf("%d queens %s be placed\n", search.n, exists ? "can" : "cannot");
  example_checksum(example_mix((uint64_t)search.n + (uint64_t)exists));
}
