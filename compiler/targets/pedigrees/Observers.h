//===- Observers.h - Who can read a pedigree -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_PEDIGREES_OBSERVERS_H
#define TUSSAH_COMPILER_TARGETS_PEDIGREES_OBSERVERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace tussah {

using ConstFunctionSet = llvm::SmallPtrSet<const llvm::Function *, 32>;

/// Which functions of a module can read pedigrees, themselves or in what they
/// call or spawn. A task that cannot needs none: whatever it does, its parent
/// goes on with its own.
class Observers {
public:
  Observers(llvm::Module &M, llvm::FunctionAnalysisManager &FAM);

  /// Whether \p Task, a task or loop body, needs a pedigree.
  bool contains(const llvm::Function &Task) const {
    return Found.contains(&Task);
  }

private:
  void scan(llvm::Function &F, const llvm::TargetLibraryInfo &TLI);

  ConstFunctionSet Found;
  /// From each function to those that call or spawn it.
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallVector<const llvm::Function *, 4>>
      Users;
};

/// Makes copies `<function>.quiet` of functions that have tasks or loops, or
/// call such, for calls from tasks and bodies that are no observers, and lets
/// those call them. Returns all functions that must not be changed: these tasks
/// and bodies, and the copies.
ConstFunctionSet makeQuietFunctions(llvm::Module &M, const Observers &O);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_PEDIGREES_OBSERVERS_H
