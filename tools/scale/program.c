//===- program.c - What is measured, and its unit -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program.h"

#include "report.h"
#include "sites.h"

#include <stdio.h>
#include <stdlib.h>

struct program program;

static bool has_begun;

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

void __tussah_scale_begin(enum scale_unit unit) {
  if (has_begun) {
    if (unit == program.unit)
      return;
    fprintf(stderr, "cilkscale: error: files of the program are compiled with "
                    "different tools; use one of -fcilktool=cilkscale, "
                    "cilkscale-instructions and cilkscale-benchmark\n");
    has_begun = false;
    exit(EXIT_FAILURE);
  }
  has_begun = true;
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
  current_begin();
}

__attribute__((constructor(101))) static void load(void) {
  epoch = ticks_begin();
}

__attribute__((destructor(101))) static void finish(void) {
  if (has_begun)
    report_program();
}
