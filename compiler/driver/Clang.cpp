//===- Clang.cpp - Finding the stock clang --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clang.h"
#include "Error.h"
#include "PluginSupport.h"
#include "Process.h"

#include <cstdlib>
#include <filesystem>
#include <regex>

namespace fs = std::filesystem;

namespace tussah::driver {

static unsigned firstNumber(const std::string &Text, const std::regex &Where) {
  std::smatch Match;
  return std::regex_search(Text, Match, Where)
             ? static_cast<unsigned>(std::stoul(Match[1]))
             : 0;
}

unsigned clangVersion(const std::string &Path) {
  static const std::regex InPath(
      R"(/(?:llvm|clang|clang\+\+)-(\d{1,3})(?:/bin/clang(?:\+\+)?)?$)");
  static const std::regex InText(R"(clang version (\d{1,3})\.)");
  std::error_code Code;
  // Not the name that was given: a link called clang-22 may lead anywhere.
  std::string Real = fs::canonical(Path, Code).string();
  if (unsigned Version = Code ? 0 : firstNumber(Real, InPath))
    return Version;
  try {
    return firstNumber(
        runProcess({Path, "--version"}, OutputMode::Capture).Output, InText);
  } catch (const Error &) {
    return 0;
  }
}

std::optional<Clang> findClangVersion(unsigned Version) {
  std::string N = std::to_string(Version);
  for (const std::string &Name :
       {"clang-" + N, "/usr/lib/llvm-" + N + "/bin/clang",
        std::string("clang")})
    if (std::string Path = findProgram(Name); !Path.empty())
      if (clangVersion(Path) == Version)
        return Clang{Path, Version};
  return std::nullopt;
}

std::string findLld(const std::string &Path) {
  std::error_code Code;
  fs::path Beside = fs::canonical(Path, Code).replace_filename("ld.lld");
  if (!Code && fileExists(Beside))
    return Beside;
  if (std::string Found = findProgram("ld.lld"); !Found.empty())
    return Found;
  // The path may be that of a script that calls clang, or of a compiler cache.
  std::string Said =
      runProcess({Path, "-print-prog-name=ld.lld"}, OutputMode::Capture).Output;
  Said = Said.substr(0, Said.find('\n'));
  return fileExists(Said) ? Said : "";
}

/// "built for clang 19, 22".
static std::string builtFor(const std::vector<unsigned> &Versions) {
  std::vector<std::string> Words;
  for (unsigned Version : Versions)
    Words.push_back(std::to_string(Version));
  return "built for clang " + join(Words);
}

static std::string remedy(const std::vector<unsigned> &Versions) {
  return "; install clang-" + std::to_string(Versions.back()) + " or set " +
         ClangVariable;
}

static Clang checkPlugins(const Clang &C,
                          const std::vector<unsigned> &Versions) {
  if (!loadsPlugins(C.Path))
    throw Error("clang " + std::to_string(C.Version) + " in " + C.Path +
                " loads no plugins; it was built without support for them" +
                remedy(Versions));
  return C;
}

static Clang checkChosen(const std::vector<unsigned> &Versions,
                         const std::string &Chosen, const std::string &Source) {
  std::string Path = findProgram(Chosen);
  if (Path.empty())
    throw Error("cannot run '" + Chosen + "', which " + Source +
                " names; it is not a program");
  unsigned Version = clangVersion(Path);
  for (unsigned Supported : Versions)
    if (Version == Supported)
      return checkPlugins({Path, Version}, Versions);
  throw Error(builtFor(Versions) + "; " + Source + " names " +
              (Version ? "clang " + std::to_string(Version) + " in " + Path
                       : Path + ", which is not a clang") +
              remedy(Versions));
}

Clang findClang(const Installation &I,
                const std::optional<std::string> &Chosen) {
  std::vector<unsigned> Versions = I.clangVersions();
  if (Versions.empty())
    throw Error("no plugin in '" + I.root() + "/lib/tussah/<clang version>'; " +
                I.remedy("tussah-compiler-<clang version>"));
  if (Chosen)
    return checkChosen(Versions, *Chosen, "--tussah-clang");
  const char *Variable = std::getenv(ClangVariable);
  if (Variable && *Variable)
    return checkChosen(Versions, Variable, ClangVariable);

  for (auto V = Versions.rbegin(); V != Versions.rend(); ++V)
    if (std::optional<Clang> Found = findClangVersion(*V))
      return checkPlugins(*Found, Versions);
  std::string Other = findProgram("clang");
  unsigned Version = Other.empty() ? 0 : clangVersion(Other);
  throw Error(builtFor(Versions) + "; found " +
              (Version ? "clang " + std::to_string(Version) + " in " + Other
                       : std::string("no clang")) +
              remedy(Versions));
}

} // namespace tussah::driver
