//===- Frames.h - Where the frames of tasks are -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_FRAMES_H
#define TUSSAH_COMPILER_TASKS_FRAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class DominatorTree;
class LoopInfo;
} // namespace llvm

namespace tussah {

/// Returns a point of \p F that dominates \p Users and is outside of all
/// cycles, so that it is passed once while a task of the frame may be
/// outstanding.
llvm::BasicBlock::iterator framePoint(llvm::Function &F,
                                      llvm::DominatorTree &DT,
                                      llvm::LoopInfo &LI,
                                      llvm::ArrayRef<llvm::Use *> Users);

/// Moves frames out of cycles. They get there when a function that spawns is
/// inlined in a loop. Unrolling the loop would give each iteration a frame of
/// its own, and the syncs behind the loop, which those of all iterations reach
/// when an exception leaves it, one that is a PHI of them. One frame is enough:
/// the inlined function syncs before it returns or unwinds, and then it is as
/// new. Frames that nothing uses are deleted.
class FramePlacementPass : public llvm::PassInfoMixin<FramePlacementPass> {
public:
  /// Without \p MayMove, for those who want to know in which cycle a scope is
  /// entered, the frames stay, and their loops are not unrolled.
  explicit FramePlacementPass(bool MayMove = true) : MayMove(MayMove) {}

  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

private:
  bool MayMove;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_FRAMES_H
