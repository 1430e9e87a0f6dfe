//===- GuardedSpawns.h - Spawns of what returns at once ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_GUARDEDSPAWNS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_GUARDEDSPAWNS_H

#include "compiler/targets/lowering/Target.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Where a task begins with a cheap way out, perhaps that of the function which
/// it calls, the spawn takes that itself and makes no task. Runs on form 2, for
/// targets that make an object for each task; `native` does the same when it
/// knows what it calls.
class GuardedSpawnsPass : public llvm::PassInfoMixin<GuardedSpawnsPass> {
public:
  /// \p Simplification runs on what has changed.
  explicit GuardedSpawnsPass(llvm::FunctionPassManager Simplification)
      : Simplification(std::move(Simplification)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  llvm::FunctionPassManager Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_GUARDEDSPAWNS_H
