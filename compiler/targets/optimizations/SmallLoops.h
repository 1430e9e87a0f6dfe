//===- SmallLoops.h - Loops that are not worth dividing ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLLOOPS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLLOOPS_H

#include "compiler/targets/Pipeline.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Parallel loops whose constant number of iterations costs less than the
/// shortest leaf become serial loops, of independent iterations, of the
/// function that has them. Inner ones first: so of nested loops the outer level
/// stays parallel if it is worth it. A grain that the user has given stays.
///
/// Runs on form 2 and behind pedigrees, in modules without checks for
/// cancellation, which end loops between iterations.
class SmallLoopsPass : public llvm::PassInfoMixin<SmallLoopsPass> {
public:
  /// \p Simplification runs on functions that loops have become part of.
  SmallLoopsPass(PipelineOptions Options,
                 llvm::FunctionPassManager Simplification)
      : Options(std::move(Options)), Simplification(std::move(Simplification)) {
  }

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  PipelineOptions Options;
  llvm::FunctionPassManager Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLLOOPS_H
