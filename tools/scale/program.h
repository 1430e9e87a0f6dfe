//===- program.h - What is measured, and its unit ---------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_PROGRAM_H
#define TUSSAH_TOOLS_SCALE_PROGRAM_H

#include "scale.h"

#include "../ticks.h"

/// Set before the program's code runs.
extern struct program {
  enum scale_unit unit;
  /// What a steal costs the thief and the victim, in the unit.
  int64_t burden;
  /// Whether somebody asks for sites.
  bool wants_sites;
  /// The instructions of identity and reduce functions that the runtime has
  /// called, which are in no strand.
  int64_t views;
} program;

/// Says what is measured. The library has been loaded.
void program_begin(enum scale_unit unit);

/// The time, in units that program_value knows.
static inline uint64_t program_ticks(void) { return ticks_now(); }

/// How long the program has run, in ticks.
int64_t program_elapsed(void);

/// \p raw, in ticks or instructions, in the unit of reports: seconds, or
/// instructions.
double program_value(int64_t raw);

/// The name of the unit in the columns of reports.
const char *program_unit(void);

#endif // TUSSAH_TOOLS_SCALE_PROGRAM_H
