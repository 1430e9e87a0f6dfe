//===- command_line.cpp - Options of programs -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/backtrack/statistics.hpp>

#include <charconv>
#include <cstdio>
#include <string_view>

using namespace tussah::backtrack;

static std::uint64_t number(const std::string &option, std::string_view text,
                            std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() ||
      value < least || value > most)
    throw error(option + " must be a number from " + std::to_string(least) +
                " to " + std::to_string(most) + ", not '" + std::string(text) +
                "'");
  return value;
}

command_line::command_line(int &argc, char **argv) {
  int kept = 1;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    std::string_view argument = argv[i];
    std::size_t equals = argument.find('=');
    std::string name(argument.substr(0, equals));
    const auto value = [&]() -> std::string_view {
      if (equals != std::string_view::npos)
        return argument.substr(equals + 1);
      if (i + 1 == argc)
        throw error(name + " needs a value");
      return argv[++i];
    };
    if (name == "--workers")
      run.workers = number(name, value(), 1, options::max_workers);
    else if (name == "--seed")
      run.seed = number(name, value(), 0, UINT64_MAX);
    else if (name == "--force-splits")
      run.force_splits = number(name, value(), 0, UINT32_MAX);
    else if (name == "--trace")
      run.trace = value();
    else if (name == "--stats") {
      Format = equals == std::string_view::npos ? "text"
                                                : argument.substr(equals + 1);
      if (Format != "text" && Format != "json")
        throw error("--stats must be text or json, not '" + Format + "'");
    } else {
      argv[kept++] = argv[i];
    }
  }
  // Without the "--" itself.
  while (++i < argc)
    argv[kept++] = argv[i];
  if (kept < argc)
    argv[kept] = nullptr;
  argc = kept;
}

void command_line::report(const statistics &what) const {
  if (Format.empty())
    return;
  std::string text = Format == "json" ? what.json() : what.text();
  std::fputs(text.c_str(), stderr);
}
