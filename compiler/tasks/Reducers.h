//===- Reducers.h - Markers of reducers -------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_REDUCERS_H
#define TUSSAH_COMPILER_TASKS_REDUCERS_H

#include "llvm/IR/Function.h"

namespace tussah {

/// Turns the markers of views and of the lifetimes of reducers in \p F into the
/// representation. To be called before tasks leave the function.
void lowerReducerMarkers(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_REDUCERS_H
