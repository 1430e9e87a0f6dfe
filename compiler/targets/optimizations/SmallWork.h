//===- SmallWork.h - Tasks and loops not worth dividing ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H

#include "compiler/targets/Pipeline.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// What both passes have. They run on form 2, when tasks are optimized, and
/// behind pedigrees: what makes a node of them is not small.
class SmallWorkPass {
public:
  /// \p Simplification runs on functions that small work has become part of.
  SmallWorkPass(PipelineOptions Options,
                llvm::FunctionPassManager Simplification)
      : Options(std::move(Options)), Simplification(std::move(Simplification)) {
  }

protected:
  PipelineOptions Options;
  llvm::FunctionPassManager Simplification;
};

/// Tasks that cost less than their spawn become part of the function that
/// spawns them.
class SmallTasksPass : public SmallWorkPass,
                       public llvm::PassInfoMixin<SmallTasksPass> {
public:
  using SmallWorkPass::SmallWorkPass;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

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

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H
