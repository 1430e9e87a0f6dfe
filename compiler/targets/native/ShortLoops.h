//===- ShortLoops.h - Where the code of short loops begins ------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_SHORTLOOPS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_SHORTLOOPS_H

#include "llvm/IR/Function.h"

namespace tussah::native {

/// Lets the code of short innermost loops of \p F begin with a cache line. LLVM
/// begins loops at a quarter of one. A loop of 40 bytes that begins at the last
/// quarter takes up two lines, of the decoded instructions too: nqueens, whose
/// loop was there, took 1.2 of the time that it takes elsewhere. Where a loop
/// is, is chance, but what spawns need moves all code, and should not make a
/// program slower. Loops with calls, those that the program aligns itself, and
/// functions that are to be small stay as they are.
void alignShortLoops(llvm::Function &F);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_SHORTLOOPS_H
