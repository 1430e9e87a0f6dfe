//===- Race.cpp - tussah race ---------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Error.h"
#include "Process.h"
#include "Progress.h"
#include "RaceFormats.h"
#include "RaceOrders.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace tussah::driver {

namespace {

struct RaceOptions {
  std::string Format = "text", Baseline, Output;
  bool Shows = false; ///< the values of both orders
  /// Compiler flags, program and arguments.
  std::vector<std::string> Rest;
};

} // namespace

/// The exit code for races, of the detector too.
static constexpr int RacesFound = 66;

static void set(const char *Variable, const std::string &Value) {
  setenv(Variable, Value.c_str(), /*overwrite=*/1);
}

/// The path of the program that follows `--`: a file, or, if there is no file
/// of that name, one in PATH. Empty if a source file follows, or nothing.
static std::string programOf(const std::vector<std::string> &Arguments) {
  if (Arguments.size() < 2 || Arguments[0] != "--")
    return "";
  const std::string &Name = Arguments[1];
  if (fileExists(Name))
    return access(Name.c_str(), X_OK) == 0 ? Name : "";
  return findProgram(Name);
}

static RaceOptions parse(const std::vector<std::string> &Arguments) {
  RaceOptions O;
  size_t I = 0;
  for (; I != Arguments.size(); ++I) {
    const std::string &A = Arguments[I];
    std::string Value;
    if (A == "--stop-at-first")
      set("TUSSAH_RACE_STOP_AT_FIRST", "1");
    else if (A == "--show")
      O.Shows = true;
    else if (takeValue(A, "--suppressions", Value))
      set("TUSSAH_RACE_SUPPRESSIONS", Value);
    else if (!takeValue(A, "--format", O.Format) &&
             !takeValue(A, "--baseline", O.Baseline) &&
             !takeValue(A, "--output", O.Output))
      break;
  }
  static const char *const Formats[] = {"text", "json", "sarif", "html"};
  if (std::find(std::begin(Formats), std::end(Formats), O.Format) ==
      std::end(Formats))
    throw UsageError("unknown format '" + O.Format +
                     "'; choose text, json, sarif or html");
  O.Rest.assign(Arguments.begin() + I, Arguments.end());
  refuseMisspeltOption("race", O.Rest);
  if (O.Shows && !programOf(O.Rest).empty())
    throw UsageError("--show compiles the program for both orders; give its "
                     "source in place of '" +
                     O.Rest[1] + "'");
  return O;
}

static int compileOrRun(const Installation &I,
                        const std::vector<std::string> &Arguments) {
  Progress Shown;
  const std::string Program = programOf(Arguments);
  if (Program.empty())
    return compileAndRun(I, "race", {"-O1", "-g", "-fsanitize=cilk"},
                         Arguments);
  std::vector<std::string> Command = {Program};
  Command.insert(Command.end(), Arguments.begin() + 2, Arguments.end());
  return runProcess(Command).Code;
}

static void write(const std::string &Text, const std::string &Path) {
  if (Path.empty()) {
    std::cout << Text << std::flush;
    return;
  }
  std::ofstream File(Path);
  if (!(File << Text << std::flush))
    throw Error("cannot write '" + Path + "'");
}

static std::string format(const RaceJournal &Journal, const RaceOptions &O) {
  if (O.Format == "json")
    return formatRacesAsJson(Journal);
  if (O.Format == "sarif")
    return formatRacesAsSarif(Journal);
  if (O.Format == "html")
    return formatRacesAsHtml(Journal);
  return formatRacesAsText(Journal) +
         (O.Shows ? formatRaceValues(Journal) : "");
}

static RaceJournal runOnce(const Installation &I, const RaceOptions &O,
                           bool PrintsText, int &Code) {
  TemporaryDirectory Folder;
  const std::string Path = Folder.file("journal");
  set("TUSSAH_RACE_JOURNAL", Path);
  if (!PrintsText)
    set("TUSSAH_RACE_QUIET", "1");
  Code = compileOrRun(I, O.Rest);
  return readRaceJournal(Path);
}

/// Signals that the detector cannot say something of.
static void sayHowItEnded(const RaceJournal &Journal, int Code) {
  constexpr int Killed = 128 + 9;
  if (Code == Killed && !Journal.IsComplete)
    std::cerr << "tussah race: SIGKILL ended the program, perhaps for want of "
                 "memory; run it on a smaller input\n";
}

int raceCommand(const Installation &I,
                const std::vector<std::string> &Arguments) {
  RaceOptions O = parse(Arguments);
  bool PrintsText =
      O.Format == "text" && O.Baseline.empty() && O.Output.empty();
  int Code = 0;
  RaceJournal Journal = O.Shows ? runBothOrders(I, O.Rest, PrintsText, Code)
                                : runOnce(I, O, PrintsText, Code);
  if (!Journal.HasBegun) {
    if (!programOf(O.Rest).empty())
      throw Error("'" + O.Rest[1] +
                  "' has no checks; compile and link it with -fsanitize=cilk");
    return Code;
  }
  if (!O.Baseline.empty())
    compareWithBaseline(Journal, O.Baseline);
  sayHowItEnded(Journal, Code);
  if (!PrintsText)
    write(format(Journal, O), O.Output);
  else if (O.Shows)
    write(formatRaceValues(Journal), O.Output);
  bool HasNew = std::any_of(Journal.Races.begin(), Journal.Races.end(),
                            [](const Race &R) { return R.IsNew; });
  // Else it is the program's own code that it ended with.
  if (Code == RacesFound && !HasNew && !Journal.Races.empty())
    return 0;
  return Code;
}

} // namespace tussah::driver
