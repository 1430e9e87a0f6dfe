//===- TimelineTest.cpp - A timeline for which there is no memory ---------===//

#include <tussah/backtrack.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

using namespace tussah::backtrack;

/// Whether this thread gets no memory.
static thread_local bool NoMemory = false;

void *operator new(std::size_t size) {
  void *memory = NoMemory ? nullptr : std::malloc(size ? size : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

namespace {
struct Rest {
  int From, To;
  void run(worker &) {}
};

// It ends with an entry that says so, and the program goes on.
TEST(Timeline, WithoutMemory) {
  options how;
  how.workers = 1;
  how.force_splits = 1;
  detail::Run all(how, nullptr, true);
  int done = 0;
  auto body = [&](worker &w) {
    parallel_for<Rest>(
        w, 0, 100,
        [&](worker &w, int) {
          NoMemory = false;
          w.poll();
          NoMemory = false;
          ++done;
        },
        [](Rest &task, int a, int b) {
          task.From = a;
          task.To = b;
          // From here to the entry of this split.
          NoMemory = true;
        },
        [&](Rest &task) { done += task.To - task.From; });
  };
  detail::runRoot<worker>(all, body);
  EXPECT_EQ(done, 100);
  const std::vector<detail::Event> &events = all.Cores[0]->Timeline;
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].What, detail::Event::Full);
}
} // namespace
