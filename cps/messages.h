//===- messages.h - Closures in messages ------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CPS_MESSAGES_H
#define TUSSAH_CPS_MESSAGES_H

#include <tussah/cps/closure.hpp>

namespace tussah::cps::detail {

/// Ticks in the unit of messages, and back: time stamp counters of machines
/// need not run at the same rate. The rate is measured from the beginning of
/// the process on.
std::uint64_t ticksToNanoseconds(std::uint64_t ticks);
std::uint64_t nanosecondsToTicks(std::uint64_t nanoseconds);

/// Writes a ready closure into a message.
/// A place in the source travels relative to its image, as code does.
std::uint64_t packSite(const std::source_location &site);
std::source_location unpackSite(std::uint64_t reference);

void packReady(const Closure *closure, packer &to);
/// Makes a closure of such a message, for a worker, whose thread calls it.
Closure *unpackReady(Worker &worker, unpacker &from);

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_MESSAGES_H
