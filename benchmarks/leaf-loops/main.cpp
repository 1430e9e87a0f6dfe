//===- main.cpp - Measures parallel leaf loops ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs each kernel in its serial and its parallel version in turn, and prints
/// a line "<kernel> <serial ns> <parallel ns>" for each round.
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include "../timing.h"

#include <cstdio>
#include <cstdlib>

template <class Serial, class Parallel>
static void measure(const char *name, int rounds, Serial serial,
                    Parallel parallel) {
  // Both touch all memory, and the runtime starts, before time counts.
  serial();
  parallel();
  long repeat = repeats(serial);
  for (int round = 0; round < rounds; ++round) {
    double s = time(serial, repeat);
    double p = time(parallel, repeat);
    std::printf("%s %.1f %.1f\n", name, s, p);
  }
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 25;
  // One size fits in the second-level cache, the other in no cache.
  for (long n : {1L << 15, 1L << 22}) {
    const char *suffix = n == 1L << 15 ? "small" : "large";
    std::vector<double> x(n, 1.5), y(n, 2.5);
    Particles p;
    p.position = p.velocity = x;
    p.force = p.mass = y;
    long columns = n == 1L << 15 ? 256 : 2048;
    auto label = [&](const char *kernel) {
      static char text[64];
      std::snprintf(text, sizeof text, "%s-%s", kernel, suffix);
      return text;
    };
    measure(
        label("axpy"), rounds,
        [&] { serial::axpy(1e-9, x.data(), y.data(), n); },
        [&] { parallel::axpy(1e-9, x.data(), y.data(), n); });
    measure(
        label("stencil"), rounds,
        [&] { serial::stencil(x.data(), y.data(), n / columns, columns); },
        [&] { parallel::stencil(x.data(), y.data(), n / columns, columns); });
    measure(
        label("vectors"), rounds, [&] { serial::advance(p); },
        [&] { parallel::advance(p); });
  }
  return 0;
}
