//===- InitFlags.h - Destructors of variables that a task constructs -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_INITFLAGS_H
#define TUSSAH_COMPILER_TASKS_INITFLAGS_H

#include "llvm/IR/Function.h"

namespace tussah {

/// Consumes the init markers of \p F. A variable that a spawn initializes is
/// not constructed if its task throws, but its destructor is already due when
/// the exception arrives at a sync. Each such variable gets a flag that the
/// task sets, and its destructor calls become conditional on it.
void lowerInitMarkers(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_INITFLAGS_H
