//===- ReducerUnit.h - Reducers of a translation unit -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERUNIT_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERUNIT_H

#include "ReducerTypes.h"
#include "compiler/keywords/shared/Unit.h"

namespace tussah {

/// What all functions of a translation unit share about reducers.
struct ReducerUnit {
  Unit &U;
  ReducerTypes Types;
  /// Uses of reducers, which have been rewritten.
  llvm::DenseSet<const clang::Stmt *> Views;
  /// Structured bindings whose expressions have been rewritten.
  llvm::DenseSet<const clang::BindingDecl *> Bindings;
  /// Default arguments and initializers that have been rewritten; of fields,
  /// what became of them.
  llvm::DenseMap<const clang::ValueDecl *, clang::Expr *> Defaults;

  explicit ReducerUnit(Unit &U) : U(U), Types(U.S, U.Errors) {}

  /// Reports what cannot be the reducer, or hold the reducers, \p D.
  void checkReducer(const clang::DeclaratorDecl *D);
  /// Reports if \p E is a view's address where a pointer to a reducer is
  /// wanted, or the other way round, by something of type \p Type, written as
  /// \p T.
  void checkPointer(const clang::Expr *E, clang::QualType Type, WrittenType T);
  /// Likewise of the initializer of \p V. Warns if that is executed before all
  /// strands, and leads to a view.
  void checkStaticPointer(const clang::VarDecl *V);
  /// Appends the reducers in an object of type \p Type, written as \p T, which
  /// is at \p Offset.
  void findReducers(WrittenType T, clang::QualType Type,
                    llvm::SmallVectorImpl<ReducerPart> &Parts,
                    clang::CharUnits Offset = clang::CharUnits());
  /// Likewise for the member \p Field of an object at \p Offset.
  void findReducers(const clang::FieldDecl *Field,
                    llvm::SmallVectorImpl<ReducerPart> &Parts,
                    clang::CharUnits Offset);
  /// Reports the object of `T cilk_reducer(object)` at \p L, whose reducer is
  /// not a variable of a function.
  void rejectCallbacks(clang::SourceLocation L);
  /// Lets the functions of \p R be instantiated and emitted.
  void use(const Reducer &R, clang::SourceLocation L);
  /// A function of <cilk/reducer>.
  clang::FunctionDecl *formFunction(llvm::StringRef Name);

private:
  void findMembers(const clang::RecordDecl *Record,
                   llvm::SmallVectorImpl<ReducerPart> &Parts,
                   clang::CharUnits Offset);
  void repeat(llvm::ArrayRef<ReducerPart> Members, uint64_t Count,
              clang::CharUnits Size, llvm::SmallVectorImpl<ReducerPart> &Parts);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERUNIT_H
