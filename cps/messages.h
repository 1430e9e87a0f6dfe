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

/// A place in the source travels relative to its image, as code does.
std::uint64_t packSite(const std::source_location &site);
std::source_location unpackSite(std::uint64_t reference);

/// Writes a ready closure into a message.
void packReady(const Closure *closure, packer &to);
/// Makes a closure of such a message, for a worker, whose thread calls it.
Closure *unpackReady(Worker &worker, unpacker &from);

} // namespace tussah::cps::detail

#endif // TUSSAH_CPS_MESSAGES_H
