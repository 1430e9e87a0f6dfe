//===- ordering.cpp - Which moves to search first -------------------------===//

#include "ordering.h"

#include "squares.h"

#include <algorithm>
#include <cstring>

using namespace chess;

/// The place of a move in a row of what follows.
static int column(const Position &position, Move move) {
  return position.at(move.from()) * 64 + move.to();
}

Ordering::Ordering() : Following(NoStep + 1) {}

void Ordering::clear() {
  std::memset(Alone, 0, sizeof Alone);
  std::fill(&Killers[0][0], &Killers[0][0] + 2 * (MaxPly + 2), Move());
  // Without a table this comes before each search, so it must cost little.
  if (!Learned)
    return;
  std::memset(Following.data(), 0, Following.size() * sizeof(Row));
  std::fill(std::begin(Answers), std::end(Answers), Move());
  Learned = false;
}

int Ordering::history(const Position &position, const Steps &steps,
                      Move move) const {
  int at = column(position, move);
  return Alone[position.Side][move.from()][move.to()] +
         Following[steps[0]][at] + Following[steps[1]][at];
}

/// The value of a move that takes something or promotes: by what it takes, then
/// by what it takes it with. Less than 0 if it loses material.
static int capture(const Position &position, Move move) {
  Piece piece = position.at(move.from()), taken = position.at(move.to());
  int gain = Material[taken == NoPiece ? Pawn : taken].Middle;
  bool safe = gain >= Material[piece].Middle || exchange(position, move) >= 0;
  return (safe ? 1 << 24 : -(1 << 24)) + 16 * gain - piece +
         (move.promotion() == Queen ? 8000 : 0);
}

void Ordering::rate(const Position &position, const Steps &steps, int ply,
                    Move hash, MoveList &list) const {
  Move answer = Answers[steps[0]];
  Color side = position.Side;
  for (int i = 0; i < list.Count; ++i) {
    Move move = list.Moves[i];
    int &value = list.Values[i];
    if (move == hash) {
      value = 1 << 30;
    } else if (!position.isQuiet(move)) {
      value = capture(position, move);
    } else if (isKiller(ply, move)) {
      value = (1 << 20) + (move == Killers[ply][0]) + 1;
    } else if (move == answer) {
      value = 1 << 20;
    } else {
      Piece piece = position.at(move.from());
      value = history(position, steps, move) +
              16 * (placed(side, piece, move.to()).Middle -
                    placed(side, piece, move.from()).Middle);
    }
  }
}

void Ordering::good(const Task &task, Move move) {
  if (!task.Board.isQuiet(move))
    return;
  Move(&killers)[2] = Killers[task.Ply];
  if (killers[0] != move) {
    killers[1] = killers[0];
    killers[0] = move;
  }
  if (engine().Hash)
    Answers[task.Before[0]] = move;
  reward(task, move, 1);
}

/// Changes what is known of a quiet move by \p sign and the task's depth.
void Ordering::reward(const Task &task, Move move, int sign) {
  int depth = std::max<int>(task.Depth, 1);
  int bonus = std::min(depth * depth, 400);
  auto change = [&](std::int16_t &value) {
    value += sign * bonus * (Most / 512) - value * bonus / 512;
  };
  change(Alone[task.Board.Side][move.from()][move.to()]);
  if (!engine().Hash)
    return;
  Learned = true;
  int at = column(task.Board, move);
  for (std::uint16_t step : task.Before)
    change(Following[step][at]);
}
