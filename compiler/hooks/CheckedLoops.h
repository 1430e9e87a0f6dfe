//===- CheckedLoops.h - Loops whose checks can be moved ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_CHECKEDLOOPS_H
#define TUSSAH_COMPILER_HOOKS_CHECKEDLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace tussah {

/// What is known of the loops of a function.
struct LoopAnalyses {
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
};

/// Gives the loops of \p F preheaders and exits of their own, and returns what
/// is known of them then.
LoopAnalyses simplifyLoops(llvm::Function &F,
                           llvm::FunctionAnalysisManager &FAM);

/// True if nothing in \p L ends checks, and no call in it may fail to return: a
/// check may come earlier or later than where it is.
bool keepsChecks(const llvm::Loop &L);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_CHECKEDLOOPS_H
