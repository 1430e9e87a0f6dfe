//===- Run.cpp - tussah run -----------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "CommandLine.h"
#include "Error.h"
#include "Process.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;

namespace tussah::driver {

/// Returns where in \p Arguments the source file is.
static size_t findSource(const std::string &Command,
                         const std::vector<std::string> &Arguments) {
  for (size_t I = 0; I != Arguments.size(); ++I) {
    if (Arguments[I] == "--" && I + 1 != Arguments.size())
      return I + 1;
    if (isInput(Arguments[I]) && Arguments[I][0] != '@')
      return I;
    if (takesSeparateValue(Arguments[I]))
      ++I;
  }
  throw Error("no source file; usage: tussah " + Command +
              " [compiler flags] FILE [arguments]");
}

/// Returns the name of the driver for \p Source.
static std::string driverFor(const std::string &Source) {
  static const char *const C[] = {".c", ".i"};
  static const char *const Cxx[] = {".cpp", ".cc",  ".cxx", ".c++", ".C",
                                    ".CPP", ".CXX", ".cp",  ".ii"};
  std::string Extension = fs::path(Source).extension().string();
  if (std::find(std::begin(C), std::end(C), Extension) != std::end(C))
    return "tussah-clang";
  if (std::find(std::begin(Cxx), std::end(Cxx), Extension) != std::end(Cxx))
    return "tussah-clang++";
  throw Error("cannot tell the language of '" + Source +
              "'; name it .c for C or .cpp for C++");
}

int compileAndRun(const Installation &I, const std::string &Command,
                  const std::vector<std::string> &OwnFlags,
                  const std::vector<std::string> &Arguments) {
  size_t SourceIndex = findSource(Command, Arguments);
  const std::string &Source = Arguments[SourceIndex];
  if (!fileExists(Source))
    throw Error("no such file: '" + Source + "'");
  std::vector<std::string> Flags(Arguments.begin(),
                                 Arguments.begin() + SourceIndex);
  if (!Flags.empty() && Flags.back() == "--")
    Flags.pop_back();

  TemporaryDirectory Folder;
  std::string Program = Folder.file(fs::path(Source).stem().string());
  std::vector<std::string> Compile = {I.program(driverFor(Source))};
  Compile.insert(Compile.end(), OwnFlags.begin(), OwnFlags.end());
  Compile.insert(Compile.end(), Flags.begin(), Flags.end());
  Compile.insert(Compile.end(), {"-o", Program, "--", Source});
  if (int Code = runProcess(Compile).Code)
    return Code;
  if (!fileExists(Program))
    throw Error("the compiler flags made no program; remove those such as -c "
                "and -E");

  std::vector<std::string> Run = {Program};
  Run.insert(Run.end(), Arguments.begin() + SourceIndex + 1, Arguments.end());
  return runProcess(Run).Code;
}

int runCommand(const Installation &I,
               const std::vector<std::string> &Arguments) {
  return compileAndRun(I, "run", {"-O2"}, Arguments);
}

} // namespace tussah::driver
