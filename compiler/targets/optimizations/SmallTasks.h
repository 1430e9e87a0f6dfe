//===- SmallTasks.h - Tasks that do not pay ---------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H

#include "SmallWork.h"

namespace tussah {

/// Tasks that cost less than their spawn become part of the function that
/// spawns them.
class SmallTasksPass : public SmallWorkPass,
                       public llvm::PassInfoMixin<SmallTasksPass> {
public:
  using SmallWorkPass::SmallWorkPass;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLTASKS_H
