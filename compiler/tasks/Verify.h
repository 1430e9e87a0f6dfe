//===- Verify.h - Rules of the task representation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_VERIFY_H
#define TUSSAH_COMPILER_TASKS_VERIFY_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace tussah {

/// Checks the rules of form 2 (docs/internals/ir.md). Writes one line for each
/// violation to \p OS, and returns true if there was none.
bool verifyTasks(llvm::Module &M, llvm::raw_ostream &OS);

/// Runs verifyTasks and reports violations as errors on the LLVMContext.
struct VerifyPass : llvm::PassInfoMixin<VerifyPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_VERIFY_H
