//===- LastSpawns.h - The last spawn before a sync is a call ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_LASTSPAWNS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_LASTSPAWNS_H

#include "llvm/IR/PassManager.h"

namespace tussah {

/// A task that is spawned when nothing is left to do but to wait for it is
/// called instead. "Nothing" is a few instructions that neither call functions
/// nor synchronize with other threads, on each way from the spawn to the sync.
/// Runs on form 2, before the inliner, which then sees the call.
///
/// With pedigrees a spawn counts, so it must run behind their instrumentation,
/// which counts without the spawn.
class LastSpawnsPass : public llvm::PassInfoMixin<LastSpawnsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_LASTSPAWNS_H
