//===- engine.cpp - What the searches of a process share ------------------===//

#include "engine.h"

#include <algorithm>
#include <chrono>
#include <iterator>

using namespace chess;

void Result::setLine(Move move, const Move *rest, int count) {
  Line[0] = move;
  count = std::min(count, MaxLine - 1);
  std::copy(rest, rest + count, Line + 1);
  Length = count + 1;
}

void Task::expect(const Move *line, int count) {
  std::fill(std::begin(Expected), std::end(Expected), Move());
  count = std::min(count, int(std::size(Expected)));
  std::copy(line, line + count, Expected);
  Hint = Expected[0];
}

Task Task::below(Move move, const Position &next, bool check) const {
  Task task;
  task.Board = next;
  task.Ply = Ply + 1;
  task.ExtendUntil = ExtendUntil;
  task.Check = check;
  task.Before = {move ? step(Board, move) : NoStep, Before[0]};
  if (move && move == Expected[0])
    task.expect(Expected + 1, std::size(Expected) - 1);
  task.Values[1] = Values[0];
  task.Values[2] = Values[1];
  return task;
}

Task Task::belowPass() const {
  Position next = Board;
  next.pass();
  next.Halfmoves = 0;
  Task task = below(Move(), next, false);
  task.AfterPass = true;
  return task;
}

std::int64_t Engine::clock() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

bool Engine::stopped() {
  if (Stop.load(std::memory_order_relaxed))
    return true;
  std::int64_t deadline = Deadline.load(std::memory_order_relaxed);
  std::uint64_t limit = NodeLimit.load(std::memory_order_relaxed);
  if ((deadline == 0 || clock() < deadline) &&
      (limit == 0 || Nodes.load(std::memory_order_relaxed) < limit))
    return false;
  Stop.store(true, std::memory_order_relaxed);
  return true;
}

Engine &chess::engine() {
  static Engine one;
  return one;
}
