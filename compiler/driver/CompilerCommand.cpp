//===- CompilerCommand.cpp - The command line that clang gets -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "Compatibility.h"
#include "Error.h"
#include "Machine.h"
#include "Objects.h"
#include "TargetLibrary.h"
#include "support/spelling.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tussah::driver {

static void requirePart(const std::string &Path, const std::string &Remedy) {
  if (!fileExists(Path))
    throw Error("missing '" + Path + "'; " + Remedy);
  if (access(Path.c_str(), R_OK) != 0)
    throw Error("cannot read '" + Path + "': " + std::strerror(errno));
}

static bool isPath(const std::string &Target) {
  static const std::string Suffix = ".bc";
  return Target.find('/') != Target.npos ||
         (Target.size() > Suffix.size() &&
          Target.compare(Target.size() - Suffix.size(), Suffix.size(),
                         Suffix) == 0);
}

/// Returns the name or path of the target that \p Line chooses.
static std::string chooseTarget(const Installation &I, unsigned Version,
                                const CommandLine &Line) {
  std::string Target = Line.Target.value_or(DefaultTarget);
  if (Line.IsTapirTarget)
    Target = tapirTarget(Target, Line.TapirAbi);
  if (isPath(Target)) {
    if (access(Target.c_str(), R_OK) != 0)
      throw Error("cannot read target '" + Target +
                  "': " + std::strerror(errno));
    if (!fileExists(Target))
      throw Error("target '" + Target + "' is not a bitcode file");
    return Target;
  }
  if (Target == NativeTarget)
    return Target;
  std::string File = I.abiFile(Version, Target);
  if (Target.empty() || access(File.c_str(), R_OK) != 0)
    throw UsageError(
        "unknown target '" + Target + "'" +
        support::didYouMean(Target, I.targets(Version),
                            "; known are " + join(I.targets(Version)) +
                                ", and the path of a bitcode file"));
  return Target;
}

/// Returns the path of the bitcode of \p Tool, a name or a path.
static std::string chooseTool(const Installation &I, unsigned Version,
                              const std::string &Tool) {
  if (!isPath(Tool)) {
    std::string File = I.toolFile(Version, Tool);
    if (Tool.empty() || access(File.c_str(), R_OK) != 0)
      throw UsageError(
          "unknown tool '" + Tool + "'" +
          support::didYouMean(
              Tool, I.tools(Version),
              "; known are " + join(I.tools(Version)) +
                  ", and the path of a bitcode file that ends in .bc"));
    return File;
  }
  if (access(Tool.c_str(), R_OK) != 0)
    throw Error("cannot read tool '" + Tool + "': " + std::strerror(errno));
  if (!fileExists(Tool))
    throw Error("tool '" + Tool + "' is not a bitcode file");
  return Tool;
}

/// True if \p Tool is Cilkscale, in one of its units.
static bool isScale(const std::string &Tool) {
  return Tool == "cilkscale" || Tool == "cilkscale-instructions" ||
         Tool == "cilkscale-benchmark";
}

/// The libraries that the tools of \p Line need, as toolLibrary calls them.
static std::vector<std::string> toolLibraries(const CommandLine &Line) {
  std::vector<std::string> Names;
  if (Line.UsesCilksan)
    Names.push_back("race");
  if (std::any_of(Line.Tools.begin(), Line.Tools.end(), isScale))
    Names.push_back("scale");
  if (std::count(Line.Tools.begin(), Line.Tools.end(), "predict"))
    Names.push_back("predict");
  return Names;
}

/// Throws UsageError if programs of another machine are compiled for which
/// there is no \p Hooks, the bitcode of \p Option: nothing of C++ is built for
/// musl.
static void requireHooks(const Installation &I, const CommandLine &Line,
                         const std::string &Hooks, const std::string &Option) {
  if (Line.Triple && I.isCross() && !fileExists(Hooks))
    throw UsageError(Option + " does not exist for '" + *Line.Triple +
                     "'; leave it out");
}

/// Returns the path of the race detector's hooks. Throws Error if \p Line asks
/// for what they do not work with.
static std::string raceDetector(const Installation &I, unsigned Version,
                                const CommandLine &Line) {
  for (const char *Other : {"hwaddress", "thread", "memory"})
    if (Line.Instrumentation.count(std::string("-fsanitize=") + Other))
      throw UsageError("-fsanitize=cilk cannot be combined with -fsanitize=" +
                       std::string(Other) + "; choose one of them");
  if (Line.HasPedigrees)
    throw UsageError(
        "-fsanitize=cilk cannot be combined with pedigrees; leave out "
        "-ftussah-pedigrees");
  if (Line.Links && Line.IsStatic)
    throw UsageError(
        "-fsanitize=cilk needs a shared library; link without -static");
  requireHooks(I, Line, I.raceHooks(Version), "-fsanitize=cilk");
  requirePart(I.raceHooks(Version), I.compilerRemedy(Version));
  return I.raceHooks(Version);
}

/// Returns the paths of the bitcode of all tools that \p Line chooses, in the
/// order in which their hooks are called.
static std::vector<std::string>
chooseTools(const Installation &I, unsigned Version, const CommandLine &Line) {
  std::vector<std::string> Files;
  if (Line.UsesCilksan)
    Files.push_back(raceDetector(I, Version, Line));
  std::string Scale;
  for (const std::string &Tool : Line.Tools) {
    std::vector<std::string> Known = I.tools(Version);
    if (std::count(Known.begin(), Known.end(), Tool))
      requireHooks(I, Line, I.toolFile(Version, Tool), "-fcilktool=" + Tool);
    Files.push_back(chooseTool(I, Version, Tool));
    if (!isScale(Tool))
      continue;
    if (!Scale.empty())
      throw UsageError("-fcilktool=" + Scale +
                       " cannot be combined with "
                       "-fcilktool=" +
                       Tool + "; choose one of them");
    Scale = Tool;
  }
  for (const std::string &Tool : Line.Tools)
    if ((Tool == Scale || Tool == "predict") && Line.Links && Line.IsStatic)
      throw UsageError("-fcilktool=" + Tool +
                       " needs a shared library; link without -static");
  for (const std::string &Name : toolLibraries(Line))
    requirePart(I.toolLibrary(Name), I.remedy("tussah-tools"));
  return Files;
}

/// True if \p Line lets the linker look for libraries in other folders than
/// clang does by itself.
static bool choosesLibraryFolders(const CommandLine &Line) {
  if (std::getenv("LIBRARY_PATH"))
    return true;
  for (const std::string &Argument : Line.Arguments)
    for (const char *Prefix : {"-L", "-B", "-Wl,", "-Xlinker", "@", "--sysroot",
                               "--target", "-target", "--library-directory"})
      if (Argument.compare(0, std::strlen(Prefix), Prefix) == 0)
        return true;
  return false;
}

/// Returns "-l..." for the library that has \p Target's tasks, with a comma
/// before it; empty if it needs none. Throws Error if there is no such library.
static std::string libraryOf(const std::string &Target, const Clang &C,
                             const CommandLine &Line) {
  const TargetLibrary *Library = findTargetLibrary(Target);
  if (!Library)
    return "";
  if (!findLibrary(C.Path, Library->file(Line.IsStatic)).empty() ||
      choosesLibraryFolders(Line))
    return ",-l" + Library->Link;
  std::string Needs = ", which target '" + Target + "' needs; ";
  if (Line.IsStatic)
    throw Error("there is no static library of " + Library->Project + Needs +
                "link without -static or choose -ftussah-target=serial");
  throw Error("cannot find " + Library->file(/*IsStatic=*/false) + " of " +
              Library->Project + Needs + "apt-get install " +
              Library->package(C.Version));
}

/// Returns the arguments that link the native runtime, only if something uses
/// it. A process must have one runtime only, or shared libraries would not
/// share workers with the program: it is the shared one, found where it is now.
static std::vector<std::string> nativeRuntime(const Installation &I,
                                              const CommandLine &Line) {
  bool IsStatic = Line.IsStatic || Line.HasStaticRuntime;
  requirePart(I.runtimeLibrary(IsStatic), I.remedy("tussah-dev"));
  // Printed flags may stand before what needs the library.
  std::string When = Line.PrintsFlags ? "--no-as-needed" : "--as-needed";
  std::vector<std::string> Arguments = {
      "-Wl,--push-state," + When +
      (Line.HasStaticRuntime ? ",-l:libtussah.a" : ",-ltussah") +
      ",-lpthread,--pop-state"};
  // Not in -Wl, which a comma in the path would end.
  if (!IsStatic)
    Arguments.insert(Arguments.begin(),
                     {"-Xlinker", "-rpath", "-Xlinker", I.runtimeDir()});
  return Arguments;
}

/// Objects of -flto hold this clang's bitcode, which the system's linker cannot
/// read.
static bool needsLld(const CommandLine &Line) {
  return Line.Links && Line.UsesLTO && !Line.Linker;
}

/// True if a shared library with tasks of \p Target must not be unloaded.
static bool mustStay(const std::string &Target) {
  const TargetLibrary *Library = findTargetLibrary(Target);
  return Library && Library->MustStay;
}

/// Throws if the linker of \p Line is not there, or cannot do what is asked
/// for.
static void checkLinker(const Clang &C, const CommandLine &Line) {
  // A -B names folders that only clang searches.
  auto NamesFolder = [](const std::string &Argument) {
    return Argument.compare(0, 2, "-B") == 0;
  };
  if (needsLld(Line) && !Line.PrintsFlags && findLld(C.Path).empty() &&
      std::none_of(Line.Arguments.begin(), Line.Arguments.end(), NamesFolder))
    throw Error("-flto needs lld; apt-get install lld-" +
                std::to_string(C.Version));
  if (Line.Links && Line.IsStaticPie && Line.Linker == "gold")
    throw UsageError("-fuse-ld=gold cannot link with -static-pie; choose "
                     "-fuse-ld=lld, or leave it out");
}

/// Throws UsageError if the runtime cannot be a part of what is linked.
static void checkStaticRuntime(const CommandLine &Line) {
  if (!Line.HasStaticRuntime || !Line.Links)
    return;
  if (Line.IsShared)
    throw UsageError("-static-libtussah is for programs: a shared library "
                     "uses its program's runtime; leave it out");
  if (!toolLibraries(Line).empty())
    throw UsageError("-static-libtussah cannot be combined with a tool, whose "
                     "library needs the shared runtime; leave it out");
}

/// Returns the arguments that link what <tussah/cps.hpp>, backtrack.hpp and
/// graph.hpp declare, if they are there. Of an archive only what is missing
/// becomes a part of the program, so that it costs others nothing. They use
/// libstdc++: a program with libc++ has none of them, and must not have two C++
/// libraries.
static std::vector<std::string> archives(const Installation &I,
                                         const CommandLine &Line, Language L) {
  if (Line.WithoutCxxLibrary || Line.UsesLibcxx)
    return {};
  std::string Names;
  for (const char *Name : {"tussah-cps", "tussah-backtrack", "tussah-graph"})
    if (fileExists(I.runtimeDir() + "/lib" + Name + ".a"))
      Names += std::string(",-l") + Name;
  if (Names.empty())
    return {};
  // They have functions of libstdc++'s templates. What a program wants of these
  // must be found first where it belongs, or it gets a whole library for it.
  // Written in C++, they must not make C programs need its library.
  if (L == Language::C)
    Names += ",-lstdc++,-lm";
  else
    Names.insert(0,
                 Line.HasStaticCxxLibrary ? ",-Bstatic,-lstdc++" : ",-lstdc++");
  return {"-Wl,--push-state,--as-needed" + Names + ",--pop-state"};
}

/// Returns the arguments that link the libraries that lowered tasks call. As
/// they are linked only if something uses them, programs without tasks get no
/// new dependency.
static std::vector<std::string> libraries(const Installation &I, const Clang &C,
                                          const CommandLine &Line, Language L,
                                          const std::string &Target) {
  if (!Line.Links || Line.IsRelocatable)
    return {};
  if (Line.WithoutLibraries) {
    // libtool asks once which libraries a C++ compiler links, and names these
    // for each shared library, but not where they are found later.
    if (Line.NamesRuntime && !Line.IsStatic)
      return {"-Xlinker", "-rpath", "-Xlinker", I.runtimeDir()};
    return {};
  }
  // Cancellation, pedigrees and the like are the same for all targets.
  checkStaticRuntime(Line);
  std::vector<std::string> Arguments = nativeRuntime(I, Line);
  for (const std::string &Argument : archives(I, Line, L))
    Arguments.push_back(Argument);
  // Also if no code of the program uses it: it must say that it was there, and
  // what allocates memory may be in libraries.
  if (!Line.IsShared)
    for (const std::string &Name : toolLibraries(Line))
      Arguments.insert(Arguments.begin(),
                       "-Wl,--push-state,--no-as-needed,-ltussah-" + Name +
                           ",--pop-state");
  if (Target == NativeTarget)
    return Arguments;
  std::string Names = libraryOf(Target, C, Line);
  // The runtimes are written in C++ with libstdc++. Beside libc++ it comes
  // first, so that all exceptions are those of one library.
  if ((L == Language::C || Line.UsesLibcxx) && !Line.WithoutCxxLibrary)
    Names += ",-lstdc++,-lm";
  if (Names.empty())
    return Arguments;
  // In -Wl, because clang takes a plain -lstdc++ to mean libc++ if that is
  // used.
  Arguments.insert(Arguments.begin(),
                   "-Wl,--push-state,--as-needed" + Names + ",--pop-state");
  if (Line.IsShared && mustStay(Target))
    Arguments.insert(Arguments.end(),
                     {"-Xlinker", "-z", "-Xlinker", "nodelete"});
  return Arguments;
}

/// Returns the target for what native is chosen for. Says so if it is another
/// one, because of a tool that finds faults in programs. Throws Error for flags
/// that are for programs in use, and where the user has named the target.
static std::string targetInsteadOfNative(const Installation &I,
                                         unsigned Version,
                                         const CommandLine &Line, Language L) {
  // What looks below the stack pointer, or has a second stack for each thread,
  // does not see that a frame goes on with another stack.
  static const struct {
    const char *Flag, *Target;
    bool IsTool;
  } Flags[] = {{"-fsanitize=safe-stack", "onetbb", false},
               {"-fsanitize=hwaddress", "onetbb", false},
               {"-fsanitize=dataflow", "serial", false},
               {"-mspeculative-load-hardening", "onetbb", false},
               {"-fsplit-stack", "onetbb", false},
               {"-fsanitize=thread", "onetbb", true},
               {"-fsanitize=memory", "onetbb", true},
               {"-fsanitize=type", "onetbb", true}};
  if (Line.Links && Line.Instrumentation.count("--no-eh-frame-hdr"))
    throw UsageError(
        "target 'native' finds tasks by what --no-eh-frame-hdr takes "
        "away; link without it");
  for (const auto &[Flag, Target, IsTool] : Flags) {
    if (!Line.Instrumentation.count(Flag))
      continue;
    std::string Problem =
        std::string(Flag) + " does not work with target 'native'; ";
    // A user who has named the target must not get another one.
    bool IsNamed = Line.Target && !Line.IsTapirTarget;
    if (!IsTool || IsNamed)
      throw UsageError(Problem +
                       "leave it out or choose -ftussah-target=" + Target);
    requirePart(I.abiFile(Version, Target), I.compilerRemedy(Version));
    printNote(L == Language::Cxx ? "tussah-clang++" : "tussah-clang",
              Problem + "using target '" + Target + "'");
    return Target;
  }
  return NativeTarget;
}

/// Puts what a shell and a response file take for something else behind \.
static std::string quoteFlag(const std::string &Flag) {
  std::string Text;
  for (char C : Flag) {
    if (!std::isalnum(static_cast<unsigned char>(C)) &&
        !std::strchr("-_./=+:,@%<>", C))
      Text += '\\';
    Text += C;
  }
  return Text;
}

/// Makes \p Flag relative to the folder of the file that it is written to.
static std::string relocatable(const Installation &I, std::string Flag) {
  // In the system's folder the headers must not come first (headerArguments).
  if (Flag == "-isystem")
    return "-idirafter";
  const std::string Root = "<CFGDIR>/../../..";
  for (const auto &[Folder, Name] :
       {std::pair(I.includeDir(), Root + "/include"),
        std::pair(I.root(), Root)})
    if (size_t At = Flag.find(Folder); At != Flag.npos)
      Flag.replace(At, Folder.size(), Name);
  return Flag;
}

std::string printableFlags(const Installation &I, const Clang &C,
                           CommandLine Line, Language L) {
  Line.PrintsFlags = Line.Links = true;
  Line.Arguments.clear();
  std::string Text;
  for (const std::string &Flag : compilerCommand(I, C, Line, L))
    if (Flag != C.Path && Flag.compare(0, 14, "--driver-mode=") != 0)
      Text += (Text.empty() ? "" : " ") +
              quoteFlag(Line.PrintsConfiguration ? relocatable(I, Flag) : Flag);
  return Text + "\n";
}

std::vector<std::string> compilerCommand(const Installation &Here,
                                         const Clang &C,
                                         const CommandLine &Line, Language L) {
  std::vector<std::string> Command = {C.Path};
  auto Add = [&Command](const std::vector<std::string> &Arguments) {
    Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  };
  if (Line.IsInternalTool) {
    Add(Line.Arguments);
    return Command;
  }
  Installation I = chooseMachine(Here, Line);
  checkLinker(C, Line);
  requirePart(I.keywordsPlugin(C.Version), I.compilerRemedy(C.Version));
  requirePart(I.passPlugin(C.Version), I.compilerRemedy(C.Version));
  requirePart(I.includeDir() + "/cilk/cilk.h", I.remedy("tussah-dev"));
  std::vector<std::string> Tools = chooseTools(I, C.Version, Line);
  std::string Target = chooseTarget(I, C.Version, Line);
  if (Target == NativeTarget)
    Target = targetInsteadOfNative(I, C.Version, Line, L);
  if (Line.Links && !Line.PrintsFlags)
    checkObjects(Line, Target);

  // The name of the file that TUSSAH_CLANG gives does not choose the language.
  Add({L == Language::Cxx ? "--driver-mode=g++" : "--driver-mode=gcc"});
  Add(machineArguments(I, Line, L));
  // Before the user's folders: where libraries of other Cilks are found, their
  // runtimes must not be taken for this one.
  if (Line.Links)
    Add({"--start-no-unused-arguments", "-L" + I.runtimeDir(),
         "--end-no-unused-arguments"});
  // Counters of a profile belong to no thread. The user may say otherwise.
  Add({"--start-no-unused-arguments", "-fprofile-update=atomic",
       "--end-no-unused-arguments"});
  // Tools say where something is. The user may say otherwise.
  if (!Tools.empty())
    Add({"--start-no-unused-arguments", "-gline-tables-only",
         "--end-no-unused-arguments"});
  Add(Line.Arguments);
  // Steps differ in which of these they use.
  Add({"--start-no-unused-arguments", "-fplugin=" + I.keywordsPlugin(C.Version),
       "-fplugin-arg-tussah-target=" + Target});
  if (I.isCross())
    Add({"-fplugin-arg-tussah-abi-dir=" + I.abiDir(C.Version)});
  Add(headerArguments(I));
  if (Line.HasKeywords)
    Add(keywordArguments());
  if (Line.HasPedigrees) {
    requirePart(I.pedigreeFile(C.Version), I.compilerRemedy(C.Version));
    Add({"-fplugin-arg-tussah-pedigrees", "-D__cilk_pedigrees__=1"});
  }
  bool KeepsSpawns = Line.KeepsSpawns || Line.UsesCilksan;
  // Without optimization clang writes no ends of variables, but if asked for
  // this, which does nothing else unless AddressSanitizer is there.
  if (Line.UsesCilksan)
    Add({"-D__cilksan__=1", "-Xclang", "-fsanitize-address-use-after-scope"});
  std::vector<std::string> IgnoreLists =
      Line.UsesCilksan ? Line.IgnoreLists : std::vector<std::string>();
  for (const std::string &List : IgnoreLists)
    Add({"-fplugin-arg-tussah-ignorelist=" + List});
  if (std::any_of(Line.Tools.begin(), Line.Tools.end(), isScale))
    Add({"-D__cilkscale__=1"});
  if (KeepsSpawns)
    Add({"-fplugin-arg-tussah-keep-spawns"});
  for (const std::string &Tool : Tools)
    Add({"-fplugin-arg-tussah-tool=" + Tool});
  for (const std::string &Warning : Line.Warnings)
    Add({"-fplugin-arg-tussah-" + Warning});
  // The keyword plugin, which otherwise adds the passes, is not asked when
  // clang's input is bitcode. The assembler would not know the option.
  if (Line.SplitsCompilation)
    Add({"-fpass-plugin=" + I.passPlugin(C.Version), "-Xclang", "-mllvm",
         "-Xclang", "-tussah-target=" + Target});
  if (Line.SplitsCompilation && I.isCross())
    Add({"-Xclang", "-mllvm", "-Xclang",
         "-tussah-abi-dir=" + I.abiDir(C.Version)});
  if (Line.SplitsCompilation && Line.HasPedigrees)
    Add({"-Xclang", "-mllvm", "-Xclang", "-tussah-pedigrees"});
  if (Line.SplitsCompilation && KeepsSpawns)
    Add({"-Xclang", "-mllvm", "-Xclang", "-tussah-keep-spawns"});
  for (const std::string &List : IgnoreLists)
    if (Line.SplitsCompilation)
      Add({"-Xclang", "-mllvm", "-Xclang", "-tussah-ignorelist=" + List});
  for (const std::string &Tool : Tools)
    if (Line.SplitsCompilation)
      Add({"-Xclang", "-mllvm", "-Xclang", "-tussah-tool=" + Tool});
  if (needsLld(Line))
    Add({"-fuse-ld=lld"});
  Add(libraries(I, C, Line, L, Target));
  Add({"--end-no-unused-arguments"});
  return Command;
}

} // namespace tussah::driver
