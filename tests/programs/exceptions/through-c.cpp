//===- through-c.cpp - Exceptions pass through functions in C -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// RUN: %matrix %s
// with: Inputs/frames.c
// tasks: 100
// cells: all
// flags: -fexceptions
// extra: sanitize thinlto debug

#include "Inputs/frames.h"

long risk(int fails) {
  if (fails)
    throw fails;
  return 5;
}

static void run(const char *name, void (*function)(int)) {
  for (int fails = 0; fails < 16; ++fails) {
    int caught = 0;
    total = 0;
    try {
      function(fails);
    } catch (int error) {
      caught = error;
    }
    printf("%s %d: %d, %ld\n", name, fails, caught, total);
  }
}

int main() {
  for (long i = repeats(1); i > 1; --i)
    block(0);
  run("plain", plain);
  run("cleaned", cleaned);
  run("block", block);
  run("cleaned block", cleaned_block);
  run("scope", scope);
  run("loop", loop);
  run("arguments", arguments);
}
