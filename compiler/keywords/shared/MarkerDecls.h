//===- MarkerDecls.h - Declarations of markers ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERDECLS_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERDECLS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class Sema;
} // namespace clang

namespace tussah {

/// Declares each marker of compiler/tasks/Markers.h once in a translation
/// unit.
class MarkerDecls {
public:
  /// \p CountsCode: clang counts how often the code is executed.
  MarkerDecls(clang::Sema &S, bool CountsCode);

  clang::FunctionDecl *get(llvm::StringRef Name);
  /// The compiler's function \p Name. Sema's own way to it needs the scope of
  /// the translation unit, which is gone at the end.
  clang::FunctionDecl *builtin(llvm::StringRef Name, unsigned ID);
  /// AddressSanitizer's function that reads what `new` has noted before an
  /// array, which it does not let the program do.
  clang::FunctionDecl *sanitizedCookie();
  /// `void *operator new(size_t, void *)`, declared or not.
  clang::FunctionDecl *placementNew();
  /// `void __cxa_rethrow()`, which does not return.
  clang::FunctionDecl *rethrow();
  /// What <assert.h> calls in all C libraries of Linux: the assertion, the
  /// file, the line, the function. Of a type that may return.
  clang::FunctionDecl *assertionFails();
  /// `void llvm.trap()`, of a type that may return.
  clang::FunctionDecl *trap();
  bool countsCode() const { return CountsCode; }

private:
  clang::DeclContext *context();

  clang::Sema &S;
  clang::ASTContext &C;
  bool CountsCode;
  clang::DeclContext *Context = nullptr;
  clang::FunctionDecl *PlacementNew = nullptr;
  llvm::StringMap<clang::FunctionDecl *> Decls;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERDECLS_H
