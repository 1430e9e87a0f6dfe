//===- RaceFormats.h - Reports of races as text, JSON, SARIF and HTML -----===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RACEFORMATS_H
#define TUSSAH_COMPILER_DRIVER_RACEFORMATS_H

#include "RaceJournal.h"

namespace tussah::driver {

/// The values of both orders, for `--show`.
std::string formatRaceValues(const RaceJournal &Journal);

/// What is said of a race's values, in lines, for each order one; one line if
/// none is known.
std::vector<std::string> valueLines(const Race &R);

/// Of these, text has only the races that are new.
std::string formatRacesAsText(const RaceJournal &Journal);
std::string formatRacesAsJson(const RaceJournal &Journal);
std::string formatRacesAsSarif(const RaceJournal &Journal);
std::string formatRacesAsHtml(const RaceJournal &Journal);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RACEFORMATS_H
