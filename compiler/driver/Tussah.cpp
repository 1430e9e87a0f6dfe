//===- Tussah.cpp - The command tussah ------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Doctor.h"
#include "Editor.h"
#include "Error.h"
#include "Installation.h"
#include "Process.h"
#include "Run.h"
#include "Scale.h"

#include <cstdio>
#include <sstream>

using namespace tussah::driver;

namespace {

using Arguments = std::vector<std::string>;

struct Subcommand {
  const char *Name;
  /// What follows the name.
  const char *Usage;
  const char *Description;
  int (*Execute)(const Installation &, const Arguments &);
  /// Whether Execute knows --help.
  bool HasHelp = false;
};

} // namespace

/// The versions that this Tussah was written for, newest first.
static std::vector<unsigned> supportedVersions() {
  std::vector<unsigned> Versions;
  std::istringstream List(TUSSAH_LLVM_VERSIONS);
  for (std::string Word; std::getline(List, Word, ',');)
    Versions.push_back(static_cast<unsigned>(std::stoul(Word)));
  return Versions;
}

static int doctor(const Installation &I, const Arguments &Args) {
  if (!Args.empty())
    throw Error("'tussah doctor' takes no argument, but got '" + Args[0] + "'");
  return doctorCommand(I, supportedVersions());
}

/// Runs the program that has the graph algorithms, in place of this one.
static int graph(const Installation &I, const Arguments &Args) {
  std::string Program = I.runtimeDir() + "/tussah-graph";
  if (!fileExists(Program))
    throw Error("no '" + Program + "'; install Tussah again");
  Arguments All = {Program};
  All.insert(All.end(), Args.begin(), Args.end());
  replaceProcess(All);
}

static constexpr Subcommand Subcommands[] = {
    {"run", "[compiler flags] FILE [arguments of the program]",
     "compile a Cilk program in C or C++ (-O2 unless a flag says otherwise)\n"
     "      into a temporary folder, and run it",
     runCommand},
    {"race",
     "[--format=text|json|sarif|html] [--output=FILE] [--baseline=FILE]\n"
     "      [--suppressions=FILE] [--stop-at-first]\n"
     "      [compiler flags] FILE [arguments of the program] | -- PROGRAM "
     "[arguments]",
     "compile (-O1) and run, or run a program that was compiled with\n"
     "      -fsanitize=cilk, and say which accesses of memory are races; exit "
     "code 66\n"
     "      if there are some, or some that the baseline, an earlier report, "
     "has not",
     raceCommand},
    {"scale",
     "[--count=time|instructions] [--format=text|csv|json] [--output=FILE]\n"
     "      [--totals] [compiler flags] FILE [arguments] | -- PROGRAM "
     "[arguments]\n"
     "      | --measure [--workers 1,2] [--runs N] [--output CSV] [compiler "
     "flags] FILE [arguments]",
     "likewise (-O2), and say how much parallelism the program has: its work, "
     "its\n"
     "      span, and which spawns and loops hold the span; --totals leaves "
     "those out.\n"
     "      --measure runs it on 1 to all workers and says what limits it",
     scaleCommand},
    {"bench",
     "[--quick|--paper] [--programs A,B] [--systems A,B]\n"
     "      [--system NAME='COMMAND'] [--workers 1,2] [--trials N] [--out DIR] "
     "[--list]\n"
     "      [--corpus DIR --recipes FILE] [--bundle [FILE]] "
     "[--from-bundle DIR]",
     "measure the programs of the papers on this machine, against their "
     "serial\n"
     "      elision and other systems; DIR gets every sample, and a page with "
     "plots.\n"
     "      --corpus measures programs of other people, --bundle makes a file "
     "that\n"
     "      measures on another machine, without a compiler",
     benchCommand, true},
    {"doctor", "",
     "say which parts of the tool chain are there, and how to get those that\n"
     "      are missing; exit code 0 if programs can be compiled",
     doctor},
    {"editor", "[-fopencilk] [--print] [FOLDER]",
     "write .clangd into a project's folder, so that clangd understands what\n"
     "      tussah-clang compiles; -fopencilk if it is compiled with that",
     editorCommand},
    {"graph", "COMMAND [options] FILE",
     "answer a question about the graph in a file, such as its components;\n"
     "      'tussah graph --help' has the questions",
     graph, true},
};

static void printUsage(const Subcommand &S) {
  std::printf("  tussah %s %s\n      %s\n", S.Name, S.Usage, S.Description);
}

static int printHelp() {
  std::printf("Fork-join task parallelism for the Clang you already have.\n\n");
  for (const Subcommand &S : Subcommands)
    printUsage(S);
  std::printf("  tussah --help | --version\n\n"
              "To compile only, use tussah-clang and tussah-clang++ in place "
              "of clang and\nclang++.\n");
  return 0;
}

static int execute(const Arguments &Args) {
  if (Args.empty())
    throw Error("no command; see 'tussah --help'");
  const std::string &Name = Args[0];
  if (Name == "--help" || Name == "-h")
    return printHelp();
  if (Name == "--version") {
    std::printf("tussah %s\n", TUSSAH_VERSION);
    return 0;
  }
  for (const Subcommand &S : Subcommands) {
    if (Name != S.Name)
      continue;
    if (!S.HasHelp && Args.size() > 1 &&
        (Args[1] == "--help" || Args[1] == "-h")) {
      printUsage(S);
      return 0;
    }
    return S.Execute(Installation::ofThisProgram(),
                     {Args.begin() + 1, Args.end()});
  }
  throw Error("unknown command '" + Name + "'; see 'tussah --help'");
}

int main(int Argc, char **Argv) {
  try {
    return execute({Argv + (Argc > 0), Argv + Argc});
  } catch (const Error &E) {
    return report("tussah", E);
  }
}
