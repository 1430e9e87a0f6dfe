//===- InletHandlers.h - Functions that call inlets -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_INLETHANDLERS_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_INLETHANDLERS_H

#include "compiler/keywords/shared/MarkerBuilder.h"
#include "compiler/keywords/shared/Unit.h"
#include "llvm/ADT/DenseMap.h"

namespace tussah {

/// Whether \p F is an inlet of <tussah/inlet.h>.
bool isInlet(const clang::FunctionDecl *F);

/// Where the parameters of \p Inlet are in a buffer, and behind the last one
/// its size.
llvm::SmallVector<clang::CharUnits, 8>
layOutParameters(const clang::FunctionDecl *Inlet, const clang::ASTContext &C);

/// The object of type \p T at \p Offset behind \p Pointer.
clang::Expr *parameterAt(clang::Expr *Pointer, clang::CharUnits Offset,
                         clang::QualType T, MarkerBuilder B,
                         clang::SourceLocation L);

/// The functions of a translation unit that call inlets with the arguments in a
/// buffer.
class InletHandlers {
public:
  explicit InletHandlers(Unit &U) : U(U) {}

  /// The function that calls \p Inlet with what is in the buffer that it is
  /// given.
  clang::FunctionDecl *handlerOf(clang::FunctionDecl *Inlet);

private:
  Unit &U;
  llvm::DenseMap<const clang::FunctionDecl *, clang::FunctionDecl *> Handlers;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_INLETHANDLERS_H
