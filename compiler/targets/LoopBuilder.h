//===- LoopBuilder.h - The functions of a parallel loop -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOOPBUILDER_H
#define TUSSAH_COMPILER_TARGETS_LOOPBUILDER_H

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace tussah {

/// <body>.dac(lo, hi, grain, captures...) runs the iterations [lo, hi), of
/// which there is at least one, and waits for them.
struct DacFunction {
  llvm::Function *F;
  /// The header of its leaf loop, and the call of the body there.
  llvm::BasicBlock *Leaf;
  llvm::CallBase *BodyCall;
};

/// Creates <body>.dac. If \p Divides, it spawns itself for first halves until
/// at most grain (at least 1) iterations are left; these are the leaf loop.
DacFunction buildDac(llvm::Function &Body, bool Divides);

/// Declares <body>.loop(n, grain, captures...), which runs the iterations [0,
/// n) and waits for them. Its code comes from emitLoop.
llvm::Function *declareLoop(llvm::Function &Body);

/// Emits the code of \p Loop, which runs its iterations with \p Dac. \p Cost is
/// what tussah.grain is told of an iteration. If \p OneIsSpecial, it calls \p
/// Body where n is 1.
void emitLoop(llvm::Function &Loop, llvm::Function &Body, llvm::Function &Dac,
              bool Divides, uint64_t Cost, bool OneIsSpecial);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOOPBUILDER_H
