//===- SplitModes.h - Loops apart from what spawns by hand -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SPLITMODES_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SPLITMODES_H

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Splits functions in which a parameter decides whether they run a parallel
/// loop or spawn, as templates of libraries do:
///
///     if (grain == 0) cilk_for (...) f(i);
///     else ... cilk_spawn ...
///
/// What spawns becomes a function of its own, <name>.spawning. What is left may
/// be inlined, and most callers know the parameter: they then have only the
/// loop, with what its body captures in their registers, or only the call.
class SplitModesPass : public llvm::PassInfoMixin<SplitModesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SPLITMODES_H
