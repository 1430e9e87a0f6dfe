//===- TaskLowering.h - Form 2 becomes calls of a runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_TASKLOWERING_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_TASKLOWERING_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace tussah {

/// Lowers all of form 2 (docs/internals/ir.md) except parallel loops, which
/// LoopLowering has turned into spawns, to the target of its options. If the
/// target is unknown, its ABI file unusable, or something of form 1 or 2 would
/// remain, an error goes to the LLVMContext.
class TaskLoweringPass : public llvm::PassInfoMixin<TaskLoweringPass> {
public:
  /// \p Optimize is false at -O0: then nothing is inlined or simplified.
  TaskLoweringPass(PipelineOptions Options, bool Optimize)
      : Options(std::move(Options)), Optimize(Optimize) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  PipelineOptions Options;
  bool Optimize;
};

/// Deletes the declarations of form 1 and 2. An error if one is still used.
llvm::Error eraseTaskForm(llvm::Module &M);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_TASKLOWERING_H
