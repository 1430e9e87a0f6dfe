//===- ViewRewriter.h - Uses of reducers ------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWREWRITER_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWREWRITER_H

#include "ReducerBuilder.h"
#include "ReducerUnit.h"

namespace tussah {

/// Makes each use of a reducer in one function a use of the current view, and
/// marks where the lifetimes of reducers begin and end
/// (docs/internals/reducers.md). Functions inside it are not touched. Runs
/// before Rewriter.
class ViewRewriter {
public:
  /// \p F has a body and is not a template.
  ViewRewriter(ReducerUnit &Reducers, clang::FunctionDecl *F)
      : Reducers(Reducers), U(Reducers.U), Types(Reducers.Types),
        C(U.S.Context), F(F) {}

  void run();

private:
  /// What is wanted of an expression: the view, if it is a reducer, or the
  /// reducer itself.
  struct Want {
    bool IsObject = false;
    /// The functions that the object must have.
    std::optional<Reducer> Functions;
  };

  // Expressions (ViewRewriter.cpp).
  void visit(clang::Stmt *&Slot, Want W);
  void visit(clang::Stmt *&Slot) { visit(Slot, Want()); }
  clang::Expr *visitExpr(clang::Expr *E, Want W);
  void visitObject(clang::Stmt *&Slot, Want W);
  void visitChildren(clang::Stmt *S);
  void visitArguments(clang::CallExpr *Call);
  void visitArguments(clang::CXXConstructExpr *Call);
  void visitLambda(clang::LambdaExpr *Lambda);
  void visitList(clang::InitListExpr *List);
  void visitDefault(clang::CXXDefaultArgExpr *E);
  void visitDefaultInit(clang::Stmt *&Slot);
  void visitInitializers(clang::CXXConstructorDecl *Constructor);
  void visitPointer(clang::Stmt *&Slot);
  bool visitSpecially(clang::Stmt *&Slot);
  void visitName(clang::Stmt *&Slot);
  bool isComplete(const clang::Expr *E, clang::QualType Type);
  Want wantOf(const clang::ValueDecl *D);
  Want wantOf(clang::QualType Type, WrittenType T);

  // Functions that are not constants (ViewRewriterFunctions.cpp).
  void keepFunctions(clang::VarDecl *V, Reducer &R,
                     llvm::SmallVectorImpl<clang::Decl *> &Out);
  Reducer functionsOf(const clang::Expr *E, Reducer R);
  clang::Expr *pointerHere(clang::Expr *Pointer, clang::SourceLocation L);

  // Declarations and lifetimes (ViewRewriterLifetimes.cpp).
  void visitDeclarations(clang::Stmt *&Slot);
  void visitVariable(clang::VarDecl *V);
  void rejectCondition(clang::Stmt *S);
  void checkResult();
  bool knowsVariables(const clang::Expr *E, clang::SourceLocation L);
  void addGuards(clang::VarDecl *V, llvm::SmallVectorImpl<clang::Decl *> &Out);
  void keepCallbacks(clang::VarDecl *V, clang::Expr *First, clang::Expr *Count,
                     const ReducerPart &Part,
                     llvm::SmallVectorImpl<clang::Decl *> &Out);
  void addParameterGuards();
  void visitNew(clang::Stmt *&Slot);
  void visitDelete(clang::Stmt *&Slot);
  void visitTemporary(clang::Stmt *&Slot);
  void beginMembers(clang::CXXConstructorDecl *Constructor);
  void endMembers(clang::CXXDestructorDecl *Destructor);
  bool beginInInitializer(clang::CXXConstructorDecl *Constructor,
                          llvm::ArrayRef<clang::Expr *> Begins);
  clang::CXXCtorInitializer *withInit(clang::CXXCtorInitializer *Old,
                                      clang::Expr *Init);
  void prepend(llvm::ArrayRef<clang::Stmt *> First);
  void endAfterInit(clang::VarDecl *V);
  bool isDestroyed(WrittenType W, clang::QualType T);
  bool isConstructed(WrittenType W, clang::QualType T, const clang::Expr *Init);

  ReducerBuilder at(clang::SourceLocation L) {
    return ReducerBuilder(U.Markers, F, userLocation(L, U.sources()));
  }

  ReducerUnit &Reducers;
  Unit &U;
  ReducerTypes &Types;
  clang::ASTContext &C;
  clang::FunctionDecl *F;
  /// What local variables that are reducers found in the pointers to their
  /// functions; null for functions that are constants.
  struct KeptFunctions {
    clang::VarDecl *Identity, *Reduce;
  };
  llvm::DenseMap<const clang::VarDecl *, KeptFunctions> Kept;
  /// In the default initializer of a member.
  bool InDefaultInit = false;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWREWRITER_H
