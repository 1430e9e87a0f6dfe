//===- Compatibility.cpp - Flags of other Cilk compilers ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compatibility.h"
#include "Error.h"
#include "Installation.h"

#include <cstring>

namespace tussah::driver {

static bool startsWith(const std::string &Text, const char *Prefix) {
  return Text.compare(0, std::strlen(Prefix), Prefix) == 0;
}

std::string tapirTarget(const std::string &Name,
                        const std::optional<std::string> &AbiFile) {
  if (Name == "opencilk" || Name == "cheetah" || Name == "cilkplus")
    return NativeTarget;
  if (Name == "none")
    return "serial";
  if (Name == "lambda") {
    if (!AbiFile || AbiFile->empty())
      throw UsageError(
          "-ftapir=lambda needs the bitcode file of a runtime; add "
          "-mllvm -tapir-runtime-bc-path=FILE");
    // A path, whatever its form.
    return AbiFile->front() == '/' ? *AbiFile : "./" + *AbiFile;
  }
  if (Name == "omptask")
    return "openmp";
  if (Name == "qthreads")
    throw UsageError("-ftapir=" + Name +
                     " is not available; use -ftapir=opencilk");
  return Name;
}

bool readOpenCilkOption(const std::string &Value,
                        std::optional<std::string> &AbiFile,
                        bool &KeepsSpawns) {
  // One dash or two, as LLVM takes its options.
  std::string Option = startsWith(Value, "--") ? Value.substr(1) : Value;
  static const char *const Abi = "-tapir-runtime-bc-path=";
  if (startsWith(Option, Abi)) {
    AbiFile = Option.substr(std::strlen(Abi));
    return true;
  }
  if (Option == "-simplifycfg-preserve-all-spawns" ||
      Option == "-tasksimplify-preserve-all-spawns")
    return KeepsSpawns = true;
  static const std::string Target = "-tapir-target=";
  if (startsWith(Option, Target.c_str()))
    throw UsageError(
        "'-mllvm " + Value +
        "' is for OpenCilk's opt; use -ftapir=" + Option.substr(Target.size()));
  if (startsWith(Option, "-cilksan-bc-path="))
    throw UsageError("'-mllvm " + Value +
                     "' is for OpenCilk; compile with -fsanitize=cilk instead");
  if (startsWith(Option, "-csi-tool-bitcode="))
    throw UsageError("'-mllvm " + Value +
                     "' is for tools of OpenCilk; port the tool to "
                     "<tussah/csi.h>, and compile with -fcilktool=FILE.bc");
  for (const char *Runtime : {"-opencilk-runtime-bc-path=", "-omp-bc-path="})
    if (startsWith(Option, Runtime))
      throw UsageError("'-mllvm " + Value +
                       "' names a runtime of OpenCilk, which cannot be used; "
                       "compile without it");
  return false;
}

void refuseOpenCilkLinkerOption(const std::string &Value) {
  std::optional<std::string> AbiFile;
  bool KeepsSpawns = false;
  if (readOpenCilkOption(Value, AbiFile, KeepsSpawns))
    throw UsageError("'" + Value +
                     "' is for the linker of OpenCilk, but tasks are lowered "
                     "when compiling; compile with '-mllvm " +
                     Value + "', and link without it");
}

void refuseUnavailableFlag(const std::string &Flag) {
  static const char *const Cilk5[][2] = {
      {"-cilk-profile", "run the program with TUSSAH_STATS=1 instead"},
      {"-cilk-span", "use -fcilktool=cilkscale instead"},
      {"-cilk-debug", "use -g instead"},
      {"-cilk-hint", "remove it"}};
  for (auto [Name, Advice] : Cilk5)
    if (Flag == Name)
      throw UsageError("'" + Flag + "' is a flag of Cilk-5; " + Advice);
  if (startsWith(Flag, "--opencilk-resource-dir=") ||
      startsWith(Flag, "--opencilk-abi-bitcode="))
    throw UsageError(
        "'" + Flag +
        "' names a runtime of OpenCilk, which cannot be used; compile "
        "and link without it");
}

void refuseInput(const std::string &Path) {
  static const std::string Suffix = ".cilk";
  if (Path.size() > Suffix.size() &&
      Path.compare(Path.size() - Suffix.size(), Suffix.size(), Suffix) == 0)
    throw UsageError("'" + Path +
                     "' is in the language of Cilk-5; port it to C, with "
                     "<cilk/cilk.h>, or say -x c if it is C");
}

std::vector<std::string> keywordArguments() {
  // As in <cilk/cilk.h>, character by character: the same definition again is
  // not reported.
  static const char *const Keywords[][2] = {
      {"spawn", "_Pragma(\"cilk spawn\")"},
      {"sync", "_Pragma(\"cilk sync\")((void)0)"},
      {"scope", "_Pragma(\"cilk scope\")"},
      {"for", "_Pragma(\"cilk for\") for"}};
  std::vector<std::string> Arguments = {"-D__cilk=301"};
  for (auto [Name, Meaning] : Keywords)
    for (const char *Prefix : {"cilk_", "_Cilk_"})
      Arguments.push_back(std::string("-D") + Prefix + Name + "=" + Meaning);
  Arguments.push_back("-DTUSSAH_PRAGMA(x)=_Pragma(#x)");
  for (const char *Name : {"cilk_reducer", "_Hyperobject"})
    Arguments.push_back(std::string("-D") + Name +
                        "(...)=TUSSAH_PRAGMA(cilk reducer(__VA_ARGS__))");
  return Arguments;
}

} // namespace tussah::driver
