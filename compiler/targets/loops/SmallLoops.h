//===- SmallLoops.h - Loops that do not pay ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOOPS_SMALLLOOPS_H
#define TUSSAH_COMPILER_TARGETS_LOOPS_SMALLLOOPS_H

#include "compiler/targets/optimizations/SmallWork.h"

namespace tussah {

/// Parallel loops whose constant number of iterations costs less than the
/// shortest leaf become serial loops, of independent iterations, of the
/// function that has them. Inner ones first: so of nested loops the outer level
/// stays parallel if it is worth it. A grain that the user has given stays, and
/// so do all loops of a module with checks for cancellation, which end loops
/// between iterations.
class SmallLoopsPass : public SmallWorkPass,
                       public llvm::PassInfoMixin<SmallLoopsPass> {
public:
  using SmallWorkPass::SmallWorkPass;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOOPS_SMALLLOOPS_H
