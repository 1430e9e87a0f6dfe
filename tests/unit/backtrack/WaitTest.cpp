//===- WaitTest.cpp - What a worker does while it waits -------------------===//

#include <tussah/backtrack.hpp>

#include <gtest/gtest.h>

#include <chrono>

using namespace tussah::backtrack;

namespace {
using Clock = std::chrono::steady_clock;

/// A loop of two iterations, the second of which another worker must take
/// before the first one ends; it is such a loop again.
struct Chain {
  int Depth;
  unsigned Workers;
  void run(worker &w);
};
unsigned chain(worker &w, int depth) {
  unsigned workers = 1u << w.number();
  if (depth == 0)
    return workers;
  bool given = false;
  // What fails must not hang.
  const auto end = Clock::now() + std::chrono::seconds(60);
  parallel_for<Chain>(
      w, 0, 2,
      [&](worker &w, int i) {
        if (i == 1)
          ADD_FAILURE() << "nobody has come at depth " << depth;
        while (i == 0 && !given && Clock::now() < end)
          w.poll();
      },
      [&](Chain &task, int, int) {
        task.Depth = depth - 1;
        given = true;
      },
      [&](Chain &task) { workers |= task.Workers; });
  return workers;
}
void Chain::run(worker &w) { Workers = chain(w, Depth); }

// Of two workers, one waits for the other, which waits for the first, and so
// on: each takes a part of what it waits for, or none gets one.
TEST(Wait, WhoWaitsGetsPartsOfTheTask) {
  constexpr int Depth = 7;
  options how;
  how.workers = 2;
  detail::Run all(how, nullptr, true);
  auto body = [](worker &w) { return chain(w, Depth); };
  EXPECT_EQ(detail::runRoot<worker>(all, body), 3u);

  worker_statistics sum;
  unsigned waits = 0;
  for (auto &core : all.Cores) {
    sum.tasks += core->Counts.tasks;
    sum.tasks_back += core->Counts.tasks_back;
    sum.requests_back += core->Counts.requests_back;
    for (const detail::Event &event : core->Timeline)
      waits += event.What == detail::Event::Waited;
  }
  EXPECT_EQ(sum.tasks, unsigned(Depth));
  EXPECT_EQ(sum.tasks_back, unsigned(Depth - 1));
  EXPECT_GE(sum.requests_back, sum.tasks_back);
  // The innermost task may be done before anybody waits for it.
  EXPECT_GE(waits, unsigned(Depth - 1));
  EXPECT_LE(waits, unsigned(Depth));
}
} // namespace
