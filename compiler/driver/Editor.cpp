//===- Editor.cpp - tussah editor -----------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Editor.h"
#include "Compatibility.h"
#include "Error.h"
#include "support/spelling.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace fs = std::filesystem;

namespace tussah::driver {

namespace {

struct EditorOptions {
  /// `-fopencilk`: the project's sources use keywords without a header.
  bool HasKeywords = false;
  bool Prints = false;
  std::string Folder = ".";
};

} // namespace

static EditorOptions readOptions(const std::vector<std::string> &Arguments) {
  EditorOptions Options;
  bool HasFolder = false;
  for (const std::string &Argument : Arguments) {
    if (Argument == "-fopencilk" || Argument == "-fcilkplus")
      Options.HasKeywords = true;
    else if (Argument == "--print")
      Options.Prints = true;
    else if (!Argument.empty() && Argument[0] == '-')
      throw UsageError(
          "unknown option '" + Argument + "'" +
          support::didYouMean(
              Argument,
              std::vector<std::string>{"-fopencilk", "-fcilkplus", "--print"},
              "; see 'tussah help editor'"));
    else if (HasFolder)
      throw UsageError("'tussah editor' takes one folder, but got '" +
                       Options.Folder + "' and '" + Argument + "'");
    else
      Options.Folder = Argument, HasFolder = true;
  }
  return Options;
}

static std::optional<std::string> readFile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  if (!File)
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(File), {});
}

/// Returns \p Text as a string of YAML.
static std::string quote(const std::string &Text) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted += C == '\'' ? "''" : std::string(1, C);
  return Quoted + "'";
}

/// A fragment that adds \p Arguments to every command.
static std::string fragment(const std::string &Comment,
                            const std::vector<std::string> &Arguments) {
  std::string Text = "---\n# " + Comment + "\nCompileFlags:\n  Add:\n";
  for (const std::string &Argument : Arguments)
    Text += "    - " + quote(Argument) + "\n";
  return Text;
}

/// The whole configuration. Its fragments are YAML documents of their own.
static std::string configuration(const Installation &I, bool HasKeywords) {
  std::string Path = I.editorConfiguration();
  std::optional<std::string> Text = readFile(Path);
  if (!Text)
    throw Error("missing '" + Path + "'; build or install Tussah again");
  *Text += fragment("The headers.", headerArguments(I));
  if (!HasKeywords)
    return *Text + fragment("The language.", {"-D__cilk=300"});
  std::vector<std::string> Arguments = keywordArguments();
  // They are pragmas, which nothing else declares to be harmless.
  Arguments.push_back("-Wno-unknown-pragmas");
  return *Text + fragment("The language, without a header.", Arguments);
}

int editorCommand(const Installation &I,
                  const std::vector<std::string> &Arguments) {
  EditorOptions Options = readOptions(Arguments);
  std::string Text = configuration(I, Options.HasKeywords);
  if (Options.Prints) {
    std::fputs(Text.c_str(), stdout);
    return 0;
  }
  if (!fs::is_directory(Options.Folder))
    throw Error("'" + Options.Folder + "' is not a folder");
  std::string Path = (fs::path(Options.Folder) / ".clangd").string();
  // The first line of what this command writes, in whatever version.
  std::string Banner = Text.substr(0, Text.find('\n') + 1);
  std::optional<std::string> Old = readFile(Path);
  if (Old && Old->compare(0, Banner.size(), Banner) != 0)
    throw Error("'" + Path +
                "' is there already; add to it what 'tussah editor --print' "
                "prints, after a line '---'");
  std::ofstream File(Path, std::ios::binary);
  File << Text;
  File.close();
  if (!File)
    throw Error("cannot write '" + Path + "': " + std::strerror(errno));
  std::printf("wrote '%s'; restart clangd if it runs\n", Path.c_str());
  return 0;
}

} // namespace tussah::driver
