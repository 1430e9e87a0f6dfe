//===- scheduling.cpp - Loops whose instructions are counted --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     scheduling KERNEL ROUNDS
///
/// Runs a kernel of kernels.cpp that often, for scheduling.py.
///
//===----------------------------------------------------------------------===//

#include "kernels.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

int main(int argc, char **argv) {
  // So long that it does not matter what the way into parallel code costs.
  constexpr long N = 3 * (1L << 18);
  static const struct {
    const char *name;
    void (*run)(double *x, long n);
    long n = N;
  } kernels[] = {
      {"serial/stride", serial::constantStride},
      {"serial/stride-3", serial::constantStride3},
      {"serial/trips", serial::constantTrips},
      {"native/stride", native_on::constantStride},
      {"native/stride-3", native_on::constantStride3},
      {"native/trips", native_on::constantTrips},
      {"native/grain-1-ns", native_on::grain1},
      {"native/grain-10-ns", native_on::grain10},
      // It runs 64 times fewer iterations, which are not 64 times as long.
      {"native/grain-100-ns", native_on::grain100, 4 * N},
  };
  std::vector<double> x(N, 1.5);
  for (const auto &kernel : kernels) {
    if (argc != 3 || std::strcmp(argv[1], kernel.name) != 0)
      continue;
    for (int round = std::atoi(argv[2]); round > 0; --round)
      kernel.run(x.data(), kernel.n);
    return 0;
  }
  std::fprintf(stderr, "scheduling: no such kernel\n");
  return 1;
}
