//===- AssignmentTarget.cpp - Where a spawned result goes -----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignmentTarget.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tussah {

Expr *targetOf(Expr *Assignment) {
  if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(Assignment))
    return Operator->getArg(0);
  return cast<BinaryOperator>(Assignment)->getLHS();
}

/// If \p Target is a view, the operator that takes the address of the reducer.
static UnaryOperator *addressOfReducer(Expr *Target) {
  auto *Dereference = dyn_cast<UnaryOperator>(Target->IgnoreParens());
  auto *View =
      Dereference
          ? dyn_cast<CallExpr>(Dereference->getSubExpr()->IgnoreImpCasts())
          : nullptr;
  const FunctionDecl *Callee = View ? View->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || Callee->getName() != marker::View)
    return nullptr;
  return dyn_cast<UnaryOperator>(View->getArg(0)->IgnoreImpCasts());
}

/// What the parent evaluates of the target of \p Assignment. The task looks up
/// the view of a reducer.
static Expr *hoistedTarget(Expr *Assignment) {
  Expr *Target = targetOf(Assignment);
  UnaryOperator *Address = addressOfReducer(Target);
  return Address ? Address->getSubExpr() : Target;
}

static void setTarget(Expr *Assignment, Expr *Target) {
  if (UnaryOperator *Address = addressOfReducer(targetOf(Assignment))) {
    Address->setSubExpr(Target);
    return;
  }
  if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(Assignment))
    Operator->setArg(0, Target);
  else
    cast<BinaryOperator>(Assignment)->setLHS(Target);
}

/// The member access that \p E is, if what it accesses lies within the object
/// that it names.
static MemberExpr *asMemberWithin(Expr *E) {
  auto *M = dyn_cast<MemberExpr>(E->IgnoreParens());
  if (!M || !isa<FieldDecl>(M->getMemberDecl()) ||
      M->getMemberDecl()->getType()->isReferenceType())
    return nullptr;
  return M;
}

/// Whether \p Target is the same object whenever it is evaluated.
static bool isFixed(Expr *Target) {
  Expr *E = Target->IgnoreParens();
  while (MemberExpr *M = asMemberWithin(E)) {
    E = M->getBase()->IgnoreParens();
    if (M->isArrow())
      return isa<CXXThisExpr>(E);
  }
  return isa<DeclRefExpr>(E);
}

bool operandsHaveEffects(const CallExpr *Call, const ASTContext &C) {
  auto HasEffects = [&](const Expr *E) { return E->HasSideEffects(C); };
  return HasEffects(Call->getCallee()) ||
         llvm::any_of(Call->arguments(), HasEffects);
}

/// Whether pointers lead to \p Target or to the object it is a member of.
static bool hasPlace(Expr *Target) {
  while (MemberExpr *M = asMemberWithin(Target)) {
    if (M->isArrow())
      return true;
    Target = M->getBase();
  }
  return Target->getObjectKind() == OK_Ordinary &&
         Target->getType().getAddressSpace() == LangAS::Default;
}

/// Returns what \p Target becomes if the pointer that leads to it is computed
/// by the step appended to \p Steps. Members are accessed in the end only: an
/// address does not tell a bit-field, nor the alignment of a packed member.
static Expr *takePlace(Expr *Target, llvm::SmallVectorImpl<Expr *> &Steps,
                       MarkerBuilder B) {
  unsigned K = Steps.size();
  MemberExpr *M = asMemberWithin(Target);
  if (!M) {
    Steps.push_back(B.placeObject(Target, K));
    return B.unlessConstant(Target, B.placedObject(K, Target));
  }
  Expr *Base = M->getBase();
  if (M->isArrow()) {
    Steps.push_back(B.placePointer(Base, K));
    M->setBase(B.unlessConstant(Base, B.placedPointer(K, Base->getType())));
  } else {
    M->setBase(takePlace(Base, Steps, B));
  }
  return Target;
}

void evaluateLast(CallExpr *Call, llvm::ArrayRef<Expr *> Steps,
                  MarkerBuilder B) {
  if (Steps.empty())
    return;
  if (unsigned N = Call->getNumArgs()) {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    unsigned Last = Operator && Operator->isAssignmentOp() ? 0 : N - 1;
    Call->setArg(Last, B.before(Call->getArg(Last), Steps));
    return;
  }
  Expr *Callee = Call->getCallee()->IgnoreParens();
  if (!isa<CXXMemberCallExpr>(Call)) {
    Call->setCallee(B.before(Call->getCallee(), Steps));
  } else if (auto *M = dyn_cast<MemberExpr>(Callee)) {
    M->setBase(B.before(M->getBase(), Steps));
  } else {
    auto *ToMember = cast<BinaryOperator>(Callee);
    ToMember->setRHS(B.before(ToMember->getRHS(), Steps));
  }
}

/// Lets \p Steps evaluate the target of \p Assignment, if it has a place that
/// may change. Returns false if not.
static bool placeTarget(Expr *Assignment, llvm::SmallVectorImpl<Expr *> &Steps,
                        MarkerBuilder B) {
  Expr *Target = hoistedTarget(Assignment);
  if (isFixed(Target) || !hasPlace(Target))
    return false;
  setTarget(Assignment, takePlace(Target, Steps, B));
  return true;
}

void placeTargets(llvm::ArrayRef<Expr *> Assignments,
                  llvm::SmallVectorImpl<Expr *> &Steps, MarkerBuilder B) {
  for (Expr *Assignment : llvm::reverse(Assignments))
    placeTarget(Assignment, Steps, B);
}

llvm::SmallVector<OpaqueValueExpr *, 2>
hoistTargets(llvm::ArrayRef<Expr *> Assignments, bool OperandsHaveEffects,
             llvm::SmallVectorImpl<Expr *> &Steps, MarkerBuilder B) {
  ASTContext &C = B.context();
  llvm::SmallVector<OpaqueValueExpr *, 2> Places;
  bool IsObservable =
      OperandsHaveEffects || llvm::any_of(Assignments, [&](Expr *E) {
        return targetOf(E)->HasSideEffects(C);
      });
  for (Expr *Assignment : llvm::reverse(Assignments)) {
    if (IsObservable && placeTarget(Assignment, Steps, B))
      continue;
    Expr *Target = hoistedTarget(Assignment);
    Places.push_back(new (C) OpaqueValueExpr(
        Target->getExprLoc(), Target->getType(), Target->getValueKind(),
        Target->getObjectKind(), Target));
    setTarget(Assignment, Places.back());
  }
  return Places;
}

} // namespace tussah
