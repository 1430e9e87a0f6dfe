//===- run.c - The program begins and ends --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "program.h"
#include "report.h"
#include "scale.h"
#include "strands.h"

#include "../interrupt.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_begun;

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
  program_begin(unit);
  current_begin();
  // Nothing but time is measured then, and no strand ends.
  if (unit != SCALE_BENCHMARK)
    interrupt_catch("cilkscale", report_program);
}

__attribute__((destructor(101))) static void finish(void) {
  if (has_begun)
    report_program();
}
