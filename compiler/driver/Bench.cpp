//===- Bench.cpp - tussah bench -------------------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Error.h"
#include "Process.h"

namespace tussah::driver {

int benchCommand(const Installation &I,
                 const std::vector<std::string> &Arguments) {
  std::string Suite = I.benchmarkSuite();
  if (!fileExists(Suite))
    throw Error("no '" + Suite + "'; install Tussah again");
  std::string Python = findProgram("python3");
  if (Python.empty())
    throw Error("the benchmarks need python3; apt-get install python3");
  // -B: an installation may be read-only, and a source tree stays clean.
  std::vector<std::string> Command = {Python, "-B", Suite, "--installation",
                                      I.root()};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  replaceProcess(Command);
}

} // namespace tussah::driver
