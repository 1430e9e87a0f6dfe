// Everything that workers do with each other, with the sanitizers, which the library
// is compiled with, too. With one clang only, for the time.
// REQUIRES: llvm-22
// DEFINE: %{library} = -include %source-dir/backtrack/worker.cpp -include %source-dir/backtrack/run.cpp -include %source-dir/backtrack/statistics.cpp
// DEFINE: %{flags} = -std=c++17 -O1 -g -I%include-dir -I%source-dir/backtrack %{library} -pthread
// RUN: %if tsan %{ %clangxx -fsanitize=thread %{flags} %s -o %t.tsan && %t.tsan | %FileCheck %s %}
// RUN: %if asan %{ %clangxx -fsanitize=address,undefined -fno-sanitize-recover=all %{flags} %s -o %t.asan && %t.asan | %FileCheck %s %}
// CHECK: 48 runs, tasks were made
#include <tussah/backtrack.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

using namespace tussah::backtrack;

static void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::exit(1);
  }
}

// One string for each worker, of which the tasks get copies.
struct WordsTask {
  workspace<std::string> Word;
  std::string Found;
  int From, To;
  void run(worker &w);
};
static void words(worker &w, std::string &word, int from, int to,
                  std::string &found) {
  parallel_for<WordsTask>(
      w, from, to,
      [&](worker &w, int letter) {
        dynamic_wind(
            w, [&] { word.push_back(static_cast<char>('a' + letter)); },
            [&](worker &w) {
              if (word.size() == 6)
                found += word;
              else
                words(w, word, 0, 3, found);
            },
            [&] { word.pop_back(); });
      },
      [&](WordsTask &task, int a, int b) {
        task.Word = w.copy(word);
        task.From = a;
        task.To = b;
      },
      [&](WordsTask &task) { found += task.Found; });
}
void WordsTask::run(worker &w) { words(w, *Word, From, To, Found); }

static long tree(worker &w, int first, int depth, int thrower) {
  if (first >= thrower)
    throw std::to_string(first);
  if (depth == 0)
    return first;
  int half = (1 << depth) - 1;
  auto [a, b] = do_two(
      w, [=](worker &w) { return tree(w, first + 1, depth - 1, thrower); },
      [=](worker &w) { return tree(w, first + 1 + half, depth - 1, thrower); });
  return first + a + b;
}

// Waits of all kinds: leaves sleep, so that others are asked and waited for.
static void slow(worker &w, int depth, std::atomic<int> &leaves) {
  if (depth == 0) {
    ++leaves;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    return;
  }
  parallel_for(w, 0, 3, [&](worker &w, int) { slow(w, depth - 1, leaves); });
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
      check(word.empty() && found.size() == 729 * 6, "words");
      check(found.substr(0, 12) == "aaaaaaaaaaab", "the order of words");
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

      std::atomic<int> leaves = 0;
      run(how, [&](worker &w) { slow(w, 5, leaves); });
      check(leaves == 243, "leaves");
      tasks += result.total().tasks;

      run(how, [&](worker &w) {
        cancel_scope scope;
        std::atomic<int> leaves = 0;
        bool finished = cancellable(w, scope, [&](worker &w) {
          parallel_for(w, 0, 100, [&](worker &w, int i) {
            slow(w, 3, leaves);
            if (i == 3)
              scope.cancel();
          });
        });
        // The iteration may have been the last one that anyone was in. Then the
        // scope ends one way or the other.
        check(!finished || leaves == 2700, "cancellation");
        cancelledRuns += leaves < 2700;
      });
    }
  // All, but where the worker that cancels was held up.
  check(cancelledRuns > runs / 2, "cancellation is without effect");
  std::printf("%d runs, %s\n", runs, tasks ? "tasks were made" : "no tasks");
}
