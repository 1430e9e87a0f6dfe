//===- CommandLine.cpp - A command line of clang's driver -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "ResponseFile.h"

#include <cstring>
#include <unordered_set>

namespace tussah::driver {

using WordSet = std::unordered_set<std::string>;

static WordSet wordSet(const char *Words) {
  std::vector<std::string> List = splitArguments(Words);
  return {List.begin(), List.end()};
}

bool takesSeparateValue(const std::string &Option) {
  // The options of kind Separate and JoinedOrSeparate in clang's Options.td,
  // without those that only mean something on Darwin or for other languages.
  static const WordSet Options = wordSet(
      "--analyzer-output --assert --config --define-macro --dyld-prefix "
      "--encoding --for-linker --force-link --include-directory "
      "--include-directory-after --include-prefix --include-with-prefix "
      "--include-with-prefix-after --include-with-prefix-before "
      "--language --library-directory --mhwdiv --no-system-header-prefix "
      "--output --param --prefix --print-file-name --print-prog-name "
      "--resource --rtlib --std --stdlib --sysroot --system-header-prefix "
      "--undefine-macro -A -B -D -F -G -I -L -MF -MJ -MQ -MT -T -U -V "
      "-Xanalyzer -Xarch_device -Xarch_host -Xassembler -Xclang -Xclangas "
      "-Xcuda-fatbinary -Xcuda-ptxas -Xlinker -Xopenmp-target "
      "-Xpreprocessor -Zlinker-input -arch -b -ccc-gcc-name "
      "-ccc-install-dir -cxx-isystem -dependency-dot -dependency-file "
      "-dumpdir -e -fdebug-compilation-dir -fmodule-implementation-of "
      "-fmodules-user-build-path -fnew-alignment -framework "
      "-ftrapv-handler -gen-cdb-fragment-path -iapinotes-modules "
      "-idirafter -iframework -imacros -imultilib -include -include-pch "
      "-init -iprefix -iquote -isysroot -isystem -isystem-after "
      "-ivfsoverlay -iwithprefix -iwithprefixbefore -iwithsysroot -l "
      "-meabi -mllvm -mmlir -module-dependency-dir -mthread-model -o "
      "-object-file-name -resource-dir -rpath -serialize-diagnostics "
      "-specs -stdlib++-isystem -target -u -undefined -vfsoverlay "
      "-working-directory -x -z");
  // -Xarch_<arch>, -Xopenmp-target=<triple>, -Xoffload-linker[-<triple>].
  return Options.count(Option) || Option.compare(0, 7, "-Xarch_") == 0 ||
         Option.compare(0, 16, "-Xopenmp-target=") == 0 ||
         Option.compare(0, 16, "-Xoffload-linker") == 0;
}

bool isInput(const std::string &Argument) {
  return Argument.empty() || Argument[0] != '-' || Argument == "-";
}

static bool startsWith(const std::string &Text, const char *Prefix) {
  return Text.compare(0, std::strlen(Prefix), Prefix) == 0;
}

static bool isHeader(const std::string &Input, const std::string &Language) {
  if (!Language.empty() && Language != "none") {
    static const std::string Suffix = "-header";
    return Language.size() > Suffix.size() &&
           Language.compare(Language.size() - Suffix.size(), Suffix.size(),
                            Suffix) == 0;
  }
  static const WordSet Extensions = wordSet("h H hh hpp hxx hp h++ tcc");
  size_t Dot = Input.rfind('.');
  return Dot != std::string::npos && Input.find('/', Dot) == Input.npos &&
         Extensions.count(Input.substr(Dot + 1));
}

namespace {

/// Reads tokens from first to last; remembers what earlier ones say about
/// later ones.
class Parser {
  CommandLine &Result;
  /// Value of the last -x.
  std::string Language;
  /// Option that the next token is the value of.
  std::string Pending;
  bool OnlyInputs = false;
  bool StopsBeforeLinking = false;
  bool HasLinkerInputs = false;

  bool readOwnFlag(const std::string &Text);
  void readFlag(const std::string &Text);
  void readInput(const std::string &Text);
  void readValue(const std::string &Option, const std::string &Value);

public:
  explicit Parser(CommandLine &Result) : Result(Result) {}
  /// Reads the next argument. Returns false if clang must not see it. May
  /// change it.
  bool read(std::string &Text);
  void finish() { Result.Links = HasLinkerInputs && !StopsBeforeLinking; }
};

} // namespace

bool Parser::readOwnFlag(const std::string &Text) {
  if (Text == "-fopencilk" || Text == "-fcilkplus")
    return true; // The language is always on.
  static const struct {
    const char *Prefix;
    std::optional<std::string> CommandLine::*Value;
  } Flags[] = {{"-ftussah-target=", &CommandLine::Target},
               {"-ftapir=", &CommandLine::Target},
               {"--tussah-clang=", &CommandLine::Clang}};
  for (const auto &Flag : Flags)
    if (startsWith(Text, Flag.Prefix)) {
      Result.*Flag.Value = Text.substr(std::strlen(Flag.Prefix));
      return true;
    }
  return false;
}

/// Reads -fsanitize= and -fno-sanitize=, whose value is a list.
static void readSanitizers(const std::string &Text, bool &UsesThread) {
  bool IsNegative = startsWith(Text, "-fno-");
  std::string List = "," + Text.substr(Text.find('=') + 1) + ",";
  auto Names = [&](const char *Name) {
    return List.find("," + std::string(Name) + ",") != List.npos;
  };
  if (Names("thread") || (IsNegative && Names("all")))
    UsesThread = !IsNegative;
}

void Parser::readFlag(const std::string &Text) {
  static const WordSet LastPhases = wordSet(
      "-c -S -E -M -MM -fsyntax-only -emit-ast -verify-pch -extract-api "
      "-module-file-info -rewrite-objc -fdriver-only --analyze --assemble "
      "--compile --dependencies --precompile --preprocess "
      "--user-dependencies");
  StopsBeforeLinking |= LastPhases.count(Text) != 0;
  if (Text == "-r" || Text == "-Wl,-r" || Text == "-Wl,--relocatable")
    Result.IsRelocatable = true;
  else if (Text == "-static" || Text == "--static" || Text == "-static-pie")
    Result.IsStatic = true;
  else if (Text == "-nostdlib" || Text == "--no-standard-libraries" ||
           Text == "-nodefaultlibs")
    Result.WithoutLibraries = true;
  else if (startsWith(Text, "-stdlib=") || startsWith(Text, "--stdlib="))
    Result.UsesLibcxx = Text.substr(Text.find('=') + 1) == "libc++";
  else if (Text == "-nostdlib++")
    Result.WithoutCxxLibrary = true;
  else if (startsWith(Text, "-save-temps") ||
           startsWith(Text, "--save-temps") ||
           startsWith(Text, "-fembed-bitcode"))
    Result.SplitsCompilation = true;
  else if (Text == "-flto" || startsWith(Text, "-flto="))
    Result.UsesLTO = Text != "-flto=none";
  else if (Text == "-fno-lto")
    Result.UsesLTO = false;
  else if (startsWith(Text, "-fuse-ld=") || startsWith(Text, "--ld-path="))
    Result.ChoosesLinker = true;
  else if (startsWith(Text, "-fsanitize=") ||
           startsWith(Text, "-fno-sanitize="))
    readSanitizers(Text, Result.UsesThreadSanitizer);
  else if (startsWith(Text, "-x"))
    Language = Text.substr(2);
  else if (startsWith(Text, "--language="))
    Language = Text.substr(std::strlen("--language="));
}

void Parser::readInput(const std::string &Text) {
  HasLinkerInputs |= !isHeader(Text, Language);
}

void Parser::readValue(const std::string &Option, const std::string &Value) {
  if (Option == "-x" || Option == "--language")
    Language = Value;
  else if (Option == "-Xlinker")
    readFlag("-Wl," + Value);
}

bool Parser::read(std::string &Text) {
  if (!Pending.empty()) {
    readValue(Pending, Text);
    Pending.clear();
  } else if (OnlyInputs) {
    readInput(Text);
    if (!isInput(Text))
      Text.insert(0, "./");
  } else if (Text == "--") {
    OnlyInputs = true;
    return false;
  } else if (isInput(Text)) {
    readInput(Text);
  } else if (readOwnFlag(Text)) {
    return false;
  } else if (takesSeparateValue(Text)) {
    Pending = Text;
  } else {
    readFlag(Text);
  }
  return true;
}

CommandLine parseCommandLine(const std::vector<std::string> &Arguments) {
  CommandLine Result;
  Parser P(Result);
  for (const std::string &Argument : Arguments) {
    Result.IsInternalTool |=
        Result.Arguments.empty() && startsWith(Argument, "-cc1");
    if (Result.IsInternalTool) {
      Result.Arguments.push_back(Argument);
      continue;
    }
    std::vector<std::string> Texts, Kept;
    bool IsFile =
        startsWith(Argument, "@") && readResponseFile(Argument, Texts);
    if (!IsFile)
      Texts = {Argument};
    for (std::string Text : Texts)
      if (P.read(Text))
        Kept.push_back(Text);
    if (Kept == Texts)
      Result.Arguments.push_back(Argument);
    else if (IsFile)
      Result.Arguments.push_back(writeResponseFile(Kept));
    else
      Result.Arguments.insert(Result.Arguments.end(), Kept.begin(), Kept.end());
  }
  P.finish();
  return Result;
}

} // namespace tussah::driver
