//===- Compiler.cpp - tussah-clang and tussah-clang++ ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stock clang with the plugins. One program; that its name ends in "++"
/// makes it the C++ compiler, as it does for clang.
///
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "Error.h"
#include "Process.h"

using namespace tussah::driver;

int main(int Argc, char **Argv) {
  std::string Name = Argc > 0 ? Argv[0] : "tussah-clang";
  Name = Name.substr(Name.rfind('/') + 1);
  bool IsCxx = Name.size() >= 2 && Name.compare(Name.size() - 2, 2, "++") == 0;
  try {
    CommandLine Line = parseCommandLine({Argv + (Argc > 0), Argv + Argc});
    Installation I = Installation::ofThisProgram();
    Clang C = findClang(I, Line.Clang);
    replaceProcess(
        compilerCommand(I, C, Line, IsCxx ? Language::Cxx : Language::C));
  } catch (const Error &E) {
    return report(Name.c_str(), E);
  }
}
