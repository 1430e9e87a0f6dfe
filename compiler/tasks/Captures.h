//===- Captures.h - Where the variables of a task live -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_CAPTURES_H
#define TUSSAH_COMPILER_TASKS_CAPTURES_H

#include "MarkedRegion.h"
#include "Markers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// A variable that a region uses, though its source declares it outside.
struct OuterVariable {
  llvm::WeakVH Variable;
  marker::Lives Lives;
};

/// What is known of the variables of a function while its tasks are outlined,
/// one after the other, so that not all uses of a variable are looked at for
/// each task that shares it.
struct KnownVariables {
  /// By the begin marker of the region.
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<OuterVariable, 4>>
      Outer;
  /// Those of which isValueOnly was true, and still is.
  llvm::DenseSet<const llvm::AllocaInst *> ValueOnly;
  /// Those whose lifetime markers were erased.
  llvm::DenseSet<const llvm::AllocaInst *> Lifeless;

  /// What the source shares stays shared, also if nobody can see a difference
  /// but a tool.
  bool KeepsShared = false;

  bool isValueOnly(const llvm::AllocaInst *AI);

  /// Removes the marks of the variables of \p F, and notes them. Before
  /// anything else asks for their uses.
  void takeOuterMarkers(llvm::Function &F, const RegionMap &Regions);

  /// \p AI will be deleted.
  void forget(const llvm::AllocaInst *AI) {
    ValueOnly.erase(AI);
    Lifeless.erase(AI);
  }
};

/// Decides for every stack variable that the task of \p R uses where it lives,
/// and rewrites the task's blocks accordingly:
///   - in the task, if only the task uses it, and it is the task's or nothing
///     learns its address; or if no value crosses the task's border (clang's
///     exception slots);
///   - in the task, initialized with the value it has at the spawn, if its
///     address is never taken and the task does not change it;
///   - in the task's storage, if the parent builds it for the task (arguments
///     of class type, temporaries), likewise;
///   - in kept memory, if only the task uses it, but it is the parent's, of
///     which each instance of the task has another life;
///   - in the parent, captured by reference, otherwise.
/// docs/internals/ir.md has the rule, and why each of these obeys it.
///
/// Returns the result of the tussah.storage call made at the start of the
/// region, or null if the task needs no storage. Run after splitRegion. \p
/// Known is that of the function.
llvm::CallInst *placeVariables(const MarkedRegion &R, KnownVariables &Known);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_CAPTURES_H
