//===- Blocks.h - Basic blocks as tools see them ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_BLOCKS_H
#define TUSSAH_COMPILER_HOOKS_BLOCKS_H

#include "Accesses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace tussah {

/// A basic block that has no hooks yet.
struct Block {
  /// In front of what the hooks are.
  llvm::Instruction *Entry, *Exit;
  /// A bb_prop_t of <tussah/csi.h>.
  uint64_t Properties;
};

/// Splits the blocks of \p F behind spawns, syncs and loops, where another
/// strand begins, and returns all.
llvm::SmallVector<Block, 16> splitBlocks(llvm::Function &F,
                                         AccessFinder &Finder);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_BLOCKS_H
