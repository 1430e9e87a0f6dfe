//===- Error.cpp - What ends a driver with a message ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <cstdio>

namespace tussah::driver {

int report(const char *Program, const Error &E) {
  std::fprintf(stderr, "%s: error: %s\n", Program, E.what());
  return E.exitCode();
}

void printNote(const char *Program, const std::string &Message) {
  std::fprintf(stderr, "%s: note: %s\n", Program, Message.c_str());
}

} // namespace tussah::driver
