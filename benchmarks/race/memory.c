//===- memory.c - Programs of many strands, accesses or calls -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// memory.py runs it: memory CASE COUNT.
///
//===----------------------------------------------------------------------===//

#include <cilk/cilk.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 64, NUMBERS = 1 << 20 };

static int cells[CELLS];
static int shared;
static unsigned numbers[NUMBERS];

static void write_cell(int k) { cells[k] = k; }

/// Tasks of one scope, and syncs.
static void spawns(uint64_t count) {
  for (uint64_t i = 0; i != count; ++i) {
    cilk_spawn write_cell((int)(i % CELLS));
    if (i % CELLS == CELLS - 1)
      cilk_sync;
  }
}

/// A scope with two strands for each two.
static void scopes(uint64_t count) {
  for (uint64_t i = 0; i < count; i += 2) {
    cilk_scope {
      cilk_spawn write_cell((int)(i % CELLS));
      shared = 1;
    }
  }
}

static void loops(uint64_t count) {
  for (uint64_t i = 0; i < count; i += CELLS)
    cilk_for (int k = 0; k < CELLS; ++k)
      cells[k] = k;
}

/// All strands are in parallel, and each writes a word of its own.
static void own(uint64_t count) {
  int *words = malloc(count * sizeof *words);
  if (!words)
    exit(2);
  cilk_for (uint64_t k = 0; k < count; ++k)
    words[k] = 1;
  free(words);
}

/// Each task is spawned by other calls.
__attribute__((noinline)) static void contexts(uint64_t count) {
  if (count > 1) {
    contexts(count / 2);
    contexts(count - count / 2);
    return;
  }
  cilk_spawn write_cell(0);
  cilk_sync;
}

/// Passes of a loop over an array, in tasks of 4,096 numbers: a read and a
/// write of each.
static void accesses(uint64_t count) {
  enum { PART = 4096 };
  for (uint64_t i = 0; i < count; i += 2 * NUMBERS)
    cilk_for (int part = 0; part < NUMBERS / PART; ++part)
      for (int k = part * PART; k != (part + 1) * PART; ++k)
        numbers[k] = numbers[k] * 3 + 1;
}

static const struct {
  const char *name;
  void (*run)(uint64_t count);
} cases[] = {{"spawns", spawns},     {"scopes", scopes},
             {"loops", loops},       {"own", own},
             {"contexts", contexts}, {"accesses", accesses}};

int main(int argc, char **argv) {
  for (unsigned i = 0; argc == 3 && i != sizeof cases / sizeof *cases; ++i) {
    if (strcmp(argv[1], cases[i].name) != 0)
      continue;
    cases[i].run(strtoull(argv[2], NULL, 10));
    return 0;
  }
  fprintf(stderr, "usage: memory CASE COUNT\n");
  return 2;
}
