//===- ChoicesTest.cpp - Loops that change the workspace ------------------===//

#include "Ways.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tussah::backtrack;

namespace {
class Choices : public OnEachWay {};

constexpr int Letters = 5;

/// Adds a letter that the word does not have.
struct Append {
  std::string &Word;
  bool apply(int letter) {
    char c = static_cast<char>('a' + letter);
    if (Word.find(c) != std::string::npos)
      return false;
    Word.push_back(c);
    return true;
  }
  void undo(int letter) {
    EXPECT_EQ(Word.back(), 'a' + letter);
    Word.pop_back();
  }
};

/// Permutations, in order, in one string that grows and shrinks; throws the one
/// that is \p Last.
struct Search {
  workspace<std::string> Word;
  std::string Last, Found;
  int From, To;
  void run(worker &w);
};
void search(worker &w, std::string &word, int from, int to,
            const std::string &last, std::string &found) {
  const std::size_t length = word.size();
  choices<Search>(
      w, from, to, Append{word},
      [&](worker &w, int letter) {
        EXPECT_EQ(word.size(), length + 1);
        w.poll();
        EXPECT_EQ(word.back(), 'a' + letter);
        if (word == last)
          throw std::runtime_error(word);
        if (word.size() == Letters)
          found += word;
        else
          search(w, word, 0, Letters, last, found);
      },
      [&](Search &task, int a, int b) {
        EXPECT_TRUE(w.backtracking());
        EXPECT_EQ(word.size(), length);
        task.Word = w.copy(word);
        task.Last = last;
        task.From = a;
        task.To = b;
      },
      [&](Search &task) { found += task.Found; });
  EXPECT_EQ(word.size(), length);
}
void Search::run(worker &w) { search(w, *Word, From, To, Last, Found); }

TEST_P(Choices, AllInTheOrderOfASerialRun) {
  std::string expected, word = "abcde";
  do
    expected += word;
  while (std::next_permutation(word.begin(), word.end()));
  forSeeds([&](const options &how) {
    std::string space, found;
    run(how, [&](worker &w) { search(w, space, 0, Letters, "", found); });
    ASSERT_EQ(found, expected);
    worker_statistics all = Result.total();
    EXPECT_EQ(all.copies, all.splits + all.forced);
    if (isForced())
      EXPECT_GT(all.forced, 0u);
  });
}

TEST_P(Choices, AnExceptionLeavesTheWorkspaceAsItWas) {
  forSeeds([&](const options &how) {
    for (const char *last : {"a", "bcda", "cabde", "edcba"}) {
      std::string space = "", found, thrown;
      try {
        run(how, [&](worker &w) { search(w, space, 0, Letters, last, found); });
      } catch (const std::runtime_error &e) {
        thrown = e.what();
      }
      ASSERT_EQ(thrown, last);
      ASSERT_EQ(space, "");
    }
  });
}

TEST_P(Choices, NothingToChoose) {
  forSeeds([&](const options &how) {
    std::string space = "abcde", found;
    run(how, [&](worker &w) {
      search(w, space, 0, Letters, "", found);
      search(w, space, 3, 3, "", found);
      search(w, space, 3, 0, "", found);
    });
    ASSERT_EQ(found, "");
  });
}

/// Counts what is done and not undone.
struct Level {
  int &Value;
  bool apply(int) { return ++Value; }
  void undo(int) { --Value; }
};
struct NoTask {
  void run(worker &) {}
};

TEST_P(Choices, GuardsDecline) {
  forSeeds([&](const options &how) {
    int level = 0, asked = 0, next = 0;
    const auto fill = [](NoTask &, int, int) {
      ADD_FAILURE() << "the guard has declined";
    };
    const auto ignore = [](NoTask &) {};
    run(how, [&](worker &w) {
      choices<NoTask>(
          w, 0, 50, Level{level},
          [&](worker &w, int i) {
            EXPECT_EQ(i, next++);
            w.poll();
            EXPECT_EQ(level, 1);
          },
          fill, ignore, guard{[&] {
            // It sees the workspace as put handlers do.
            EXPECT_TRUE(w.backtracking());
            EXPECT_EQ(level, 0);
            ++asked;
            return false;
          }});
    });
    ASSERT_EQ(next, 50);
    ASSERT_EQ(level, 0);
    if (isForced())
      EXPECT_GT(asked, 0);
    EXPECT_EQ(Result.total().splits + Result.total().forced, 0u);
  });
}

template <class I> struct Bounds {
  std::uint64_t Count;
  I From, To;
  void run(worker &w);
};
struct Anything {
  template <class I> bool apply(I) { return true; }
  template <class I> void undo(I) {}
};
template <class I> std::uint64_t countChoices(worker &w, I from, I to) {
  std::uint64_t count = 0;
  choices<Bounds<I>>(
      w, from, to, Anything(),
      [&](worker &w, I i) {
        EXPECT_TRUE(from <= i && i < to);
        w.poll();
        ++count;
      },
      [&](Bounds<I> &task, I a, I b) {
        EXPECT_TRUE(from <= a && a < b && b <= to);
        task.From = a;
        task.To = b;
      },
      [&](Bounds<I> &task) { count += task.Count; });
  return count;
}
template <class I> void Bounds<I>::run(worker &w) {
  Count = countChoices(w, From, To);
}

TEST_P(Choices, RangesAtTheLimitsOfTheirTypes) {
  forSeeds([&](const options &how) {
    constexpr int most = std::numeric_limits<int>::max();
    run(how, [&](worker &w) {
      EXPECT_EQ(countChoices<int>(w, most - 9, most), 9u);
      EXPECT_EQ(countChoices<int>(w, most, most), 0u);
      EXPECT_EQ(countChoices<int>(w, most, 5), 0u);
      EXPECT_EQ(countChoices<int>(w, -most - 1, 3 - most), 4u);
      EXPECT_EQ(countChoices<std::int8_t>(w, -128, 127), 255u);
      EXPECT_EQ(countChoices<std::uint8_t>(w, 255, 7), 0u);
      EXPECT_EQ(countChoices<unsigned>(w, -1u, -1u), 0u);
      EXPECT_EQ(
          countChoices<std::uint64_t>(w, ~std::uint64_t(3), ~std::uint64_t(0)),
          3u);
    });
  });
}

TEST(FlatChoices, AnswerAtEachIteration) {
  statistics result;
  options how;
  how.workers = 1;
  how.force_splits = 1;
  how.result = &result;
  int level = 0, ran = 0;
  std::vector<int> given;
  run(how, [&](worker &w) {
    choices<NoTask>(
        w, 0, 16, Level{level}, [&](worker &, int) { ++ran; },
        [&](NoTask &, int a, int) {
          EXPECT_EQ(level, 0);
          given.push_back(a);
        },
        [](NoTask &) {});
  });
  // Upper halves of what is left after the iteration that is running.
  EXPECT_EQ(given, (std::vector<int>{8, 5, 4}));
  EXPECT_EQ(ran, 4);
  EXPECT_EQ(level, 0);
}

TEST(FlatChoices, SeeCancellationAtEachIteration) {
  options how;
  how.workers = 1;
  int level = 0, ran = 0;
  bool finished = run(how, [&](worker &w) {
    cancel_scope scope;
    return cancellable(w, scope, [&](worker &w) {
      choices<NoTask>(
          w, 0, 16, Level{level},
          [&](worker &, int i) {
            ++ran;
            if (i == 3)
              scope.cancel();
          },
          [](NoTask &, int, int) {}, [](NoTask &) {});
    });
  });
  EXPECT_FALSE(finished);
  EXPECT_EQ(ran, 4);
  EXPECT_EQ(level, 0);
}

/// Loops whose bodies have no construct and do not poll, with handlers and
/// without.
TEST(FlatLoops, AnswerAtEachIteration) {
  statistics result;
  options how;
  how.workers = 1;
  how.force_splits = 1;
  how.result = &result;
  std::vector<int> given;
  int ran = 0;
  run(how, [&](worker &w) {
    parallel_for<NoTask>(
        w, 0, 16, [&](worker &, int) { ++ran; },
        [&](NoTask &, int a, int) { given.push_back(a); }, [](NoTask &) {});
  });
  EXPECT_EQ(given, (std::vector<int>{8, 5, 4}));
  EXPECT_EQ(ran, 4);
  ran = 0;
  run(how, [&](worker &w) {
    parallel_for(w, 0, 16, [&](worker &, int) { ++ran; });
  });
  EXPECT_EQ(ran, 16);
  EXPECT_GT(result.total().forced, 3u);
}

TEST(FlatLoops, SeeCancellationAtEachIteration) {
  options how;
  how.workers = 1;
  int ran = 0;
  bool finished = run(how, [&](worker &w) {
    cancel_scope scope;
    return cancellable(w, scope, [&](worker &w) {
      parallel_for<NoTask>(
          w, 0, 16,
          [&](worker &, int i) {
            ++ran;
            if (i == 3)
              scope.cancel();
          },
          [](NoTask &, int, int) {}, [](NoTask &) {});
    });
  });
  EXPECT_FALSE(finished);
  EXPECT_EQ(ran, 4);
}

/// Two workers share such a loop: it ends only when both have begun a part.
TEST(FlatLoops, AreShared) {
  struct Task {
    int From, To;
    std::atomic<unsigned> *Present;
    void run(worker &w) {
      for (int i = From; i < To; ++i)
        meet(w, *Present);
    }
    static void meet(worker &w, std::atomic<unsigned> &present) {
      present |= 1u << w.number();
    }
  };
  options how;
  how.workers = 2;
  std::atomic<unsigned> present = 0;
  run(how, [&](worker &w) {
    // Ends only when the other worker has had a part.
    while (present != 3)
      parallel_for<Task>(
          w, 0, 1000, [&](worker &w, int) { Task::meet(w, present); },
          [&](Task &task, int a, int b) { task = {a, b, &present}; },
          [](Task &) {});
  });
  EXPECT_EQ(present, 3u);
}

INSTANTIATE_WAYS(Choices);
} // namespace
