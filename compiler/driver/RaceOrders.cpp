//===- RaceOrders.cpp - Both orders of each race --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceOrders.h"
#include "Error.h"
#include "Process.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <cstdlib>

namespace tussah::driver {

static void refuseTarget(const std::vector<std::string> &Arguments) {
  for (const std::string &A : Arguments)
    if (A.compare(0, 15, "-ftussah-target") == 0)
      throw UsageError("--show chooses the targets itself; leave out '" + A +
                       "'");
}

static bool isSame(const RacePlace &A, const RacePlace &B) {
  return A.line() == B.line();
}

/// Whether \p A and \p B are the same race, and their accesses came in opposite
/// orders.
static bool isOtherOrder(const Race &A, const Race &B) {
  return isSame(A.Accesses[0].Place, B.Accesses[1].Place) &&
         isSame(A.Accesses[1].Place, B.Accesses[0].Place);
}

RaceJournal runBothOrders(const Installation &I,
                          const std::vector<std::string> &Arguments,
                          bool PrintsText, int &Code) {
  refuseTarget(Arguments);
  TemporaryDirectory Folder;
  setenv("TUSSAH_RACE_SHOW", "1", /*overwrite=*/1);
  RaceJournal Journals[2];
  for (bool IsReverse : {false, true}) {
    const std::string Target = IsReverse ? "reverse" : "serial";
    const std::string Program = Folder.file(Target);
    const std::string Path = Folder.file(Target + "-journal");
    std::vector<std::string> Run;
    if (int CompilerCode = compileProgram(
            I, "race",
            {"-O1", "-g", "-fsanitize=cilk", "-ftussah-target=" + Target},
            Arguments, Program, Run)) {
      Code = CompilerCode;
      return {};
    }
    setenv("TUSSAH_RACE_JOURNAL", Path.c_str(), /*overwrite=*/1);
    if (IsReverse || !PrintsText)
      setenv("TUSSAH_RACE_QUIET", "1", /*overwrite=*/1);
    Run.insert(Run.begin(), Program);
    // What the program prints is not wanted twice.
    int RunCode =
        runProcess(Run, IsReverse ? OutputMode::Capture : OutputMode::Inherit)
            .Code;
    if (!IsReverse)
      Code = RunCode;
    Journals[IsReverse] = readRaceJournal(Path);
  }
  Journals[0].ShowsValues = true;
  for (Race &R : Journals[0].Races) {
    auto Other =
        std::find_if(Journals[1].Races.begin(), Journals[1].Races.end(),
                     [&](const Race &O) { return isOtherOrder(R, O); });
    if (Other != Journals[1].Races.end())
      R.OtherValue = Other->Value;
  }
  return Journals[0];
}

} // namespace tussah::driver
