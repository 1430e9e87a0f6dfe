//===- Trace.cpp - tussah trace -------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "Error.h"
#include "Help.h"
#include "Process.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/statvfs.h>
#include <unistd.h>

namespace tussah::driver {

namespace {

struct TraceOptions {
  std::string Output = "tussah-trace.json", Recording, Events;
};

} // namespace

/// Returns what follows the options.
static std::vector<std::string>
readOptions(const std::vector<std::string> &Arguments, TraceOptions &To) {
  auto First = Arguments.begin();
  while (First != Arguments.end() &&
         (takeValue(*First, "--output", To.Output) ||
          takeValue(*First, "--recording", To.Recording) ||
          takeValue(*First, "--events", To.Events)))
    ++First;
  return {First, Arguments.end()};
}

static void checkEvents(const std::string &Events) {
  char *End = nullptr;
  unsigned long long Number = std::strtoull(Events.c_str(), &End, 10);
  if (Events[0] < '0' || Events[0] > '9' || *End || Number < 16 ||
      Number > 1 << 24)
    throw UsageError("--events must be a number from 16 to 16777216, not '" +
                     Events + "'");
}

/// What is wrong with the output is said before the program runs.
static void checkOutput(const std::string &Path) {
  std::FILE *File = std::fopen(Path.c_str(), "ae");
  if (!File)
    throw Error("cannot write '" + Path + "'; choose another --output");
  std::fclose(File);
}

/// Where events are kept while the program runs: in memory, if there is plenty,
/// as pages of a file on a disk take longer to get than to fill.
static std::string folderForEvents() {
  static constexpr char Folder[] = "/dev/shm";
  static constexpr uint64_t Plenty = uint64_t(1) << 30;
  struct statvfs Status;
  bool HasRoom = statvfs(Folder, &Status) == 0 && access(Folder, W_OK) == 0 &&
                 uint64_t(Status.f_bavail) * Status.f_frsize >= Plenty;
  return HasRoom ? Folder : "";
}

int traceCommand(const Installation &I,
                 const std::vector<std::string> &Arguments) {
  std::string Writer = I.runtimeDir() + "/tussah-trace";
  if (!fileExists(Writer))
    throw Error("no '" + Writer + "'; install Tussah again");
  TraceOptions Options;
  std::vector<std::string> Rest = readOptions(Arguments, Options);
  if (!Options.Recording.empty()) {
    if (!Rest.empty())
      throw UsageError("'" + Rest[0] + "' beside --recording");
    return runProcess(
               {Writer, Options.Recording, Options.Output, Options.Recording})
        .Code;
  }
  refuseMisspeltOption("trace", Rest);
  if (Rest.empty() || (Rest[0] == "--" && Rest.size() == 1))
    throw UsageError("no program; usage: tussah trace [options] FILE "
                     "[arguments] | -- PROGRAM [arguments]");
  if (!Options.Events.empty())
    checkEvents(Options.Events);
  checkOutput(Options.Output);
  TemporaryDirectory Folder;
  std::vector<std::string> Run;
  std::string Name;
  if (Rest[0] == "--") {
    Name = Rest[1];
    Run.assign(Rest.begin() + 1, Rest.end());
    std::string Program = findProgram(Name);
    if (Program.empty())
      throw Error("no program '" + Name + "'; give its path, as in ./program");
    Run[0] = Program;
  } else {
    std::string Program = Folder.file("program");
    if (int Code = compileProgram(I, "trace", {"-O2"}, Rest, Program, Run))
      return Code;
    Name = Rest[Rest.size() - Run.size() - 1];
    Run.insert(Run.begin(), Program);
  }
  TemporaryDirectory Memory(Options.Events.empty() ? folderForEvents() : "");
  std::string Timeline = Memory.file("timeline");
  setenv("TUSSAH_TRACE", Timeline.c_str(), 1);
  if (!Options.Events.empty())
    setenv("TUSSAH_TRACE_EVENTS", Options.Events.c_str(), 1);
  int Code = runProcess(Run).Code;
  // A program that has failed has a timeline, too.
  if (!fileExists(Timeline))
    throw Error("'" + Name +
                "' left no timeline; it must run parallel code, on the native "
                "runtime of Tussah");
  int Written = runProcess({Writer, Timeline, Options.Output, Name}).Code;
  return Code ? Code : Written;
}

} // namespace tussah::driver
