//===- ReducerClasses.h - Classes with reducers -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERCLASSES_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERCLASSES_H

#include "ReducerTypes.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/Frontend/CompilerInstance.h"

namespace tussah {

/// Makes the implicit special members of each class with reducers nontrivial,
/// as soon as the class is complete: they begin, copy and end the reducers.
/// Libraries then do not copy or drop objects byte by byte.
class ReducerClasses : public clang::ASTMutationListener {
public:
  ReducerClasses(clang::CompilerInstance &CI, const KeywordLog &Log)
      : CI(CI), Log(Log) {}

  void CompletedTagDefinition(const clang::TagDecl *D) override;

private:
  clang::CompilerInstance &CI;
  const KeywordLog &Log;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERCLASSES_H
