//===- Places.h - Where results of spawned calls go -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_PLACES_H
#define TUSSAH_COMPILER_TASKS_PLACES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/BasicBlock.h"

namespace tussah {

/// Removes the place markers of \p Blocks, a region: what the parent computed
/// goes straight to where the task uses it. True if the region has other blocks
/// now.
bool resolvePlaces(llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_PLACES_H
