//===- TaskPlaces.h - Tasks, and what hooks hand to them --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_TASKPLACES_H
#define TUSSAH_COMPILER_HOOKS_TASKPLACES_H

#include "Places.h"
#include "Tool.h"

#include "llvm/ADT/MapVector.h"

namespace tussah {

/// A task or loop body, as its parent knows it.
struct TaskPlace {
  /// Number of its spawn (CSI_DETACH) or loop (CSI_LOOP).
  uint64_t Number;
  /// The parameters that have what the hooks in the parent returned, one for
  /// each tool; null for tools that do not ask.
  llvm::SmallVector<llvm::Argument *, 2> Values;
};

/// By function.
using TaskPlaces = llvm::MapVector<const llvm::Function *, TaskPlace>;

/// Finds the tasks and loop bodies of \p M, and gives each, for each of the
/// tools \p All that wants it, one more captured value. In calls, 0 has its
/// place.
TaskPlaces findTasks(llvm::Module &M, const Tools &All, Places &P);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_TASKPLACES_H
