//===- Scale.cpp - tussah scale -------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scale.h"
#include "Error.h"
#include "Process.h"
#include "Progress.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

namespace tussah::driver {

namespace {

struct ScaleOptions {
  std::optional<std::string> Unit;
  std::string Format = "text";
  std::optional<std::string> Output, Html, Baseline, Percent;
  bool WithSites = true;

  /// Which stacks are wanted: by "work", by "span", or none.
  std::string stacks() const {
    size_t At = Format.find("-stacks");
    return At == Format.npos ? "" : Format.substr(0, At);
  }

  /// Whether what is written is made of the program's record.
  bool isMade() const { return Format == "sarif" || !stacks().empty(); }

  /// Whether something is made of the record that the program writes.
  bool usesRecord() const { return Html || Baseline || isMade(); }
};

} // namespace

static void requireOneOf(const std::string &Name, const std::string &Value,
                         const std::vector<std::string> &Known) {
  if (std::find(Known.begin(), Known.end(), Value) == Known.end())
    throw UsageError("unknown " + Name + " '" + Value + "'; known are " +
                     join(Known));
}

/// Puts `--name FILE` together as `--name=FILE`, among the options that come
/// first.
static std::vector<std::string>
joinValues(const std::vector<std::string> &Arguments) {
  std::vector<std::string> Joined;
  auto Next = Arguments.begin();
  for (; Next != Arguments.end() && Next->compare(0, 2, "--") == 0 &&
         *Next != "--";
       ++Next) {
    bool HasValue = *Next == "--html" || *Next == "--baseline" ||
                    *Next == "--percent" || *Next == "--output";
    if (!HasValue) {
      Joined.push_back(*Next);
      continue;
    }
    std::string Name = *Next;
    if (++Next == Arguments.end())
      throw UsageError("no value; usage: " + Name + "=VALUE");
    Joined.push_back(Name + "=" + *Next);
  }
  Joined.insert(Joined.end(), Next, Arguments.end());
  return Joined;
}

/// Reads the options that come first. Returns how many there are.
static size_t readOptions(const std::vector<std::string> &Arguments,
                          ScaleOptions &Options) {
  size_t Count = 0;
  for (const std::string &Argument : Arguments) {
    if (auto Unit = valueOf(Argument, "--count")) {
      requireOneOf("unit", *Unit, {"time", "instructions"});
      Options.Unit = Unit;
    } else if (auto Format = valueOf(Argument, "--format")) {
      requireOneOf(
          "format", *Format,
          {"text", "csv", "json", "sarif", "work-stacks", "span-stacks"});
      Options.Format = *Format;
    } else if (auto Html = valueOf(Argument, "--html")) {
      Options.Html = Html;
    } else if (auto Baseline = valueOf(Argument, "--baseline")) {
      Options.Baseline = Baseline;
    } else if (auto Percent = valueOf(Argument, "--percent")) {
      Options.Percent = Percent;
    } else if (auto Output = valueOf(Argument, "--output")) {
      Options.Output = Output;
    } else if (Argument == "--totals") {
      Options.WithSites = false;
    } else {
      break;
    }
    ++Count;
  }
  return Count;
}

/// What the library of the tool reads (tools/scale/report.c).
static void setEnvironment(const ScaleOptions &Options) {
  setenv("TUSSAH_SCALE_FORMAT", Options.Format.c_str(), 1);
  setenv("TUSSAH_SCALE_SITES", Options.WithSites ? "1" : "0", 1);
  if (Options.Output)
    setenv("TUSSAH_SCALE_OUT", Options.Output->c_str(), 1);
}

/// The command that runs a script of benchmarks/scale.
static std::vector<std::string> pythonCommand(const Installation &I,
                                              const std::string &Name,
                                              const std::string &Option) {
  std::string Script = I.scaleScript(Name);
  if (!fileExists(Script))
    throw Error("no '" + Script + "'; install Tussah again");
  std::string Python = findProgram("python3");
  if (Python.empty())
    throw Error(Option + " needs python3; apt-get install python3");
  return {Python, "-B", Script};
}

/// Makes what \p Options ask for of the record in \p Record.
static int useRecord(const Installation &I, const ScaleOptions &Options,
                     const std::string &Program, const std::string &Record) {
  std::vector<std::string> Command =
      pythonCommand(I, "records.py", "what is made of a record");
  auto Add = [&Command](const char *Name,
                        const std::optional<std::string> &Value) {
    if (Value)
      Command.insert(Command.end(), {Name, *Value});
  };
  Add("--program", Program);
  Add("--html", Options.Html);
  Add("--baseline", Options.Baseline);
  Add("--percent", Options.Percent);
  if (Options.Format == "sarif")
    Command.push_back("--sarif");
  if (std::string By = Options.stacks(); !By.empty())
    Command.insert(Command.end(), {"--stacks", By});
  if (Options.isMade())
    Add("--output", Options.Output);
  Command.push_back(Record);
  return runProcess(Command).Code;
}

/// Runs what measures times on several numbers of workers, in place of this
/// program. \p Arguments are what follows --measure.
[[noreturn]] static void measureScaling(const Installation &I,
                                        std::vector<std::string> Arguments) {
  std::vector<std::string> Command =
      pythonCommand(I, "measure.py", "--measure");
  Command.insert(Command.end(), {"--compiler", I.program("tussah-clang")});
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  replaceProcess(Command);
}

/// Compiles the program if it is a source, and runs it. \p First is the first
/// of the arguments behind the options.
static int runProgram(const Installation &I, const ScaleOptions &Options,
                      std::vector<std::string>::const_iterator First,
                      const std::vector<std::string> &Arguments) {
  Progress Shown;
  if (First != Arguments.end() && *First == "--") {
    if (++First == Arguments.end())
      throw UsageError("no program; usage: tussah scale [options] -- PROGRAM "
                       "[arguments]");
    if (Options.Unit)
      throw UsageError(
          "--count has no effect on a program that is compiled; "
          "compile it with -fcilktool=cilkscale-instructions to count "
          "instructions");
    requireTool(*First, "scale", "measure", "cilkscale");
    return runProcess({First, Arguments.end()}).Code;
  }
  std::string Tool =
      Options.Unit == "instructions" ? "cilkscale-instructions" : "cilkscale";
  return compileAndRun(I, "scale", {"-O2", "-fcilktool=" + Tool},
                       {First, Arguments.end()});
}

/// Whether a record is there, and has its end.
static bool isWhole(const std::string &Record) {
  static constexpr char End[] = "\n}\n";
  std::ifstream File(Record, std::ios::binary | std::ios::ate);
  char Last[sizeof End - 1];
  return File && File.seekg(-static_cast<int>(sizeof Last), std::ios::end) &&
         File.read(Last, sizeof Last) &&
         std::equal(std::begin(Last), std::end(Last), End);
}

/// What reports call the program: its file, without folder and suffix.
static std::string programName(std::vector<std::string>::const_iterator First,
                               std::vector<std::string>::const_iterator Last) {
  for (; First != Last; ++First)
    if ((*First)[0] != '-' && fileExists(*First))
      return First->substr(First->rfind('/') + 1);
  return "the program";
}

int scaleCommand(const Installation &I, const std::vector<std::string> &Given) {
  if (!Given.empty() && Given[0] == "--measure")
    measureScaling(I, {Given.begin() + 1, Given.end()});
  std::vector<std::string> Arguments = joinValues(Given);
  ScaleOptions Options;
  auto First = Arguments.cbegin() + readOptions(Arguments, Options);
  refuseMisspeltOption("scale", {First, Arguments.cend()});
  if (Options.Percent && !Options.Baseline)
    throw UsageError("--percent has no effect without --baseline=FILE");
  if (!Options.usesRecord()) {
    setEnvironment(Options);
    int Code = runProgram(I, Options, First, Arguments);
    noteSignal(Code, wasInterrupted(Code)
                         ? "what is reported is of the part before that"
                         : "nothing was measured but regions that it has "
                           "dumped");
    return Code;
  }
  if (Options.Output && !Options.isMade() && Options.Format != "json")
    throw UsageError("--output with --html or --baseline is a record; add "
                     "--format=json");
  TemporaryDirectory Folder;
  ScaleOptions OfRun = Options;
  bool KeepsRecord = Options.Format == "json" && Options.Output;
  if (!KeepsRecord)
    OfRun.Output = Folder.file("record.json");
  OfRun.Format = "json";
  setEnvironment(OfRun);
  // Stacks are exact for so many tasks; what a page draws are fewer.
  if (!Options.stacks().empty())
    setenv("TUSSAH_SCALE_TREE", "1000000", 1);
  else if (Options.Html)
    setenv("TUSSAH_SCALE_TREE", "2500", 1);
  int Code = runProgram(I, OfRun, First, Arguments);
  // A program that fails has a record, too, if it has not crashed.
  if (!isWhole(*OfRun.Output)) {
    noteSignal(Code, "there is no whole record of it");
    return Code ? Code : 1;
  }
  noteSignal(Code, "what is reported is of the part before that");
  int Made = useRecord(I, Options, programName(First, Arguments.cend()),
                       *OfRun.Output);
  return Code ? Code : Made;
}

} // namespace tussah::driver
