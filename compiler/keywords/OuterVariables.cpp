//===- OuterVariables.cpp - What a task does not declare itself -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace tussah {

/// Whether the declaration of \p V writes nothing to it.
static bool isUninitialized(const VarDecl *V) {
  const Expr *Init = V->getInit();
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  return !Init || (Made && Made->getConstructor()->isTrivial());
}

namespace {
class OuterVariables {
  const FunctionDecl *F;
  llvm::SmallSetVector<VarDecl *, 4> Used;
  llvm::SmallPtrSet<const VarDecl *, 8> Declared;

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Declared.insert(V);
    } else if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
      // A lambda's variables are those of its function, and so are a function's
      // in its lambdas.
      const auto *V = dyn_cast<VarDecl>(Name->getDecl());
      if (V && V->getDeclContext() == F && V->hasLocalStorage() &&
          !isa<ParmVarDecl>(V) && !V->isExceptionVariable() &&
          !V->getType()->isVariablyModifiedType() &&
          !V->hasAttr<BlocksAttr>() && isUninitialized(V))
        Used.insert(const_cast<VarDecl *>(V));
    }
    for (const Stmt *Child : S->children())
      visit(Child);
  }

public:
  OuterVariables(const FunctionDecl *F, const Stmt *S) : F(F) {
    visit(S);
    Used.remove_if([&](VarDecl *V) { return Declared.contains(V); });
  }
  llvm::ArrayRef<VarDecl *> get() const { return Used.getArrayRef(); }
};
} // namespace

llvm::SmallVector<Stmt *, 4> Rewriter::nameOuterVariables(const Stmt *S) {
  llvm::SmallVector<Stmt *, 4> Marks;
  for (VarDecl *V : OuterVariables(F, S).get())
    Marks.push_back(at(S->getBeginLoc()).uncounted().outer(V));
  return Marks;
}

} // namespace tussah
