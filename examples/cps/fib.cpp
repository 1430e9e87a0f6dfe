//===- fib.cpp - Fibonacci numbers by continuation-passing threads --------===//
///
/// \file
/// Figure 3 of Blumofe et al. (PPoPP 1995), with the tail call of its
/// section 4.
///
//===----------------------------------------------------------------------===//

#define EXAMPLE_NAME "fib"
#define EXAMPLE_USAGE "[n] " CPS_USAGE
#include "cps_example.h"

using namespace tussah::cps;

static void sum(cont<long> k, long x, long y) { send_argument(k, x + y); }

static void fib(cont<long> k, int n) {
  if (n < 2) {
    send_argument(k, n);
    return;
  }
  cont<long> x, y;
  spawn_next<sum>(k, missing(x), missing(y));
  spawn<fib>(x, n - 1);
  tail_call<fib>(y, n - 2);
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
    int n = argc > 1 ? (int)example_number("n", argv[1], 0, 90) : 33;
    long result = example.run([&] { return serialFib(n); },
                              [&](const options &o) { return run<fib>(o, n); });
    if (result != closedForm(n))
      example_fail(1, "wrong result: fib(%d) is %ld, not %ld", n, closedForm(n),
                   result);
    printf("fib(%d) = %ld\n", n, result);
  });
}
