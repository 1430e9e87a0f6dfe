//===- report.h - Says where races are --------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_REPORT_H
#define TUSSAH_TOOLS_RACE_REPORT_H

#include "access.h"
#include "labels.h"

/// Reads what the user has chosen. Ends the program if it cannot be done.
void report_prepare(void);

/// Two accesses run in parallel, and conflict. Each pair of places and kinds is
/// reported once.
void report_race(entry before, enum access_kind kind_before, entry now,
                 enum access_kind kind);

/// In a run that shows values: a strand begins.
void report_values(void);

/// Says something in one line, which is no race.
void report_note(const char *text);

/// A signal is about to end the program.
void report_ended_by(const char *signal);

/// Nothing is said from here on.
void report_stop(void);

/// The program ends. Says how many races there are, and ends the process if
/// there are some.
void report_end(void);

#endif // TUSSAH_TOOLS_RACE_REPORT_H
