//===- sends.h - Which sends there were -------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_SENDS_H
#define TUSSAH_CPS_SENDS_H

#include <tussah/cps/closure.hpp>

#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace tussah::cps::detail {

/// The place of a send, for messages; empty if it is not known.
std::string describeSend(const std::source_location &where);
/// An argument of a closure. The closure must be in use, or its block must not
/// have been used again.
std::string describeArgument(const Closure *closure, Reference to);

/// With options::check_sends: all sends to closures of this process. Closures
/// that have ended keep their blocks then, so that they can be named.
class Sends {
public:
  /// Notes a send. Throws error::sent_twice if there was one to the same
  /// argument. By any thread.
  void note(Reference to, const std::source_location &where);

private:
  /// Address, generation, and slot or element.
  using Argument = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
  std::mutex Lock;
  std::map<Argument, std::source_location> Noted;
};

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_SENDS_H
