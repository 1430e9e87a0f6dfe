// Everything that workers do with each other, with the sanitizers, which the library
// is compiled with, too. With one clang only, for the time.
// REQUIRES: newest-llvm
// DEFINE: %{library} = -include %source-dir/backtrack/worker.cpp -include %source-dir/backtrack/run.cpp -include %source-dir/backtrack/statistics.cpp -include %source-dir/backtrack/timeline.cpp
// DEFINE: %{flags} = -std=c++17 -O1 -g -I%include-dir -I%source-dir/backtrack %{library} -pthread
// RUN: %if tsan %{ %clangxx -fsanitize=thread %{flags} %s -o %t.tsan && %t.tsan | %FileCheck %s %}
// RUN: %if asan %{ %clangxx -fsanitize=address,undefined -fno-sanitize-recover=all %{flags} %s -o %t.asan && %t.asan | %FileCheck %s %}
// CHECK: 48 runs, tasks were made
#include "Inputs/programs.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

static void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
  }
}

// Only where nothing else takes time: others are asked and waited for.
static void leaf(int number) {
  if (number == 0)
    std::this_thread::sleep_for(std::chrono::microseconds(50));
}
static void leave(int node) { throw std::to_string(node); }

// A scope is cancelled by a task that is not in it, by a thread that is no
// worker, and when all is over.
static void cancelFromOutside(const options &how) {
  std::atomic<int> count = 0;
  run(how, [&](worker &w) {
    cancel_scope one, other;
    const auto race = [&count](worker &w, cancel_scope &mine,
                               cancel_scope &others) {
      cancellable(w, mine, [&](worker &w) {
        leaves(w, 2, count);
        others.cancel();
      });
    };
    do_two(
        w, [&](worker &w) { race(w, one, other); },
        [&](worker &w) { race(w, other, one); });
    check(one.is_cancelled() || other.is_cancelled(), "nobody was first");
  });

  cancel_scope scope;
  std::thread timer;
  bool finished = run(how, [&](worker &w) {
    return cancellable(w, scope, [&](worker &w) {
      timer = std::thread([&] { scope.cancel(); });
      for (;;)
        w.poll();
    });
  });
  timer.join();
  check(!finished, "the timer is without effect");
  scope.cancel();
}

int main() {
  int runs = 0, cancelledRuns = 0;
  std::uint64_t tasks = 0;
  statistics result;
  for (unsigned workers : {2, 3, 4, 7, 2, 3, 4, 7, 2, 3, 4, 7})
    for (unsigned force : {0, 1, 7, 100}) {
      options how;
      how.workers = workers;
      how.force_splits = force;
      how.seed = ++runs;
      how.result = &result;

      std::string word, found;
      run(how, [&](worker &w) { words(w, word, 0, 3, found); });
      check(word.empty() && areAllWords(found), "words");
      tasks += result.total().tasks;

      check(run(how, [](worker &w) { return tree(w, 1, 9, 1 << 20); }) ==
                1023 * 1024 / 2,
            "tree");
      for (int thrower : {1, 300, 1000})
        try {
          run(how, [&](worker &w) { return tree(w, 1, 9, thrower); });
          check(false, "no exception");
        } catch (const std::string &text) {
          check(text == std::to_string(thrower), "exception");
        }

      std::atomic<int> count = 0;
      run(how, [&](worker &w) { leaves(w, 5, count); });
      check(count == 243, "leaves");
      tasks += result.total().tasks;

      run(how, [&](worker &w) {
        cancel_scope scope;
        std::atomic<int> count = 0;
        bool finished = cancellable(w, scope, [&](worker &w) {
          parallel_for(w, 0, 100, [&](worker &w, int i) {
            leaves(w, 3, count);
            if (i == 3)
              scope.cancel();
          });
        });
        // The iteration may have been the last one that anyone was in. Then the
        // scope ends one way or the other.
        check(!finished || count == 2700, "cancellation");
        cancelledRuns += count < 2700;
      });

      cancelFromOutside(how);
    }
  // All, but where the worker that cancels was held up.
  check(cancelledRuns > runs / 2, "cancellation is without effect");
  std::printf("%d runs, %s\n", runs, tasks ? "tasks were made" : "no tasks");
}
