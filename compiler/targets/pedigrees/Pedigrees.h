//===- Pedigrees.h - Keeps the pedigrees of strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_PEDIGREES_PEDIGREES_H
#define TUSSAH_COMPILER_TARGETS_PEDIGREES_PEDIGREES_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// Lets a module in form 2 keep the pedigree of each strand, and makes the
/// functions that read it (<cilk/cilk_api.h>) inline code:
/// docs/internals/ir.md. Runs before parallel loops are lowered, so that the
/// tasks which a loop is divided into do not count. An error if the bitcode
/// file that it needs is missing or does not fit.
class PedigreePass : public llvm::PassInfoMixin<PedigreePass> {
  PipelineOptions Options;

public:
  explicit PedigreePass(PipelineOptions Options)
      : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);

  static bool isRequired() { return true; }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_PEDIGREES_PEDIGREES_H
