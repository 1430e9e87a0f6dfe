//===- queens.cpp - N queens with one board for each worker ---------------===//
///
/// \file
/// Counts the placements of N queens. Each worker has one board, on which it
/// puts queens and takes them away again. A task gets a copy of the board as it
/// was at the oldest choice point. Tasks run on all ranks of a job.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "queens"
#define EXAMPLE_USAGE "[n] " BACKTRACK_RANKS_USAGE
#include "backtrack_example.h"

#include <tussah/backtrack/ranks.hpp>

namespace {
constexpr int MaxQueens = 18;

/// Which columns and diagonals are taken by the queens of the first rows.
struct Board {
  long Size;
  bool Column[MaxQueens], Rising[2 * MaxQueens], Falling[2 * MaxQueens];

  bool isFree(long row, long column) const {
    return !Column[column] && !Rising[row + column] &&
           !Falling[row - column + MaxQueens];
  }
  void set(long row, long column, bool taken) {
    Column[column] = Rising[row + column] = Falling[row - column + MaxQueens] =
        taken;
  }
};

/// Queens on a row of a worker's board.
struct Placed {
  Board &On;
  long Row;
  bool apply(long column) {
    if (!On.isFree(Row, column))
      return false;
    On.set(Row, column, true);
    return true;
  }
  void undo(long column) { On.set(Row, column, false); }
};

/// The columns from `From` to `To - 1` of a row.
struct QueensTask {
  bt::workspace<Board> Start;
  long Row, From, To;
  long Count;
  void run(bt::rank_worker &w);
  auto in() { return std::tie(Start, Row, From, To); }
  auto out() { return std::tie(Count); }
};
} // namespace

static long search(bt::rank_worker &w, Board &board, long row, long from,
                   long to) {
  long count = 0;
  bt::choices<QueensTask>(
      w, from, to, Placed{board, row},
      [&board, &count, row](bt::rank_worker &w, long) {
        count += row + 1 == board.Size
                     ? 1
                     : search(w, board, row + 1, 0L, board.Size);
      },
      [&board, row, &w](QueensTask &task, long a, long b) {
        task.Start = w.copy(board);
        task.Row = row;
        task.From = a;
        task.To = b;
      },
      [&count](QueensTask &task) { count += task.Count; });
  return count;
}

void QueensTask::run(bt::rank_worker &w) {
  Count = search(w, *Start, Row, From, To);
}

static long serialSearch(Board &board, long row) {
  long count = 0;
  for (long column = 0; column < board.Size; ++column) {
    if (!board.isFree(row, column))
      continue;
    if (row + 1 == board.Size) {
      ++count;
      continue;
    }
    board.set(row, column, true);
    count += serialSearch(board, row + 1);
    board.set(row, column, false);
  }
  return count;
}

int main(int argc, char **argv) {
  // Sequence A000170 of the OEIS.
  static constexpr long Known[MaxQueens + 1] = {
      1,      1,       0,        0,        2,        10,    4,
      40,     92,      352,      724,      2680,     14200, 73712,
      365596, 2279184, 14772512, 95815104, 666090624};
  return runExample([&] {
    Example example(argc, argv, bt::ranks);
    example_arguments(argc, argv, 1);
    int n = argc > 1 ? (int)example_number("n", argv[1], 1, MaxQueens) : 12;
    Board board = {};
    board.Size = n;
    long count =
        example.run([&] { return serialSearch(board, 0); },
                    [&](const bt::options &how) {
                      return bt::run_on_ranks(how, [&](bt::rank_worker &w) {
                        return search(w, board, 0, 0L, n);
                      });
                    });
    if (count != Known[n])
      example_fail(1, "wrong result: %d queens have %ld solutions, not %ld", n,
                   Known[n], count);
    printf("%d queens have %ld solutions\n", n, count);
  });
}
