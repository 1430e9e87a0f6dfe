//===- Views.h - Fewer lookups of reducers' views ---------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A view changes at spawns and syncs only, so most lookups have a result that
/// is known (docs/internals/reducers.md, "In LLVM IR"). What remains is
/// inlined by the target.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_VIEWS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_VIEWS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace tussah {

/// Within form 2 (docs/internals/ir.md):
/// - a local reducer of which no other function knows becomes a variable;
/// - a lookup moves out of a loop whose iterations all have the same result,
///   if it is one that is executed in any case;
/// - a lookup is replaced by an earlier one with the same result.
/// Lookups whose identity function does not throw lose their unwind edges.
class ViewsPass : public llvm::PassInfoMixin<ViewsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &,
                              llvm::FunctionAnalysisManager &);
};

/// As ViewsPass. Returns true if \p F has changed.
bool simplifyViews(llvm::Function &F, const llvm::TargetLibraryInfo &Libraries);

/// Lets lookups that have stayed in loops, because an iteration need not reach
/// them, keep their result for the other iterations. To run once, when loops
/// have their final form.
class KeepViewsPass : public llvm::PassInfoMixin<KeepViewsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &,
                              llvm::FunctionAnalysisManager &);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_VIEWS_H
