//===- CostModel.h - What tasks and iterations cost -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_COSTMODEL_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_COSTMODEL_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

#include <string>

namespace tussah {

/// What a piece of code costs.
struct Cost {
  /// Instructions, an expensive one counted several times. All branches count,
  /// so it is an upper bound.
  uint64_t Instructions = 0;
  /// Why nobody can say, as in "it calls functions", and, if remarks are
  /// wanted, in which callee. Empty if it is known.
  std::string Unknown;

  bool isKnown() const { return Unknown.empty(); }
};

/// The cost of one activation of \p F, with that of the functions that it calls
/// if their code is in the module. Loops with constant trip counts are known,
/// those with others are not, and neither is recursion.
Cost costOf(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// The largest cost of a task that is never worth its spawn on the target that
/// \p Options names.
uint64_t smallTask(const PipelineOptions &Options);

/// The largest cost of all iterations of a loop that is never worth dividing:
/// at most what a runtime's grain takes for the shortest leaf.
uint64_t smallLoop(const PipelineOptions &Options);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_COSTMODEL_H
