//===- function.h - Functions in messages -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_BACKTRACK_FUNCTION_H
#define TUSSAH_BACKTRACK_FUNCTION_H

#include <tussah/jobs/image.hpp>
#include <tussah/jobs/pack.hpp>

namespace tussah::backtrack::detail {

/// A pointer to a function of the program in a message; null stays null. Both
/// throw cps::error.
template <class F> void writeFunction(cps::packer &to, F function) {
  to(function
         ? jobs::codeReference(reinterpret_cast<const void *>(function)) + 1
         : 0);
}
template <class F> F readFunction(cps::unpacker &from) {
  auto code = from.get<std::uint64_t>();
  return code ? reinterpret_cast<F>(
                    const_cast<void *>(jobs::codeAddress(code - 1)))
              : nullptr;
}

} // namespace tussah::backtrack::detail

#endif // TUSSAH_BACKTRACK_FUNCTION_H
