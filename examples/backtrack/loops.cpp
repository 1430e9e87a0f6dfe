//===- loops.cpp - Nested loops whose bounds depend on each other ---------===//
///
/// \file
/// Counts the pairs and the triples a <= b <= c <= n without a common divisor,
/// in loops that nest dynamically. Each worker counts in its own data. Checked
/// by the formula of inclusion and exclusion over divisors (Moebius).
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "loops"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

#include <numeric>
#include <vector>

namespace {
struct Counts {
  long Pairs = 0, Triples = 0;
};
using Worker = bt::worker_of<Counts>;
} // namespace

/// What the innermost loop counts.
static long triples(long divisor, long from, long to) {
  long count = 0;
  for (long c = from; c <= to; ++c)
    count += std::gcd(divisor, c) == 1;
  return count;
}

static Counts serialCount(long n) {
  Counts counts;
  for (long a = 1; a <= n; ++a)
    for (long b = a; b <= n; ++b) {
      long divisor = std::gcd(a, b);
      counts.Pairs += divisor == 1;
      counts.Triples += triples(divisor, b, n);
    }
  return counts;
}

static Counts count(Worker &w, long n) {
  bt::parallel_for(w, 1L, n + 1, [n](Worker &w, long a) {
    bt::parallel_for(w, a, n + 1, [n, a](Worker &w, long b) {
      long divisor = std::gcd(a, b);
      w.data().Pairs += divisor == 1;
      w.data().Triples += triples(divisor, b, n);
    });
  });
  Counts sum;
  w.visit_data([&](const Counts &counts) {
    sum.Pairs += counts.Pairs;
    sum.Triples += counts.Triples;
  });
  return sum;
}

static Counts formula(long n) {
  std::vector<int> moebius(n + 1, 0);
  if (n > 0)
    moebius[1] = 1;
  for (long d = 1; d <= n; ++d)
    for (long multiple = 2 * d; multiple <= n; multiple += d)
      moebius[multiple] -= moebius[d];
  Counts sum;
  for (long d = 1; d <= n; ++d) {
    long m = n / d;
    sum.Pairs += moebius[d] * (m * (m + 1) / 2);
    sum.Triples += moebius[d] * (m * (m + 1) * (m + 2) / 6);
  }
  return sum;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 1);
    long n = argc > 1 ? example_number("n", argv[1], 0, 5000) : 400;
    Counts counts = example.run([&] { return serialCount(n); },
                                [&](const bt::options &how) {
                                  return bt::run_with(
                                      how, [](unsigned) { return Counts(); },
                                      [n](Worker &w) { return count(w, n); });
                                });
    Counts expected = formula(n);
    if (counts.Pairs != expected.Pairs || counts.Triples != expected.Triples)
      example_fail(1, "wrong result: %ld pairs, %ld triples, not %ld, %ld",
                   counts.Pairs, counts.Triples, expected.Pairs,
                   expected.Triples);
    printf("up to %ld: %ld pairs and %ld triples without a common divisor\n", n,
           counts.Pairs, counts.Triples);
  });
}
