//===- Syntax.h - How the keywords look in clang's AST ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The keywords reach the AST as syntax that every supported clang parses,
/// instantiates and serializes without knowing it: `cilk_spawn` before an
/// expression as `__extension__`, `cilk_reducer` as the attribute of a type
/// `[[clang::annotate_type("cilk.reducer", ...)]]`, all others as the statement
/// attribute `[[clang::suppress("cilk.<keyword>")]]`. This file recognizes that
/// syntax. ForkJoinPragmas.cpp and ReducerPragma.cpp produce it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_SYNTAX_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_SYNTAX_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class Attr;
class AttributedStmt;
class CallExpr;
class Expr;
class NamedDecl;
class SourceManager;
class Stmt;
class UnaryOperator;
} // namespace clang

namespace tussah {

/// `Grain` is `#pragma cilk grainsize`, which stands for the statement
/// `if ((grain) < 1) ; else loop`. `Reducer` is an attribute of types.
enum class Keyword { Spawn, Sync, For, Scope, Grain, Reducer };

/// The annotation of the types of reducers.
inline constexpr llvm::StringLiteral ReducerText = "cilk.reducer";

/// In C++ its argument is a value of the structure of this name, which has two
/// pointers to functions: so the parser finds the arguments and converts them.
inline constexpr llvm::StringLiteral ReducerFunctions =
    "__tussah_reducer_functions";

/// The type of the object in `cilk_reducer(object)`, of <cilk/reducer>.
inline constexpr llvm::StringLiteral ReducerCallbacks = "__reducer_callbacks";

/// Those that are statements or in expressions.
inline constexpr Keyword AllKeywords[] = {Keyword::Spawn, Keyword::Sync,
                                          Keyword::For, Keyword::Scope,
                                          Keyword::Grain};

/// The keyword as the user writes it.
llvm::StringRef spelling(Keyword K);

/// The argument of the suppress attribute that stands for \p K.
llvm::StringRef attributeText(Keyword K);

/// Name of the memory buffer that the tokens of all keywords are expanded in.
inline constexpr llvm::StringLiteral TokenBuffer = "<tussah keywords>";

/// True if \p Token was made by a keyword, in this or in another translation
/// unit.
bool isKeywordToken(clang::SourceLocation Token,
                    const clang::SourceManager &SM);

/// Where the user wrote the keyword with the token \p Token: the place where
/// the macro of <cilk/cilk.h> is used, not its inside.
clang::SourceLocation userLocation(clang::SourceLocation Token,
                                   const clang::SourceManager &SM);

/// Returns true and sets \p K if \p A stands for a keyword.
bool isKeyword(const clang::Attr *A, Keyword &K);

/// The attribute of \p S that stands for a keyword, or null.
const clang::Attr *findKeyword(const clang::AttributedStmt *S, Keyword &K);

/// \p S as the operator that stands for `cilk_spawn` before an expression, or
/// null.
clang::UnaryOperator *asSpawn(clang::Stmt *S, const clang::SourceManager &SM);

/// The `cilk_spawn` that the statement \p E begins with though the parser binds
/// it to a part of \p E only, as in `(cilk_spawn x) = f()`; null if none.
clang::UnaryOperator *findLeadingSpawn(clang::Expr *E,
                                       const clang::SourceManager &SM);

/// Binds the leading spawn of the statement \p E to a call, in `x = f()`, or
/// else to all of \p E. Returns what the statement then is.
clang::Expr *normalizeSpawn(clang::Expr *E, const clang::SourceManager &SM);

/// The operand whose value \p E converts, or null.
clang::Expr *valueOperand(clang::Expr *E);

/// Where \p Child is below \p Parent; null if it is not.
clang::Stmt **findSlot(clang::Stmt *Parent, const clang::Expr *Child);

/// The `cilk_spawn` whose value \p E takes, or null: looks through conversions
/// and through assignments to their right side. The assignments on the way are
/// appended to \p Assignments, outermost first.
clang::UnaryOperator *
findSpawn(clang::Expr *E, const clang::SourceManager &SM,
          llvm::SmallVectorImpl<clang::Expr *> &Assignments);

/// The statement of a `cilk_scope` whose attribute is at \p S.
clang::Stmt *scopeBody(clang::Stmt *S);

/// What the headers of Tussah have declared as \p Name outside of classes,
/// functions and namespaces; null if nothing.
clang::NamedDecl *declaredName(clang::ASTContext &C, llvm::StringRef Name);

/// True if \p S contains a spawn whose innermost sync region is the one that
/// \p S itself is in.
bool spawnsIntoRegion(clang::Stmt *S, const clang::SourceManager &SM);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_SYNTAX_H
