//===- Compiler.cpp - tussah-clang and tussah-clang++ ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stock clang with the plugins. One program; that its name ends in "++"
/// makes it the C++ compiler, as it does for clang.
///
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "Error.h"
#include "Help.h"
#include "Process.h"

#include <algorithm>
#include <cstdio>

using namespace tussah::driver;

/// Whether \p Name is that of a C++ compiler: "g++", "clang++-22", "c++".
static bool isCxxName(const std::string &Name) {
  return Name.substr(Name.rfind('/') + 1).find("++") != Name.npos;
}

/// `--tussah-launch COMPILER ARGUMENTS...`: what a build system runs in place
/// of the project's compiler, for a part of the project. Takes the first two
/// off. COMPILER says the language, and is used if there are plugins for it.
static void replaceCompiler(const Installation &I,
                            std::vector<std::string> &Arguments,
                            std::string &Name) {
  if (Arguments.size() < 2)
    throw UsageError("--tussah-launch needs the compiler in whose place it "
                     "is run");
  std::string Compiler = Arguments[1];
  Arguments.erase(Arguments.begin(), Arguments.begin() + 2);
  Name = isCxxName(Compiler) ? "tussah-clang++" : "tussah-clang";
  std::vector<unsigned> Versions = I.clangVersions();
  std::string Path = findProgram(Compiler);
  if (!Path.empty() &&
      std::count(Versions.begin(), Versions.end(), clangVersion(Path)))
    Arguments.insert(Arguments.begin(), "--tussah-clang=" + Path);
}

/// Does what needs more than clang in this process's place.
static int compile(std::string &Name, std::vector<std::string> Arguments) {
  Installation I = Installation::ofThisProgram();
  if (!Arguments.empty() && Arguments[0] == "--tussah-launch")
    replaceCompiler(I, Arguments, Name);
  Language L = isCxxName(Name) ? Language::Cxx : Language::C;
  CommandLine Line = parseCommandLine(Arguments);
  if (Line.AsksForHelp) {
    printHelp(Name, compilerHelp());
    return 0;
  }
  Clang C = findClang(I, Line.Clang);
  if (Line.PrintsFlags) {
    std::fputs(printableFlags(I, C, Line, L).c_str(), stdout);
    return 0;
  }
  std::vector<std::string> Command = compilerCommand(I, C, Line, L);
  if (!Line.AsksForVersion)
    replaceProcess(Command);
  // Behind what clang says, whose first line others read.
  int Code = runProcess(Command).Code;
  std::printf("Tussah version %s\n", TUSSAH_VERSION);
  return Code;
}

int main(int Argc, char **Argv) {
  std::string Name = Argc > 0 ? Argv[0] : "tussah-clang";
  Name = Name.substr(Name.rfind('/') + 1);
  try {
    return compile(Name, {Argv + (Argc > 0), Argv + Argc});
  } catch (const Error &E) {
    return report(Name.c_str(), E);
  }
}
