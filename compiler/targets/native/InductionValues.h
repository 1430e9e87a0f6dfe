//===- InductionValues.h - Values of loops that live across spawns -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_INDUCTIONVALUES_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_INDUCTIONVALUES_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Hides from code generation how the values of \p F are computed that depend
/// on the iteration of a loop and live across a spawn. \p F's spawns are
/// lowered.
void hideInductionValues(llvm::Function &F, RuntimeCalls &Runtime);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_INDUCTIONVALUES_H
