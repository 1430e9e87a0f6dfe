//===- ReducerFacts.h - What functions do to reducers -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REDUCERFACTS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REDUCERFACTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace tussah {

/// True if \p Identity, the identity function of a reducer, does not throw.
/// False for null.
bool neverThrows(const llvm::Function *Identity);

/// True if it makes no difference when \p Identity is called: it returns, and
/// does nothing but write a view that depends on nothing. False for null.
bool dependsOnNothing(const llvm::Function *Identity);

/// Decides which instructions may change what the view of a reducer is, for the
/// activation that executes them.
class ViewChanges {
public:
  explicit ViewChanges(const llvm::TargetLibraryInfo &Libraries)
      : Libraries(Libraries) {}

  /// True if a lookup of \p Reducer may have another result behind \p I than
  /// before it. Those of a strand differ only if the reducer's lifetime has
  /// ended in between and another one has begun at the same address.
  bool mayChange(const llvm::Instruction &I, const llvm::Value *Reducer);

private:
  const llvm::TargetLibraryInfo &Libraries;
  llvm::DenseMap<const llvm::Function *, bool> MayEnd;

  bool mayEndReducers(const llvm::Function &F);
  bool isOfLibrary(const llvm::Function &F) const;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REDUCERFACTS_H
