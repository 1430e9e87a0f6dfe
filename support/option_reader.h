//===- option_reader.h - Options among the arguments of main ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the options of programs. C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_OPTION_READER_H
#define TUSSAH_SUPPORT_OPTION_READER_H

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tussah::support {

/// \p value as a person would write it.
template <class T> std::string textOf(T value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// The number that \p text is, integral or real. What is wrong is told to \p
/// fail, which throws it; \p what names the number.
template <class T>
T numberOf(std::string_view what, std::string_view text, T least, T most,
           void (*fail)(const std::string &)) {
  T result = 0;
  const char *const end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): with its end
  auto [rest, problem] = std::from_chars(text.data(), end, result);
  // Not `result < least`: that is false for what is no number.
  if (problem != std::errc() || rest != end ||
      !(result >= least && result <= most))
    fail(std::string(what) + " must be a number from " + textOf(least) +
         " to " + textOf(most) + ", not '" + std::string(text) + "'");
  return result;
}

/// The time that \p text is, as in "60s".
inline std::chrono::milliseconds durationOf(const std::string &what,
                                            std::string_view text,
                                            void (*fail)(const std::string &)) {
  constexpr struct {
    std::string_view Name;
    std::uint64_t Milliseconds;
  } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
  const std::size_t digits =
      std::min(text.find_first_not_of("0123456789"), text.size());
  for (const auto &unit : units)
    if (text.substr(digits) == unit.Name)
      return std::chrono::milliseconds(
          unit.Milliseconds * numberOf<std::uint64_t>(what,
                                                      text.substr(0, digits), 1,
                                                      1'000'000, fail));
  fail(what + " must be a time such as 500ms, 60s, 10m or 1h, not '" +
       std::string(text) + "'");
  return {};
}

/// Takes options out of the arguments of main, in any order, up to "--". A
/// value follows its option after "=" or as the next argument.
class OptionReader {
public:
  /// What is wrong is told to \p fail, which throws it.
  using Fail = void(const std::string &);

  OptionReader(int &argc, char **argv, Fail *fail)
      : Count(argc), Arguments(argv), Refuse(fail) {}

  /// Calls \p take for each argument; where it returns false, the argument is
  /// no option, and stays.
  template <class Take> void read(Take take) {
    int kept = 1;
    for (At = 1; At < Count && std::string_view(Arguments[At]) != "--"; ++At) {
      char *argument = Arguments[At];
      std::string_view text = argument;
      std::size_t equals = text.find('=');
      Name = text.substr(0, equals);
      HasGiven = equals != std::string_view::npos;
      Given = HasGiven ? text.substr(equals + 1) : std::string_view();
      if (!take(Name))
        Arguments[kept++] = argument;
    }
    // Without the "--" itself.
    while (++At < Count)
      Arguments[kept++] = Arguments[At];
    if (kept < Count)
      Arguments[kept] = nullptr;
    Count = kept;
  }

  // For \p take, of the present option.
  [[noreturn]] void fail(const std::string &text) {
    Refuse(text);
    __builtin_unreachable();
  }

  std::string_view value() {
    if (HasGiven)
      return Given;
    if (At + 1 == Count)
      fail("'" + Name + "' needs a value");
    return Arguments[++At];
  }

  /// Refuses a value.
  void noValue() {
    if (HasGiven)
      fail("'" + Name + "' takes no value");
  }

  /// What follows "=", or else \p otherwise.
  std::string_view valueOr(std::string_view otherwise) const {
    return HasGiven ? Given : otherwise;
  }

  /// A value that names something, such as \p what.
  std::string_view valueOf(const char *what) {
    std::string_view text = value();
    if (text.empty())
      fail("'" + Name + "' needs " + what);
    return text;
  }

  /// \p text, which must be one of \p choices.
  std::string_view oneOf(std::string_view text,
                         std::initializer_list<std::string_view> choices) {
    std::string all;
    std::size_t left = choices.size();
    for (std::string_view choice : choices) {
      if (text == choice)
        return text;
      all += choice;
      all += --left == 0 ? ", not '" : left == 1 ? " or " : ", ";
    }
    fail(Name + " must be " + all + std::string(text) + "'");
  }

  std::uint64_t number(std::uint64_t least, std::uint64_t most) {
    return number(value(), least, most);
  }
  std::uint64_t number(std::string_view text, std::uint64_t least,
                       std::uint64_t most) {
    return numberOf(Name, text, least, most, Refuse);
  }
  std::chrono::milliseconds duration() {
    return durationOf(Name, value(), Refuse);
  }
  double real(double least, double most) {
    return numberOf(Name, value(), least, most, Refuse);
  }

private:
  int &Count;
  char **const Arguments;
  Fail *const Refuse;

  int At = 0;
  std::string Name;
  bool HasGiven = false;
  std::string_view Given;
};

/// Sets the checkpoints that the environment wants, where a program takes
/// options at all: one that does not may have state that is in no checkpoint.
template <class Options>
void readCheckpoints(Options &run, void (*fail)(const std::string &)) {
  if (const char *folder = std::getenv("TUSSAH_CHECKPOINT"))
    run.checkpoint = folder;
  const char *every = std::getenv("TUSSAH_CHECKPOINT_EVERY");
  if (every && *every)
    run.checkpoint_every = durationOf("TUSSAH_CHECKPOINT_EVERY", every, fail);
}

/// Takes the option \p name if it is one that all libraries with workers have.
/// Returns false if it is not.
template <class Options>
bool readCommon(OptionReader &reader, const std::string &name, Options &run) {
  if (name == "--workers")
    run.workers = static_cast<unsigned>(reader.number(1, Options::max_workers));
  else if (name == "--seed")
    run.seed = reader.number(0, UINT64_MAX);
  else
    return false;
  return true;
}

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_OPTION_READER_H
