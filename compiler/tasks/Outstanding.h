//===- Outstanding.h - Which frames may have running tasks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_OUTSTANDING_H
#define TUSSAH_COMPILER_TASKS_OUTSTANDING_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// Forward may-analysis: at which points of a function a frame may have tasks
/// that no sync has waited for. A spawn makes its frame outstanding, a sync
/// (whether it returns or throws) makes it clean. Linear in the size of the
/// function times the number of its frames.
class OutstandingTasks {
public:
  using FrameSet = llvm::SmallPtrSet<const llvm::Value *, 4>;

  explicit OutstandingTasks(const llvm::Function &F);

  /// Frames that may be outstanding when \p BB is entered.
  const FrameSet &atEntry(const llvm::BasicBlock &BB) const;

  /// Updates \p State from before to after \p I.
  static void transfer(const llvm::Instruction &I, FrameSet &State);

private:
  llvm::DenseMap<const llvm::BasicBlock *, FrameSet> In;
  FrameSet Empty;
};

/// Erases every sync in \p F before which its frame cannot be outstanding. The
/// keyword plugin puts implicit syncs wherever one may be needed; most follow
/// an explicit one.
void eraseRedundantSyncs(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_OUTSTANDING_H
