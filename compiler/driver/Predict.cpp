//===- Predict.cpp - tussah predict ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Predict.h"
#include "Copies.h"
#include "Error.h"
#include "Process.h"
#include "Progress.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace tussah::driver {

/// The simulator's exit code where the recorder took long (predict/main.cpp).
static constexpr int LooksMatter = 3;

/// How often the program without the recorder runs at most, where only its time
/// is needed, and where that is compared.
static constexpr unsigned RunsOfTime = 3, RunsOfContention = 5;

static bool beginsWith(const std::string &Text, const std::string &Begin) {
  return Text.compare(0, Begin.size(), Begin) == 0;
}

/// What \p Run takes on one worker: some runs, the shortest one first. Their
/// output is not shown. If standard input was not at its end it is read anew
/// each time.
static std::vector<double> timesOf(const std::vector<std::string> &Run,
                                   off_t Input, unsigned MostRuns) {
  constexpr double Enough = 2;
  setenv("CILK_NWORKERS", "1", 1);
  std::vector<double> Times;
  double Sum = 0;
  while (Times.size() < MostRuns && Sum < Enough) {
    if (Input >= 0)
      lseek(STDIN_FILENO, Input, SEEK_SET);
    auto Begin = std::chrono::steady_clock::now();
    if (int Code = runProcess(Run, OutputMode::Capture).Code)
      throw Error("without the recorder the program ends with the exit code " +
                  std::to_string(Code));
    std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Begin;
    Times.push_back(Time.count());
    Sum += Time.count();
  }
  std::sort(Times.begin(), Times.end());
  return Times;
}

/// How many times as long \p Run takes while as many workers as there are
/// processors run others like it, and half as many, and so on; as the simulator
/// wants it. \p Alone is what it takes alone, in seconds. What else disturbs
/// runs makes them longer, so the shortest ones are compared.
static std::string contentionOf(const std::vector<std::string> &Run,
                                off_t Input, double Alone) {
  std::string List;
  unsigned Processors = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned Workers = 2; Workers <= Processors;) {
    Copies Others(Run, Workers - 1);
    double Factor =
        std::max(1.0, timesOf(Run, Input, RunsOfContention).front() / Alone);
    if (!Others.areRunning())
      throw Error("the program fails beside a copy of itself; leave out "
                  "--contention=measure");
    char Text[64];
    std::snprintf(Text, sizeof Text, "%s%u:%.4f", List.empty() ? "" : ",",
                  Workers, Factor);
    List += Text;
    bool IsLast = Workers == Processors;
    Workers = IsLast ? Processors + 1 : std::min(2 * Workers, Processors);
  }
  return List;
}

/// Adds to \p Simulate what the program takes without the recorder, if that
/// differs: then it runs once more. \p Plain makes that program, or returns no
/// path if it is not known.
template <class MakePlain>
static void measurePlain(std::vector<std::string> &Simulate,
                         std::vector<std::string> Run, off_t Input,
                         bool Contention, MakePlain Plain) {
  auto IsGiven = [](const std::string &Option) {
    return beginsWith(Option, "--serial-seconds=");
  };
  bool Serial = std::none_of(Simulate.begin(), Simulate.end(), IsGiven);
  std::vector<std::string> Check = Simulate;
  Check.push_back("--check-looks");
  if (!Contention && (!Serial || runProcess(Check).Code != LooksMatter))
    return;
  bool CanRead = Input >= 0 || isatty(STDIN_FILENO);
  Run[0] = CanRead ? Plain() : "";
  if (Run[0].empty()) {
    if (Contention)
      throw Error(CanRead ? "--contention=measure needs the program without "
                            "the tool; name it by --plain=PROGRAM"
                          : "--contention=measure reads standard input more "
                            "than once; redirect it from a file");
    std::fputs("tussah: note: tasks are so short that the recorder took "
               "longer; --plain=PROGRAM, the same program without the tool, "
               "or --serial-seconds=S corrects that\n",
               stderr);
    return;
  }
  std::vector<double> Times =
      timesOf(Run, Input, Contention ? RunsOfContention : RunsOfTime);
  double Seconds = Times[Times.size() / 2];
  char Text[64];
  std::snprintf(Text, sizeof Text, "--plain-seconds=%.9g", Seconds);
  if (Serial)
    Simulate.push_back(Text);
  std::string List = Contention ? contentionOf(Run, Input, Times.front()) : "";
  if (!List.empty())
    Simulate.push_back("--contention=" + List);
}

/// Where the simulator looks for costs (predict/main.cpp).
static std::string usualCosts() {
  const char *Cache = std::getenv("XDG_CACHE_HOME"), *Home = getenv("HOME");
  if (Cache && *Cache)
    return std::string(Cache) + "/tussah/costs";
  if (Home && *Home)
    return std::string(Home) + "/.cache/tussah/costs";
  throw Error("no folder for the costs: HOME is not set; name a file by "
              "--costs=FILE");
}

static void writeCosts(const std::string &Costs, const std::string &Path) {
  std::error_code Failed;
  std::filesystem::path Folder = std::filesystem::path(Path).parent_path();
  if (!Folder.empty())
    std::filesystem::create_directories(Folder, Failed);
  std::ofstream File(Path);
  File << Costs << std::flush;
  if (!File)
    throw Error("cannot write the costs to '" + Path + "'");
}

/// --calibrate. Measures what steals cost here, and writes that to \p Path.
static int calibrate(const Installation &I, std::string Path) {
  if (Path.empty())
    Path = usualCosts();
  if (std::thread::hardware_concurrency() < 2)
    throw Error("--calibrate needs two processors, for a steal");
  std::string Source = I.scaleScript("calibrate/native.c");
  if (!fileExists(Source))
    throw Error("no '" + Source + "'; install Tussah again");
  TemporaryDirectory Folder;
  std::vector<std::string> Run;
  std::string Program = Folder.file("calibrate");
  if (int Code = compileProgram(I, "predict", {"-O2", "-ftussah-keep-spawns"},
                                {Source}, Program, Run))
    return Code;
  setenv("CILK_NWORKERS", "2", 1);
  ProcessResult Result = runProcess({Program}, OutputMode::Capture);
  if (Result.Code)
    throw Error("what measures the costs ends with the exit code " +
                std::to_string(Result.Code));
  writeCosts("# Of this machine, in nanoseconds, by 'tussah predict "
             "--calibrate'. Others are estimates.\n" +
                 Result.Output,
             Path);
  std::printf("%scosts written to '%s'\n", Result.Output.c_str(), Path.c_str());
  return 0;
}

static int record(const std::vector<std::string> &Run) {
  Progress Shown;
  return runProcess(Run).Code;
}

int predictCommand(const Installation &I,
                   const std::vector<std::string> &Arguments) {
  std::string Simulator = I.runtimeDir() + "/tussah-predict";
  if (!fileExists(Simulator))
    throw Error("no '" + Simulator + "'; install Tussah again");
  if (!Arguments.empty() && Arguments[0] == "--calibrate") {
    std::string Path;
    if (Arguments.size() > 2 ||
        (Arguments.size() == 2 && !takeValue(Arguments[1], "--costs", Path)))
      throw UsageError("usage: tussah predict --calibrate [--costs=FILE]");
    return calibrate(I, Path);
  }
  TemporaryDirectory Folder;
  std::string Recording = Folder.file("recording"), Plain;
  off_t Input = lseek(STDIN_FILENO, 0, SEEK_CUR);
  std::vector<std::string> Simulate = {Simulator};
  bool HasInput = false, Contention = false;
  auto First = Arguments.begin();
  for (; First != Arguments.end() && beginsWith(*First, "--") && *First != "--";
       ++First) {
    // All other options than these are the simulator's.
    if (*First == "--contention=measure") {
      Contention = true;
      continue;
    }
    if (takeValue(*First, "--save", Recording))
      continue;
    if (takeValue(*First, "--plain", Plain)) {
      if (findProgram(Plain).empty())
        throw Error("no program '" + Plain + "'; give its path, as in ./plain");
      continue;
    }
    refuseMisspeltOption("predict", {*First});
    if (First->find('=') == std::string::npos)
      throw UsageError("unknown option '" + *First +
                       "'; see 'tussah predict --help'");
    HasInput |=
        beginsWith(*First, "--recording=") || beginsWith(*First, "--dag=");
    Simulate.push_back(*First);
  }
  std::vector<std::string> Rest(First, Arguments.end());
  if (HasInput) {
    if (!Rest.empty())
      throw UsageError("'" + Rest[0] + "' beside --recording or --dag");
    if (Contention)
      throw UsageError("--contention=measure beside --recording or --dag, "
                       "where there is no program to run");
    return runProcess(Simulate).Code;
  }
  if (Rest.empty() || (Rest[0] == "--" && Rest.size() == 1))
    throw UsageError("no program; usage: tussah predict [options] FILE "
                     "[arguments] | -- PROGRAM [arguments]");
  // What is wrong with the options is said before the program runs.
  std::vector<std::string> Check = Simulate;
  Check.push_back("--check");
  if (int Code = runProcess(Check).Code)
    return Code;
  std::vector<std::string> Run;
  if (Rest[0] == "--") {
    requireTool(Rest[1], "predict", "record", "predict");
    Run.assign(Rest.begin() + 1, Rest.end());
  } else {
    std::string Program = Folder.file("program");
    if (int Code = compileProgram(I, "predict", {"-O2", "-fcilktool=predict"},
                                  Rest, Program, Run))
      return Code;
    Run.insert(Run.begin(), Program);
  }
  std::remove(Recording.c_str());
  setenv("TUSSAH_PREDICT_OUT", Recording.c_str(), 1);
  int Failed = record(Run);
  bool IsRecorded = fileExists(Recording);
  bool HasSignal =
      noteSignal(Failed, IsRecorded ? "the prediction is for the part before "
                                      "that"
                                    : "there is no recording of it");
  if (Failed && !IsRecorded)
    return Failed;
  if (!IsRecorded)
    throw Error("the program left no recording; it must end by itself, and "
                "its tasks must be compiled with -fcilktool=predict");
  // A program that has failed is not run again.
  if (Failed) {
    if (!HasSignal)
      std::fprintf(stderr,
                   "tussah: note: the program ended with the exit code "
                   "%d; the prediction is for a run that does so\n",
                   Failed);
    Simulate.push_back("--recording=" + Recording);
    runProcess(Simulate);
    return Failed;
  }
  Simulate.push_back("--recording=" + Recording);
  measurePlain(Simulate, Run, Input, Contention, [&] {
    if (!Plain.empty() || Rest[0] == "--")
      return Plain.empty() ? Plain : findProgram(Plain);
    std::string Program = Folder.file("plain");
    std::vector<std::string> Same;
    int Code = compileProgram(I, "predict", {"-O2"}, Rest, Program, Same);
    return Code ? "" : Program;
  });
  return runProcess(Simulate).Code;
}

} // namespace tussah::driver
