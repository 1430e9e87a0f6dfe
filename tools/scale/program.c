//===- program.c - What is measured, and its unit -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program.h"

#include <stdlib.h>

struct program program;

/// When the library was loaded.
static struct ticks_epoch epoch;

static double seconds_per_tick(void) { return ticks_length(&epoch); }

int64_t program_elapsed(void) {
  return (int64_t)(program_ticks() - epoch.ticks);
}

double program_value(int64_t raw) {
  return program.unit == SCALE_INSTRUCTIONS ? (double)raw
                                            : (double)raw * seconds_per_tick();
}

const char *program_unit(void) {
  return program.unit == SCALE_INSTRUCTIONS ? "instructions" : "seconds";
}

void program_begin(enum scale_unit unit) {
  program.unit = unit;
  // As in Cilkscale, which took them from Cilkview: 15000 cycles of a processor
  // of 2.4 GHz.
  const int64_t instructions = 6250;
  const double seconds = 6250e-9;
  program.burden = unit == SCALE_INSTRUCTIONS
                       ? instructions
                       : (int64_t)(seconds / seconds_per_tick());
  const char *sites = getenv("TUSSAH_SCALE_SITES");
  program.wants_sites = sites && sites[0] == '1';
}

__attribute__((constructor(101))) static void load(void) {
  epoch = ticks_begin();
}
