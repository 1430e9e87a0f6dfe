//===- Installation.cpp - Where the parts of Tussah are -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Installation.h"
#include "Error.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace fs = std::filesystem;

namespace tussah::driver {

Installation Installation::ofThisProgram() {
  std::error_code Code;
  fs::path Program = fs::canonical("/proc/self/exe", Code);
  if (Code)
    throw Error("cannot find out where this program is: " + Code.message() +
                "; is /proc mounted?");
  return Installation(Program.parent_path().parent_path().string());
}

std::string Installation::program(const std::string &Name) const {
  return Root + "/bin/" + Name;
}

std::string Installation::includeDir() const {
  fs::path Path = Root + "/include";
  std::error_code Code;
  // In a build tree this is a link to the sources; the names in dependency
  // files and debug information should be those of the sources.
  fs::path Canonical = fs::canonical(Path, Code);
  return (Code ? Path : Canonical).string();
}

static std::string versionDir(const std::string &Root, unsigned Clang) {
  return Root + "/lib/tussah/" + std::to_string(Clang);
}

std::string Installation::keywordsPlugin(unsigned Clang) const {
  return versionDir(Root, Clang) + "/libtussah-clang.so";
}

std::string Installation::passPlugin(unsigned Clang) const {
  return versionDir(Root, Clang) + "/libtussah-pass.so";
}

std::string Installation::editorConfiguration() const {
  return Root + "/share/tussah/clangd";
}

std::string Installation::benchmarkSuite() const {
  return Root + "/lib/tussah/suite/benchmarks/suite/__main__.py";
}

std::string Installation::scaleScript(const std::string &Name) const {
  return Root + "/lib/tussah/suite/benchmarks/scale/" + Name;
}

std::string Installation::runtimeDir() const { return MachineDir; }

/// \p Triple without the vendor, and with the usual name of the processor.
static std::string shortTriple(const std::string &Triple) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Triple);
  for (std::string Part; std::getline(Stream, Part, '-');)
    Parts.push_back(Part);
  static const char *const Aliases[][2] = {{"arm64", "aarch64"},
                                           {"amd64", "x86_64"}};
  for (auto [Alias, Name] : Aliases)
    if (!Parts.empty() && Parts.front() == Alias)
      Parts.front() = Name;
  if (Parts.size() == 4)
    Parts.erase(Parts.begin() + 1);
  std::string Result;
  for (const std::string &Part : Parts)
    Result += (Result.empty() ? "" : "-") + Part;
  return Result;
}

Installation Installation::forMachine(const std::string &Triple) const {
  Installation Other = *this;
  std::string Name = shortTriple(Triple);
#ifdef __aarch64__
  const std::string Own = "aarch64";
#else
  const std::string Own = "x86_64";
#endif
  // What is none of Linux with glibc fails where it is used.
  if (Name != Own + "-linux-gnu" && Name != Own + "-linux" &&
      Name != Own + "-pc-linux")
    Other.MachineDir += "/" + Name;
  return Other;
}

bool Installation::hasMachine() const {
  return fileExists(runtimeLibrary(/*IsStatic=*/false));
}

std::string Installation::abiDir(unsigned Clang) const {
  return MachineDir + "/" + std::to_string(Clang) + "/abi";
}

std::string Installation::runtimeLibrary(bool IsStatic) const {
  return runtimeDir() + (IsStatic ? "/libtussah.a" : "/libtussah.so");
}

std::string Installation::abiFile(unsigned Clang,
                                  const std::string &Target) const {
  return abiDir(Clang) + "/libtussah-abi-" + Target + ".bc";
}

std::string Installation::pedigreeFile(unsigned Clang) const {
  return abiDir(Clang) + "/libtussah-pedigrees.bc";
}

std::string Installation::raceHooks(unsigned Clang) const {
  return abiDir(Clang) + "/libtussah-race.bc";
}

std::string Installation::toolFile(unsigned Clang,
                                   const std::string &Name) const {
  return abiDir(Clang) + "/libtussah-tool-" + Name + ".bc";
}

std::string Installation::toolLibrary(const std::string &Name) const {
  return runtimeDir() + "/libtussah-" + Name + ".so";
}

/// Names of what is in \p Folder; none if it cannot be read.
static std::vector<std::string> namesIn(const fs::path &Folder) {
  std::vector<std::string> Names;
  std::error_code Code;
  for (fs::directory_iterator I(Folder, Code), E; !Code && I != E;
       I.increment(Code))
    Names.push_back(I->path().filename().string());
  std::sort(Names.begin(), Names.end());
  return Names;
}

std::vector<unsigned> Installation::clangVersions() const {
  std::vector<unsigned> Versions;
  for (const std::string &Name : namesIn(Root + "/lib/tussah")) {
    char *End;
    unsigned long Version = std::strtoul(Name.c_str(), &End, 10);
    if (*End == 0 && fileExists(keywordsPlugin(Version)))
      Versions.push_back(Version);
  }
  std::sort(Versions.begin(), Versions.end());
  return Versions;
}

/// What stands for the star in the names of files `<Prefix>*.bc` in \p Folder.
static std::vector<std::string> bitcodeNames(const fs::path &Folder,
                                             const std::string &Prefix) {
  static const std::string Suffix = ".bc";
  std::vector<std::string> Names;
  for (const std::string &Name : namesIn(Folder))
    if (Name.size() > Prefix.size() + Suffix.size() &&
        Name.compare(0, Prefix.size(), Prefix) == 0 &&
        fs::path(Name).extension() == Suffix)
      Names.push_back(Name.substr(Prefix.size(),
                                  Name.size() - Prefix.size() - Suffix.size()));
  std::sort(Names.begin(), Names.end());
  return Names;
}

std::vector<std::string> Installation::targets(unsigned Clang) const {
  static const std::string Counted = "-counted";
  std::vector<std::string> Targets = {NativeTarget};
  for (const std::string &Target :
       bitcodeNames(abiDir(Clang), "libtussah-abi-"))
    // The variants that count tasks can be chosen, but are for Tussah's tests.
    if (Target.size() < Counted.size() ||
        Target.compare(Target.size() - Counted.size(), Counted.size(),
                       Counted) != 0)
      Targets.push_back(Target);
  std::sort(Targets.begin(), Targets.end());
  return Targets;
}

std::vector<std::string> Installation::tools(unsigned Clang) const {
  return bitcodeNames(versionDir(Root, Clang) + "/abi", "libtussah-tool-");
}

std::vector<std::string> headerArguments(const Installation &I) {
  // The second last: there are errors in it in place of headers that nobody
  // has. In the system's own folder the headers must not come before those of
  // the C++ library, which include the next of the same name.
  return {I.includeDir() == "/usr/include" ? "-idirafter" : "-isystem",
          I.includeDir(), "-idirafter", I.includeDir() + "/cilk/missing"};
}

bool fileExists(const std::string &Path) {
  std::error_code Code;
  return fs::is_regular_file(Path, Code);
}

std::string join(const std::vector<std::string> &Words) {
  std::string Result;
  for (const std::string &Word : Words)
    Result += (Result.empty() ? "" : ", ") + Word;
  return Result;
}

} // namespace tussah::driver
