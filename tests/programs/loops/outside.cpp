//===- outside.cpp - Loops that count a variable of the function ----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// tasks: 30
// flags: -std=c++20
// extra: sanitize

#include "../Inputs/support.h"
#include "../Inputs/tracked.h"

#include <cilk/cilk.h>

#include <atomic>

static NOINLINE long see(long value) {
  meet();
  return (long)mix((uint64_t)value) & 0xffff;
}

/// Lambdas capture the iteration's variable.
static NOINLINE long lambdas(int n) {
  std::atomic<long> sum{0};
  int i;
  cilk_for (i = 0; i < n; ++i) {
    auto reference = [&] { sum += see(i); };
    auto copy = [i, &sum, twice = 2 * i]() mutable {
      i += twice;
      auto inner = [=, &sum] { sum += see(i); };
      inner();
    };
    reference();
    copy();
  }
  return sum * 100 + i;
}

template <class T> static NOINLINE long inTemplate(T first, T limit) {
  std::atomic<long> sum{0};
  T i;
  cilk_for (i = first; i != limit; ++i)
    sum += see((long)*&i % 1000);
  return sum + (i == limit);
}

static constexpr int constant(int n) {
  int sum = 0, i = 3;
  for (int k = 0; k < 2; ++k) {
    cilk_for (i = 5; i < n; i += 2)
      if (i == 7)
        sum += i;
  }
  return 100 * sum + i;
}
static_assert(constant(10) == 1411);

/// The first value and the limit make temporaries; the loop throws.
static NOINLINE long temporaries(int n) {
  std::atomic<long> sum{0};
  long i;
  cilk_for (i = Tracked(3).value(); i < Tracked(n).value(); ++i) {
    Tracked object((int)i);
    sum += see(object.value());
  }
  int k = 0;
  try {
    cilk_for (k = 0; k < n; ++k)
      if (k == 7)
        throw k;
  } catch (int thrown) {
    sum += thrown;
  }
  return 100 * sum + i;
}

int main() {
  printf("lambdas %ld\n", lambdas(12));
  printf("templates %ld %ld\n", inTemplate(3, 20), inTemplate(5ul, 9ul));
  printf("constant %d\n", constant(12));
  printf("temporaries %ld\n", temporaries(11));
  counters.printBalance("objects");
}
