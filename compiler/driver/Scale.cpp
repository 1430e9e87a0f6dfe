//===- Scale.cpp - tussah scale -------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scale.h"
#include "Error.h"
#include "Process.h"
#include "Run.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

namespace tussah::driver {

namespace {

struct ScaleOptions {
  std::optional<std::string> Unit;
  std::string Format = "text";
  std::optional<std::string> Output;
  bool WithSites = true;
};

} // namespace

/// If \p Argument is \p Name=VALUE, returns VALUE.
static std::optional<std::string> valueOf(const std::string &Argument,
                                          const std::string &Name) {
  if (Argument.compare(0, Name.size() + 1, Name + "=") != 0)
    return std::nullopt;
  return Argument.substr(Name.size() + 1);
}

static void requireOneOf(const std::string &Name, const std::string &Value,
                         const std::vector<std::string> &Known) {
  if (std::find(Known.begin(), Known.end(), Value) == Known.end())
    throw UsageError("unknown " + Name + " '" + Value + "'; known are " +
                     join(Known));
}

/// Reads the options that come first. Returns how many there are.
static size_t readOptions(const std::vector<std::string> &Arguments,
                          ScaleOptions &Options) {
  size_t Count = 0;
  for (const std::string &Argument : Arguments) {
    if (auto Unit = valueOf(Argument, "--count")) {
      requireOneOf("unit", *Unit, {"time", "instructions"});
      Options.Unit = Unit;
    } else if (auto Format = valueOf(Argument, "--format")) {
      requireOneOf("format", *Format, {"text", "csv", "json"});
      Options.Format = *Format;
    } else if (auto Output = valueOf(Argument, "--output")) {
      Options.Output = Output;
    } else if (Argument == "--totals") {
      Options.WithSites = false;
    } else {
      break;
    }
    ++Count;
  }
  return Count;
}

/// What the library of the tool reads (tools/scale/report.c).
static void setEnvironment(const ScaleOptions &Options) {
  setenv("TUSSAH_SCALE_FORMAT", Options.Format.c_str(), 1);
  setenv("TUSSAH_SCALE_SITES", Options.WithSites ? "1" : "0", 1);
  if (Options.Output)
    setenv("TUSSAH_SCALE_OUT", Options.Output->c_str(), 1);
}

/// Throws Error unless \p Program is linked with the tool.
static void requireTool(const std::string &Program) {
  std::ifstream File(Program, std::ios::binary);
  if (!fileExists(Program) || !File)
    throw Error("cannot read the program '" + Program +
                "'; give its path, as in ./program");
  std::string Text(std::istreambuf_iterator<char>(File), {});
  if (Text.find("libtussah-scale.so") == Text.npos)
    throw Error("'" + Program +
                "' does not measure itself; compile and link it with "
                "-fcilktool=cilkscale");
}

/// Runs what measures times on several numbers of workers, in place of this
/// program. \p Arguments are what follows --measure.
[[noreturn]] static void measureScaling(const Installation &I,
                                        std::vector<std::string> Arguments) {
  std::string Script = I.scaleScript();
  if (!fileExists(Script))
    throw Error("no '" + Script + "'; install Tussah again");
  std::string Python = findProgram("python3");
  if (Python.empty())
    throw Error("--measure needs python3; apt-get install python3");
  std::vector<std::string> Command = {Python, "-B", Script, "--compiler",
                                      I.program("tussah-clang")};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  replaceProcess(Command);
}

int scaleCommand(const Installation &I,
                 const std::vector<std::string> &Arguments) {
  if (!Arguments.empty() && Arguments[0] == "--measure")
    measureScaling(I, {Arguments.begin() + 1, Arguments.end()});
  ScaleOptions Options;
  auto First = Arguments.begin() + readOptions(Arguments, Options);
  refuseMisspeltOption("scale", {First, Arguments.end()});
  setEnvironment(Options);
  if (First != Arguments.end() && *First == "--") {
    if (++First == Arguments.end())
      throw UsageError("no program; usage: tussah scale [options] -- PROGRAM "
                       "[arguments]");
    if (Options.Unit)
      throw UsageError(
          "--count has no effect on a program that is compiled; "
          "compile it with -fcilktool=cilkscale-instructions to count "
          "instructions");
    requireTool(*First);
    return runProcess({First, Arguments.end()}).Code;
  }
  std::string Tool =
      Options.Unit == "instructions" ? "cilkscale-instructions" : "cilkscale";
  return compileAndRun(I, "scale", {"-O2", "-fcilktool=" + Tool},
                       {First, Arguments.end()});
}

} // namespace tussah::driver
