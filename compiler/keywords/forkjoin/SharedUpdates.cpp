//===- SharedUpdates.cpp - What iterations change that all have -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warns of the two races that most programs with `cilk_for` begin with:
///
///     cilk_for (int i = 0; i < n; ++i) {
///       sum += a[i];         // also through a member, or a pointer
///       found.push_back(i);  // of a container of the C++ library
///     }
///
/// Only where all iterations change the same object, whatever the data are. Not
/// where there may be a lock, where one iteration only comes, and not if all
/// assign the same constant, which is a habit of graph algorithms.
///
//===----------------------------------------------------------------------===//

#include "Iteration.h"
#include "RaceHints.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

namespace {

class SharedUpdates {
public:
  explicit SharedUpdates(Unit &U) : U(U) {}
  void walk(const Stmt *S);

private:
  void walkChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      walk(Child);
  }
  void walkParallelLoop(const Stmt *Loop);
  void walkIf(const IfStmt *If);
  void checkUpdate(const Stmt *S);
  void checkCall(const CXXMemberCallExpr *Call);
  const ValueDecl *sharedObject(const Expr *E) const;

  Unit &U;
  Iteration Current;
  /// In the body of a `cilk_for` in which nothing may keep others away.
  bool InBody = false;
  /// Somewhere where perhaps one iteration only comes.
  bool MayBeOne = false;
  /// Pointers that the body gives other values.
  llvm::SmallPtrSet<const ValueDecl *, 4> Moved;
};

} // namespace

/// The variable or member that \p E names, if it is the same object in all
/// iterations; else null.
const ValueDecl *SharedUpdates::sharedObject(const Expr *E) const {
  E = plain(E);
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return Current.isShared(Name->getDecl()) ? Name->getDecl() : nullptr;
  auto IsFixed = [&](const Expr *Pointer) {
    Pointer = plain(Pointer);
    if (isa<CXXThisExpr>(Pointer))
      return true;
    const auto *Name = dyn_cast<DeclRefExpr>(Pointer);
    return Name && Current.isShared(Name->getDecl()) &&
           !Moved.contains(Name->getDecl());
  };
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Base = Member->getBase();
    bool Is = Member->isArrow() ? IsFixed(Base) : sharedObject(Base) != nullptr;
    return Is ? Member->getMemberDecl() : nullptr;
  }
  if (const auto *Operator = dyn_cast<UnaryOperator>(E);
      Operator && Operator->getOpcode() == UO_Deref &&
      IsFixed(Operator->getSubExpr()))
    if (const auto *Name = dyn_cast<DeclRefExpr>(plain(Operator->getSubExpr())))
      return Name->getDecl();
  return nullptr;
}

/// Whether there is an `==` in \p Condition.
static bool compares(const Stmt *Condition) {
  if (!Condition)
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(Condition);
      B && B->getOpcode() == BO_EQ)
    return true;
  return llvm::any_of(Condition->children(), compares);
}

void SharedUpdates::walkParallelLoop(const Stmt *Loop) {
  const Stmt *Body = bodyOf(Loop);
  llvm::SaveAndRestore SaveIteration(Current, Current.within(Loop));
  llvm::SaveAndRestore SaveMoved(Moved);
  llvm::SaveAndRestore SaveIn(InBody, !mayExclude(Body));
  llvm::SaveAndRestore SaveOne(MayBeOne, false);
  for (const DeclRefExpr *Name : changedNames(Body))
    Moved.insert(Name->getDecl());
  walk(Body);
}

/// Warns if \p S, an assignment, increment or decrement, changes what all
/// iterations have.
void SharedUpdates::checkUpdate(const Stmt *S) {
  const Expr *Target = changedBy(S);
  if (!Target || !InBody)
    return;
  QualType T = Target->getType();
  if (!T->isScalarType() || T->isAtomicType() || T.isVolatileQualified())
    return;
  const auto *B = dyn_cast<BinaryOperator>(S);
  bool Replaces = B && B->getOpcode() == BO_Assign;
  Expr::EvalResult Constant;
  if (Replaces && (MayBeOne || B->getRHS()->isValueDependent() ||
                   B->getRHS()->EvaluateAsRValue(Constant, U.S.Context)))
    return;
  const ValueDecl *Object = sharedObject(Target);
  if (!Object)
    return;
  bool IsPointee = isa<UnaryOperator>(plain(Target));
  bool Reported =
      Replaces ? U.Errors.warning(
                     Warning::Race, Target->getExprLoc(),
                     "all iterations of 'cilk_for' assign to "
                     "%select{|what }1%0%select{| points to}1 and may do so at "
                     "the same time; declare it in the loop",
                     Object, unsigned(IsPointee))
               : U.Errors.warning(
                     Warning::Race, Target->getExprLoc(),
                     "all iterations of 'cilk_for' change "
                     "%select{|what }1%0%select{| points to}1 and may do so at "
                     "the same time, so changes are lost; make it a reducer",
                     Object, unsigned(IsPointee));
  if (Reported)
    U.Errors.note(Object->getLocation(), "%0 is declared here", Object);
}

/// Whether \p Method changes the container that it is of, not only elements.
static bool changesContainer(const CXXMethodDecl *Method) {
  static const llvm::StringSet<> Containers = {
      "vector",        "deque",
      "list",          "forward_list",
      "map",           "multimap",
      "set",           "multiset",
      "unordered_map", "unordered_multimap",
      "unordered_set", "unordered_multiset",
      "stack",         "queue",
      "basic_string",  "priority_queue"};
  static const llvm::StringSet<> Changes = {
      "push_back",     "emplace_back",  "pop_back",      "push_front",
      "emplace_front", "pop_front",     "insert",        "emplace",
      "erase",         "clear",         "resize",        "reserve",
      "push",          "pop",           "append",        "assign",
      "emplace_hint",  "shrink_to_fit", "insert_after",  "erase_after",
      "splice",        "merge",         "emplace_after", "try_emplace"};
  return Method && Method->getDeclName().isIdentifier() &&
         Changes.contains(Method->getName()) &&
         Method->getParent()->isInStdNamespace() &&
         Containers.contains(Method->getParent()->getName());
}

void SharedUpdates::checkCall(const CXXMemberCallExpr *Call) {
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!InBody || !changesContainer(Method))
    return;
  const Expr *Container = plain(Call->getImplicitObjectArgument());
  const ValueDecl *Object = nullptr;
  if (Container->getType()->isPointerType()) {
    const auto *Name = dyn_cast<DeclRefExpr>(Container);
    if (Name && Current.isShared(Name->getDecl()) &&
        !Moved.contains(Name->getDecl()))
      Object = Name->getDecl();
  } else {
    Object = sharedObject(Container);
  }
  if (Object &&
      U.Errors.warning(Warning::Race, Call->getExprLoc(),
                       "%0 changes %1, which all iterations of 'cilk_for' "
                       "have and may change at the same time; use a reducer, "
                       "or give each iteration its own element",
                       Method, Object))
    U.Errors.note(Object->getLocation(), "%0 is declared here", Object);
}

void SharedUpdates::walkIf(const IfStmt *If) {
  for (const Stmt *Child : If->children())
    if (Child != If->getThen() && Child != If->getElse())
      walk(Child);
  const Expr *Condition = If->getCond();
  if (!Condition || !Current.isAlone(Condition)) {
    llvm::SaveAndRestore Save(MayBeOne, MayBeOne || compares(Condition));
    walk(If->getThen());
  }
  walk(If->getElse());
}

void SharedUpdates::walk(const Stmt *S) {
  // What a lambda does in its body, it may do somewhere else.
  if (!S || isa<LambdaExpr, BlockExpr, UnaryExprOrTypeTraitExpr>(S))
    return;
  Keyword K;
  if (const auto *A = dyn_cast<AttributedStmt>(S);
      A && findKeyword(A, K) && K == Keyword::For) {
    walkParallelLoop(A->getSubStmt());
    return;
  }
  Current.declare(S);
  if (const auto *If = dyn_cast<IfStmt>(S); If && InBody) {
    walkIf(If);
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S); Loop && InBody) {
    // What it counts is the business of SharedCounters.
    if (const auto *Declarations = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
      walk(Declarations);
    walk(Loop->getBody());
    return;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    checkCall(Call);
  checkUpdate(S);
  walkChildren(S);
}

void checkSharedUpdates(FunctionDecl *F, Unit &U) {
  SharedUpdates(U).walk(F->getBody());
}

} // namespace tussah
