//===- Leaves.h - Hooks around the leaves of parallel loops -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// There are no leaves before loops are lowered. Until then, a call of
/// `tussah.leaf.hooks(begin, end, values...)` in the body says what they shall
/// call: `begin(first, end, values...)` and `end(values...)`.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_LEAVES_H
#define TUSSAH_COMPILER_HOOKS_LEAVES_H

#include "Places.h"
#include "Tool.h"

namespace tussah {

/// Marks \p Body, the body of the parallel loop with the number \p Loop, if one
/// of the tools \p All wants hooks around its leaves. \p Values are the
/// parameters of the body for the tools, null for those that have none.
void markLeafHooks(llvm::Function &Body, const Tools &All, Places &P,
                   uint64_t Loop, llvm::ArrayRef<llvm::Argument *> Values);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_LEAVES_H
