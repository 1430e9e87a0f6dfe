//===- SpawnedExpr.cpp - What cilk_spawn applies to -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpawnedExpr.h"
#include "AssignmentTarget.h"
#include "compiler/compat/Ast.h"
#include "compiler/keywords/shared/Syntax.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// The construction of an object that \p E is written as, `T(...)` or `T{...}`
/// with a class T; null if it is none.
static CXXConstructExpr *asConstruction(Expr *E) {
  if (auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E);
      Cast && Cast->getType()->isRecordType())
    E = Cast->getSubExpr()->IgnoreImplicitAsWritten();
  else if (!isa<CXXTemporaryObjectExpr>(E))
    return nullptr;
  return dyn_cast<CXXConstructExpr>(E);
}

/// The operand of \p E if \p E does nothing else than to convert it, or to
/// choose it; null otherwise. \p IsCast: \p E is the operand of a cast, where
/// a function may be what converts.
static Expr *convertedOperand(Expr *E, bool IsCast) {
  if (auto *Selection = dyn_cast<GenericSelectionExpr>(E))
    return Selection->getResultExpr();
  if (auto *Choice = dyn_cast<ChooseExpr>(E))
    return Choice->getChosenSubExpr();
  if (isa<CXXConstructExpr, CXXMemberCallExpr>(E) && !IsCast)
    return nullptr;
  return valueOperand(E);
}

/// Whether the compiler expands calls of the builtin function \p ID.
static bool isExpanded(unsigned ID, ASTContext &C) {
  return ID && (!C.BuiltinInfo.isPredefinedLibFunction(ID) ||
                C.BuiltinInfo.isInStdNamespace(ID));
}

/// Whether clang emits a call for \p Call that needs nothing but the address of
/// its callee.
static bool hasAddress(const CallExpr *Call, ASTContext &C) {
  if (Call->getCallee()->getType()->isBlockPointerType())
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  bool IsTrivial =
      Method && Method->isTrivial() &&
      (isa<CXXDestructorDecl>(Method) || Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator());
  return !IsTrivial && !isExpanded(F->getBuiltinID(), C) &&
         !F->isImmediateFunction() &&
         llvm::none_of(F->parameters(), [](const ParmVarDecl *P) {
           return P->hasAttr<PassObjectSizeAttr>();
         });
}

/// alloca and the likes of setjmp act on the frame that calls them.
static bool actsOnFrame(const FunctionDecl *F, ASTContext &C) {
  unsigned ID = F->getBuiltinID();
  return F->hasAttr<ReturnsTwiceAttr>() || ID == Builtin::BIalloca ||
         ID == Builtin::BI__builtin_alloca ||
         ID == Builtin::BI__builtin_alloca_uninitialized ||
         ID == Builtin::BI__builtin_alloca_with_align ||
         ID == Builtin::BI__builtin_alloca_with_align_uninitialized ||
         (ID && C.BuiltinInfo.isReturnsTwice(ID));
}

static SpawnedExpr::Kind kindOfCall(const CallExpr *Call, ASTContext &C) {
  // The destructor of a type that is not a class does nothing.
  if (isa<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParens()))
    return SpawnedExpr::Kind::Whole;
  const FunctionDecl *F = Call->getDirectCallee();
  if (F && actsOnFrame(F, C))
    return SpawnedExpr::Kind::Frame;
  // It has a call as an operand.
  if (F && F->getBuiltinID() == Builtin::BI__builtin_call_with_static_chain)
    return SpawnedExpr::Kind::Whole;
  return hasAddress(Call, C) ? SpawnedExpr::Kind::Call
                             : SpawnedExpr::Kind::Operation;
}

SpawnedExpr findSpawned(UnaryOperator *Spawn, ASTContext &C) {
  Expr *E = Spawn->getSubExpr();
  bool IsCast = false;
  while (true) {
    if (CXXConstructExpr *Made = asConstruction(E))
      return {SpawnedExpr::Kind::Operation, Made};
    Expr *Operand = convertedOperand(E, IsCast);
    if (!Operand)
      break;
    IsCast |= isa<CastExpr>(E);
    E = Operand;
  }
  if (auto *Call = dyn_cast<CallExpr>(E))
    return {kindOfCall(Call, C), Call};
  if (isa<AtomicExpr>(E))
    return {SpawnedExpr::Kind::Operation, E};
  return {SpawnedExpr::Kind::Whole, Spawn->getSubExpr()};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether the parent can evaluate \p Operand ahead of the operation. One that
/// is constant may have to stay.
static bool canBeValue(const Expr *Operand, const ASTContext &C) {
  if (Operand->isEvaluatable(C))
    return false;
  QualType T = Operand->getType();
  return Operand->isGLValue() ||
         (!T->isRecordType() && !T->isArrayType() && !T->isVoidType());
}

/// Evaluates \p Operands, then \p Steps, and then \p Operation at \p Slot.
template <class Range>
static void evaluateAhead(Range Operands, Stmt *&Slot, Expr *Operation,
                          llvm::ArrayRef<Expr *> Steps, MarkerBuilder B) {
  ASTContext &C = B.context();
  llvm::SmallVector<Expr *, 8> All;
  for (auto &Operand : Operands) {
    auto *E = cast_or_null<Expr>(Operand);
    if (!E || !canBeValue(E, C))
      continue;
    All.push_back(B.evaluated(E));
    Operand = All.back();
  }
  All.append(Steps.begin(), Steps.end());
  All.push_back(Operation);
  Slot = PseudoObjectExpr::Create(C, Operation, All, All.size() - 1);
}

/// Lets the last argument of \p Made that is written be followed by \p Steps.
/// Returns false if there is none.
static bool evaluateLast(CXXConstructExpr *Made, llvm::ArrayRef<Expr *> Steps,
                         MarkerBuilder B) {
  for (unsigned I = Made->getNumArgs(); I-- > 0;) {
    if (isa<CXXDefaultArgExpr>(Made->getArg(I)))
      continue;
    Made->setArg(I, B.before(Made->getArg(I), Steps));
    return true;
  }
  return false;
}

static bool isBuiltin(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getBuiltinID();
}

/// The same for the operands of a builtin function, in a function that may be
/// evaluated at compile time: there, values cannot be kept.
static void evaluateLastOf(CallExpr *Call, llvm::ArrayRef<Expr *> Steps,
                           MarkerBuilder B) {
  for (unsigned I = Call->getNumArgs(); I-- > 0;)
    if (canBeValue(Call->getArg(I), B.context())) {
      Call->setArg(I, B.before(Call->getArg(I), Steps));
      return;
    }
}

void hoistOperands(UnaryOperator *Spawn, Expr *Operation,
                   llvm::SmallVectorImpl<Expr *> &Steps, MarkerBuilder B) {
  Steps.push_back(B.taskStart());
  if (auto *Made = dyn_cast<CXXConstructExpr>(Operation)) {
    if (!evaluateLast(Made, Steps, B))
      Spawn->setSubExpr(B.sequence(Steps, Spawn->getSubExpr()));
    return;
  }
  auto *Call = dyn_cast<CallExpr>(Operation);
  if (Call && !isBuiltin(Call)) {
    evaluateLast(Call, Steps, B);
    return;
  }
  bool IsUnevaluated = Call && B.context().BuiltinInfo.isUnevaluated(
                                   Call->getDirectCallee()->getBuiltinID());
  if (IsUnevaluated)
    return;
  Stmt *&Slot = *findSlot(Spawn, Operation);
  if (Call && B.mayBeConstantEvaluated()) {
    evaluateLastOf(Call, Steps, B);
  } else if (Call) {
    evaluateAhead(llvm::MutableArrayRef(Call->getArgs(), Call->getNumArgs()),
                  Slot, Operation, Steps, B);
  } else {
    auto *Atomic = cast<AtomicExpr>(Operation);
    evaluateAhead(
        llvm::MutableArrayRef(Atomic->getSubExprs(), Atomic->getNumSubExprs()),
        Slot, Operation, Steps, B);
  }
}

} // namespace tussah
