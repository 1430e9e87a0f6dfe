//===- Help.cpp - What --help says ----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "Error.h"
#include "support/help.h"
#include "support/spelling.h"

#include <algorithm>
#include <cstdio>

namespace tussah::driver {

static constexpr const char *Compiled =
    "Flags before FILE are the compiler's, words behind it the program's.";

const std::vector<CommandHelp> &tussahHelp() {
  static const std::vector<CommandHelp> Commands = {
      {"run",
       {"[COMPILER FLAGS] FILE [ARGUMENTS]"},
       "compile a Cilk program in C or C++, and run it",
       "The program lies in a temporary folder. It is compiled with -O2 unless "
       "a flag\nsays otherwise. Compile a program of several files with "
       "tussah-clang.",
       {},
       {"tussah run fib.c 30", "tussah run -g -std=c++20 primes.cpp"}},
      {"race",
       {"[OPTIONS] [COMPILER FLAGS] FILE [ARGUMENTS]",
        "[OPTIONS] -- PROGRAM [ARGUMENTS]"},
       "run a program, and say which of its accesses to memory are races",
       "PROGRAM was compiled with -fsanitize=cilk. The exit code is 66 if it "
       "has races.",
       {{"--format=FORMAT", "text, json, sarif or html"},
        {"--output=FILE", "write the report there; default: to the terminal"},
        {"--baseline=FILE", "count only races that this JSON report lacks"},
        {"--suppressions=FILE", "leave out the races that this file names"},
        {"--stop-at-first", "end the program at the first race"},
        {"--show", "run both orders of each race, and print the values"}},
       {"tussah race sum.cpp", "tussah race --format=html --output=races.html "
                               "-- ./sum"}},
      {"scale",
       {"[OPTIONS] [COMPILER FLAGS] FILE [ARGUMENTS]",
        "[OPTIONS] -- PROGRAM [ARGUMENTS]",
        "--measure [--workers 1,2] [--runs N] FILE [ARGUMENTS]"},
       "run a program, and say how much parallelism it has",
       "PROGRAM was compiled with -fcilktool=cilkscale. With --measure, run it "
       "on 1 to\nall workers, and say what limits it.",
       {{"--count=UNIT", "time or instructions"},
        {"--format=FORMAT", "text, csv, json, sarif, work-stacks, span-stacks"},
        {"--output=FILE", "write the report there; default: to the terminal"},
        {"--html=FILE", "write a page with pictures"},
        {"--baseline=FILE", "compare with an earlier record"},
        {"--percent=N", "with --baseline: the change that counts"},
        {"--totals", "leave out the spawns and loops that hold the span"},
        {"--measure", "compare the times of 1 to all workers"}},
       {"tussah scale fib.c 30", "tussah scale --measure fib.c 40"}},
      {"predict",
       {"[OPTIONS] [COMPILER FLAGS] FILE [ARGUMENTS]",
        "[OPTIONS] -- PROGRAM [ARGUMENTS]",
        "[OPTIONS] --recording=FILE | --dag=FILE | --calibrate"},
       "say what a program would take on more workers",
       "PROGRAM was compiled with -fcilktool=predict. --calibrate measures "
       "costs "
       "here.",
       {{"--workers=N,...", "up to 4096; default: 1 to 256"},
        {"--scheduler=NAME", "native, cps, backtrack or all"},
        {"--seeds=N", "how many runs to simulate; default: 3"},
        {"--nodes=N", "workers are on so many nodes"},
        {"--cost=NAME=NS", "what a scheduler does takes so long"},
        {"--costs=FILE", "the same, in lines such as steal = 600"},
        {"--contention=measure", "run copies at once; N:F,... says it instead"},
        {"--plain=PROGRAM", "the same program, compiled without the tool"},
        {"--serial-seconds=S", "what the program takes without the recorder"},
        {"--format=FORMAT", "text or json"},
        {"--output=FILE", "write the report there; default: to the terminal"},
        {"--save=FILE", "keep the recording, for --recording"}},
       {"tussah predict --workers=1,8,128 fib.c 30"}},
      {"trace",
       {"[OPTIONS] [COMPILER FLAGS] FILE [ARGUMENTS]",
        "[OPTIONS] -- PROGRAM [ARGUMENTS]", "[OPTIONS] --recording=FILE"},
       "run a program, and write what each worker did when",
       "The file is for viewers such as Perfetto. PROGRAM needs no flags, but "
       "the native\nruntime.",
       {{"--output=FILE", "default: tussah-trace.json"},
        {"--events=N", "the most to keep of a worker; default: 16384"},
        {"--recording=FILE", "a file that TUSSAH_TRACE has named"}},
       {"tussah trace fib.c 30", "tussah trace --output=sum.json -- ./sum"}},
      {"job",
       {"-n N --checkpoint=DIR [OPTIONS] PROGRAM [ARGUMENTS]",
        "--resize=N | --join=N | --leave=N | --stop | --status DIR"},
       "run a job of MPI, and go on from checkpoints if ranks are lost",
       "",
       {{"-n N", "so many ranks"},
        {"--checkpoint=DIR", "the folder of the checkpoints"},
        {"--every=TIME", "between two checkpoints; default: 60s"},
        {"--mpi=NAME", "mpich or openmpi; default: that of the program"},
        {"--launcher=COMMAND", "instead of mpirun; '-n N PROGRAM' follows"},
        {"--least=N", "after losses, at least so many ranks; default: 1"},
        {"--keep-ranks", "after a loss, as many ranks as before"},
        {"--restarts=N", "starts in a row without a checkpoint; default: 3"},
        {"--grace=TIME", "for the last checkpoint; default: 30s"},
        {"--resize=N", "the job of DIR goes on with N ranks"},
        {"--join=N", "the same, with N ranks more"},
        {"--leave=N", "the same, with N ranks fewer"},
        {"--stop", "it writes a checkpoint, and ends"},
        {"--status", "print what it does, in JSON"}},
       {"tussah job -n 4 --checkpoint=saved ./fib 45",
        "tussah job --resize=8 saved"}},
      {"bench",
       {"[OPTIONS]"},
       "measure the programs of the papers on this machine",
       "",
       {},
       {}},
      {"doctor",
       {""},
       "say which parts of the tool chain there are, and how to get others",
       "The exit code is 0 if programs can be compiled, else 1.",
       {},
       {"tussah doctor"}},
      {"editor",
       {"[OPTIONS] [FOLDER]"},
       "write .clangd into a project's folder, for editors with clangd",
       "",
       {{"-fopencilk", "the project is compiled with that flag"},
        {"--print", "write the text to the terminal, not into a file"}},
       {"tussah editor src"}},
      {"graph",
       {"QUESTION [OPTIONS] FILE"},
       "answer a question about the graph in a file",
       "",
       {},
       {}}};
  return Commands;
}

CommandHelp compilerHelp() {
  return {"",
          {"[FLAGS] FILE..."},
          "clang, with the keywords of Cilk",
          "All flags of clang mean what they mean; clang --help explains them.",
          {{"-fopencilk", "the keywords need no header"},
           {"-ftussah-target=NAME",
            "native, onetbb, openmp, serial, reverse or FILE.bc"},
           {"-static-libtussah", "put the runtime into the program"},
           {"-fsanitize=cilk", "look for races while the program runs"},
           {"-fcilktool=TOOL", "cilkscale, predict, or FILE.bc: watch tasks"},
           {"-ftussah-pedigrees", "random numbers that no schedule changes"},
           {"-ftussah-keep-spawns", "make a task of each spawn, even if a call "
                                    "is faster"},
           {"-Wno-tussah", "no warnings of Tussah's own"},
           {"--tussah-clang=CLANG", "the clang to use: a path, or a name in "
                                    "PATH"},
           {"--print-flags", "the flags that make clang itself compile Cilk"},
           {"-fcilkplus", "the same as -fopencilk"},
           {"-ftapir=NAME", "the same as -ftussah-target, with OpenCilk's "
                            "names"}},
          {"tussah-clang -O2 fib.c -o fib", "CC=tussah-clang ./configure"}};
}

void printHelp(const std::string &Program, const CommandHelp &Help) {
  std::string Start =
      Program + (*Help.Name ? " " + std::string(Help.Name) : "");
  const char *Before = "Usage:";
  for (const char *Form : Help.Usage) {
    std::printf("%s %s%s%s\n", Before, Start.c_str(), *Form ? " " : "", Form);
    Before = "  or: ";
  }
  std::printf("\n%s\n", support::sentenceOf(Help.Summary).c_str());
  if (*Help.Details)
    std::printf("%s\n", Help.Details);
  bool IsCompiled = std::any_of(
      Help.Usage.begin(), Help.Usage.end(), [](const std::string &Form) {
        return Form.find("[COMPILER FLAGS]") != Form.npos;
      });
  if (IsCompiled)
    std::printf("%s\n", Compiled);
  if (!Help.Flags.empty())
    std::printf("\nOptions:\n");
  for (const FlagHelp &Flag : Help.Flags)
    std::printf("  %-22s  %s\n", Flag.Flag, Flag.Text);
  std::printf("\nExamples:\n");
  for (const char *Example : Help.Examples)
    std::printf("  $ %s\n", Example);
}

std::vector<std::string> flagNames(const CommandHelp &Help) {
  std::vector<std::string> Names;
  for (const FlagHelp &Flag : Help.Flags) {
    std::string Name = Flag.Flag;
    size_t Equals = Name.find('=');
    // What this flag has as a value is a part of its name.
    if (Name != "-fsanitize=cilk" && Equals != Name.npos)
      Name.resize(Equals + 1);
    Names.push_back(Name);
  }
  return Names;
}

void refuseMisspelt(const std::string &Argument, const CommandHelp &Help,
                    unsigned MostEdits) {
  std::vector<std::string> Known = flagNames(Help);
  std::string Name = Argument.substr(0, Argument.find('='));
  bool HasValue = Name.size() != Argument.size();
  for (const std::string &Flag : Known)
    if (Flag == Name + "=" && !HasValue)
      throw UsageError("'" + Name + "' needs a value, as in '" + Flag + "...'");
  std::string Nearest =
      support::nearestWord(HasValue ? Name + "=" : Name, Known, MostEdits);
  if (!Nearest.empty())
    throw UsageError("unknown option '" + Argument + "'; did you mean '" +
                     Nearest + "'?");
}

} // namespace tussah::driver
