//===- KnownCaptures.h - What tasks do with captured pointers ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_KNOWNCAPTURES_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_KNOWNCAPTURES_H

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Says at spawns and parallel loops which captured pointers are only read and
/// not kept, so that the parent may hold in registers what they point to. A
/// function object that is passed by value, and that a loop body and a task
/// call, is such an object. It changes no code.
class KnownCapturesPass : public llvm::PassInfoMixin<KnownCapturesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_KNOWNCAPTURES_H
