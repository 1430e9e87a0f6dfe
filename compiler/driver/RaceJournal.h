//===- RaceJournal.h - What the race detector has found ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The detector writes a journal while the program runs, so that it is complete
/// up to where the program crashed: tools/race/report.c.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RACEJOURNAL_H
#define TUSSAH_COMPILER_DRIVER_RACEJOURNAL_H

#include <set>
#include <string>
#include <vector>

namespace tussah::driver {

/// A place in the source; what is not known is empty or 0.
struct RacePlace {
  std::string What, File, Function;
  unsigned Line = 0, Column = 0;

  /// "file.c:3:5", without what is not known.
  std::string position() const;
  /// "write at file.c:3:5 in main".
  std::string line() const;
};

/// A place, and how the program came there, the last call or spawn first.
struct RaceAccess {
  RacePlace Place;
  std::vector<RacePlace> Stack;
};

struct Race {
  std::string Variable, Advice;
  std::vector<RaceAccess> Accesses, Object; ///< two, and none or one
  RacePlace Reason;
  std::string Times = "1";
  bool IsNew = true; ///< not in the baseline

  std::string title() const;

  /// Of `--show`: what the access that reads gets ("read"), or what is there
  /// when both have been made ("afterwards"), in the serial order and in the
  /// other one. Empty if it is not known.
  std::string ValueIs, Value, OtherValue;

  /// The same for a race that is found again when lines have moved.
  std::string fingerprint() const;
};

struct RaceJournal {
  bool HasBegun = false; ///< the program has checks
  bool IsComplete = false;
  bool HasBaseline = false; ///< it was compared with one
  bool ShowsValues = false; ///< the races have the values of both orders
  std::string EndedBy;      ///< the signal, if it is known
  std::vector<Race> Races;
  std::string Duplicates = "0";
  std::vector<RacePlace> Unexecuted, Unchecked;
};

RaceJournal readRaceJournal(const std::string &Path);

/// Marks the races of \p Journal that the report \p Path, JSON or SARIF, has.
/// Throws Error if it is none.
void compareWithBaseline(RaceJournal &Journal, const std::string &Path);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RACEJOURNAL_H
