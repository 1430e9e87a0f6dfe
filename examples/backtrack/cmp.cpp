//===- cmp.cpp - Compares each element of one array with each of another --===//
///
/// \file
/// Counts the pairs (i, j) where a[i] is the complement of b[j], by halving the
/// longer of the two ranges. A task gets copies of its two ranges, so it runs
/// on any rank of a job: half of one range and the whole other one.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "cmp"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <tussah/backtrack/ranks.hpp>

#include <vector>

namespace {
/// A part of an array.
struct Range {
  const std::int32_t *First;
  long Size;

  Range lower() const { return {First, Size / 2}; }
  Range upper() const { return {First + Size / 2, Size - Size / 2}; }
  std::vector<std::int32_t> copy() const { return {First, First + Size}; }
};

struct CompareTask {
  std::vector<std::int32_t> A, B;
  long Count;
  void run(bt::rank_worker &w);
  auto in() { return std::tie(A, B); }
  auto out() { return std::tie(Count); }
};

/// Ranges with fewer elements are compared by two loops.
constexpr long Small = 5;
} // namespace

static long compareAll(Range a, Range b) {
  long count = 0;
  for (long i = 0; i < a.Size; ++i)
    for (long j = 0; j < b.Size; ++j)
      count += (a.First[i] ^ b.First[j]) == -1;
  return count;
}

static long serialCompare(Range a, Range b) {
  if (a.Size < Small)
    return compareAll(a, b);
  if (a.Size > b.Size)
    return serialCompare(a.lower(), b) + serialCompare(a.upper(), b);
  return serialCompare(a, b.lower()) + serialCompare(a, b.upper());
}

static long compare(bt::rank_worker &w, Range a, Range b) {
  if (a.Size < Small)
    return compareAll(a, b);
  bool halvesA = a.Size > b.Size;
  Range firstA = halvesA ? a.lower() : a, firstB = halvesA ? b : b.lower();
  Range secondA = halvesA ? a.upper() : a, secondB = halvesA ? b : b.upper();
  auto [x, y] = bt::do_two<CompareTask>(
      w,
      [firstA, firstB](bt::rank_worker &w) {
        return compare(w, firstA, firstB);
      },
      [secondA, secondB](bt::rank_worker &w) {
        return compare(w, secondA, secondB);
      },
      [secondA, secondB](CompareTask &task) {
        task.A = secondA.copy();
        task.B = secondB.copy();
      },
      [](CompareTask &task) { return task.Count; });
  return x + y;
}

void CompareTask::run(bt::rank_worker &w) {
  Count = compare(w, {A.data(), (long)A.size()}, {B.data(), (long)B.size()});
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv, bt::ranks);
    example_arguments(argc, argv, 1);
    long n = argc > 1 ? example_number("n", argv[1], 1, 1'000'000) : 10'000;
    // The complement of i is -i - 1, which is b[i + 1].
    std::vector<std::int32_t> a(n), b(n);
    for (long i = 0; i < n; ++i) {
      a[i] = (std::int32_t)i;
      b[i] = (std::int32_t)-i;
    }
    Range wholeA = {a.data(), n}, wholeB = {b.data(), n};
    long count =
        example.run([&] { return serialCompare(wholeA, wholeB); },
                    [&](const bt::options &how) {
                      return bt::run_on_ranks(how, [&](bt::rank_worker &w) {
                        return compare(w, wholeA, wholeB);
                      });
                    });
    if (count != n - 1)
      example_fail(1, "wrong result: %ld pairs, not %ld", count, n - 1);
    printf("%ld of %ld pairs are complements\n", count, n * n);
  });
}
