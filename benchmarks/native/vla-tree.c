//===- vla-tree.c - A tree whose nodes have arrays of variable length -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each inner node spawns its children, and keeps what they return in an array
/// of variable length. The leaves do nothing, so this is what spawns and such
/// arrays cost. Counts the leaves; several times, as that does not take long.
///
///     vla-tree [depth [width [times]]]
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#define EXAMPLE_NAME "vla-tree"
#define EXAMPLE_USAGE "[depth [width [times]]]"
#include "example.h"

static int leaves(int depth, int width) {
  if (depth == 0)
    return 1;
  int below[width];
  for (int i = 0; i < width; ++i)
    below[i] = cilk_spawn leaves(depth - 1, width);
  cilk_sync;

  int sum = 0;
  for (int i = 0; i < width; ++i)
    sum += below[i];
  return sum;
}

int main(int argc, char **argv) {
  example_arguments(argc, argv, 3);
  int depth = argc > 1 ? (int)example_number("depth", argv[1], 0, 20) : 10;
  int width = argc > 2 ? (int)example_number("width", argv[2], 1, 100) : 5;
  int times = argc > 3 ? (int)example_number("times", argv[3], 1, 1000) : 1;

  int expected = 1;
  for (int i = 0; i < depth; ++i)
    expected *= width;

  double start = example_clock();
  int wrong = 0;
  for (int i = 0; i < times; ++i)
    wrong += leaves(depth, width) != expected;
  example_time(start);

  if (wrong != 0)
    example_fail(1, "wrong result: the tree does not have %d leaves", expected);
  printf("%d leaves\n", expected);
  example_checksum(example_mix((uint64_t)expected));
}
