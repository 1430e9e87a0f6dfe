//===- queens.cpp - Queens on a board by continuation-passing threads -----===//
///
/// \file
/// Counts the ways to place n queens on a board so that none attacks another
/// one. A thread tries all squares of a row; the last rows are searched
/// serially, seven of them in section 4 of Blumofe et al. (PPoPP 1995).
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "queens"
#define EXAMPLE_USAGE "[n [serial rows]] " CPS_USAGE
#include "cps_example.h"

using namespace tussah::cps;

enum { MaxQueens = 16 };
static const long known[MaxQueens + 1] = {
    1,   1,   0,    0,     2,     10,     4,       40,      92,
    352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

/// Whether a queen can stand in \p column of row \p row, below the others.
static bool fits(const signed char *board, int row, int column) {
  for (int i = 0; i < row; ++i) {
    int distance = board[i] - column;
    if (distance == 0 || distance == row - i || distance == i - row)
      return false;
  }
  return true;
}

/// Counts the solutions that begin with the first \p row rows of \p board.
static long countSerially(signed char *board, int row, int n) {
  if (row == n)
    return 1;
  long count = 0;
  for (int column = 0; column < n; ++column) {
    if (!fits(board, row, column))
      continue;
    board[row] = column;
    count += countSerially(board, row + 1, n);
  }
  return count;
}

static void total(cont<long> k, array<long> counts) {
  long sum = 0;
  for (long count : counts)
    sum += count;
  send_argument(k, sum);
}

/// The rows of \p board but the last are those that are occupied; the thread
/// uses the last to make the boards of its children.
static void search(cont<long> k, array<signed char> board, int n, int serial) {
  int row = (int)board.size() - 1;
  if (n - row <= serial) {
    signed char whole[MaxQueens];
    std::copy(board.begin(), board.end() - 1, whole);
    send_argument(k, countSerially(whole, row, n));
    return;
  }
  signed char columns[MaxQueens];
  int children = 0;
  for (int column = 0; column < n; ++column)
    if (fits(board.data(), row, column))
      columns[children++] = column;
  cont<long> counts[MaxQueens];
  spawn_next<total>(k, missing(std::span(counts, children)));
  signed char next[MaxQueens + 1];
  std::copy(board.begin(), board.end(), next);
  for (int i = 0; i < children; ++i) {
    next[row] = columns[i];
    spawn<search>(counts[i], subarray(next, 0, row + 2), n, serial);
  }
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 2);
    int n = argc > 1 ? (int)example_number("n", argv[1], 0, MaxQueens) : 15;
    int serial = argc > 2
                     ? (int)example_number("serial rows", argv[2], 0, MaxQueens)
                     : 7;
    signed char board[MaxQueens + 1] = {};
    long count =
        example.run([&] { return countSerially(board, 0, n); },
                    [&](const options &o) {
                      return run<search>(o, subarray(board, 0, 1), n, serial);
                    });
    if (count != known[n])
      example_fail(1, "wrong result: %d queens have %ld solutions, not %ld", n,
                   known[n], count);
    printf("%d queens have %ld solutions\n", n, count);
  });
}
