//===- FunctionFinder.h - Which functions to rewrite ------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FUNCTIONFINDER_H
#define TUSSAH_COMPILER_KEYWORDS_FUNCTIONFINDER_H

#include "compiler/keywords/forkjoin/InletHandlers.h"
#include "compiler/keywords/reducers/ReducerUnit.h"
#include "compiler/keywords/shared/Unit.h"
#include "llvm/ADT/DenseSet.h"

namespace tussah {

/// Rewrites all functions of a translation unit that use keywords, once each,
/// and reports the keywords outside of functions.
class FunctionFinder {
public:
  /// With \p OnlyLook, nothing is rewritten: the AST is going to be written to
  /// a file, and who reads it rewrites. \p CountsCode: clang counts how often
  /// the code is executed, or has done so before.
  FunctionFinder(clang::Sema &S, KeywordLog &Log, bool OnlyLook,
                 bool CountsCode)
      : U(S, Log, CountsCode), Reducers(U), Handlers(U), OnlyLook(OnlyLook) {}

  /// Handles the functions in \p D, which clang has just finished.
  void handleDecl(clang::Decl *D);

  /// Checks the members of \p D, which clang has just completed.
  void handleClass(clang::TagDecl *D);

  /// Handles what nobody has handed over: special members that clang has
  /// written, and lambdas in initializers that were
  /// instantiated on demand. Reports the keywords that are not in the AST.
  void finish();

private:
  friend class Scanner;

  bool mayMatter(const clang::FunctionDecl *F);
  bool mayMatter(const clang::Decl *D) const;
  void handleFunction(clang::FunctionDecl *F);
  void rewrite(clang::FunctionDecl *F);
  void handleLambdas();
  bool hasInitializers(const clang::CXXRecordDecl *Class) const;
  void handleSpecialMembers(clang::CXXRecordDecl *Class);
  void handleSpecialMembers();

  Unit U;
  ReducerUnit Reducers;
  InletHandlers Handlers;
  bool OnlyLook;
  llvm::DenseSet<clang::FunctionDecl *> Done;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FUNCTIONFINDER_H
