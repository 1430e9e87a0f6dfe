//===- Targets.cpp - The table of targets -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "ClosureTarget.h"
#include "Diagnostics.h"
#include "SerialTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace tussah {

static constexpr StringLiteral Serial = "serial";
static constexpr StringLiteral Native = "native";

/// Targets that are a bitcode file in the folder of these.
static constexpr StringLiteral AbiPrefix = "libtussah-abi-";

/// The variants of targets that count tasks.
static constexpr StringLiteral CountedSuffix = "-counted";

/// A target that is none of the names is the path of a bitcode file. A mistyped
/// name is not: it has neither a folder nor a suffix.
static bool isPath(StringRef Target) {
  return Target.contains('/') || Target.ends_with(".bc");
}

/// The folder `abi` beside the shared library that this function is in.
static std::string defaultAbiDir() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&defaultAbiDir), &Info))
    return "abi";
  SmallString<128> Dir(sys::path::parent_path(Info.dli_fname));
  sys::path::append(Dir, "abi");
  return std::string(Dir);
}

static std::string inAbiDir(const PipelineOptions &Options, const Twine &Name) {
  SmallString<128> Path(Options.AbiDir.empty() ? defaultAbiDir()
                                               : Options.AbiDir);
  sys::path::append(Path, Name);
  return std::string(Path);
}

static std::string abiPath(const PipelineOptions &Options) {
  if (isPath(Options.Target))
    return Options.Target;
  return inAbiDir(Options, AbiPrefix + Options.Target + ".bc");
}

/// The names that a user may choose, sorted. The variants for Tussah's tests
/// are not among them.
static std::vector<std::string> knownTargets(const PipelineOptions &Options) {
  std::vector<std::string> Names = {std::string(Native)};
  std::error_code Code;
  for (sys::fs::directory_iterator I(inAbiDir(Options, ""), Code), End;
       !Code && I != End; I.increment(Code)) {
    StringRef File = sys::path::filename(I->path());
    if (File.consume_front(AbiPrefix) && File.consume_back(".bc") &&
        !File.ends_with(CountedSuffix))
      Names.push_back(File.str());
  }
  llvm::sort(Names);
  return Names;
}

Error checkTarget(const PipelineOptions &Options) {
  StringRef Name = Options.Target;
  // What is wrong with a path is said when it is read.
  if (Name == Serial || Name == Native || isPath(Name) ||
      sys::fs::exists(abiPath(Options)))
    return Error::success();
  return makeError("unknown target '" + Name + "'; known are '" +
                   join(knownTargets(Options), "', '") +
                   "', and the path of a bitcode file that ends in .bc");
}

bool targetIsNative(const PipelineOptions &Options) {
  return Options.Target == Native;
}

bool keepsSpawns(const PipelineOptions &Options) {
  return Options.KeepSpawns ||
         StringRef(Options.Target).ends_with(CountedSuffix);
}

bool targetDividesLoops(const PipelineOptions &Options) {
  return Options.Target != Serial;
}

/// The file `libtussah-<Part>.bc`, or its variant for JITs.
static std::string partPath(const PipelineOptions &Options, StringRef Part) {
  return inAbiDir(Options, "libtussah-" + Part +
                               (Options.JustInTime ? "-jit.bc" : ".bc"));
}

std::string nativeAbiPath(const PipelineOptions &Options) {
  return partPath(Options, "native");
}

std::string pedigreePath(const PipelineOptions &Options) {
  return partPath(Options, "pedigrees");
}

std::unique_ptr<Target> createTarget(const PipelineOptions &Options) {
  if (Options.Target == Serial)
    return std::make_unique<SerialTarget>();
  return std::make_unique<ClosureTarget>(abiPath(Options));
}

} // namespace tussah
