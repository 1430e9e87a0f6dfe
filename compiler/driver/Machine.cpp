//===- Machine.cpp - The machine that programs are for --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Error.h"

#include <filesystem>

namespace fs = std::filesystem;

namespace tussah::driver {

Installation chooseMachine(const Installation &I, const CommandLine &Line) {
  if (!Line.Triple)
    return I;
  Installation Chosen = I.forMachine(*Line.Triple);
  if (!Chosen.isCross() || Chosen.hasMachine())
    return Chosen;
  std::string Problem = "no runtime is installed for '" + *Line.Triple + "'; ";
  // The Makefile knows these.
  for (const char *Known : {"aarch64-linux-gnu", "x86_64-linux-musl"})
    if (Chosen.runtimeDir() == I.runtimeDir() + "/" + Known)
      throw Error(Problem +
                  "build Tussah with make build TARGETS=\"x86_64-linux-gnu " +
                  Known + "\"");
  throw Error(Problem + "there are runtimes for x86_64-linux-gnu, "
                        "aarch64-linux-gnu and x86_64-linux-musl only");
}

std::vector<std::string> machineArguments(const Installation &I,
                                          const CommandLine &Line, Language L) {
  // On Debian musl lies beside glibc, whose headers and libraries clang would
  // take without a sysroot.
  std::string Sysroot = I.runtimeDir() + "/sysroot";
  std::error_code Code;
  if (!I.isCross() || Line.HasSysroot || !fs::is_directory(Sysroot, Code))
    return {};
  if (!fileExists(Sysroot + "/lib/libc.a"))
    throw Error("cannot find the C library of '" + *Line.Triple +
                "'; apt-get install musl-dev, or name a folder that has it "
                "with --sysroot=");
  if (L == Language::Cxx)
    throw Error("Debian has no C++ library for '" + *Line.Triple +
                "'; compile C, or name a folder that has one with --sysroot=");
  // No shared libgcc is for musl.
  return {"--start-no-unused-arguments", "--sysroot=" + Sysroot, "-nostdinc++",
          "-static-libgcc", "--end-no-unused-arguments"};
}

} // namespace tussah::driver
