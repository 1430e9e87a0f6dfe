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

/// Takes off \p Text the number that it begins with. None, and nothing is taken
/// off, if it begins with something else, or if the number does not fit.
template <class T> std::optional<T> takeNumber(std::string_view &Text) {
  T Number = 0;
  const char *Begin = Text.data();
  auto [Rest, Problem] = std::from_chars(Begin, Begin + Text.size(), Number);
  if (Problem != std::errc())
    return std::nullopt;
  Text.remove_prefix(static_cast<size_t>(Rest - Begin));
  return Number;
}

/// The same, where what follows the number does not matter.
inline std::optional<int> numberAtBegin(std::string_view Text) {
  return takeNumber<int>(Text);
}

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_NUMBERS_H
