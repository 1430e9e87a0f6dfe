//===- parsing.cpp - How long it takes to read a graph --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// parsing FILE SECONDS: reads FILE again and again for so long, and prints how
/// many milliseconds each time took. parsing.py runs it.
///
//===----------------------------------------------------------------------===//

#include <tussah/graph.hpp>
#include <tussah/graph/io.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace tussah::graph;
using Clock = std::chrono::steady_clock;

int main(int ArgCount, char **Args) {
  if (ArgCount != 3) {
    std::fprintf(stderr, "usage: parsing FILE SECONDS\n");
    return 2;
  }
  auto Format = format_of(Args[1]);
  if (!Format) {
    std::fprintf(stderr, "parsing: unknown extension of '%s'\n", Args[1]);
    return 2;
  }
  read_options Options;
  Options.build = make_csr;
  Options.loop = parallel_loop;
  auto End = Clock::now() + std::chrono::duration<double>(std::atof(Args[2]));
  do {
    auto Begin = Clock::now();
    csr G = read(Args[1], *Format, Options);
    std::chrono::duration<double, std::milli> Took = Clock::now() - Begin;
    std::printf("%.3f\n", Took.count());
    std::fflush(stdout);
  } while (Clock::now() < End);
}
