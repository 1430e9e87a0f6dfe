//===- OutOfLine.h - Functions that are not inlined -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_OUTOFLINE_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_OUTOFLINE_H

#include "llvm/IR/Function.h"

namespace tussah {

/// Keeps \p F, of form 2, from being inlined, and the addresses of thread-local
/// variables in it from being kept across what captures nothing: another thread
/// may go on behind a spawn.
void keepOutOfLine(llvm::Function &F);

/// Takes this protection from \p F, of which no spawn or loop is left.
void makeOrdinary(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_OUTOFLINE_H
