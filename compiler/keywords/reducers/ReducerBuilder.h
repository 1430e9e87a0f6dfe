//===- ReducerBuilder.h - AST nodes for reducers ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERBUILDER_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERBUILDER_H

#include "ReducerTypes.h"
#include "compiler/keywords/shared/MarkerBuilder.h"

namespace tussah {

/// Builds what uses of reducers, and their lifetimes, are rewritten to.
class ReducerBuilder : public MarkerBuilder {
public:
  using MarkerBuilder::MarkerBuilder;

  /// The view of the reducer that the lvalue \p E names.
  clang::Expr *view(clang::Expr *E, const Reducer &R);
  /// The lvalue of type \p T that \p V leads to, of the current strand.
  clang::Expr *knownView(const KnownView &V, clang::QualType T);
  /// A pointer to the view of the reducer that \p Pointer points to.
  clang::Expr *viewPointer(clang::Expr *Pointer, const Reducer &R);
  /// \p Count reducers, from \p First on, as \p Part says, begin their lives.
  clang::Expr *reducerBegin(clang::Expr *First, clang::Expr *Count,
                            const ReducerPart &Part);
  clang::Expr *reducerEnd(clang::Expr *First, clang::Expr *Count,
                          clang::CharUnits Stride);
  /// Names the reducers that end with a guard.
  clang::Expr *reducerHold(clang::Expr *First, clang::Expr *Count,
                           clang::CharUnits Stride);
  /// A guard that ends the reducers of \p Hold; first does \p Begin, if that
  /// is not null.
  clang::VarDecl *reducerGuard(clang::Expr *Begin, clang::Expr *Hold);
  /// How many objects of \p Size bytes the variable \p V, an array, has.
  clang::Expr *countElements(clang::VarDecl *V, clang::CharUnits Size);
  /// The number of elements that `new` has noted before the array at \p Array,
  /// or 0 if that is null.
  clang::Expr *cookie(clang::OpaqueValueExpr *Array);

private:
  clang::Expr *lookup(clang::Expr *Pointer, clang::CharUnits Size,
                      const Reducer &R);
  clang::Expr *functionPointer(const ReducerFunction &F);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERBUILDER_H
