//===- ControlVariable.h - Changes of a loop's control variable -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_CONTROLVARIABLE_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_CONTROLVARIABLE_H

#include "compiler/keywords/shared/Reporter.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace tussah {

/// Reports an error for every assignment to, and increment or decrement of,
/// \p Var in \p Body. In a serial loop it would decide which iterations follow;
/// in a parallel one each iteration has a variable of its own. Changes through
/// a pointer or reference are not found.
void checkControlVariable(clang::Stmt *Body, const clang::VarDecl *Var,
                          Reporter &Errors);

/// Gives each name of \p From in \p Part, which is \p From's function's, to \p
/// To instead. Returns false if something has captured \p From in a way that
/// cannot be changed.
bool renameVariable(clang::Stmt *Part, const clang::VarDecl *From,
                    clang::VarDecl *To);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_CONTROLVARIABLE_H
