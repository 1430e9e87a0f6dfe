//===- command_line.cpp - Options of programs -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/statistics.hpp>

#include "../support/option_reader.h"

using namespace tussah::backtrack;
using namespace tussah::support;

[[noreturn]] static void refuse(const std::string &text) { throw error(text); }

command_line::command_line(int &argc, char **argv) {
  readCheckpoints(run, refuse);
  OptionReader reader(argc, argv, refuse);
  reader.read([&](const std::string &name) {
    if (readCommon(reader, name, run))
      return true;
    if (name == "--force-splits")
      run.force_splits = reader.number(0, UINT32_MAX);
    else if (name == "--tree")
      run.tree = reader.number(1, UINT32_MAX);
    else if (name == "--trace")
      run.trace = reader.value();
    else if (name == "--checkpoint")
      run.checkpoint = reader.valueOf("a folder");
    else if (name == "--every")
      run.checkpoint_every = reader.duration();
    else if (name == "--stats") {
      run.report = reader.oneOf(reader.valueOr("text"), {"text", "json"});
    } else {
      return false;
    }
    return true;
  });
  // Not the options: the next job may have others.
  for (int i = 1; i < argc; ++i)
    run.checkpoint_of.append(1, '\0').append(argv[i]);
  if (argc <= 1)
    run.checkpoint_of = "no arguments";
}
