//===- LoopLowering.h - Parallel loops become spawns -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOOPS_LOOPLOWERING_H
#define TUSSAH_COMPILER_TARGETS_LOOPS_LOOPLOWERING_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

#include <optional>

namespace tussah {

/// Lowers tussah.parfor within form 2 (docs/internals/ir.md). For each loop
/// body there are two new functions:
///
///     <body>.loop(n, grain, captures...)
///
/// replaces the parallel loop. It handles the small trip counts and the
/// automatic grain, and calls
///
///     <body>.dac(lo, hi, grain, captures...)
///
/// which divides and conquers: it spawns itself for the first half while there
/// are more than grain iterations, and runs the rest in a leaf loop.
class LoopLoweringPass : public llvm::PassInfoMixin<LoopLoweringPass> {
public:
  /// \p Simplification runs on the new functions after the bodies have been
  /// inlined into their leaf loops; without it (-O0) they stay calls.
  LoopLoweringPass(PipelineOptions Options,
                   std::optional<llvm::FunctionPassManager> Simplification)
      : Options(std::move(Options)), Simplification(std::move(Simplification)) {
  }

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  PipelineOptions Options;
  std::optional<llvm::FunctionPassManager> Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOOPS_LOOPLOWERING_H
