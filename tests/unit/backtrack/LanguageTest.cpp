//===- LanguageTest.cpp - The constructs, on all schedules ----------------===//

#include "Ways.h"

#include <tussah/backtrack/many.hpp>

#include <array>
#include <atomic>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

using namespace tussah::backtrack;

namespace {
class Language : public OnEachWay {};

long fib(worker &w, int n) {
  if (n < 2)
    return n;
  auto [a, b] = do_two(
      w, [n](worker &w) { return fib(w, n - 1); },
      [n](worker &w) { return fib(w, n - 2); });
  return a + b;
}

long fibInTasks(worker &w, int n);
struct FibTask {
  int N;
  long Result;
  void run(worker &w) { Result = fibInTasks(w, N); }
};
long fibInTasks(worker &w, int n) {
  if (n < 2)
    return n;
  auto [a, b] = do_two<FibTask>(
      w, [n](worker &w) { return fibInTasks(w, n - 1); },
      [n](worker &w) { return fibInTasks(w, n - 2); },
      [n](FibTask &task) { task.N = n - 2; },
      [](FibTask &task) { return task.Result; });
  return a + b;
}

TEST_P(Language, DoTwo) {
  forSeeds([&](const options &how) {
    ASSERT_EQ(run(how, [](worker &w) { return fib(w, 17); }), 1597);
    if (isForced())
      EXPECT_GT(Result.total().forced, 0u);
    ASSERT_EQ(run(how, [](worker &w) { return fibInTasks(w, 17); }), 1597);
    if (isForced())
      EXPECT_GT(Result.total().forced, 0u);
  });
}

void addUp(worker &w, const int *values, int count, std::string &text) {
  if (count == 1) {
    text = std::to_string(*values) + ";";
    return;
  }
  std::string second;
  do_two(
      w, [&](worker &w) { addUp(w, values, count / 2, text); },
      [&](worker &w) {
        addUp(w, values + count / 2, count - count / 2, second);
      });
  text += second;
}

TEST_P(Language, StatementsWithoutValues) {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  std::string expected;
  for (int value : values)
    expected += std::to_string(value) + ";";
  forSeeds([&](const options &how) {
    std::string text;
    run(how, [&](worker &w) { addUp(w, values.data(), 100, text); });
    ASSERT_EQ(text, expected);
  });
}

/// Iterations in a list, for the order of the get handlers.
struct RangeTask {
  std::vector<int> Seen;
  int From, To;
  void run(worker &w);
};
void listRange(worker &w, int from, int to, std::vector<int> &seen) {
  parallel_for<RangeTask>(
      w, from, to,
      [&](worker &w, int i) {
        w.poll();
        seen.push_back(i);
      },
      [](RangeTask &task, int a, int b) {
        task.From = a;
        task.To = b;
      },
      [&](RangeTask &task) {
        seen.insert(seen.end(), task.Seen.begin(), task.Seen.end());
      });
}
void RangeTask::run(worker &w) { listRange(w, From, To, Seen); }

TEST_P(Language, ForGetsInTheOrderOfIterations) {
  forSeeds([&](const options &how) {
    std::vector<int> seen, expected(1000);
    std::iota(expected.begin(), expected.end(), -500);
    run(how, [&](worker &w) { listRange(w, -500, 500, seen); });
    ASSERT_EQ(seen, expected);
    seen.clear();
    run(how, [&](worker &w) { listRange(w, 5, 5, seen); });
    run(how, [&](worker &w) { listRange(w, 5, -5, seen); });
    ASSERT_TRUE(seen.empty());
  });
}

TEST_P(Language, NestedSharedLoops) {
  forSeeds([&](const options &how) {
    std::vector<std::atomic<int>> counts(40 * 40);
    run(how, [&](worker &w) {
      parallel_for(w, 0u, 40u, [&](worker &w, unsigned i) {
        parallel_for(w, 0, 40, [&, i](worker &, int j) {
          counts[i * 40 + j].fetch_add(1, std::memory_order_relaxed);
        });
      });
    });
    for (auto &count : counts)
      ASSERT_EQ(count.load(), 1);
  });
}

TEST_P(Language, RangesAtTheLimitsOfTheirTypes) {
  forSeeds([&](const options &how) {
    constexpr int most = std::numeric_limits<int>::max();
    constexpr std::int8_t least = -128, greatest = 127;
    std::atomic<long> sum = 0;
    run(how, [&](worker &w) {
      parallel_for(w, most - 20, most,
                   [&](worker &, int i) { sum += most - i; });
      parallel_for(w, least, greatest,
                   [&](worker &, std::int8_t i) { sum += i; });
      parallel_for(w, std::numeric_limits<std::uint64_t>::max() - 3,
                   std::numeric_limits<std::uint64_t>::max(),
                   [&](worker &, std::uint64_t i) { sum += ~i; });
    });
    ASSERT_EQ(sum, 210 - 255 + 6);
  });
}

template <class I> struct EndsTask {
  I From, To;
  void run(worker &) {}
};
/// Counts the iterations that are run or given.
template <class I> unsigned countIterations(worker &w, I from, I to) {
  unsigned count = 0;
  parallel_for<EndsTask<I>>(
      w, from, to, [&](worker &, I) { ++count; },
      [](EndsTask<I> &task, I a, I b) {
        task.From = a;
        task.To = b;
      },
      [&](EndsTask<I> &task) {
        count +=
            static_cast<unsigned>(task.To) - static_cast<unsigned>(task.From);
      });
  return count;
}

TEST_P(Language, EmptyRangesAtTheLimitsOfTheirTypes) {
  forSeeds([&](const options &how) {
    constexpr int most = std::numeric_limits<int>::max();
    run(how, [&](worker &w) {
      EXPECT_EQ(countIterations<int>(w, most, most), 0u);
      EXPECT_EQ(countIterations<int>(w, most, 5), 0u);
      EXPECT_EQ(countIterations<int>(w, most - 9, most), 9u);
      EXPECT_EQ(countIterations<std::int8_t>(w, 127, 127), 0u);
      EXPECT_EQ(countIterations<std::uint8_t>(w, 255, 7), 0u);
      EXPECT_EQ(countIterations<unsigned>(w, -1u, -1u), 0u);
    });
  });
}

TEST_P(Language, EndsOfDifferentTypes) {
  forSeeds([&](const options &how) {
    enum { Three = 3 };
    const std::vector<int> values = {1, 2, 3};
    const std::uint8_t small = 200;
    std::atomic<long> sum = 0, first = -1;
    run(how, [&](worker &w) {
      const auto add = [&](worker &, auto i) { sum += static_cast<long>(i); };
      parallel_for(w, 0, values.size(), add);
      parallel_for(w, -2, 3u, add);
      parallel_for(w, std::int8_t(0), small, add);
      parallel_for(w, 0, Three, add);
      // No `to` is cut off: this one would be 0.
      cancel_scope scope;
      cancellable(w, scope, [&](worker &w) {
        parallel_for(w, 0, std::int64_t(1) << 40, [&](worker &, auto i) {
          static_assert(sizeof i == 8);
          if (i == 0)
            first = 0;
          scope.cancel();
        });
      });
    });
    EXPECT_EQ(sum, 3 + 0 + 19900 + 3);
    EXPECT_EQ(first, 0);
  });
}

/// Words over "abc", in order, in one string that grows and shrinks.
struct WordsTask {
  workspace<std::string> Word;
  std::string Found;
  int From, To;
  void run(worker &w);
};
void words(worker &w, std::string &word, int from, int to, std::string &found) {
  const std::size_t length = word.size();
  parallel_for<WordsTask>(
      w, from, to,
      [&](worker &w, int letter) {
        dynamic_wind(
            w, [&] { word.push_back(static_cast<char>('a' + letter)); },
            [&](worker &w) {
              if (word.size() == 5)
                found += word;
              else
                words(w, word, 0, 3, found);
            },
            [&] { word.pop_back(); });
      },
      [&](WordsTask &task, int a, int b) {
        EXPECT_TRUE(w.backtracking());
        EXPECT_EQ(word.size(), length);
        task.Word = w.copy(word);
        task.From = a;
        task.To = b;
      },
      [&](WordsTask &task) { found += task.Found; });
  EXPECT_EQ(word.size(), length);
}
void WordsTask::run(worker &w) { words(w, *Word, From, To, Found); }

TEST_P(Language, OneWorkspaceForEachWorker) {
  std::string expected;
  for (int number = 0; number < 243; ++number)
    for (int place = 81, rest = number; place > 0; rest %= place, place /= 3)
      expected += static_cast<char>('a' + rest / place);
  forSeeds([&](const options &how) {
    std::string word, found;
    run(how, [&](worker &w) {
      EXPECT_FALSE(w.backtracking());
      words(w, word, 0, 3, found);
    });
    ASSERT_EQ(found, expected);
    worker_statistics all = Result.total();
    EXPECT_EQ(all.copies, all.splits + all.forced);
    EXPECT_LE(all.allocations, all.copies);
    if (isForced()) {
      EXPECT_GT(all.copies, 0u);
      EXPECT_LT(all.allocations, all.copies);
      EXPECT_GE(all.depth, all.forced);
    } else if (how.workers == 1) {
      EXPECT_EQ(all.allocations + all.splits + all.depth, 0u);
    }
  });
}

TEST_P(Language, WindReturnsValues) {
  forSeeds([&](const options &how) {
    int depth = 0;
    long value = run(how, [&](worker &w) {
      return dynamic_wind(
          w, [&] { ++depth; }, [](worker &w) { return fib(w, 10); },
          [&] { --depth; });
    });
    EXPECT_EQ(value, 55);
    EXPECT_EQ(depth, 0);
  });
}

/// A generic worker function: its instances must not grow with the depth.
template <class W> long genericFib(W &w, int n) {
  if (n < 2)
    return n;
  auto [a, b] = do_two(
      w, [n](auto &w) { return genericFib(w, n - 1); },
      [n](auto &w) { return genericFib(w, n - 2); });
  return a + b;
}

TEST_P(Language, GenericFunctions) {
  forSeeds([&](const options &how) {
    ASSERT_EQ(run(how, [](auto &w) { return genericFib(w, 12); }), 144);
    std::atomic<int> count = 0;
    run(how, [&](auto &w) {
      parallel_for(w, 0, 5, [&](auto &w, auto i) {
        dynamic_wind(
            w, [] {},
            [&](auto &w) {
              static_assert(std::is_same_v<decltype(w), worker &>);
              count += i;
            },
            [] {});
      });
    });
    ASSERT_EQ(count, 10);
  });
}

TEST_P(Language, GuardsDecline) {
  forSeeds([&](const options &how) {
    const auto never = guard{[] { return false; }};
    std::vector<int> order;
    run(how, [&](worker &w) {
      do_two(
          w, [&](worker &w) { w.poll(), order.push_back(-2); },
          [&](worker &) { order.push_back(-1); }, never);
      parallel_for(
          w, 0, 50, [&](worker &w, int i) { w.poll(), order.push_back(i); },
          never);
    });
    std::vector<int> expected(52);
    std::iota(expected.begin(), expected.end(), -2);
    ASSERT_EQ(order, expected);
    EXPECT_EQ(Result.total().splits + Result.total().forced, 0u);
  });
}

TEST_P(Language, InnerOnesAreSplitWhereOuterOnesDecline) {
  forSeeds([&](const options &how) {
    std::atomic<int> sum = 0;
    bool outer = false;
    run(how, [&](worker &w) {
      parallel_for(
          w, 0, 8,
          [&](worker &w, int) {
            parallel_for(w, 0, 8, [&](worker &, int i) { sum += i; });
          },
          guard{[&] {
            outer = true;
            return false;
          }});
    });
    ASSERT_EQ(sum, 8 * 28);
    if (isForced()) {
      EXPECT_TRUE(outer);
      EXPECT_GT(Result.total().forced, 0u);
    }
  });
}

TEST_P(Language, DataOfWorkersIsKept) {
  forSeeds([&](const options &how) {
    struct Counter {
      unsigned Owner;
      long Count = 0;
    };
    using W = worker_of<Counter>;
    long total = run_with(
        how, [](unsigned number) { return Counter{number}; },
        [](W &w) {
          parallel_for(w, 0, 2000, [](W &w, int) {
            EXPECT_EQ(w.data().Owner, w.number());
            ++w.data().Count;
          });
          long sum = 0;
          unsigned next = 0;
          w.visit_data([&](const Counter &counter) {
            EXPECT_EQ(counter.Owner, next++);
            sum += counter.Count;
          });
          EXPECT_EQ(next, w.workers());
          return sum;
        });
    ASSERT_EQ(total, 2000);
  });
}

/// What is left is no range of integers; the example of
/// docs/guides/backtrack.md.
struct Rest {
  std::vector<int> Space;
  long Count;
  void run(worker &w);
};
long consume(worker &w, std::vector<int> &space) {
  long count = 0;
  do_many<Rest>(
      w, [&] { return !space.empty(); },
      [&](worker &) {
        int item = space.back();
        space.pop_back();
        if (item > 0)
          space.insert(space.end(), 2, item - 1);
        ++count;
      },
      [&](Rest &task) {
        auto half = space.begin() + static_cast<long>(space.size() / 2);
        task.Space.assign(space.begin(), half);
        space.erase(space.begin(), half);
      },
      [&](Rest &task) { count += task.Count; },
      guard{[&] { return space.size() > 1; }});
  return count;
}
void Rest::run(worker &w) { Count = consume(w, Space); }

TEST_P(Language, SpacesThatAreNoRanges) {
  forSeeds([&](const options &how) {
    std::vector<int> space(3, 8);
    ASSERT_EQ(run(how, [&](worker &w) { return consume(w, space); }), 3 * 511);
    // More than one task of the same loop.
    if (isForced())
      EXPECT_GT(Result.total().forced, 1u);
  });
}

/// Items that are handled by constructs, whose workspace is undone where the
/// space is divided; a guard that wants two items; and exceptions.
struct Sums {
  std::vector<int> Space;
  long Sum;
  void run(worker &w);
};
long addAll(worker &w, std::vector<int> &space, int wrong = -1) {
  long sum = 0;
  int inside = 0;
  do_many<Sums>(
      w, [&] { return !space.empty(); },
      [&](worker &w) {
        int item = space.back();
        space.pop_back();
        if (item == wrong)
          throw std::runtime_error("as wanted");
        dynamic_wind(
            w, [&] { ++inside; },
            [&](worker &w) {
              auto [a, b] = do_two(
                  w, [item](worker &) { return item; },
                  [item](worker &) { return 2 * item; });
              sum += a + b;
            },
            [&] { --inside; });
      },
      [&](Sums &task) {
        EXPECT_EQ(inside, 0);
        EXPECT_FALSE(space.empty());
        task.Space.push_back(space.front());
        space.erase(space.begin());
      },
      [&](Sums &task) { sum += task.Sum; });
  return sum;
}
void Sums::run(worker &w) { Sum = addAll(w, Space, 77); }

TEST_P(Language, SpacesWithConstructsInside) {
  forSeeds([&](const options &how) {
    std::vector<int> space(60);
    std::iota(space.begin(), space.end(), 0);
    ASSERT_EQ(run(how, [&](worker &w) { return addAll(w, space); }),
              3 * 60 * 59 / 2);
    std::vector<int> none;
    ASSERT_EQ(run(how, [&](worker &w) { return addAll(w, none); }), 0);
    std::vector<int> bad(20, 1);
    bad[10] = 77;
    EXPECT_THROW(run(how, [&](worker &w) { return addAll(w, bad, 77); }),
                 std::runtime_error);
  });
}

INSTANTIATE_WAYS(Language);

TEST(Run, NothingIsMadeByOneWorker) {
  statistics result;
  options how;
  how.workers = 1;
  how.result = &result;
  EXPECT_EQ(run(how, [](worker &w) { return fibInTasks(w, 20); }), 6765);
  ASSERT_EQ(result.workers.size(), 1u);
  EXPECT_EQ(result.json().find("\"splits\": 1"), std::string::npos);
  worker_statistics all = result.total();
  EXPECT_EQ(all.splits + all.forced + all.tasks + all.requests + all.copies +
                all.allocations + all.depth,
            0u);
}

/// Notes which iterations of which loop are given.
struct NotedTask {
  void run(worker &) {}
};
TEST(Run, TheOldestLoopGivesItsUpperHalf) {
  using Given = std::array<int, 3>;
  std::vector<Given> given;
  statistics result;
  options how;
  how.workers = 1;
  how.force_splits = 1;
  how.result = &result;
  const auto noteAs = [&given](int loop) {
    return [&given, loop](NotedTask &, int a, int b) {
      given.push_back({loop, a, b});
    };
  };
  const auto ignore = [](NotedTask &) {};
  run(how, [&](worker &w) {
    bool wound = false;
    parallel_for<NotedTask>(
        w, 0, 8,
        [&](worker &w, int i) {
          if (i > 0)
            return;
          dynamic_wind(
              w, [&] { wound = true; },
              [&](worker &w) {
                parallel_for<NotedTask>(
                    w, 10, 13, [](worker &w, int) { w.poll(); }, noteAs(2),
                    ignore);
              },
              [&] { wound = false; });
        },
        noteAs(1), ignore);
    EXPECT_FALSE(wound);
  });
  // Of the iterations that have not begun: 1 to 7 at the outer loop's poll, 1
  // to 3 at the inner one's, and so on.
  const std::vector<Given> expected = {
      {1, 4, 8}, {1, 2, 4}, {1, 1, 2}, {2, 12, 13}};
  EXPECT_EQ(given, expected);
  // At the first only the outer loop; then the inner one and the change, too;
  // at last only the inner one.
  EXPECT_EQ(result.total().depth, 1u + 3 + 3 + 1);
  EXPECT_EQ(result.total().deepest, 3u);
}

TEST(Run, RunsNest) {
  options two;
  two.workers = 2;
  long sum = run(two, [&](worker &w) {
    auto [a, b] = do_two(
        w,
        [&](worker &) {
          return run(two, [](worker &w) { return fib(w, 12); });
        },
        [](worker &w) { return fib(w, 13); });
    return a + b;
  });
  EXPECT_EQ(sum, 144 + 233);
}

TEST(Run, WorkersFollowOneAnother) {
  // A request is answered whatever the victim is doing; else this hangs.
  options how;
  how.workers = 4;
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(run(how, [](worker &w) { return fib(w, 9); }), 34);
}
} // namespace
