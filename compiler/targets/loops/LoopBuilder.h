//===- LoopBuilder.h - The functions of a parallel loop -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOOPS_LOOPBUILDER_H
#define TUSSAH_COMPILER_TARGETS_LOOPS_LOOPBUILDER_H

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace tussah {

/// <body>.leaf(lo, hi, captures...) runs the iterations [lo, hi), of which
/// there is at least one, in order.
struct LeafFunction {
  llvm::Function *F;
  /// The header of its loop, and the call of the body there.
  llvm::BasicBlock *Header;
  llvm::CallBase *BodyCall;
  /// Goes on with the next iteration, or leaves the loop.
  llvm::Instruction *Latch;
};

LeafFunction buildLeaf(llvm::Function &Body);

/// Lets \p Leaf, if it runs in a scope of cancellation, call
/// <body>.cancellable(lo, hi, captures...), which this creates and returns: it
/// stops between iterations when it is cancelled.
llvm::Function *makeCancellable(llvm::Function &Leaf, llvm::Function &Body);

/// Creates <body>.dac(lo, hi, grain, captures...), which runs the iterations
/// [lo, hi), of which there is at least one, and waits for them: it spawns
/// itself for first halves until at most grain (at least 1) iterations are
/// left, and calls \p Leaf for these. If \p IsCancellable, it runs nothing if
/// it is cancelled when it starts.
llvm::Function *buildDac(llvm::Function &Body, llvm::Function &Leaf,
                         bool IsCancellable);

/// Creates <body>.packed(lo, hi, captures), which calls \p Leaf with the
/// captured values that the last parameter points to.
llvm::Function *buildPacked(llvm::Function &Body, llvm::Function &Leaf);

/// Creates a function that divides as that of buildDac does, for all loops with
/// the attributes of \p Like, which buildPacked has made: (lo, hi, grain,
/// packed leaf, captures). \p Throws says whether leaves may.
llvm::Function *buildSharedDac(llvm::Function &Like, bool Throws);

/// Declares <body>.loop(n, grain, captures...), which runs the iterations [0,
/// n) and waits for them. Its code comes from emitLoop.
llvm::Function *declareLoop(llvm::Function &Body);

/// Takes the calls that say what the leaves of \p M have called away: in bodies
/// that leaves call, and in loops that have become serial.
void eraseLeafHooks(llvm::Module &M);

/// What divides a loop: nothing, a function of its own, or one that several
/// loops share, with the leaf that it is told.
struct Division {
  llvm::Function *Dac = nullptr, *Packed = nullptr;
};

/// Emits the code of \p Loop, which divides its iterations with \p By, or runs
/// them with \p Leaf if it is not divided or if one leaf is enough. \p Cost is
/// what tussah.grain is told of an iteration. If \p One is not null, a body or
/// a leaf, it is called where n is 1.
void emitLoop(llvm::Function &Loop, llvm::Function &Leaf, Division By,
              uint64_t Cost, llvm::Function *One);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOOPS_LOOPBUILDER_H
