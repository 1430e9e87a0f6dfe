//===- ChoicesTest.cpp - Loops that change the workspace ------------------===//

#include "Ways.h"

#include <algorithm>
#include <stdexcept>
#include <string>

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

INSTANTIATE_WAYS(Choices);
} // namespace
