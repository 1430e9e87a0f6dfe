//===- SmallTasks.h - Tasks that are not worth a spawn ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H

#include "compiler/targets/Pipeline.h"

#include "llvm/IR/PassManager.h"

#include <optional>

namespace tussah {

/// Tasks that cost less than their spawn become part of the function that
/// spawns them. Runs on form 2, when tasks are optimized, and behind pedigrees:
/// a task that makes a node of them is not small.
class SmallTasksPass : public llvm::PassInfoMixin<SmallTasksPass> {
public:
  /// \p Simplification runs on functions that tasks have become part of.
  SmallTasksPass(PipelineOptions Options,
                 llvm::FunctionPassManager Simplification)
      : Options(std::move(Options)), Simplification(std::move(Simplification)) {
  }

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  PipelineOptions Options;
  llvm::FunctionPassManager Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H
