//===- Numbers.h - Numbers in texts -----------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_NUMBERS_H
#define TUSSAH_COMPILER_DRIVER_NUMBERS_H

#include <charconv>
#include <optional>
#include <string_view>

namespace tussah::driver {

/// The number that \p Text begins with. None if it begins with something else,
/// or if the number does not fit.
inline std::optional<int> numberAtBegin(std::string_view Text) {
  int Number = 0;
  auto [Rest, Problem] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  return Problem == std::errc() ? std::optional(Number) : std::nullopt;
}

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_NUMBERS_H
