//===- SeparateVariables.h - What regions share in name only ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_SEPARATEVARIABLES_H
#define TUSSAH_COMPILER_TASKS_SEPARATEVARIABLES_H

#include "MarkedRegion.h"

namespace tussah {

/// Gives regions of \p F variables of their own for what they store in the same
/// ones without sharing the values, as all handlers of a function do with the
/// exception in flight. Then what is asked of such a variable for a task does
/// not look at all other tasks. Variables of the program that a debugger knows
/// are left alone.
void separateVariables(llvm::Function &F, const RegionMap &Regions);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_SEPARATEVARIABLES_H
