//===- KeptMemory.h - Objects that outlive a task -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory from the heap for what the serial elision would have on the stack of
/// the parent, but what each instance of a task needs for itself.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_KEPTMEMORY_H
#define TUSSAH_COMPILER_TASKS_KEPTMEMORY_H

#include "MarkedRegion.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Alignment.h"

namespace tussah {

/// Returns memory that lives until control comes to \p B again, or leaves the
/// function.
llvm::CallInst *keepMemory(llvm::IRBuilderBase &B, uint64_t Size,
                           llvm::Align Alignment);

/// Lets \p Memory, from keepMemory, live until a task has ended too, which is
/// started at \p Start. \p InTask is the first instruction of the task behind
/// its variables.
void shareMemory(llvm::CallInst *Memory, llvm::Instruction *Start,
                 llvm::Instruction *InTask);

/// Removes the marks of `alloca` in \p F. What a region calls it for, and what
/// may be used after that, is on a list of \p F, which ends with it.
void takeAllocaMarkers(llvm::Function &F, const RegionMap &Regions);

/// Gives the memory of \p F back on each way out of it. After all of its
/// regions have become functions, and for these as well.
void lowerKeptMemory(llvm::Function &F);

/// Erases what the above have declared in \p M for each other.
void eraseKeptMarkers(llvm::Module &M);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_KEPTMEMORY_H
