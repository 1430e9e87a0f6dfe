//===- json.h - Writes JSON -------------------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For statistics and timelines of libraries that are linked into programs:
/// C++17, and nothing to link.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_SUPPORT_JSON_H
#define TUSSAH_SUPPORT_JSON_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tussah::support {

/// \p text as a string of JSON.
inline std::string jsonString(std::string_view text) {
  static constexpr char Hex[] = "0123456789abcdef";
  std::string result = "\"";
  for (char character : text) {
    auto code = static_cast<unsigned char>(character);
    if (code < 0x20) {
      result += "\\u00";
      result += Hex[code / 16];
      result += Hex[code % 16];
      continue;
    }
    if (character == '"' || character == '\\')
      result += '\\';
    result += character;
  }
  return result + '"';
}

/// Writes values one after the other, and what is between them.
class JsonWriter {
public:
  /// An object, or an array, which \p fill writes.
  template <class Fill> void object(Fill fill) { nest('{', fill, '}'); }
  template <class Fill> void array(Fill fill) { nest('[', fill, ']'); }

  /// The name of the member that is written next.
  JsonWriter &key(std::string_view name) {
    string(name);
    Text += ": ";
    First = true;
    return *this;
  }

  void number(std::uint64_t value) { raw(std::to_string(value)); }
  /// A number that has been written; null, if there is none.
  void digits(std::string_view text) { raw(text.empty() ? "null" : text); }

  void string(std::string_view text) { raw(jsonString(text)); }
  void boolean(bool value) { raw(value ? "true" : "false"); }

  std::string take() { return std::move(Text); }

private:
  void separate() {
    if (!std::exchange(First, false))
      Text += ", ";
  }

  void raw(std::string_view text) {
    separate();
    Text += text;
  }

  template <class Fill> void nest(char open, Fill &fill, char close) {
    separate();
    Text += open;
    First = true;
    fill();
    Text += close;
    First = false;
  }

  std::string Text;
  bool First = true;
};

} // namespace tussah::support

#endif // TUSSAH_SUPPORT_JSON_H
