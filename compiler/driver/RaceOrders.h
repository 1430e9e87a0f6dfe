//===- RaceOrders.h - Both orders of each race ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_DRIVER_RACEORDERS_H
#define TUSSAH_COMPILER_DRIVER_RACEORDERS_H

#include "Installation.h"
#include "RaceJournal.h"

namespace tussah::driver {

/// Compiles and runs a program twice, on one thread: in the order of its serial
/// elision, and with each task behind its continuation. These orders differ for
/// each two strands that are in parallel, and for no others, so each race has
/// one of them in each run. \p Code is what the first run ended with. The
/// journal is that of the first run, with what the second one found.
RaceJournal runBothOrders(const Installation &I,
                          const std::vector<std::string> &Arguments,
                          bool PrintsText, int &Code);

} // namespace tussah::driver

#endif // TUSSAH_COMPILER_DRIVER_RACEORDERS_H
