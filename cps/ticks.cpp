//===- ticks.cpp - Ticks of several machines --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ticks.h"

#include "../support/clock.h"

using namespace tussah::cps::detail;
using namespace tussah::support;

static const Stopwatch SinceBeginning;

TickRate::TickRate() : PerNanosecond(1e-9 * SinceBeginning.ticksPerSecond()) {}
