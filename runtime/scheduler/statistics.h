//===- statistics.h - What the workers have done -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_STATISTICS_H
#define TUSSAH_RUNTIME_SCHEDULER_STATISTICS_H

#include "attributes.h"

/// Writes all counters to the place \p where: "1" is standard error, else a
/// file, as JSON.
void statistics_write(const char *where) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_STATISTICS_H
