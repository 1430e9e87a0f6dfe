//===- ExtensionPoints.h - Extension points of each LLVM -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_EXTENSIONPOINTS_H
#define TUSSAH_COMPILER_COMPAT_EXTENSIONPOINTS_H

#include "Weak.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"

#include <functional>

namespace tussah::compat {

using ExtensionCallback =
    std::function<void(llvm::ModulePassManager &, llvm::OptimizationLevel,
                       llvm::ThinOrFullLTOPhase)>;

// Before LLVM 20, callbacks were not told the LTO phase. Delete the shims when
// LLVM 20 is the floor.

inline void registerEarlySimplification(llvm::PassBuilder &PB,
                                        const ExtensionCallback &C) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerPipelineEarlySimplificationEPCallback(C);
#else
  PB.registerPipelineEarlySimplificationEPCallback(
      [C](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level) {
        C(MPM, Level, llvm::ThinOrFullLTOPhase::None);
      });
#endif
}

inline void registerOptimizerEarly(llvm::PassBuilder &PB,
                                   const ExtensionCallback &C) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerEarlyEPCallback(C);
#else
  PB.registerOptimizerEarlyEPCallback(
      [C](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level) {
        C(MPM, Level, llvm::ThinOrFullLTOPhase::None);
      });
#endif
}

inline void registerOptimizerLast(llvm::PassBuilder &PB,
                                  const ExtensionCallback &C) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerLastEPCallback(C);
#else
  PB.registerOptimizerLastEPCallback(
      [C](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level) {
        C(MPM, Level, llvm::ThinOrFullLTOPhase::None);
      });
#endif
}

/// Levels were pairs of numbers, for speed and size, until LLVM 23. Delete when
/// LLVM 23 is the floor.
inline bool isAboveO1(llvm::OptimizationLevel Level) {
#if LLVM_VERSION_MAJOR >= 23
  return Level > llvm::OptimizationLevel::O1;
#else
  return Level.getSpeedupLevel() > 1;
#endif
}

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_EXTENSIONPOINTS_H
