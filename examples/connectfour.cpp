//===- connectfour.cpp - Who wins at connect four -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Searches connect four to its end, on a board of any size up to 8 by 7, by
/// the parallel search of tussah/search.hpp.
///
///     connectfour [columns [rows [moves]]] [--serial]
///
/// `moves` are the columns of the first moves, such as 4435. The score is
/// positive if the side to move wins, the more so the sooner. --serial searches
/// by one strand.
///
//===----------------------------------------------------------------------===//

#include <tussah/search.hpp>

#define EXAMPLE_NAME "connectfour"
#define EXAMPLE_USAGE "[columns [rows [moves]]] [--serial]"
#include "example.h"

/// A board, a column in each byte; the bit above the highest stone of a column
/// is not used by either side.
struct Board {
  uint64_t Own = 0, Others = 0;

  static inline int Columns = 5, Rows = 4;

  uint64_t all() const { return Own | Others; }
  int height(int column) const {
    return __builtin_popcountll(all() >> 8 * column & 0xff);
  }
  int stones() const { return __builtin_popcountll(all()); }
  bool isFull() const { return stones() == Columns * Rows; }

  /// The board after a move, as the other side sees it.
  Board after(int column) const {
    return {Others, Own | uint64_t(1) << (8 * column + height(column))};
  }
  /// Whether the side that has just moved has four in a row.
  bool isWon() const {
    for (int step : {1, 7, 8, 9}) {
      uint64_t pairs = Others & Others >> step;
      if (pairs & pairs >> 2 * step)
        return true;
    }
    return false;
  }
};

/// The game. docs/guides/speculation.md says what its functions are for.
struct ConnectFour {
  struct task {
    Board Position;
    int Alpha, Beta;
  };
  using value = int;
  using move = signed char;
  using step = tussah::search_step<ConnectFour>;
  static constexpr size_t most_moves = 8;
  static constexpr int Most = 100;
  /// Positions with so few empty squares are searched by one strand.
  static constexpr int SerialSquares = 12;

  static tussah::search_window window(const task &t) {
    return {t.Alpha, t.Beta};
  }
  static int score(int v) { return v; }
  static int bound(const task &, int score) { return score; }
  static int parent(const task &t, move, int child) {
    return -child < t.Beta ? -child : t.Beta;
  }
  static bool serial(const task &t) {
    return Board::Columns * Board::Rows - t.Position.stones() <= SerialSquares;
  }

  static step open(task &t, tussah::search_context<ConnectFour> &) {
    auto inWindow = [&](int score) {
      return score < t.Alpha ? t.Alpha : score > t.Beta ? t.Beta : score;
    };
    if (t.Position.isWon())
      return step::known(inWindow(t.Position.stones() - Most));
    if (t.Position.isFull())
      return step::known(inWindow(0));
    step all = step::compare();
    // The middle first.
    for (int i = 0; i < Board::Columns; ++i) {
      int column = (Board::Columns - 1) / 2 + (i % 2 ? (i + 1) / 2 : -(i / 2));
      if (t.Position.height(column) < Board::Rows)
        all.add(move(column));
    }
    return all;
  }
  static task child(const task &t, move column, int, tussah::search_window w,
                    tussah::search_purpose) {
    return {t.Position.after(column), -w.beta, -w.alpha};
  }
};

int main(int argc, char **argv) {
  bool serial = example_flag(&argc, argv, "--serial");
  example_arguments(argc, argv, 3);
  if (argc > 1)
    Board::Columns = (int)example_number("columns", argv[1], 1, 8);
  if (argc > 2)
    Board::Rows = (int)example_number("rows", argv[2], 1, 7);
  Board start;
  for (const char *at = argc > 3 ? argv[3] : ""; *at; ++at) {
    int column = *at - '1';
    if (column < 0 || column >= Board::Columns ||
        start.height(column) == Board::Rows || start.isWon())
      example_fail(2, "no move in column %c; usage: %s %s", *at, EXAMPLE_NAME,
                   EXAMPLE_USAGE);
    start = start.after(column);
  }
  ConnectFour::task root = {start, -ConnectFour::Most, ConnectFour::Most};
  double began = example_clock();
  int score = serial ? *tussah::search_serially<ConnectFour>(root)
                     : *tussah::search<ConnectFour>(root);
  example_time(began);
  printf("%d by %d: score %d, %s\n", Board::Columns, Board::Rows, score,
         score > 0   ? "the side to move wins"
         : score < 0 ? "the other side wins"
                     : "a draw");
}
