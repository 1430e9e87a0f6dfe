//===- Doctor.cpp - tussah doctor -----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Doctor.h"
#include "Clang.h"
#include "Error.h"
#include "Process.h"
#include "TargetLibrary.h"
#include "TemporaryDirectory.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace tussah::driver {

namespace {

/// The examination of the tool chain for one clang version.
class Examination {
  const Installation &I;
  unsigned Version;
  std::string N;
  /// Path of the clang; empty if there is none.
  std::string ClangPath;
  bool Complete = true;

  void print(const char *State, const std::string &Part,
             const std::string &Detail) {
    std::printf("  %-8s %-16s %s\n", State, Part.c_str(), Detail.c_str());
  }
  void printFound(const std::string &Part, const std::string &Where) {
    print("ok", Part, Where);
  }
  void printMissing(const std::string &Part, const std::string &Remedy) {
    print("missing", Part, Remedy);
    Complete = false;
  }

  std::string pluginRemedy() const {
    return I.root() == "/usr" ? I.compilerRemedy(Version)
                              : "build Tussah with clang-" + N +
                                    " and libclang-" + N + "-dev installed";
  }
  /// True if neither the clang nor anything that it would load is there.
  bool isAbsent() const {
    return ClangPath.empty() && !fileExists(I.keywordsPlugin(Version)) &&
           !fileExists(I.passPlugin(Version));
  }
  void examineFile(const std::string &Part, const std::string &Path) {
    if (fileExists(Path))
      printFound(Part, Path);
    else
      printMissing(Part, "no '" + Path + "'; " + pluginRemedy());
  }
  void examineLibrary(const std::string &Part, const std::string &File,
                      const std::string &Remedy);
  void examineTargetLibrary(const TargetLibrary &Library);
  void examineRuntime();
  void examineLinker();
  void examineTools();
  void tryProgram();

public:
  /// Of \p Used, or of another clang if that has another version.
  Examination(const Installation &I, unsigned Version, const Clang &Used)
      : I(I), Version(Version), N(std::to_string(Version)),
        ClangPath(Used.Version == Version
                      ? Used.Path
                      : findClangVersion(Version).value_or(Clang()).Path) {}
  /// Returns true if nothing that is needed is missing.
  bool run();
};

} // namespace

void Examination::examineLibrary(const std::string &Part,
                                 const std::string &File,
                                 const std::string &Remedy) {
  std::string Path = findLibrary(ClangPath, File);
  if (!Path.empty())
    printFound(Part, Path);
  else
    printMissing(Part, Remedy);
}

void Examination::examineTargetLibrary(const TargetLibrary &Library) {
  std::string Path = findLibrary(ClangPath, Library.file(/*IsStatic=*/false));
  if (!Path.empty())
    printFound(Library.Project, Path);
  else
    print("optional", Library.Project,
          "needed for target " + Library.Target + "; apt-get install " +
              Library.package(Version));
}

void Examination::examineRuntime() {
  for (bool IsStatic : {false, true}) {
    std::string Path = I.runtimeLibrary(IsStatic);
    if (!fileExists(Path)) {
      printMissing("target native",
                   "no '" + Path + "'; " + I.remedy("tussah-dev"));
      return;
    }
  }
  printFound("target native", I.runtimeLibrary(/*IsStatic=*/false));
}

void Examination::examineLinker() {
  std::string Linker =
      runProcess({ClangPath, "-print-prog-name=ld"}, OutputMode::Capture)
          .Output;
  Linker = Linker.substr(0, Linker.find('\n'));
  if (Linker = findProgram(Linker); !Linker.empty())
    printFound("linker", Linker);
  else
    printMissing("linker", "apt-get install binutils");
  if (std::string Lld = findLld(ClangPath); !Lld.empty())
    printFound("lld", Lld);
  else
    print("optional", "lld", "needed for -flto; apt-get install lld-" + N);
}

void Examination::examineTools() {
  std::string Path = I.toolLibrary("race");
  if (fileExists(Path))
    printFound("race detector", Path);
  else
    print("optional", "race detector",
          "needed for tussah race, as others for scale and predict; " +
              I.remedy("tussah-tools"));
}

/// A program that prints the right number only if its tasks were executed and
/// waited for.
static constexpr const char *TrialProgram = R"(#include <cilk/cilk.h>
#include <stdio.h>
static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}
int main(void) {
  long squares[100], sum = fib(16);
  cilk_for (int i = 0; i < 100; i++)
    squares[i] = (long)i * i;
  for (int i = 0; i < 100; i++)
    sum += squares[i];
  printf("%ld\n", sum);
  return 0;
}
)";
static constexpr const char *TrialResult = "329337\n";

void Examination::tryProgram() {
  TemporaryDirectory Folder;
  std::string Source = Folder.file("trial.c");
  std::string Program = Folder.file("trial");
  std::ofstream(Source) << TrialProgram;
  ProcessResult R =
      runProcess({I.program("tussah-clang"), "--tussah-clang=" + ClangPath,
                  "-O2", Source, "-o", Program},
                 OutputMode::Capture);
  const char *Step = "compile";
  if (R.Code == 0) {
    Step = "run";
    R = runProcess({Program}, OutputMode::Capture);
  }
  if (R.Code == 0 && R.Output == TrialResult) {
    printFound("trial", std::string("compiled and ran a program, target ") +
                            DefaultTarget);
    return;
  }
  Complete = false;
  print("failed", "trial",
        std::string("a small program did not ") + Step + " (exit code " +
            std::to_string(R.Code) +
            "): " + R.Output.substr(0, R.Output.find('\n')));
}

bool Examination::run() {
  std::printf("clang %u\n", Version);
  if (isAbsent()) {
    // One that nobody wants, as a rule.
    print("absent", "clang",
          "to use it, apt-get install clang-" + N + "; " + pluginRemedy());
    return false;
  }
  if (!ClangPath.empty())
    printFound("clang", ClangPath);
  else
    printMissing("clang", "apt-get install clang-" + N);
  examineFile("keywords plugin", I.keywordsPlugin(Version));
  examineFile("task plugin", I.passPlugin(Version));
  examineRuntime();
  for (const char *Target : {"onetbb", "openmp", "serial", "reverse"})
    examineFile(std::string("target ") + Target, I.abiFile(Version, Target));
  if (!ClangPath.empty()) {
    examineLinker();
    for (const TargetLibrary &Library : targetLibraries())
      examineTargetLibrary(Library);
    examineTools();
    examineLibrary("C++ library", "libstdc++.so", "apt-get install g++");
    if (Complete)
      tryProgram();
  }
  return Complete;
}

/// The clang of a compilation that names none. If that would end with an error,
/// \p Problem says why: TUSSAH_CLANG may name what is no clang.
static Clang defaultClang(const Installation &I, std::string &Problem) {
  try {
    return findClang(I, std::nullopt);
  } catch (const Error &E) {
    Problem = E.what();
    return {};
  }
}

int doctorCommand(const Installation &I,
                  const std::vector<unsigned> &Supported) {
  std::printf("Tussah %s in %s\n", TUSSAH_VERSION, I.root().c_str());
  // What is there, too, though this build of the command was for others.
  std::vector<unsigned> Versions = Supported;
  for (unsigned Version : I.clangVersions())
    if (!std::count(Versions.begin(), Versions.end(), Version))
      Versions.push_back(Version);
  std::string Problem;
  Clang Used = defaultClang(I, Problem);
  std::vector<unsigned> Complete;
  for (unsigned Version : Versions)
    if (Examination(I, Version, Used).run())
      Complete.push_back(Version);
  if (Complete.empty())
    Problem = "no clang version has all it needs";
  else if (Problem.empty() &&
           !std::count(Complete.begin(), Complete.end(), Used.Version))
    Problem = "what tussah-clang uses is clang " +
              std::to_string(Used.Version) + ", which lacks something";
  if (!Problem.empty()) {
    std::printf("not ready: %s\n", Problem.c_str());
    return 1;
  }
  std::printf("ready\n");
  return 0;
}

} // namespace tussah::driver
