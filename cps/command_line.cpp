//===- command_line.cpp - Options of programs -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <tussah/cps/statistics.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string_view>

using namespace tussah::cps;

static std::uint64_t number(const std::string &option, std::string_view text,
                            std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() ||
      value < least || value > most)
    throw error(error::wrong_option, option + " must be a number from " +
                                         std::to_string(least) + " to " +
                                         std::to_string(most) + ", not '" +
                                         std::string(text) + "'");
  return value;
}

/// The index of \p text in two choices.
static bool choose(const std::string &option, std::string_view text,
                   std::string_view first, std::string_view second) {
  if (text != first && text != second)
    throw error(error::wrong_option, option + " must be " + std::string(first) +
                                         " or " + std::string(second) +
                                         ", not '" + std::string(text) + "'");
  return text == second;
}

/// A time with its unit, as in "60s".
static std::chrono::milliseconds duration(const std::string &option,
                                          std::string_view text) {
  constexpr struct {
    std::string_view Name;
    std::uint64_t Milliseconds;
  } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  std::size_t digits =
      std::min(text.find_first_not_of("0123456789"), text.size());
  for (const auto &unit : units)
    if (text.substr(digits) == unit.Name)
      return std::chrono::milliseconds(
          unit.Milliseconds *
          number(option, text.substr(0, digits), 1, 1'000'000));
  throw error(error::wrong_option, option +
                                       " must be a time such as 500ms, 60s, "
                                       "10m or 1h, not '" +
                                       std::string(text) + "'");
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
        throw error(error::wrong_option, name + " needs a value");
      return argv[++i];
    };
    if (name == "--workers")
      run.workers = number(name, value(), 1, options::max_workers);
    else if (name == "--seed")
      run.seed = number(name, value(), 0, UINT64_MAX);
    else if (name == "--post")
      run.post = choose(name, value(), "initiator", "owner")
                     ? post_to::owner
                     : post_to::initiator;
    else if (name == "--migrate")
      run.migration = choose(name, value(), "reference", "message")
                          ? migrate_by::message
                          : migrate_by::reference;
    else if (name == "--checkpoint") {
      run.checkpoint = value();
      if (run.checkpoint.empty())
        throw error(error::wrong_option, name + " needs a folder");
    } else if (name == "--dag") {
      run.dag = value();
      if (run.dag.empty())
        throw error(error::wrong_option, name + " needs a file");
    } else if (name == "--every")
      run.checkpoint_every = duration(name, value());
    else if (name == "--stats") {
      Format = equals == std::string_view::npos ? "text"
                                                : argument.substr(equals + 1);
      if (Format != "text" && Format != "csv" && Format != "json")
        throw error(error::wrong_option,
                    "--stats must be text, csv or json, not '" + Format + "'");
      run.measure = true;
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
  std::string text = Format == "csv"    ? what.csv()
                     : Format == "json" ? what.json()
                                        : what.text();
  std::fputs(text.c_str(), stderr);
}
