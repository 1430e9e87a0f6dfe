//===- CommandLine.cpp - A command line of clang's driver -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Compatibility.h"
#include "Error.h"
#include "Help.h"
#include "ResponseFile.h"
#include "support/spelling.h"

#include <algorithm>
#include <cstring>
#include <sstream>
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

/// What follows the last dot in the name of \p Input; empty if there is none.
static std::string extensionOf(const std::string &Input) {
  size_t Dot = Input.rfind('.');
  return Dot == Input.npos || Input.find('/', Dot) != Input.npos
             ? ""
             : Input.substr(Dot + 1);
}

static bool isHeader(const std::string &Input, const std::string &Language) {
  if (!Language.empty() && Language != "none") {
    static const std::string Suffix = "-header";
    return Language.size() > Suffix.size() &&
           Language.compare(Language.size() - Suffix.size(), Suffix.size(),
                            Suffix) == 0;
  }
  static const WordSet Extensions = wordSet("h H hh hpp hxx hp h++ tcc");
  return Extensions.count(extensionOf(Input));
}

static bool isObject(const std::string &Input, const std::string &Language) {
  static const WordSet Extensions = wordSet("o a lo obj bc");
  return (Language.empty() || Language == "none") &&
         Extensions.count(extensionOf(Input));
}

/// Whether \p Input is C or C++, which may have tasks.
static bool isSource(const std::string &Input, const std::string &Language) {
  static const WordSet Extensions = wordSet("c C cc cp cpp cxx CPP c++ i ii");
  if (!Language.empty() && Language != "none")
    return Language == "c" || Language == "c++";
  return Extensions.count(extensionOf(Input));
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
  /// The last -Xclang, or the last option of the linker, was -mllvm.
  bool ClangTakesOption = false, LinkerTakesOption = false;
  bool OnlyInputs = false;
  bool StopsBeforeLinking = false;
  bool HasLinkerInputs = false;

  bool readOwnFlag(const std::string &Text);
  bool readFlag(std::string &Text);
  bool readSanitizers(std::string &Text);
  void removeSanitizers();
  void readInstrumentation(const std::string &Text);
  void readIgnoreList(const std::string &Text);
  void readLinkerFlag(const std::string &Text);
  void readInput(const std::string &Text);
  unsigned readValue(const std::string &Option, const std::string &Value);

public:
  explicit Parser(CommandLine &Result) : Result(Result) {}
  /// Reads the next argument. Returns how many, this one and those before it,
  /// clang must not see. May change it.
  unsigned read(std::string &Text);
  void finish() { Result.Links = HasLinkerInputs && !StopsBeforeLinking; }
};

} // namespace

/// Whether \p Text switches warnings of the plugin on or off, which clang does
/// not know.
static bool isOwnWarning(const std::string &Text) {
  for (const char *Prefix : {"-W", "-Wno-", "-Werror=", "-Wno-error="}) {
    std::string Group = std::string(Prefix) + "tussah";
    if (Text == Group || startsWith(Text, (Group + "-").c_str()))
      return true;
  }
  return false;
}

/// Throws UsageError if \p Text looks like a flag of Tussah, but is none. clang
/// has no flag that is so close to one of them.
static void refuseMisspeltFlag(const std::string &Text) {
  if (!startsWith(Text, "-f") && !startsWith(Text, "--"))
    return;
  CommandHelp Help = compilerHelp();
  refuseMisspelt(Text, Help, /*MostEdits=*/1);
  for (const char *Prefix :
       {"-ftussah", "-fno-tussah", "--tussah", "-fcilk", "-fopencilk"})
    if (startsWith(Text, Prefix))
      throw UsageError("unknown flag '" + Text + "'" +
                       support::didYouMean(Text.substr(0, Text.find('=') + 1),
                                           flagNames(Help),
                                           "; see 'tussah-clang --help'"));
}

bool Parser::readOwnFlag(const std::string &Text) {
  if (isOwnWarning(Text)) {
    Result.Warnings.push_back(Text.substr(1));
    return true;
  }
  if (Text == "-fopencilk" || Text == "-fcilkplus")
    return Result.HasKeywords = true;
  if (Text == "-fno-opencilk" || Text == "-fno-cilkplus") {
    Result.HasKeywords = false;
    return true;
  }
  if (Text == "-ftussah-pedigrees" || Text == "-fno-tussah-pedigrees") {
    Result.HasPedigrees = Text == "-ftussah-pedigrees";
    return true;
  }
  if (Text == "-ftussah-keep-spawns" || Text == "-fno-tussah-keep-spawns") {
    Result.KeepsSpawns = Text == "-ftussah-keep-spawns";
    return true;
  }
  if (Text == "-static-libtussah")
    return Result.HasStaticRuntime = true;
  if (Text == "--print-flags" || Text == "--print-flags=config") {
    Result.PrintsConfiguration = Text != "--print-flags";
    return Result.PrintsFlags = true;
  }
  // In OpenCilk, linking with a library switches pedigrees on. Here the code
  // has to be compiled for them.
  if (Text == "-l" + std::string(PedigreeLibrary))
    return Result.HasPedigrees = true;
  static const std::string ToolFlag = "-fcilktool=";
  if (startsWith(Text, ToolFlag.c_str())) {
    std::string Tool = Text.substr(ToolFlag.size());
    auto &Tools = Result.Tools;
    if (std::find(Tools.begin(), Tools.end(), Tool) == Tools.end())
      Tools.push_back(Tool);
    return true;
  }
  refuseUnavailableFlag(Text);
  static const struct {
    const char *Prefix;
    std::optional<std::string> CommandLine::*Value;
  } Flags[] = {{"-ftussah-target=", &CommandLine::Target},
               {TapirFlag, &CommandLine::Target},
               {"--tussah-clang=", &CommandLine::Clang}};
  for (const auto &Flag : Flags)
    if (startsWith(Text, Flag.Prefix)) {
      Result.*Flag.Value = Text.substr(std::strlen(Flag.Prefix));
      if (Flag.Value == &CommandLine::Target)
        Result.IsTapirTarget = Flag.Prefix == TapirFlag;
      return true;
    }
  if (startsWith(Text, "-mllvm="))
    return readOpenCilkOption(Text.substr(std::strlen("-mllvm=")),
                              Result.TapirAbi, Result.KeepsSpawns);
  refuseMisspeltFlag(Text);
  return false;
}

static const char SanitizerPrefix[] = "-fsanitize=";

void Parser::removeSanitizers() {
  auto &Flags = Result.Instrumentation;
  for (auto I = Flags.begin(); I != Flags.end();)
    I = startsWith(*I, SanitizerPrefix) ? Flags.erase(I) : std::next(I);
}

/// Looks for flags, other than sanitizers, that belong to Instrumentation.
void Parser::readInstrumentation(const std::string &Text) {
  static const char *const Flags[][2] = {
      {"-mspeculative-load-hardening", "-mno-speculative-load-hardening"},
      {"-fsplit-stack", "-fno-split-stack"},
      {"--no-eh-frame-hdr", "--eh-frame-hdr"}};
  for (auto [On, Off] : Flags)
    if (Text == On)
      Result.Instrumentation.insert(On);
    else if (Text == Off)
      Result.Instrumentation.erase(On);
}

/// Reads an argument of the linker. For the passes that run within it, it has
/// `-mllvm OPTION`, `-mllvm=OPTION` and `-plugin-opt=OPTION`.
void Parser::readLinkerFlag(const std::string &Text) {
  readInstrumentation(Text);
  std::string Option = startsWith(Text, "--") ? Text.substr(1) : Text;
  if (LinkerTakesOption)
    refuseOpenCilkLinkerOption(Text);
  LinkerTakesOption = Option == "-mllvm" || Option == "-plugin-opt";
  for (const char *Prefix : {"-mllvm=", "-plugin-opt="})
    if (startsWith(Option, Prefix))
      refuseOpenCilkLinkerOption(Option.substr(std::strlen(Prefix)));
}

/// Takes the name of OpenCilk's sanitizer, which clang does not know, out of
/// \p Text. Returns false if nothing is left.
bool Parser::readSanitizers(std::string &Text) {
  bool Enables = !startsWith(Text, "-fno-");
  size_t Begin = Text.find('=') + 1;
  std::string Others;
  std::istringstream List(Text.substr(Begin));
  for (std::string Name; std::getline(List, Name, ',');) {
    if (Enables)
      Result.Instrumentation.insert(SanitizerPrefix + Name);
    else
      Result.Instrumentation.erase(SanitizerPrefix + Name);
    if (Name == "all" && !Enables)
      removeSanitizers();
    if (Name == "cilk" || (Name == "all" && !Enables))
      Result.UsesCilksan = Enables;
    if (Name != "cilk")
      Others += (Others.empty() ? "" : ",") + Name;
  }
  if (Others.empty() && Text.size() != Begin)
    return false;
  Text.replace(Begin, Text.npos, Others);
  return true;
}

void Parser::readIgnoreList(const std::string &Text) {
  if (Text == "-fno-sanitize-ignorelist" || Text == "-fno-sanitize-blacklist")
    Result.IgnoreLists.clear();
  for (const char *Prefix : {"-fsanitize-ignorelist=", "-fsanitize-blacklist="})
    if (startsWith(Text, Prefix))
      Result.IgnoreLists.push_back(Text.substr(std::strlen(Prefix)));
}

/// Returns false if clang must not see \p Text.
bool Parser::readFlag(std::string &Text) {
  static const WordSet LastPhases = wordSet(
      "-c -S -E -M -MM -fsyntax-only -emit-ast -verify-pch -extract-api "
      "-module-file-info -rewrite-objc -fdriver-only --analyze --assemble "
      "--compile --dependencies --precompile --preprocess "
      "--user-dependencies");
  StopsBeforeLinking |= LastPhases.count(Text) != 0;
  Result.AsksForHelp |= Text == "--help" || Text == "-help";
  Result.AsksForVersion |= Text == "--version";
  readInstrumentation(Text);
  readIgnoreList(Text);
  if (startsWith(Text, "-Wl,")) {
    std::istringstream List(Text.substr(std::strlen("-Wl,")));
    for (std::string Flag; std::getline(List, Flag, ',');)
      readLinkerFlag(Flag);
  }
  if (Text == "-r" || Text == "-Wl,-r" || Text == "-Wl,--relocatable")
    Result.IsRelocatable = true;
  else if (Text == "-static" || Text == "--static" || Text == "-static-pie")
    Result.IsStatic = true, Result.IsStaticPie |= Text == "-static-pie";
  else if (Text == "-shared" || Text == "--shared")
    Result.IsShared = true;
  else if (Text == "-nostdlib" || Text == "--no-standard-libraries" ||
           Text == "-nodefaultlibs")
    Result.WithoutLibraries = true;
  else if (Text == "-ltussah")
    Result.NamesRuntime = true;
  else if (startsWith(Text, "-stdlib=") || startsWith(Text, "--stdlib="))
    Result.UsesLibcxx = Text.substr(Text.find('=') + 1) == "libc++";
  else if (Text == "-nostdlib++")
    Result.WithoutCxxLibrary = true;
  else if (Text == "-static-libstdc++")
    Result.HasStaticCxxLibrary = true;
  else if (startsWith(Text, "-save-temps") ||
           startsWith(Text, "--save-temps") ||
           startsWith(Text, "-fembed-bitcode"))
    Result.SplitsCompilation = true;
  else if (Text == "-flto" || startsWith(Text, "-flto="))
    Result.UsesLTO = Text != "-flto=none";
  else if (Text == "-fno-lto")
    Result.UsesLTO = false;
  else if (startsWith(Text, "-fuse-ld=") || startsWith(Text, "--ld-path="))
    Result.Linker = Text.substr(Text.find('=') + 1);
  else if (startsWith(Text, "-fsanitize=") ||
           startsWith(Text, "-fno-sanitize="))
    return readSanitizers(Text);
  else if (startsWith(Text, "-x"))
    Language = Text.substr(2);
  else if (startsWith(Text, "--target="))
    Result.Triple = Text.substr(std::strlen("--target="));
  else if (startsWith(Text, "--sysroot="))
    Result.HasSysroot = true;
  else if (startsWith(Text, "--language="))
    Language = Text.substr(std::strlen("--language="));
  return true;
}

void Parser::readInput(const std::string &Text) {
  if (Language.empty() || Language == "none")
    refuseInput(Text);
  HasLinkerInputs |= !isHeader(Text, Language);
  if (isObject(Text, Language))
    Result.Objects.push_back(Text);
  else
    Result.HasSources |= isSource(Text, Language);
}

/// Returns how many arguments, up to \p Value, clang must not see.
unsigned Parser::readValue(const std::string &Option,
                           const std::string &Value) {
  if (Option == "-Xclang") {
    // -Xclang -mllvm -Xclang OPTION.
    if (ClangTakesOption &&
        readOpenCilkOption(Value, Result.TapirAbi, Result.KeepsSpawns))
      return 4;
    ClangTakesOption = Value == "-mllvm";
  } else if (Option == "-x" || Option == "--language") {
    Language = Value;
  } else if (Option == "-target" || Option == "--target") {
    Result.Triple = Value;
  } else if (Option == "--sysroot") {
    Result.HasSysroot = true;
  } else if (Option == "-l" && Value == PedigreeLibrary) {
    Result.HasPedigrees = true;
    return 2;
  } else if (Option == "-mllvm") {
    return readOpenCilkOption(Value, Result.TapirAbi, Result.KeepsSpawns) ? 2
                                                                          : 0;
  } else if (Option == "-Xlinker") {
    std::string Flag = "-Wl," + Value;
    readFlag(Flag);
  }
  return 0;
}

unsigned Parser::read(std::string &Text) {
  if (!Pending.empty()) {
    std::string Option = std::move(Pending);
    Pending.clear();
    return readValue(Option, Text);
  }
  ClangTakesOption &= Text == "-Xclang";
  if (OnlyInputs) {
    readInput(Text);
    if (!isInput(Text))
      Text.insert(0, "./");
  } else if (Text == "--") {
    OnlyInputs = true;
    return 1;
  } else if (isInput(Text)) {
    readInput(Text);
  } else if (readOwnFlag(Text)) {
    return 1;
  } else if (takesSeparateValue(Text)) {
    Pending = Text;
  } else {
    return readFlag(Text) ? 0 : 1;
  }
  return 0;
}

namespace {

/// One argument, or what a response file in its place says.
struct Group {
  std::string Argument;
  bool IsFile = false;
  /// Clang must not see it as it is.
  bool IsChanged = false;
  std::vector<std::string> Texts;
  /// Same size as Texts.
  std::vector<bool> IsDropped;
};

} // namespace

static std::vector<Group>
expandResponseFiles(const std::vector<std::string> &Arguments) {
  std::vector<Group> Groups;
  for (const std::string &Argument : Arguments) {
    Group G;
    G.Argument = Argument;
    G.IsFile = startsWith(Argument, "@") && readResponseFile(Argument, G.Texts);
    if (!G.IsFile)
      G.Texts = {Argument};
    G.IsDropped.resize(G.Texts.size());
    Groups.push_back(std::move(G));
  }
  return Groups;
}

/// The arguments without what was dropped. Response files stay what they are if
/// they can.
static std::vector<std::string> joinKept(const std::vector<Group> &Groups) {
  std::vector<std::string> Arguments;
  for (const Group &G : Groups) {
    if (!G.IsChanged) {
      Arguments.push_back(G.Argument);
      continue;
    }
    std::vector<std::string> Kept;
    for (size_t J = 0; J != G.Texts.size(); ++J)
      if (!G.IsDropped[J])
        Kept.push_back(G.Texts[J]);
    if (G.IsFile)
      Kept = {writeResponseFile(Kept)};
    Arguments.insert(Arguments.end(), Kept.begin(), Kept.end());
  }
  return Arguments;
}

CommandLine parseCommandLine(const std::vector<std::string> &Arguments) {
  CommandLine Result;
  std::vector<Group> Groups = expandResponseFiles(Arguments);
  Parser P(Result);
  // An option and its value may be in different groups.
  std::vector<std::pair<Group *, size_t>> Read;
  bool IsFirst = true;
  for (Group &G : Groups) {
    if (IsFirst && startsWith(G.Argument, "-cc1")) {
      Result.IsInternalTool = true;
      Result.Arguments.assign(Arguments.begin() + (&G - Groups.data()),
                              Arguments.end());
      return Result;
    }
    for (size_t I = 0; I != G.Texts.size(); ++I) {
      Read.push_back({&G, I});
      std::string Before = G.Texts[I];
      unsigned Drops = P.read(G.Texts[I]);
      G.IsChanged |= G.Texts[I] != Before;
      for (auto J = Read.end() - Drops; J != Read.end(); ++J) {
        J->first->IsDropped[J->second] = true;
        J->first->IsChanged = true;
      }
      IsFirst &= Drops != 0;
    }
  }
  P.finish();
  Result.Arguments = joinKept(Groups);
  return Result;
}

} // namespace tussah::driver
