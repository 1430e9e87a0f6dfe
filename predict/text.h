//===- text.h - Dags that are written by hand -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PREDICT_TEXT_H
#define TUSSAH_PREDICT_TEXT_H

#include "dag.h"

namespace tussah::predict {

/// Reads a dag such as
///
///     leaf = 4000
///     program = 100 { leaf leaf 50 leaf } 200 loop 1000 5000 # comment
///
/// A line names a task and says what it does: nanoseconds of a strand; `{`, a
/// sync scope, in which names of earlier lines are spawns, up to `}`, the sync;
/// and `loop`, with the number of iterations and the nanoseconds of all. The
/// last line is the program. Returns what is wrong, or nothing.
std::string parseDag(const std::string &Text, Dag &To);

} // namespace tussah::predict

#endif // TUSSAH_PREDICT_TEXT_H
