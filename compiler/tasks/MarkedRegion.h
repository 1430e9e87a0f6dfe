//===- MarkedRegion.h - Marked tasks and loop bodies -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the regions of code that markers delimit, and splits each into what
/// the parent does before the spawn and what the task does.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_MARKEDREGION_H
#define TUSSAH_COMPILER_TASKS_MARKEDREGION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/ValueHandle.h"

#include <optional>

namespace tussah {

using BlockSet = llvm::SetVector<llvm::BasicBlock *>;

/// A spawned statement or the body of a parallel loop, between
/// `if (begin) {` and `} end`.
struct MarkedRegion {
  llvm::CallBase *Begin = nullptr;
  /// In Join. Its unwind edge, if it is an invoke, is the one of the parent at
  /// the spawn.
  llvm::CallBase *End = nullptr;
  /// First block of the region; its only predecessor is Begin's block.
  llvm::BasicBlock *Entry = nullptr;
  /// Where control goes on after the region.
  llvm::BasicBlock *Join = nullptr;
  bool IsLoop = false;

  /// Blocks that the parent executes before the task exists: the evaluation of
  /// the spawned call's arguments. Empty for loops and spawned blocks.
  /// Contains the blocks that handle an exception of that evaluation.
  BlockSet Prepare;
  /// Blocks of the task, TaskEntry first. Disjoint from Prepare.
  BlockSet Task;
  llvm::BasicBlock *TaskEntry = nullptr;

  /// The parent calls the task, and does not go on before it has returned.
  bool isCalled() const;
};

/// True if \p I begins a region.
bool isBegin(const llvm::Instruction &I);

/// The region that \p Begin begins: matches
/// `br (icmp ne Begin, 0), Entry, Join` and finds End. Nothing if there is
/// another form. Changes no code.
std::optional<MarkedRegion> matchRegion(llvm::CallBase *Begin);

/// All blocks between the markers of \p R, and those that control reaches from
/// there without passing Join. For regions that are not split yet.
BlockSet blocksOf(const MarkedRegion &R);

/// True if a region begins in \p Blocks.
bool holdsBegin(const BlockSet &Blocks);

/// Replaces the leave markers of \p F by unwind markers where an exception
/// comes past them.
void lowerLeaves(llvm::Function &F);

/// For each block that a region holds, the begin marker of the innermost one.
using RegionMap = llvm::DenseMap<const llvm::BasicBlock *, llvm::CallBase *>;

/// The regions of \p F. Those are the blocks of a region that its entry
/// dominates.
RegionMap regionsOf(llvm::Function &F);

/// The begin markers of \p F, which has \p Regions: those of inner regions
/// before that of the region around them, and else in the order of their
/// blocks. A handle is null when its marker has gone, with code that has become
/// dead.
llvm::SmallVector<llvm::WeakVH, 8>
beginsInnermostFirst(llvm::Function &F, const RegionMap &Regions);

/// Fills Prepare and Task: blocks that both
/// need (exception handling shared by argument evaluation and call) are
/// cloned. Afterwards exceptions of the task leave the task's blocks by
/// `resume` or by unwinding calls, never into the parent's handlers.
void splitRegion(MarkedRegion &R);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_MARKEDREGION_H
