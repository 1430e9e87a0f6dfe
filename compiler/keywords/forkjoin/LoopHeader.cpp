//===- LoopHeader.cpp - The header of a cilk_for loop ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopHeader.h"
#include "ControlVariable.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tussah {
namespace {

class HeaderParser {
public:
  HeaderParser(SourceLocation Keyword, Sema &Actions, Reporter &Errors)
      : Keyword(Keyword), Actions(Actions), C(Actions.Context), Errors(Errors) {
  }

  bool parse(ForStmt *S);
  bool parse(CXXForRangeStmt *S);
  LoopHeader H;

private:
  bool parseInit(ForStmt *S);
  bool splitInit(DeclStmt *D);
  bool replaceOutside(ForStmt *S, Expr *First);
  bool copyOutside(Expr *Assignment);
  bool parseCondition(ForStmt *S);
  bool parseIncrement(ForStmt *S);
  bool parseSum(Expr *E);
  bool isVariable(const Expr *E) const;
  bool usesVariable(const Stmt *S) const;

  SourceLocation Keyword;
  Sema &Actions;
  ASTContext &C;
  Reporter &Errors;
};

/// A binary operator, builtin or not.
struct Operation {
  OverloadedOperatorKind Op;
  Expr *LHS;
  Expr *RHS;
};

} // namespace

/// \p E without what clang adds around an expression of class type. Sets
/// \p HasCleanups if it destroys temporaries.
static Expr *stripWrapping(Expr *E, bool &HasCleanups) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (auto *F = dyn_cast<ExprWithCleanups>(E)) {
      HasCleanups = true;
      E = F->getSubExpr();
    } else if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E)) {
      E = T->getSubExpr();
    } else if (auto *T = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = T->getSubExpr();
    } else {
      return E;
    }
  }
}

static std::optional<Operation> asOperation(Expr *E) {
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return Operation{BinaryOperator::getOverloadedOperator(B->getOpcode()),
                     B->getLHS(), B->getRHS()};
  if (auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    CXXRewrittenBinaryOperator::DecomposedForm D = R->getDecomposedForm();
    return Operation{BinaryOperator::getOverloadedOperator(D.Opcode),
                     const_cast<Expr *>(D.LHS), const_cast<Expr *>(D.RHS)};
  }
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && O->getNumArgs() == 2)
    return Operation{O->getOperator(), O->getArg(0), O->getArg(1)};
  return std::nullopt;
}

bool HeaderParser::isVariable(const Expr *E) const {
  bool HasCleanups = false;
  E = stripWrapping(const_cast<Expr *>(E), HasCleanups);
  // The conversion of an iterator to its const_iterator.
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() >= 1 && isVariable(Construct->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Ref->getDecl() == H.Var;
}

bool HeaderParser::usesVariable(const Stmt *S) const {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == H.Var;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return usesVariable(Child); });
}

/// What the expression \p Increment changes, if it is simple.
static Decl *changedBy(Expr *Increment) {
  if (!Increment)
    return nullptr;
  bool HasCleanups = false;
  Expr *E = stripWrapping(Increment, HasCleanups);
  if (auto *Unary = dyn_cast<UnaryOperator>(E))
    E = Unary->getSubExpr();
  else if (auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    E = Call->getArg(0);
  else if (std::optional<Operation> O = asOperation(E))
    E = O->LHS;
  auto *Name = dyn_cast<DeclRefExpr>(stripWrapping(E, HasCleanups));
  return Name ? Name->getDecl() : nullptr;
}

/// The variable that \p E names, if each iteration can have its own in its
/// place.
static VarDecl *replaceableVariable(Expr *E) {
  auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->hasAttr<BlocksAttr>() &&
                 !Name->refersToEnclosingVariableOrCapture() &&
                 !V->getType().isVolatileQualified()
             ? V
             : nullptr;
}

/// The local variable that \p Init, `i = first`, gives its first value, or
/// null. \p First is null if that is an object, which does it itself.
static VarDecl *assignedVariable(Stmt *Init, Expr *&First) {
  auto *E = dyn_cast_or_null<Expr>(Init);
  auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E);
  if (Cleanups)
    E = Cleanups->getSubExpr();
  if (!E)
    return nullptr;
  E = E->IgnoreParens();
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    E = T->getSubExpr(); // what the assignment returns
  std::optional<Operation> O = asOperation(E);
  if (!O || O->Op != OO_Equal)
    return nullptr;
  VarDecl *V = replaceableVariable(O->LHS);
  if (!V || (isa<CXXOperatorCallExpr>(E) && V->getType()->isRecordType()))
    return V;
  if (!V->getType()->isIntegerType() && !V->getType()->isPointerType())
    return nullptr;
  First = O->RHS;
  if (Cleanups)
    First = ExprWithCleanups::Create(V->getASTContext(), First,
                                     Cleanups->cleanupsHaveSideEffects(),
                                     Cleanups->getObjects());
  return V;
}

/// The variable \p Control, if \p Init, `i = first, j = 0`, gives it its first
/// value among others; null otherwise.
static VarDecl *assignedAmong(Stmt *Init, const Decl *Control) {
  auto *E = dyn_cast_or_null<Expr>(Init);
  if (auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
    E = Cleanups->getSubExpr();
  auto *Comma = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!Comma || Comma->getOpcode() != BO_Comma)
    return nullptr;
  for (Expr *Part : {Comma->getLHS(), Comma->getRHS()}) {
    Expr *First = nullptr;
    VarDecl *V = assignedVariable(Part, First);
    if (V && V == Control)
      return V;
    if (VarDecl *Found = assignedAmong(Part, Control))
      return Found;
  }
  return nullptr;
}

/// Initializes the variable with the value that \p Assignment has given the one
/// outside.
bool HeaderParser::copyOutside(Expr *Assignment) {
  QualType T = H.Outside->getType();
  H.Before.push_back(Assignment);
  Sema::TentativeAnalysisScope Quiet(Actions);
  Actions.AddInitializerToDecl(
      H.Var, Actions.BuildDeclRefExpr(H.Outside, T, VK_LValue, H.VarLoc),
      /*DirectInit=*/false);
  const Expr *Copy = H.Var->getInit();
  return !H.Var->isInvalidDecl() && Copy && !Copy->containsErrors();
}

/// Declares a variable that takes the place of the function's, so that each
/// iteration has its own.
bool HeaderParser::replaceOutside(ForStmt *S, Expr *First) {
  SourceLocation L = S->getInit()->getBeginLoc();
  QualType T = H.Outside->getType().getUnqualifiedType();
  DeclContext *Function = H.Outside->getDeclContext();
  H.Var = VarDecl::Create(C, Function, L, L, H.Outside->getIdentifier(), T,
                          C.getTrivialTypeSourceInfo(T, L), SC_None);
  H.Var->markUsed(C);
  Function->addDecl(H.Var);
  H.VarLoc = L;
  if (First) {
    H.Var->setInit(First);
  } else if (!copyOutside(cast<Expr>(S->getInit()))) {
    Errors.error(L,
                 "'cilk_for' must declare its control variable %0, as it "
                 "cannot be copied",
                 H.Outside);
    return false;
  }
  for (Stmt *Part : {static_cast<Stmt *>(S->getCond()),
                     static_cast<Stmt *>(S->getInc()), S->getBody()}) {
    if (Part && !renameVariable(Part, H.Outside, H.Var)) {
      Errors.error(L,
                   "'cilk_for' must declare its control variable %0, as its "
                   "body captures it",
                   H.Outside);
      return false;
    }
  }
  H.InBody.push_back(new (C) DeclStmt(DeclGroupRef(H.Var), L, L));
  return true;
}

bool HeaderParser::parseInit(ForStmt *S) {
  Expr *First = nullptr;
  H.Outside = assignedVariable(S->getInit(), First);
  if (!H.Outside)
    H.Outside = assignedAmong(S->getInit(), changedBy(S->getInc()));
  if (H.Outside)
    return replaceOutside(S, First);
  auto *D = dyn_cast_or_null<DeclStmt>(S->getInit());
  if (!D) {
    Errors.error(S->getInit() ? S->getInit()->getBeginLoc() : Keyword,
                 "'cilk_for' must declare its control variable");
    return false;
  }
  Decl *Control = changedBy(S->getInc());
  H.Var = dyn_cast<VarDecl>(
      llvm::is_contained(D->decls(), Control) ? Control : *D->decl_begin());
  if (!H.Var || isa<DecompositionDecl>(H.Var)) {
    Errors.error(D->getBeginLoc(),
                 "'cilk_for' must declare its control variable");
    return false;
  }
  if (!H.Var->getInit()) {
    Errors.error(H.Var->getLocation(),
                 "the control variable %0 of 'cilk_for' must be initialized",
                 H.Var);
    return false;
  }
  if (!H.Var->hasLocalStorage() || H.Var->getType()->isReferenceType()) {
    Errors.error(H.Var->getLocation(),
                 "the control variable %0 of 'cilk_for' must not be a "
                 "reference, static or thread_local",
                 H.Var);
    return false;
  }
  H.VarLoc = H.Var->getLocation();
  return splitInit(D);
}

/// The variables other than the control variable are declared once.
bool HeaderParser::splitInit(DeclStmt *D) {
  bool IsBehind = false;
  for (Decl *Declared : D->decls()) {
    auto *V = dyn_cast<VarDecl>(Declared);
    if (V && V != H.Var && usesVariable(V->getInit())) {
      Errors.error(V->getInit()->getExprLoc(),
                   "a variable in the head of 'cilk_for' must not depend on "
                   "its control variable %0",
                   H.Var);
      return false;
    }
    auto *Single = new (C)
        DeclStmt(DeclGroupRef(Declared), D->getBeginLoc(), D->getEndLoc());
    if (V == H.Var)
      H.InBody.push_back(Single);
    else
      (IsBehind ? H.Behind : H.Before).push_back(Single);
    IsBehind |= V == H.Var;
  }
  return true;
}

/// \p Op as a comparison; \p Swap if the variable is on its right.
static std::optional<BinaryOperatorKind> asComparison(OverloadedOperatorKind Op,
                                                      bool Swap) {
  switch (Op) {
  case OO_Less:
    return Swap ? BO_GT : BO_LT;
  case OO_LessEqual:
    return Swap ? BO_GE : BO_LE;
  case OO_Greater:
    return Swap ? BO_LT : BO_GT;
  case OO_GreaterEqual:
    return Swap ? BO_LE : BO_GE;
  case OO_ExclaimEqual:
    return BO_NE;
  default:
    return std::nullopt;
  }
}

bool HeaderParser::parseCondition(ForStmt *S) {
  if (S->getConditionVariableDeclStmt()) {
    Errors.error(S->getConditionVariable()->getLocation(),
                 "the condition of 'cilk_for' must not declare a variable");
    return false;
  }
  if (!S->getCond()) {
    Errors.error(Keyword, "'cilk_for' needs a condition");
    return false;
  }
  Expr *Condition = stripWrapping(S->getCond(), H.HasCleanups);
  std::optional<Operation> O = asOperation(Condition);
  std::optional<BinaryOperatorKind> Comparison;
  if (O) {
    bool IsLeft = isVariable(O->LHS);
    if (IsLeft || isVariable(O->RHS)) {
      Comparison = asComparison(O->Op, /*Swap=*/!IsLeft);
      H.Limit = IsLeft ? O->RHS : O->LHS;
    }
  }
  if (!O || !Comparison) {
    Errors.error(S->getCond()->getExprLoc(),
                 "the condition of 'cilk_for' must compare its control "
                 "variable %0 by '<', '<=', '>', '>=' or '!='",
                 H.Var);
    return false;
  }
  H.Comparison = *Comparison;
  if (isa<BinaryOperator>(Condition))
    H.ComparisonType = O->LHS->getType().getUnqualifiedType();
  if (usesVariable(H.Limit)) {
    Errors.error(H.Limit->getExprLoc(),
                 "the limit of 'cilk_for' must not depend on its control "
                 "variable %0",
                 H.Var);
    return false;
  }
  return true;
}

/// Takes \p E, what the variable becomes, for the sum or the difference of the
/// variable and the step.
bool HeaderParser::parseSum(Expr *E) {
  E = stripWrapping(E, H.HasCleanups);
  // The copy of an iterator.
  if (auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1)
    E = stripWrapping(Construct->getArg(0), H.HasCleanups);
  std::optional<Operation> O = asOperation(E);
  if (!O || (O->Op != OO_Plus && O->Op != OO_Minus))
    return false;
  H.IsStepNegated = O->Op == OO_Minus;
  bool IsLeft = isVariable(O->LHS);
  H.Step = IsLeft ? O->RHS : O->LHS;
  return IsLeft || (O->Op == OO_Plus && isVariable(O->RHS));
}

bool HeaderParser::parseIncrement(ForStmt *S) {
  if (!S->getInc()) {
    Errors.error(Keyword, "'cilk_for' needs an increment");
    return false;
  }
  H.IncrementLoc = S->getInc()->getExprLoc();
  Expr *E = stripWrapping(S->getInc(), H.HasCleanups);
  if (auto *Unary = dyn_cast<UnaryOperator>(E)) {
    H.IsStepNegated = Unary->isDecrementOp();
    if (Unary->isIncrementDecrementOp() && isVariable(Unary->getSubExpr()))
      return true;
  } else if (auto *O = dyn_cast<CXXOperatorCallExpr>(E);
             O && (O->getOperator() == OO_PlusPlus ||
                   O->getOperator() == OO_MinusMinus)) {
    H.IsStepNegated = O->getOperator() == OO_MinusMinus;
    if (isVariable(O->getArg(0)))
      return true;
  } else if (std::optional<Operation> O = asOperation(E);
             O && (O->Op == OO_PlusEqual || O->Op == OO_MinusEqual)) {
    H.IsStepNegated = O->Op == OO_MinusEqual;
    H.Step = O->RHS;
    if (isVariable(O->LHS) && !usesVariable(H.Step))
      return true;
  } else if (O && O->Op == OO_Equal && isVariable(O->LHS)) {
    if (parseSum(O->RHS) && !usesVariable(H.Step))
      return true;
  }
  auto *Comma = dyn_cast<BinaryOperator>(E);
  if (Comma && Comma->getOpcode() == BO_Comma) {
    Errors.error(H.IncrementLoc,
                 "'cilk_for' counts one variable only; compute the others from "
                 "%0 in its body",
                 H.Var);
    return false;
  }
  Errors.error(H.IncrementLoc,
               "the increment of 'cilk_for' must be '++', '--', '+=' or '-=' "
               "of its control variable %0 by a stride that does not depend "
               "on it",
               H.Var);
  return false;
}

bool HeaderParser::parse(ForStmt *S) {
  H.Body = S->getBody();
  return parseInit(S) && parseCondition(S) && parseIncrement(S);
}

bool HeaderParser::parse(CXXForRangeStmt *S) {
  if (S->getCoawaitLoc().isValid()) {
    Errors.error(S->getCoawaitLoc(), "'co_await' is not allowed in 'cilk_for'");
    return false;
  }
  H.Var = cast<VarDecl>(S->getBeginStmt()->getSingleDecl());
  auto *End = cast<VarDecl>(S->getEndStmt()->getSingleDecl());
  H.VarLoc = S->getRangeInit()->getExprLoc();
  H.Limit = DeclRefExpr::Create(
      C, NestedNameSpecifierLoc(), SourceLocation(), End,
      /*RefersToEnclosing=*/false, H.VarLoc, End->getType(), VK_LValue);
  if (S->getInit())
    H.Before.push_back(S->getInit());
  H.Before.push_back(S->getRangeStmt());
  H.Before.push_back(S->getEndStmt());
  H.InBody.push_back(S->getBeginStmt());
  H.InBody.push_back(S->getLoopVarStmt());
  H.Body = S->getBody();
  return true;
}

std::optional<LoopHeader> analyzeLoop(Stmt *Loop, SourceLocation Keyword,
                                      Sema &Actions, Reporter &Errors) {
  HeaderParser P(Keyword, Actions, Errors);
  bool Valid = false;
  if (auto *For = dyn_cast<ForStmt>(Loop))
    Valid = P.parse(For);
  else if (auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Valid = P.parse(Range);
  else
    Errors.error(Keyword, "'cilk_for' is not supported for this kind of loop");
  if (!Valid)
    return std::nullopt;
  return std::move(P.H);
}

} // namespace tussah
