//===- minmax.cpp - Game search with one board for each worker ------------===//
///
/// \file
/// The value of a game of m by n squares and k in a row, by alpha-beta search.
/// Each worker has one board, on which it makes moves and takes them back. A
/// task gets a copy of the board and the bound that is known where it is made.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "minmax"
#define EXAMPLE_USAGE "[columns rows in-a-row] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <algorithm>

namespace {
constexpr int MaxSide = 5;
enum Value { Lost = -1, Drawn = 0, Won = 1 };

struct Board {
  int Columns, Rows, Wanted, Moves;
  /// 0, or the number of the player, with a margin.
  signed char Squares[MaxSide + 2][MaxSide + 2];

  int size() const { return Columns * Rows; }
  signed char &at(long square) {
    return Squares[square / Columns + 1][square % Columns + 1];
  }
  signed char mover() const { return Moves % 2 ? 2 : 1; }

  /// How many squares in a row belong to who has the given one, in a direction.
  int count(int row, int column, int down, int right) const {
    int found = 0;
    for (signed char who = Squares[row][column];
         Squares[row + down * (found + 1)][column + right * (found + 1)] ==
         who;)
      ++found;
    return found;
  }
  bool wins(long square) const {
    int row = (int)square / Columns + 1, column = (int)square % Columns + 1;
    static constexpr int Directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (auto [down, right] : Directions)
      if (count(row, column, down, right) + 1 +
              count(row, column, -down, -right) >=
          Wanted)
        return true;
    return false;
  }
};

struct Move {
  Board &On;
  long Square;
  void apply() {
    On.at(Square) = On.mover();
    ++On.Moves;
  }
  void undo() {
    --On.Moves;
    On.at(Square) = 0;
  }
};

/// The moves from `From` to `To - 1`: is one better than `Best`?
struct MoveTask {
  bt::workspace<Board> Start;
  int Best, Beta;
  long From, To;
  void run(bt::worker &w);
};
} // namespace

/// The value for who moves, if it is between \p best and \p beta, or a bound of
/// it.
static int search(bt::worker &w, Board &board, int best, int beta, long from,
                  long to) {
  bt::parallel_for<MoveTask>(
      w, from, to,
      [&board, &best, beta](bt::worker &w, long square) {
        if (best >= beta || board.at(square))
          return;
        int value = bt::dynamic_wind(
            w, Move{board, square},
            [&board, best, beta, square](bt::worker &w) {
              if (board.wins(square))
                return (int)Won;
              if (board.Moves == board.size())
                return (int)Drawn;
              return -search(w, board, -beta, -best, 0L, board.size());
            });
        best = std::max(best, value);
      },
      [&board, &best, beta, &w](MoveTask &task, long a, long b) {
        task.Start = w.copy(board);
        task.Best = best;
        task.Beta = beta;
        task.From = a;
        task.To = b;
      },
      [&best](MoveTask &task) { best = std::max(best, task.Best); });
  return best;
}

void MoveTask::run(bt::worker &w) {
  Best = search(w, *Start, Best, Beta, From, To);
}

static int serialSearch(Board &board, int best, int beta) {
  for (long square = 0; square < board.size() && best < beta; ++square) {
    if (board.at(square))
      continue;
    Move move{board, square};
    move.apply();
    int value = board.wins(square) ? (int)Won
                : board.Moves == board.size()
                    ? (int)Drawn
                    : -serialSearch(board, -beta, -best);
    move.undo();
    best = std::max(best, value);
  }
  return best;
}

/// Whether who begins wins, by Uiterwijk and van den Herik, "The advantage of
/// the initiative" (2000); with one in a row, and two on more than one square,
/// it is plain.
static int known(int most, int least, int wanted) {
  if (wanted == 1 || (wanted == 2 && least * most > 2))
    return Won;
  if (wanted == 3 && least >= 3 && most >= 4)
    return Won;
  return Drawn;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 3);
    const auto argument = [&](int i, const char *name, long most, int usual) {
      return argc > i ? (int)example_number(name, argv[i], 1, most) : usual;
    };
    int columns = argument(1, "columns", MaxSide, 4);
    int rows = argument(2, "rows", MaxSide, 3);
    if (columns * rows > 16)
      example_fail(2, "at most 16 squares can be searched");
    int wanted = argument(3, "in-a-row", MaxSide, 4);
    Board board = {};
    board.Columns = columns;
    board.Rows = rows;
    board.Wanted = wanted;
    // The margin belongs to nobody.
    std::fill(&board.Squares[0][0],
              &board.Squares[0][0] + sizeof(board.Squares), (signed char)-1);
    for (long square = 0; square < board.size(); ++square)
      board.at(square) = 0;
    int value =
        example.run([&] { return serialSearch(board, Lost, Won); },
                    [&](const bt::options &how) {
                      return bt::run(how, [&](bt::worker &w) {
                        return search(w, board, Lost, Won, 0L, board.size());
                      });
                    });
    int expected =
        known(std::max(rows, columns), std::min(rows, columns), wanted);
    if (value != expected)
      example_fail(1, "wrong result: the value is %d, not %d", expected, value);
    printf("%d in a row on %d x %d squares: %s\n", wanted, columns, rows,
           value == Won ? "who begins wins" : "a draw");
  });
}
