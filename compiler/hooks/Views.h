//===- Views.h - Views that a tool makes ------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_VIEWS_H
#define TUSSAH_COMPILER_HOOKS_VIEWS_H

#include "Places.h"
#include "Tool.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace tussah {

/// Lookups of views that only read.
using ViewReads = llvm::SmallPtrSet<const llvm::Instruction *, 8>;

/// Finds these in \p M, which has no hooks yet.
ViewReads findReads(llvm::Module &M);

/// Lets the tool \p T, if it has hooks for that, make the views of the reducers
/// that \p M uses.
void replaceViews(llvm::Module &M, const Tool &T, Places &P,
                  const ViewReads &Reads);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_VIEWS_H
