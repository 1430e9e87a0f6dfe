//===- sends.cpp - Which sends there were -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sends.h"

using namespace tussah::cps;
using namespace tussah::cps::detail;

static std::string place(const std::source_location &where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line());
}

std::string
tussah::cps::detail::describeSend(const std::source_location &where) {
  if (where.line() == 0)
    return "";
  return "; sent at " + place(where) + " in '" + where.function_name() + "'";
}

std::string tussah::cps::detail::describeArgument(const Closure *closure,
                                                  Reference to) {
  std::string element =
      to.element() == 0
          ? ""
          : "element " + std::to_string(to.element() - 1) + " of ";
  return element + "argument " +
         std::to_string(closure->Thread->Argument(closure, to.bit())) +
         " of a closure of " + closure->Thread->Name(closure) + ", made at " +
         place(closure->Site);
}

void Sends::note(Reference to, const std::source_location &where) {
  std::lock_guard<std::mutex> guard(Lock);
  auto [first, isNew] =
      Noted.try_emplace({to.name(), to.generation(), to.slot()}, where);
  bool hasEnded = to.closure()->generation() != to.generation();
  if (!isNew)
    throw error(
        error::sent_twice,
        "a second value was sent to " + describeArgument(to.closure(), to) +
            (hasEnded ? ", whose thread has ended" : "") + describeSend(where) +
            "; the first one was" + describeSend(first->second).substr(1));
}
