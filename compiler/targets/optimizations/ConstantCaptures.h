//===- ConstantCaptures.h - Constants of tasks and loop bodies --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CONSTANTCAPTURES_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CONSTANTCAPTURES_H

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Captured values that have become constants, mostly because a function with a
/// loop has been inlined, become constants of the body or task. LLVM does not
/// see that the spawn or loop calls it. What is given different constants in
/// different places is copied, a few times. Runs on form 2.
class ConstantCapturesPass : public llvm::PassInfoMixin<ConstantCapturesPass> {
public:
  /// \p Simplification runs on bodies and tasks that know a constant.
  explicit ConstantCapturesPass(llvm::FunctionPassManager Simplification)
      : Simplification(std::move(Simplification)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  llvm::FunctionPassManager Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_CONSTANTCAPTURES_H
