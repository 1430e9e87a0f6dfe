//===- Predict.cpp - tussah predict ---------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Predict.h"
#include "Error.h"
#include "Process.h"
#include "Run.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tussah::driver {

/// Options of this program's own; all others with `--` are the simulator's.
static constexpr char SaveOption[] = "--save=";

static bool beginsWith(const std::string &Text, const std::string &Begin) {
  return Text.compare(0, Begin.size(), Begin) == 0;
}

/// Throws Error unless \p Program is linked with the tool.
static void requireTool(const std::string &Program) {
  std::ifstream File(Program, std::ios::binary);
  if (!fileExists(Program) || !File)
    throw Error("cannot read the program '" + Program +
                "'; give its path, as in ./program");
  std::string Text(std::istreambuf_iterator<char>(File), {});
  if (Text.find("libtussah-predict.so") == Text.npos)
    throw Error("'" + Program +
                "' does not record itself; compile and link it with "
                "-fcilktool=predict");
}

int predictCommand(const Installation &I,
                   const std::vector<std::string> &Arguments) {
  std::string Simulator = I.runtimeDir() + "/tussah-predict";
  if (!fileExists(Simulator))
    throw Error("no '" + Simulator + "'; install Tussah again");
  TemporaryDirectory Folder;
  std::string Recording = Folder.file("recording");
  std::vector<std::string> Simulate = {Simulator};
  bool HasInput = false;
  auto First = Arguments.begin();
  for (; First != Arguments.end() && beginsWith(*First, "--") && *First != "--";
       ++First) {
    if (beginsWith(*First, SaveOption)) {
      Recording = First->substr(std::size(SaveOption) - 1);
      continue;
    }
    if (First->find('=') == std::string::npos)
      throw UsageError("'" + *First + "' needs a value, as in '" + *First +
                       "=VALUE'; see 'tussah predict --help'");
    HasInput |=
        beginsWith(*First, "--recording=") || beginsWith(*First, "--dag=");
    Simulate.push_back(*First);
  }
  std::vector<std::string> Rest(First, Arguments.end());
  if (HasInput) {
    if (!Rest.empty())
      throw UsageError("'" + Rest[0] + "' beside --recording or --dag");
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
    requireTool(Rest[1]);
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
  if (int Code = runProcess(Run).Code)
    return Code;
  if (!fileExists(Recording))
    throw Error("the program left no recording; it must end by itself, and "
                "its tasks must be compiled with -fcilktool=predict");
  Simulate.push_back("--recording=" + Recording);
  return runProcess(Simulate).Code;
}

} // namespace tussah::driver
