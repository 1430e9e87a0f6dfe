// Programs for storms, for workers of any kind: workspaces and the order of
// results, exceptions, and tasks that share their maker's memory.
#ifndef TUSSAH_TESTS_BACKTRACK_PROGRAMS_H
#define TUSSAH_TESTS_BACKTRACK_PROGRAMS_H

#include <atomic>
#include <string>
#include <tuple>
#include <tussah/backtrack.hpp>

using namespace tussah::backtrack;

// Of each storm: what it does at a leaf, so that there is time for others to
// come, and what leaves a tree at a node.
static void leaf(int number);
[[noreturn]] static void leave(int node);

// One string for each worker, of which the tasks get copies.
template <class W> struct WordsTask {
  workspace<std::string> Word;
  std::string Found;
  int From, To;
  void run(W &w);
  auto in() { return std::tie(Word, From, To); }
  auto out() { return std::tie(Found); }
};
// All words of six letters of "abc".
template <class W>
void words(W &w, std::string &word, int from, int to, std::string &found) {
  parallel_for<WordsTask<W>>(
      w, from, to,
      [&](W &w, int letter) {
        dynamic_wind(
            w, [&] { word.push_back(static_cast<char>('a' + letter)); },
            [&](W &w) {
              if (word.size() == 6) {
                leaf(word[4] + word[5]);
                found += word;
              } else
                words(w, word, 0, 3, found);
            },
            [&] { word.pop_back(); });
      },
      [&](WordsTask<W> &task, int a, int b) {
        task.Word = w.copy(word);
        task.From = a;
        task.To = b;
      },
      [&](WordsTask<W> &task) { found += task.Found; });
}
template <class W> void WordsTask<W>::run(W &w) {
  words(w, *Word, From, To, Found);
}
static bool areAllWords(const std::string &found) {
  return found.size() == 729 * 6 && found.substr(0, 12) == "aaaaaaaaaaab";
}

// The sum of a tree's nodes, which are numbered in the order of a serial run.
template <class W> struct TreeTask {
  int First, Depth, Thrower;
  long Sum;
  void run(W &w);
  auto in() { return std::tie(First, Depth, Thrower); }
  auto out() { return std::tie(Sum); }
};
template <class W> long tree(W &w, int first, int depth, int thrower) {
  if (first >= thrower)
    leave(first);
  if (depth == 0) {
    leaf(first);
    return first;
  }
  const int second = first + (1 << depth);
  auto [a, b] = do_two<TreeTask<W>>(
      w, [=](W &w) { return tree(w, first + 1, depth - 1, thrower); },
      [=](W &w) { return tree(w, second, depth - 1, thrower); },
      [=](TreeTask<W> &task) { task = {second, depth - 1, thrower, 0}; },
      [](TreeTask<W> &task) { return task.Sum; });
  return first + a + b;
}
template <class W> void TreeTask<W>::run(W &w) {
  Sum = tree(w, First, Depth, Thrower);
}

// Counts 3^depth leaves, in tasks that stay on their rank.
template <class W> void leaves(W &w, int depth, std::atomic<int> &count) {
  if (depth == 0) {
    ++count;
    leaf(0);
    return;
  }
  do_two(
      w, [&](W &w) { leaves(w, depth - 1, count); },
      [&](W &w) {
        parallel_for(w, 0, 2, [&](W &w, int) { leaves(w, depth - 1, count); });
      });
}

#endif // TUSSAH_TESTS_BACKTRACK_PROGRAMS_H
