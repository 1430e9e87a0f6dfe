//===- ShortLoops.cpp - Where the code of short loops begins --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tussah::native {

/// In bytes: a cache line.
static constexpr unsigned LoopAlignment = 64;
/// Instructions, of some 3 bytes, that fit into one.
static constexpr unsigned MostInstructions = 20;
/// What code generation reads, as from clang's `code_align`.
static constexpr char AlignmentName[] = "llvm.loop.align";

/// Whether the code of \p L may fit into a line, and calls nothing.
static bool isShort(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
        return false;
      if (!isa<PHINode>(I) && ++Count > MostInstructions)
        return false;
    }
  return true;
}

void alignShortLoops(Function &F) {
  if (F.hasOptNone() || F.hasOptSize())
    return;
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && isShort(*L) &&
        !findOptionMDForLoop(L, AlignmentName))
      addStringMetadataToLoop(L, AlignmentName, LoopAlignment);
}

} // namespace tussah::native
