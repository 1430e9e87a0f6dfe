//===- ViewChecker.cpp - Views that are used too late ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warns of local references and pointers to a view that are used where the
/// strand may have another view: behind a spawn, or in the body of a `cilk_for`
/// around which they are. A sync brings back the view of before the first
/// spawn, but ends those that were made behind it.
///
//===----------------------------------------------------------------------===//

#include "ViewChecker.h"
#include "compiler/keywords/shared/Syntax.h"

using namespace clang;

namespace tussah {
namespace {

class ViewChecker {
public:
  explicit ViewChecker(ReducerUnit &Reducers)
      : U(Reducers.U), Types(Reducers.Types) {}

  void walk(const Stmt *S);

private:
  struct Reference {
    /// No task was outstanding where it was bound.
    bool IsFirst;
    /// It may lead to another strand's view.
    bool IsStale;
  };
  struct State {
    llvm::DenseMap<const VarDecl *, Reference> References;
    bool HasTasks = false;
  };

  void bind(const VarDecl *V, bool IsToView);
  void spawn();
  void sync();
  void merge(const State &Other);
  void use(const DeclRefExpr *Name);
  void walkChildren(const Stmt *S);
  void walkDeclarations(const DeclStmt *S);
  void walkKeyword(Keyword K, const Stmt *Sub);
  void walkScope(llvm::function_ref<void()> Walk);
  void walkParallelLoop(const Stmt *Loop);
  void walkIf(const IfStmt *If);

  Unit &U;
  ReducerTypes &Types;
  State Now;
};

} // namespace

void ViewChecker::bind(const VarDecl *V, bool IsToView) {
  if (IsToView)
    Now.References[V] = {!Now.HasTasks, false};
  else
    Now.References.erase(V);
}

void ViewChecker::spawn() {
  Now.HasTasks = true;
  for (auto &[V, R] : Now.References)
    R.IsStale = true;
}

void ViewChecker::sync() {
  if (!Now.HasTasks)
    return;
  for (auto &[V, R] : Now.References)
    R.IsStale = !R.IsFirst;
  Now.HasTasks = false;
}

/// Control arrives here with either state.
void ViewChecker::merge(const State &Other) {
  Now.HasTasks |= Other.HasTasks;
  for (const auto &[V, R] : Other.References) {
    Reference &Mine = Now.References.try_emplace(V, R).first->second;
    Mine.IsFirst &= R.IsFirst;
    Mine.IsStale |= R.IsStale;
  }
}

void ViewChecker::use(const DeclRefExpr *Name) {
  const ValueDecl *D = Name->getDecl();
  const auto *V = dyn_cast<VarDecl>(D);
  if (const auto *B = dyn_cast<BindingDecl>(D))
    V = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl());
  auto It = Now.References.find(V);
  if (It != Now.References.end() && It->second.IsStale)
    U.Errors.warning(Warning::StaleView, Name->getExprLoc(),
                     "%0 may lead to a view of another strand, as there is a "
                     "spawn, sync or 'cilk_for' between it and its use",
                     D);
}

void ViewChecker::walkDeclarations(const DeclStmt *S) {
  walkChildren(S);
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    // The names of a pattern name members of a view.
    if (V && V->hasLocalStorage() && V->getInit() &&
        (isa<DecompositionDecl>(V) || !Types.reducerOf(V)))
      bind(V, V->getType()->isReferenceType()
                  ? Types.isView(V->getInit())
                  : Types.isViewAddress(V->getInit()));
  }
}

void ViewChecker::walkParallelLoop(const Stmt *Loop) {
  State Before = Now;
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    Body = For->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Body = Range->getBody();
  for (const Stmt *Child : Loop->children())
    if (Child && Child != Body)
      walk(Child);
  // Each iteration is a function of its own, which may be another strand's.
  Now.HasTasks = false;
  for (auto &[V, R] : Now.References)
    R = {/*IsFirst=*/false, /*IsStale=*/true};
  if (Body)
    walk(Body);
  Now = Before;
}

/// What waits for the tasks that it has spawned itself.
void ViewChecker::walkScope(llvm::function_ref<void()> Walk) {
  bool HadTasks = Now.HasTasks;
  Walk();
  if (!HadTasks)
    sync();
}

void ViewChecker::walkKeyword(Keyword K, const Stmt *Sub) {
  switch (K) {
  case Keyword::Sync:
    sync();
    return;
  case Keyword::Scope:
    walkScope([&] { walk(Sub); });
    return;
  case Keyword::Spawn: {
    // The task goes on with what the parent has.
    State Before = Now;
    walk(Sub);
    Now = Before;
    spawn();
    return;
  }
  case Keyword::For:
    walkParallelLoop(Sub);
    return;
  case Keyword::Grain:
  case Keyword::Reducer:
    walk(Sub);
    return;
  }
}

void ViewChecker::walkIf(const IfStmt *If) {
  for (const Stmt *Child : If->children())
    if (Child && Child != If->getThen() && Child != If->getElse())
      walk(Child);
  State Before = Now;
  walk(If->getThen());
  std::swap(Before, Now);
  if (If->getElse())
    walk(If->getElse());
  merge(Before);
}

void ViewChecker::walkChildren(const Stmt *S) {
  for (const Stmt *Child : S->children())
    walk(Child);
}

void ViewChecker::walk(const Stmt *S) {
  if (!S)
    return;
  Keyword K;
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S);
      Attributed && findKeyword(Attributed, K)) {
    walkKeyword(K, Attributed->getSubStmt());
  } else if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    walkDeclarations(Declarations);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    walkIf(If);
  } else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
    // Again, for what the first iteration has spawned.
    State Before = Now;
    walkChildren(S);
    merge(Before);
    walkChildren(S);
  } else if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    use(Name);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      walk(Init);
  } else if (const auto *Assignment = dyn_cast<BinaryOperator>(S);
             Assignment && Assignment->getOpcode() == BO_Assign &&
             isa<DeclRefExpr>(Assignment->getLHS())) {
    const auto *V =
        dyn_cast<VarDecl>(cast<DeclRefExpr>(Assignment->getLHS())->getDecl());
    bool IsPointer = V && V->getType()->isPointerType();
    if (!IsPointer)
      walk(Assignment->getLHS());
    walk(Assignment->getRHS());
    if (IsPointer)
      bind(V, Types.isViewAddress(Assignment->getRHS()));
  } else if (isa<CXXTryStmt>(S)) {
    walkScope([&] { walkChildren(S); });
  } else {
    walkChildren(S);
    if (const auto *Operator = dyn_cast<UnaryOperator>(S);
        Operator && asSpawn(const_cast<UnaryOperator *>(Operator), U.sources()))
      spawn();
  }
}

void checkViews(ReducerUnit &Reducers, FunctionDecl *F) {
  Reducers.Types.setFunction(F);
  ViewChecker(Reducers).walk(F->getBody());
}

} // namespace tussah
