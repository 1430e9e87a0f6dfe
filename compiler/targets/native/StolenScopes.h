//===- StolenScopes.h - Breakpoints in both copies of a function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_STOLENSCOPES_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_STOLENSCOPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace tussah::native {

/// Gives the blocks \p Slow of \p F, which repeat others, lexical scopes of
/// their own inside the original ones, if \p F has full debug information. A
/// debugger sets a breakpoint on a line once for each scope; without this it
/// would stop in one of two copies only. Each of these scopes has a variable
/// `cilk_stolen`, which is true: scopes without a variable do not get into the
/// program.
void makeStolenScopes(llvm::Function &F,
                      llvm::ArrayRef<llvm::BasicBlock *> Slow);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_STOLENSCOPES_H
