//===- strands.h - The current strand ---------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_SCALE_STRANDS_H
#define TUSSAH_TOOLS_SCALE_STRANDS_H

#include "measure.h"

#include <stdbool.h>

/// The current strand, at a new boundary.
struct measure current_measure(void);
/// Whether the current strand belongs to no task and no iteration.
bool current_is_root(void);
/// The program's first strand begins.
void current_begin(void);

#endif // TUSSAH_TOOLS_SCALE_STRANDS_H
