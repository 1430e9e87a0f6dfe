//===- LoopRewriter.h - From cilk_for to markers ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPREWRITER_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPREWRITER_H

#include "Rewriter.h"

namespace tussah {

/// Appends to \p Out what the `cilk_for` loop \p Loop becomes. \p Grain is null
/// or the iterations per task that the user asks for. Appends nothing after an
/// error.
void rewriteParallelLoop(clang::Stmt *Loop, clang::Expr *Grain,
                         clang::SourceLocation Keyword, Rewriter &R,
                         Rewriter::Statements &Out);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_LOOPREWRITER_H
