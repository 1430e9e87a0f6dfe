//===- fib.cpp - Fibonacci numbers, by tasks on demand --------------------===//
///
/// \file
/// The smallest possible statements: what a construct costs.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "fib"
#define EXAMPLE_USAGE "[n] " BACKTRACK_USAGE
#include "backtrack_example.h"

static long fib(bt::worker &w, int n) {
  if (n < 2)
    return n;
  auto [a, b] = bt::do_two(
      w, [n](bt::worker &w) { return fib(w, n - 1); },
      [n](bt::worker &w) { return fib(w, n - 2); });
  return a + b;
}

static long serialFib(int n) {
  return n < 2 ? n : serialFib(n - 1) + serialFib(n - 2);
}

static long closedForm(int n) {
  long a = 0, b = 1;
  for (int i = 0; i < n; ++i) {
    long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

int main(int argc, char **argv) {
  return runExample([&] {
    Example example(argc, argv);
    example_arguments(argc, argv, 1);
    int n = argc > 1 ? (int)example_number("n", argv[1], 0, 90) : 35;
    long result = example.run(
        [&] { return serialFib(n); },
        [&](const bt::options &how) {
          return bt::run(how, [n](bt::worker &w) { return fib(w, n); });
        });
    if (result != closedForm(n))
      example_fail(1, "wrong result: fib(%d) is %ld, not %ld", n, closedForm(n),
                   result);
    printf("fib(%d) = %ld\n", n, result);
  });
}
