//===- Hooks.h - Calls of a tool's hooks -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_HOOKS_H
#define TUSSAH_COMPILER_HOOKS_HOOKS_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Inserts calls of the hooks of tools (include/tussah/csi.h) into a module in
/// form 2, directly behind outlining: before spawns may become calls, and
/// before anything is optimized, so that tools see what the source says, at all
/// levels. Their code is linked into the module, and inlined. An error if a
/// tool's file is missing or does not fit.
class HooksPass : public llvm::PassInfoMixin<HooksPass> {
  PipelineOptions Options;
  bool LeavesChecks;

public:
  /// With \p LeavesChecks a ChecksPass must follow.
  explicit HooksPass(PipelineOptions Options, bool LeavesChecks = false)
      : Options(std::move(Options)), LeavesChecks(LeavesChecks) {}

  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);

  static bool isRequired() { return true; }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_HOOKS_H
