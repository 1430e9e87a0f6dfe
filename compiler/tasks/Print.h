//===- Print.h - Tasks as a tree -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_PRINT_H
#define TUSSAH_COMPILER_TASKS_PRINT_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace tussah {

/// Prints the task representation of a module: for each function that is not a
/// task itself, its frames, spawns, loops and syncs in program order, each
/// task's own below it, indented.
struct PrintPass : llvm::PassInfoMixin<PrintPass> {
  explicit PrintPass(llvm::raw_ostream &OS) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_PRINT_H
