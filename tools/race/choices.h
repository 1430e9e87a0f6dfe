//===- choices.h - What the user has chosen ---------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of the environment; docs/guides/race.md lists them.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_CHOICES_H
#define TUSSAH_TOOLS_RACE_CHOICES_H

#include "finding.h"

struct choices {
  int output;  ///< a file for text, -1 for none
  int journal; ///< a file for `tussah race`, -1 for none
  int exit_code;
  bool has_color, has_statistics, stops_at_first, traps, ignores_atomics;
  bool shows_values; ///< for `tussah race --show`
};

extern struct choices choices;

/// Reads them. Ends the program if a file cannot be opened or understood.
void choices_read(void);

/// Whether the user does not want to hear of this race.
bool choices_suppress(const struct finding *finding);

#endif // TUSSAH_TOOLS_RACE_CHOICES_H
