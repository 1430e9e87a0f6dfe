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
#include "Help.h"
#include "Installation.h"
#include "Job.h"
#include "Predict.h"
#include "Process.h"
#include "Run.h"
#include "Scale.h"
#include "Trace.h"
#include "support/help.h"
#include "support/spelling.h"

#include <cstdio>
#include <sstream>

using namespace tussah::driver;

namespace {

using Arguments = std::vector<std::string>;

struct Subcommand {
  const char *Name;
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
    throw UsageError("'tussah doctor' takes no argument, but got '" + Args[0] +
                     "'");
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
    {"run", runCommand},
    {"race", raceCommand},
    {"scale", scaleCommand},
    {"predict", predictCommand},
    {"trace", traceCommand},
    {"job", jobCommand},
    {"bench", benchCommand, /*HasHelp=*/true},
    {"doctor", doctor},
    {"editor", editorCommand},
    {"graph", graph, /*HasHelp=*/true}};

static int printOverview() {
  tussah::support::Overview What;
  What.Usage = "tussah COMMAND [ARGUMENTS]";
  What.Purpose = "Fork-join task parallelism for the Clang you already have.\n"
                 "To compile only, use tussah-clang and tussah-clang++ as "
                 "clang and clang++.";
  for (const CommandHelp &Help : tussahHelp())
    What.Commands.push_back({Help.Name, Help.Summary});
  What.Commands.push_back({"help", "explain a command"});
  What.Options = {{"--help", "explain this program"},
                  {"--version", "say which version this is"}};
  What.Example = "tussah run primes.cpp";
  printOverview(What);
  return 0;
}

static int printVersion() {
  std::printf("tussah %s\n", TUSSAH_VERSION);
  return 0;
}

static bool asksForHelp(const std::string &Argument) {
  return Argument == "--help" || Argument == "-h";
}

static const Subcommand &findSubcommand(const std::string &Name) {
  std::vector<std::string> Names = {"help", "--help", "--version"};
  for (const Subcommand &S : Subcommands) {
    if (Name == S.Name)
      return S;
    Names.push_back(S.Name);
  }
  throw UsageError(
      "unknown command '" + Name + "'" +
      tussah::support::didYouMean(Name, Names, "; see 'tussah --help'"));
}

/// `tussah help NAME...`, where NAME may have commands of its own.
static int explain(const Arguments &Args) {
  if (Args.empty() || asksForHelp(Args[0]))
    return printOverview();
  const Subcommand &S = findSubcommand(Args[0]);
  if (S.HasHelp) {
    Arguments Rest(Args.begin() + 1, Args.end());
    Rest.push_back("--help");
    return S.Execute(Installation::ofThisProgram(), Rest);
  }
  for (const CommandHelp &Help : tussahHelp())
    if (Args[0] == Help.Name)
      printHelp("tussah", Help);
  return 0;
}

static int execute(const Arguments &Args) {
  if (Args.empty())
    throw UsageError("no command; see 'tussah --help'");
  const std::string &Name = Args[0];
  if (asksForHelp(Name))
    return printOverview();
  if (Name == "--version")
    return printVersion();
  if (Name == "help")
    return explain({Args.begin() + 1, Args.end()});
  const Subcommand &S = findSubcommand(Name);
  if (!S.HasHelp && Args.size() > 1 && asksForHelp(Args[1]))
    return explain({Name});
  if (Args.size() == 2 && Args[1] == "--version")
    return printVersion();
  return S.Execute(Installation::ofThisProgram(),
                   {Args.begin() + 1, Args.end()});
}

int main(int Argc, char **Argv) {
  try {
    return execute({Argv + (Argc > 0), Argv + Argc});
  } catch (const Error &E) {
    return report("tussah", E);
  }
}
