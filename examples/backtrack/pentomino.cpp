//===- pentomino.cpp - Pentominoes with one board for each worker ---------===//
///
/// \file
/// Counts the ways to cover a rectangle of 60 squares with the twelve
/// pentominoes. Each worker has one board, into which it puts pieces and takes
/// them out again. A task gets a copy of the board as it was at the oldest
/// choice point. Tasks run on all ranks of a job, each of which has the
/// catalogue of pieces.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "pentomino"
#define EXAMPLE_USAGE "[width: 3 to 6] " BACKTRACK_RANKS_USAGE
#include "backtrack_example.h"

#include <tussah/backtrack/ranks.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace {
constexpr int Pieces = 12, Squares = 60, MaxWidth = 6;
/// Rows of the board in memory have one square more, which is always taken; so
/// no piece leaves the board at a side.
/// With margins before and behind.
constexpr int MaxCells = 128;

/// A piece, turned in some way: the squares after its first one, as distances
/// in memory. The first one is the leftmost of the top row.
using Shape = std::array<int, 4>;

/// All ways to turn each piece, for a board of some width.
struct Catalogue {
  explicit Catalogue(int width);
  std::vector<Shape> Of[Pieces];
};

struct Board {
  /// Whether the square is taken, or outside.
  bool Taken[MaxCells];
  /// The pieces that are left.
  int Left[Pieces], Count;

  bool fits(int at, const Shape &shape) const {
    return !Taken[at + shape[0]] && !Taken[at + shape[1]] &&
           !Taken[at + shape[2]] && !Taken[at + shape[3]];
  }
  void set(int at, const Shape &shape, bool taken) {
    Taken[at] = taken;
    for (int distance : shape)
      Taken[at + distance] = taken;
  }
  /// The next square that is free.
  int next(int at) const {
    while (Taken[at])
      ++at;
    return at;
  }
};

/// A piece, the one with number `Index` of those that are left, in its place.
struct Placed {
  Board &On;
  const Shape &How;
  int At, Index;

  void apply() {
    On.set(At, How, true);
    std::swap(On.Left[Index], On.Left[--On.Count]);
  }
  void undo() {
    std::swap(On.Left[Index], On.Left[On.Count++]);
    On.set(At, How, false);
  }
};

/// The choices from `From` to `To - 1` of the piece for the square `At`.
struct PentominoTask {
  bt::workspace<Board> Start;
  int At;
  long From, To;
  long Count;
  void run(bt::rank_worker &w);
  auto in() { return std::tie(Start, At, From, To); }
  auto out() { return std::tie(Count); }
};

/// Made before the run, by each rank.
const Catalogue *AllShapes;
} // namespace

/// The pieces as drawn by Golomb, with a space between rows.
static constexpr const char *Drawn[Pieces] = {
    ".XX XX. .X.", "XXXXX",       "X. X. X. XX", ".X .X XX X.",
    "XX XX X.",    "XXX .X. .X.", "X.X XXX",     "X.. X.. XXX",
    "X.. XX. .XX", ".X. XXX .X.", ".X XX .X .X", "XX. .X. .XX"};

Catalogue::Catalogue(int width) {
  using Cells = std::vector<std::pair<int, int>>;
  for (int piece = 0; piece < Pieces; ++piece) {
    Cells cells;
    int row = 0, column = 0;
    for (const char *c = Drawn[piece]; *c; ++c, ++column) {
      if (*c == ' ') {
        ++row;
        column = -1;
      } else if (*c == 'X') {
        cells.emplace_back(row, column);
      }
    }
    std::set<Cells> ways;
    for (int turn = 0; turn < 8; ++turn) {
      for (auto &[r, c] : cells) {
        r = std::exchange(c, -r);
        if (turn == 4)
          c = -c;
      }
      std::sort(cells.begin(), cells.end());
      Cells moved = cells;
      for (auto &[r, c] : moved) {
        r -= cells[0].first;
        c -= cells[0].second;
      }
      ways.insert(moved);
    }
    for (const Cells &way : ways) {
      Shape shape;
      for (int i = 0; i < 4; ++i)
        shape[i] = way[i + 1].first * (width + 1) + way[i + 1].second;
      Of[piece].push_back(shape);
    }
  }
}

static long search(bt::rank_worker &w, Board &board, const Catalogue &shapes,
                   int at, long from, long to) {
  long count = 0;
  bt::parallel_for<PentominoTask>(
      w, from, to,
      [&board, &shapes, &count, at](bt::rank_worker &w, long index) {
        for (const Shape &shape : shapes.Of[board.Left[index]]) {
          if (!board.fits(at, shape))
            continue;
          if (board.Count == 1) {
            ++count;
            continue;
          }
          count +=
              bt::dynamic_wind(w, Placed{board, shape, at, (int)index},
                               [&board, &shapes, at](bt::rank_worker &w) {
                                 return search(w, board, shapes, board.next(at),
                                               0L, board.Count);
                               });
        }
      },
      [&board, at, &w](PentominoTask &task, long a, long b) {
        task.Start = w.copy(board);
        task.At = at;
        task.From = a;
        task.To = b;
      },
      [&count](PentominoTask &task) { count += task.Count; });
  return count;
}

void PentominoTask::run(bt::rank_worker &w) {
  Count = search(w, *Start, *AllShapes, At, From, To);
}

static long serialSearch(Board &board, const Catalogue &shapes, int at) {
  long count = 0;
  for (long index = 0, end = board.Count; index < end; ++index) {
    for (const Shape &shape : shapes.Of[board.Left[index]]) {
      if (!board.fits(at, shape))
        continue;
      if (board.Count == 1) {
        ++count;
        continue;
      }
      Placed placed{board, shape, at, (int)index};
      placed.apply();
      count += serialSearch(board, shapes, board.next(at));
      placed.undo();
    }
  }
  return count;
}

int main(int argc, char **argv) {
  return runExample([&] {
    // Golomb, "Polyominoes" (1965): solutions apart from symmetry, of which
    // each rectangle has four.
    static constexpr long Known[MaxWidth + 1] = {0, 0, 0, 2, 368, 1010, 2339};
    Example example(argc, argv, bt::ranks);
    example_arguments(argc, argv, 1);
    int width =
        argc > 1 ? (int)example_number("width", argv[1], 3, MaxWidth) : 4;
    int rows = Squares / width;
    Catalogue shapes(width);
    AllShapes = &shapes;
    Board board;
    std::fill(board.Taken, board.Taken + MaxCells, true);
    // A margin before the first row, for distances that go to the left.
    const int first = width;
    for (int row = 0; row < rows; ++row)
      std::fill_n(board.Taken + first + row * (width + 1), width, false);
    board.Count = Pieces;
    for (int i = 0; i < Pieces; ++i)
      board.Left[i] = i;
    long count = example.run(
        [&] { return serialSearch(board, shapes, board.next(0)); },
        [&](const bt::options &how) {
          return bt::run_on_ranks(how, [&](bt::rank_worker &w) {
            return search(w, board, shapes, board.next(0), 0L, Pieces);
          });
        });
    if (count != 4 * Known[width])
      example_fail(1, "wrong result: %ld ways for width %d, not %ld", count,
                   width, 4 * Known[width]);
    printf("12 pentominoes cover %d x %d squares in %ld ways\n", rows, width,
           count);
  });
}
