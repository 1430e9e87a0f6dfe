//===- command_line.cpp - Options of programs -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/statistics.hpp>

#include "../support/option_reader.h"

#include <algorithm>

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

/// A time with its unit, as in "60s".
static std::chrono::milliseconds duration(OptionReader &reader,
                                          const std::string &name) {
  constexpr struct {
    std::string_view Name;
    std::uint64_t Milliseconds;
  } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  std::string_view text = reader.value();
  std::size_t digits =
      std::min(text.find_first_not_of("0123456789"), text.size());
  for (const auto &unit : units)
    if (text.substr(digits) == unit.Name)
      return std::chrono::milliseconds(
          unit.Milliseconds *
          reader.number(text.substr(0, digits), 1, 1'000'000));
  refuse(name + " must be a time such as 500ms, 60s, 10m or 1h, not '" +
         std::string(text) + "'");
}

command_line::command_line(int &argc, char **argv) {
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
      run.checkpoint_every = duration(reader, name);
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
