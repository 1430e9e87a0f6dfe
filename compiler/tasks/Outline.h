//===- Outline.h - From markers to tasks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_OUTLINE_H
#define TUSSAH_COMPILER_TASKS_OUTLINE_H

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Turns form 1 of docs/internals/ir.md (markers) into form 2 (tasks): every
/// spawned statement and parallel loop body becomes a function, every sync
/// region a frame. Runs before all optimizations, on the IR as clang emits it.
/// Markers in a shape that the keyword plugin does not produce are reported as
/// errors on the LLVMContext.
class OutlinePass : public llvm::PassInfoMixin<OutlinePass> {
  bool KeepsShared;

public:
  /// With \p KeepsShared a variable that tasks share, but only write before
  /// they read it, is not made each task's own: a tool is to see that.
  explicit OutlinePass(bool KeepsShared = false) : KeepsShared(KeepsShared) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_OUTLINE_H
