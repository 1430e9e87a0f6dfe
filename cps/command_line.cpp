//===- command_line.cpp - Options of programs -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/statistics.hpp>

#include "../support/option_reader.h"

using namespace tussah::cps;
using namespace tussah::support;

[[noreturn]] static void refuse(const std::string &text) {
  throw error(error::wrong_option, text);
}

/// Whether the value is the second one of two choices.
static bool choose(OptionReader &reader, std::string_view first,
                   std::string_view second) {
  return reader.oneOf(reader.value(), {first, second}) == second;
}

command_line::command_line(int &argc, char **argv) {
  readCheckpoints(run, refuse);
  OptionReader reader(argc, argv, refuse);
  reader.read([&](const std::string &name) {
    if (readCommon(reader, name, run))
      return true;
    if (name == "--post")
      run.post = choose(reader, "initiator", "owner") ? post_to::owner
                                                      : post_to::initiator;
    else if (name == "--migrate")
      run.migration = choose(reader, "reference", "message")
                          ? migrate_by::message
                          : migrate_by::reference;
    else if (name == "--checkpoint")
      run.checkpoint = reader.valueOf("a folder");
    else if (name == "--dag")
      run.dag = reader.valueOf("a file");
    else if (name == "--trace")
      run.trace = reader.valueOf("a file");
    else if (name == "--check-sends")
      run.check_sends = true;
    else if (name == "--every")
      run.checkpoint_every = reader.duration();
    else if (name == "--stats") {
      run.report =
          reader.oneOf(reader.valueOr("text"), {"text", "csv", "json"});
      run.measure = true;
    } else {
      return false;
    }
    return true;
  });
}
