//===- engine.cpp - What the searches of a process share ------------------===//

#include "engine.h"

#include <algorithm>
#include <chrono>

using namespace chess;

void Result::setLine(Move move, const Move *rest, int count) {
  Line[0] = move;
  count = std::min(count, MaxLine - 1);
  std::copy(rest, rest + count, Line + 1);
  Length = count + 1;
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
