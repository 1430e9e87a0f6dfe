//===- Run.cpp - tussah run -----------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "CommandLine.h"
#include "Error.h"
#include "Help.h"
#include "Process.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace fs = std::filesystem;

namespace tussah::driver {

/// Returns where in \p Arguments the source file is.
static size_t findSource(const std::string &Command,
                         const std::vector<std::string> &Arguments) {
  // A last flag may lack its value.
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (Arguments[I] == "--" && I + 1 != Arguments.size())
      return I + 1;
    if (isInput(Arguments[I]) && Arguments[I][0] != '@')
      return I;
    if (takesSeparateValue(Arguments[I]))
      ++I;
  }
  throw UsageError("no source file; usage: tussah " + Command +
                   " [compiler flags] FILE [arguments]");
}

/// Throws UsageError if one of \p Flags says what the compiler is to make:
/// what is to run is made in a temporary folder.
static void refuseOutput(const std::string &Command,
                         const std::vector<std::string> &Flags) {
  static const char *const Names[] = {
      "-c",         "-S",          "-E",
      "-M",         "-MM",         "-fsyntax-only",
      "-o",         "--output",    "--compile",
      "--assemble", "--preprocess"};
  for (size_t I = 0; I < Flags.size(); ++I) {
    const std::string &Flag = Flags[I];
    bool IsJoined =
        Flag.compare(0, 2, "-o") == 0 && Flag.compare(0, 4, "-obj") != 0;
    if (IsJoined || Flag.compare(0, 9, "--output=") == 0 ||
        std::find(std::begin(Names), std::end(Names), Flag) != std::end(Names))
      throw UsageError("'tussah " + Command +
                       "' runs what it compiles, and "
                       "keeps no file; for '" +
                       Flag + "', use tussah-clang or tussah-clang++");
    if (takesSeparateValue(Flag))
      ++I;
  }
}

/// What the last -x of \p Flags says; empty if there is none.
static std::string chosenLanguage(const std::vector<std::string> &Flags) {
  std::string Language;
  for (size_t I = 0; I != Flags.size(); ++I) {
    const std::string &Flag = Flags[I];
    if ((Flag == "-x" || Flag == "--language") && I + 1 != Flags.size())
      Language = Flags[I + 1];
    else if (Flag.compare(0, 2, "-x") == 0)
      Language = Flag.substr(2);
    else if (Flag.compare(0, 11, "--language=") == 0)
      Language = Flag.substr(11);
    if (takesSeparateValue(Flag))
      ++I;
  }
  return Language;
}

/// Returns the name of the driver for \p Source, as its name says; empty if it
/// does not.
static std::string driverByName(const std::string &Source) {
  static const char *const C[] = {".c", ".i"};
  static const char *const Cxx[] = {".cpp", ".cc",  ".cxx", ".c++", ".C",
                                    ".CPP", ".CXX", ".cp",  ".ii"};
  std::string Extension = fs::path(Source).extension().string();
  if (std::find(std::begin(C), std::end(C), Extension) != std::end(C))
    return "tussah-clang";
  if (std::find(std::begin(Cxx), std::end(Cxx), Extension) != std::end(Cxx))
    return "tussah-clang++";
  return "";
}

/// Returns the name of the driver for \p Source, which \p Flags are for.
static std::string driverFor(const std::string &Source,
                             const std::vector<std::string> &Flags) {
  std::string Language = chosenLanguage(Flags);
  if (Language == "c" || Language == "cpp-output")
    return "tussah-clang";
  if (Language == "c++" || Language == "c++-cpp-output")
    return "tussah-clang++";
  std::string Driver = driverByName(Source);
  if (Driver.empty())
    throw UsageError("cannot tell the language of '" + Source +
                     "'; name it .c for C or .cpp for C++, or put -x c or "
                     "-x c++ before it");
  return Driver;
}

/// True if \p Word can hardly be meant for a program.
static bool isCompilerFlag(const std::string &Word) {
  static const std::regex Flags(
      "-O([0-3sz]|fast)|-std=.*|-Wall|-Wextra|-f(openmp|sanitize=.*)");
  return std::regex_match(Word, Flags);
}

/// Says so if words behind \p Source, the program's \p Words, were meant for
/// the compiler. Further source files are only named if \p HasFailed: the
/// program may read them.
static void noteMisplaced(const std::string &Command, const std::string &Source,
                          const std::vector<std::string> &Words,
                          bool HasFailed) {
  // Some commands compile the program more than once.
  static bool IsDone = false;
  if (IsDone)
    return;
  IsDone = true;
  for (const std::string &Word : Words)
    if (isCompilerFlag(Word)) {
      printNote("tussah", "'" + Word +
                              "' is given to the program; flags of the "
                              "compiler stand before '" +
                              Source + "'");
      return;
    }
  for (const std::string &Word : Words)
    if (HasFailed && fileExists(Word) && !driverByName(Word).empty()) {
      printNote("tussah", "only '" + Source + "' is compiled; 'tussah help " +
                              Command +
                              "' says how to run a program of several files");
      return;
    }
}

int compileProgram(const Installation &I, const std::string &Command,
                   const std::vector<std::string> &OwnFlags,
                   const std::vector<std::string> &Arguments,
                   const std::string &Program, std::vector<std::string> &Rest) {
  size_t SourceIndex = findSource(Command, Arguments);
  const std::string &Source = Arguments[SourceIndex];
  if (fs::is_directory(Source))
    throw UsageError("'" + Source + "' is a folder; name the file to compile");
  if (!fileExists(Source))
    throw Error("no such file: '" + Source + "'");
  std::vector<std::string> Flags(Arguments.begin(),
                                 Arguments.begin() + SourceIndex);
  if (!Flags.empty() && Flags.back() == "--")
    Flags.pop_back();

  refuseOutput(Command, Flags);

  std::vector<std::string> Compile = {I.program(driverFor(Source, Flags))};
  Compile.insert(Compile.end(), OwnFlags.begin(), OwnFlags.end());
  Compile.insert(Compile.end(), Flags.begin(), Flags.end());
  Compile.insert(Compile.end(), {"-o", Program, "--", Source});
  Rest.assign(Arguments.begin() + SourceIndex + 1, Arguments.end());
  int Code = runProcess(Compile).Code;
  noteMisplaced(Command, Source, Rest, /*HasFailed=*/Code != 0);
  if (Code)
    return Code;
  if (!fileExists(Program))
    throw UsageError("the compiler flags made no program; remove those that "
                     "end the work before linking");
  return 0;
}

int compileAndRun(const Installation &I, const std::string &Command,
                  const std::vector<std::string> &OwnFlags,
                  const std::vector<std::string> &Arguments) {
  TemporaryDirectory Folder;
  const std::string &Source = Arguments[findSource(Command, Arguments)];
  std::string Program = Folder.file(fs::path(Source).stem().string());
  std::vector<std::string> Run;
  if (int Code = compileProgram(I, Command, OwnFlags, Arguments, Program, Run))
    return Code;
  Run.insert(Run.begin(), Program);
  return runProcess(Run).Code;
}

bool noteSignal(int Code, const std::string &Consequence) {
  int Signal = Code - 128;
  if (Signal <= 0 || Signal >= NSIG)
    return false;
  std::fprintf(stderr,
               "tussah: error: the program was ended by signal %d "
               "(%s); %s\n",
               Signal, strsignal(Signal), Consequence.c_str());
  return true;
}

bool wasInterrupted(int Code) {
  return Code == 128 + SIGINT || Code == 128 + SIGTERM;
}

std::optional<std::string> valueOf(const std::string &Argument,
                                   const std::string &Name) {
  if (Argument.compare(0, Name.size() + 1, Name + "=") != 0)
    return std::nullopt;
  if (Argument.size() == Name.size() + 1)
    throw UsageError("'" + Name + "' needs a value, as in '" + Name + "=...'");
  return Argument.substr(Name.size() + 1);
}

bool takeValue(const std::string &Argument, const std::string &Name,
               std::string &Value) {
  std::optional<std::string> Found = valueOf(Argument, Name);
  if (Found)
    Value = *Found;
  return Found.has_value();
}

void refuseMisspeltOption(const std::string &Command,
                          const std::vector<std::string> &Arguments) {
  // Others are the compiler's.
  if (Arguments.empty() || Arguments[0].compare(0, 2, "--") != 0)
    return;
  for (const CommandHelp &Help : tussahHelp())
    if (Command == Help.Name)
      refuseMisspelt(Arguments[0], Help, /*MostEdits=*/2);
}

void requireTool(const std::string &Program, const std::string &Library,
                 const std::string &Verb, const std::string &Tool) {
  std::ifstream File(Program, std::ios::binary);
  if (!fileExists(Program) || !File)
    throw Error("cannot read the program '" + Program +
                "'; give its path, as in ./program");
  std::string Text(std::istreambuf_iterator<char>(File), {});
  if (Text.find("libtussah-" + Library + ".so") == Text.npos)
    throw Error("'" + Program + "' does not " + Verb +
                " itself; compile and link it with -fcilktool=" + Tool);
}

int runCommand(const Installation &I,
               const std::vector<std::string> &Arguments) {
  return compileAndRun(I, "run", {"-O2"}, Arguments);
}

} // namespace tussah::driver
