//===- rest.h - Workers rest from thefts that do not pay -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_REST_H
#define TUSSAH_RUNTIME_SCHEDULER_REST_H

#include "attributes.h"

struct worker;

/// Pauses stealing for a while if the last thefts cost more than they gained,
/// as happens where short roots or tasks follow each other. Their worker is
/// faster alone. One theft after the rest finds out whether that is still so.
void rest_from_thefts(struct worker *worker) TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_REST_H
