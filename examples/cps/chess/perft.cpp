//===- perft.cpp - Counting sequences of moves ----------------------------===//

#include "perft.h"

#include "moves.h"

using namespace chess;
using namespace tussah::cps;

static void total(cont<std::uint64_t> k, array<std::uint64_t> counts) {
  std::uint64_t sum = 0;
  for (std::uint64_t count : counts)
    sum += count;
  send_argument(k, sum);
}

static void countBelow(cont<std::uint64_t> k, Position position, int depth) {
  constexpr int SerialDepth = 3;
  if (depth <= SerialDepth)
    return send_argument(k, perft(position, depth));
  MoveList list;
  moves(position, Kind::All, list);
  std::vector<Position> next;
  for (int i = 0; i < list.Count; ++i) {
    next.push_back(position);
    if (!next.back().make(list.Moves[i]))
      next.pop_back();
  }
  std::vector<cont<std::uint64_t>> counts(next.size());
  spawn_next<total>(k, missing(counts));
  for (std::size_t i = 0; i < next.size(); ++i)
    spawn<countBelow>(counts[i], next[i], depth - 1);
}

std::uint64_t chess::countMoves(const Position &position, int depth,
                                const options &how) {
  return run<countBelow>(how, position, depth);
}
