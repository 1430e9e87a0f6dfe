//===- ViewRewriter.cpp - Uses of reducers --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewRewriter.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

void ViewRewriter::run() {
  Types.setFunction(F);
  Sema::ContextRAII Context(U.S, F);
  EnterExpressionEvaluationContext Evaluation(
      U.S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    visitInitializers(Constructor);
  Stmt *Body = F->getBody();
  visit(Body);
  F->setBody(Body);
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    beginMembers(Constructor);
  else if (auto *Destructor = dyn_cast<CXXDestructorDecl>(F))
    endMembers(Destructor);
  addParameterGuards();
  checkResult();
}

//===----------------------------------------------------------------------===//
// What is wanted
//===----------------------------------------------------------------------===//

ViewRewriter::Want ViewRewriter::wantOf(QualType Type, WrittenType T) {
  Want W;
  if (!Type.isNull() && Type->isReferenceType()) {
    W.Functions = Types.reducerOf(T);
    W.IsObject = W.Functions.has_value();
  }
  return W;
}

ViewRewriter::Want ViewRewriter::wantOf(const ValueDecl *D) {
  return D ? wantOf(D->getType(), Types.typeOf(D)) : Want();
}

/// Reports if the size of a reducer of type \p Type, which \p E names, is not
/// known. A later part of the translation unit may complete it.
bool ViewRewriter::isComplete(const Expr *E, QualType Type) {
  if (U.S.isCompleteType(E->getExprLoc(), Type) &&
      !Type->isVariablyModifiedType())
    return true;
  U.Errors.error(E->getExprLoc(),
                 "the reducer is used where the size of its type %0 is not "
                 "known",
                 C.getCanonicalType(Type));
  return false;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Whether \p E may name a reducer, and is not made of other expressions that
/// do.
static bool isName(const Expr *E) {
  if (!E->isGLValue())
    return false;
  if (const auto *Operator = dyn_cast<UnaryOperator>(E))
    return Operator->getOpcode() == UO_Deref;
  if (const auto *Operator = dyn_cast<BinaryOperator>(E))
    return Operator->isPtrMemOp();
  return isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, CallExpr,
             ExplicitCastExpr>(E);
}

/// Whether \p E is a part of the object that `this` points to.
static bool isOwnPart(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->getMemberDecl()->getType()->isReferenceType() &&
           (isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) ||
            (!Member->isArrow() && isOwnPart(Member->getBase())));
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
  return Element &&
         Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
         isOwnPart(Element->getBase());
}

/// The operand of \p E that is what \p E is, or null.
static Stmt **transparentOperand(Expr *E) {
  if (isa<ParenExpr, FullExpr>(E))
    return &*E->child_begin();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return Cast->getCastKind() == CK_NoOp ? &*E->child_begin() : nullptr;
  if (auto *Operator = dyn_cast<UnaryOperator>(E))
    return Operator->getOpcode() == UO_Extension ? &*E->child_begin() : nullptr;
  return nullptr;
}

/// Visits \p Slot, of which the reducer itself is wanted.
void ViewRewriter::visitObject(Stmt *&Slot, Want W) {
  auto *E = cast<Expr>(Slot);
  if (Stmt **Operand = transparentOperand(E)) {
    visitObject(*Operand, W);
    return;
  }
  if (auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma) {
    auto Operand = E->child_begin();
    visit(*Operand);
    visitObject(*++Operand, W);
    return;
  }
  if (isa<ConditionalOperator>(E)) {
    auto Operand = E->child_begin();
    visit(*Operand);
    visitObject(*++Operand, W);
    visitObject(*++Operand, W);
    return;
  }
  // The declaration says itself what is wanted.
  if (isa<CXXDefaultArgExpr, CXXDefaultInitExpr>(E)) {
    visitSpecially(Slot);
    return;
  }
  std::optional<Reducer> Found = Types.reducerOf(E);
  if (W.Functions && !Found)
    U.Errors.error(E->getExprLoc(), "a reference to a reducer must be bound to "
                                    "a reducer");
  else if (W.Functions && !sameFunctions(*W.Functions, *Found, C))
    U.Errors.error(E->getExprLoc(),
                   "a reference to a reducer is bound to a reducer with other "
                   "functions");
  if (!visitSpecially(Slot))
    visitChildren(Slot);
}

void ViewRewriter::visit(Stmt *&Slot, Want W) {
  if (!Slot || Reducers.Views.contains(Slot))
    return;
  auto *E = dyn_cast<Expr>(Slot);
  if (E && W.IsObject) {
    visitObject(Slot, W);
    return;
  }
  // The question comes before the answers to it change below.
  std::optional<Reducer> R;
  if (E && isName(E) && !(InDefaultInit && isOwnPart(E)))
    R = Types.reducerOf(E);
  if (!visitSpecially(Slot))
    visitChildren(Slot);
  if (!R || !isComplete(E, E->getType()))
    return;
  R = functionsOf(E, *R);
  Slot = at(E->getExprLoc()).view(cast<Expr>(Slot), *R);
  Reducers.use(*R, E->getExprLoc());
  Reducers.Views.insert(Slot);
}

/// Visits the name \p Slot. Where clang knows what a reference is bound to, it
/// does not use the reference, and takes a reducer of static storage duration
/// for its view.
void ViewRewriter::visitName(Stmt *&Slot) {
  auto *Name = cast<DeclRefExpr>(Slot);
  if (auto *B = dyn_cast<BindingDecl>(Name->getDecl())) {
    // What all uses share; a lambda has a copy of its own.
    if (B->getBinding() && !Name->refersToEnclosingVariableOrCapture() &&
        Reducers.Bindings.insert(B).second) {
      Stmt *Binding = B->getBinding();
      if (isa<DeclRefExpr>(Binding))
        visitName(Binding);
      else
        visitChildren(Binding);
      B->setBinding(B->getType(), cast<Expr>(Binding));
    }
    return;
  }
  auto *V = dyn_cast<VarDecl>(Name->getDecl());
  if (!V || Name->isNonOdrUse() != NOUR_Constant)
    return;
  const KnownView *View = Types.knownView(V);
  if (!View)
    return;
  ReducerBuilder B = at(Name->getExprLoc());
  if (V->hasLocalStorage() && V->getDeclContext() == F) {
    Slot = B.ref(V);
  } else {
    // The reference does not exist here, or is bound before the program starts.
    for (const KnownView::Step &Step : View->Steps)
      Reducers.use(Step.Functions, Name->getExprLoc());
    Slot = B.knownView(*View, Name->getType());
  }
  Reducers.Views.insert(Slot);
}

/// Visits \p Slot, the pointer on the left side of an arrow.
void ViewRewriter::visitPointer(Stmt *&Slot) {
  if (Reducers.Views.contains(Slot))
    return;
  auto *E = cast<Expr>(Slot);
  std::optional<Reducer> R = Types.reducerOf(Types.pointee(Types.typeOf(E)));
  visit(Slot);
  if (!R || !isComplete(E, E->getType()->getPointeeType()))
    return;
  R = functionsOf(E, *R);
  Slot = at(E->getExprLoc()).viewPointer(cast<Expr>(Slot), *R);
  Reducers.use(*R, E->getExprLoc());
  Reducers.Views.insert(Slot);
}

Expr *ViewRewriter::visitExpr(Expr *E, Want W) {
  Stmt *Slot = E;
  visit(Slot, W);
  return cast_or_null<Expr>(Slot);
}

void ViewRewriter::visitChildren(Stmt *S) {
  rejectCondition(S);
  for (Stmt *&Child : S->children())
    visit(Child);
}

/// Visits what has a rule of its own. Returns false if \p Slot has none.
bool ViewRewriter::visitSpecially(Stmt *&Slot) {
  Stmt *S = Slot;
  // Operands that are not evaluated, or at compile time.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, ConstantExpr, OffsetOfExpr,
          TypeTraitExpr, RequiresExpr>(S))
    return true;
  if (auto *E = dyn_cast<CXXTypeidExpr>(S))
    return !E->isPotentiallyEvaluated();
  // The name of a member, of no object.
  if (auto *E = dyn_cast<UnaryOperator>(S);
      E && E->getType()->isMemberPointerType())
    return true;
  if (isa<DeclStmt>(S))
    visitDeclarations(Slot);
  else if (isa<DeclRefExpr>(S))
    visitName(Slot);
  else if (auto *E = dyn_cast<LambdaExpr>(S))
    visitLambda(E);
  else if (isa<CXXNewExpr>(S))
    visitNew(Slot);
  else if (isa<MaterializeTemporaryExpr>(S))
    visitTemporary(Slot);
  else if (isa<CXXDeleteExpr>(S))
    visitDelete(Slot);
  else if (auto *E = dyn_cast<CallExpr>(S))
    visitArguments(E);
  else if (auto *E = dyn_cast<CXXConstructExpr>(S))
    visitArguments(E);
  else if (auto *E = dyn_cast<InitListExpr>(S))
    visitList(E);
  else if (auto *E = dyn_cast<MemberExpr>(S); E && E->isArrow())
    visitPointer(*E->child_begin());
  else if (auto *E = dyn_cast<ExplicitCastExpr>(S);
           E && E->isGLValue() && Types.reducerOf(E))
    visit(*E->child_begin(), {/*IsObject=*/true, std::nullopt});
  else if (auto *E = dyn_cast<CXXDefaultArgExpr>(S))
    visitDefault(E);
  else if (isa<CXXDefaultInitExpr>(S))
    visitDefaultInit(Slot);
  else if (auto *E = dyn_cast<BinaryOperator>(S);
           E && E->getOpcode() == BO_PtrMemI) {
    auto Operand = E->child_begin();
    visitPointer(*Operand);
    visit(*++Operand);
  } else if (auto *E = dyn_cast<BinaryOperator>(S);
             E && E->getOpcode() == BO_Assign) {
    Reducers.checkPointer(E->getRHS(), E->getLHS()->getType(),
                          Types.typeOf(E->getLHS()));
    return false;
  } else if (auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (!Return->getRetValue())
      return true;
    WrittenType Result = Types.resultOf(F);
    Reducers.checkPointer(Return->getRetValue(), F->getReturnType(), Result);
    visit(*Return->child_begin(), wantOf(F->getReturnType(), Result));
  } else {
    return false;
  }
  return true;
}

void ViewRewriter::visitArguments(CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (Callee && Callee->getBuiltinID() == Builtin::BI__builtin_addressof) {
    Stmt *Argument = Call->getArg(0);
    visitObject(Argument, {/*IsObject=*/true, std::nullopt});
    Call->setArg(0, cast<Expr>(Argument));
    return;
  }
  llvm::ArrayRef<ParmVarDecl *> Parameters =
      Callee ? Callee->parameters()
             : Types.parameters(Types.typeOf(Call->getCallee()));
  // The object of an operator is its first argument.
  unsigned First = 0;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (isa<CXXOperatorCallExpr>(Call) && Method &&
      !Method->isExplicitObjectMemberFunction())
    First = 1;
  Call->setCallee(visitExpr(Call->getCallee(), Want()));
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const ParmVarDecl *P = I >= First && I - First < Parameters.size()
                               ? Parameters[I - First]
                               : nullptr;
    if (P)
      Reducers.checkPointer(Call->getArg(I), P->getType(), Types.typeOf(P));
    Call->setArg(I, visitExpr(Call->getArg(I), wantOf(P)));
  }
}

void ViewRewriter::visitArguments(CXXConstructExpr *Call) {
  const CXXConstructorDecl *Callee = Call->getConstructor();
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const ParmVarDecl *P =
        I < Callee->getNumParams() ? Callee->getParamDecl(I) : nullptr;
    if (P)
      Reducers.checkPointer(Call->getArg(I), P->getType(), Types.typeOf(P));
    Call->setArg(I, visitExpr(Call->getArg(I), wantOf(P)));
  }
}

/// A capture by reference is one of the reducer, one by copy copies the view.
void ViewRewriter::visitLambda(LambdaExpr *Lambda) {
  LambdaExpr::capture_init_iterator Init = Lambda->capture_init_begin();
  for (const LambdaCapture &Capture : Lambda->captures()) {
    Expr *&E = *Init++;
    if (!E || !Capture.capturesVariable())
      continue;
    Want W;
    if (Lambda->isInitCapture(&Capture))
      W = wantOf(Capture.getCapturedVar());
    else
      W.IsObject = Capture.getCaptureKind() == LCK_ByRef;
    E = visitExpr(E, W);
  }
}

void ViewRewriter::visitList(InitListExpr *List) {
  const RecordDecl *Record = List->getType()->getAsRecordDecl();
  if (!Record || Record->isUnion()) {
    visitChildren(List);
    return;
  }
  unsigned I = 0;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (unsigned N = Class->getNumBases(); I < N && I < List->getNumInits();
         ++I)
      List->setInit(I, visitExpr(List->getInit(I), Want()));
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (I >= List->getNumInits())
      return;
    if (Expr *Init = List->getInit(I)) {
      Reducers.checkPointer(Init, Field->getType(), Types.typeOf(Field));
      List->setInit(I, visitExpr(Init, wantOf(Field)));
    }
    ++I;
  }
}

/// The expression is the declaration's, and shared by all calls.
void ViewRewriter::visitDefault(CXXDefaultArgExpr *E) {
  ParmVarDecl *P = E->getParam();
  if (E->hasRewrittenInit()) {
    visitExpr(E->getExpr(), wantOf(P));
    return;
  }
  if (Reducers.Defaults.try_emplace(P).second && P->hasInit())
    *P->getInitAddress() = visitExpr(P->getInit(), wantOf(P));
}

/// Likewise. It keeps its node, which says what `this` is. That object, which
/// is being made, is the first view of its reducers, which may not have begun.
void ViewRewriter::visitDefaultInit(Stmt *&Slot) {
  auto *E = cast<CXXDefaultInitExpr>(Slot);
  FieldDecl *Field = E->getField();
  Expr *Init = E->getExpr();
  if (!Init)
    return;
  llvm::SaveAndRestore<bool> Save(InDefaultInit, true);
  Expr *New;
  if (E->hasRewrittenInit()) {
    New = visitExpr(Init, wantOf(Field));
  } else {
    if (Reducers.Defaults.try_emplace(Field).second)
      Reducers.Defaults[Field] = visitExpr(Init, wantOf(Field));
    New = Reducers.Defaults.lookup(Field);
  }
  // Null where the initializer, while it is visited, uses itself.
  if (New && New != Init)
    Slot = CXXDefaultInitExpr::Create(C, E->getExprLoc(), Field,
                                      E->getUsedContext(), New);
}

void ViewRewriter::visitInitializers(CXXConstructorDecl *Constructor) {
  CXXCtorInitializer **Inits =
      const_cast<CXXCtorInitializer **>(Constructor->init_begin());
  for (unsigned I = 0; I < Constructor->getNumCtorInitializers(); ++I) {
    CXXCtorInitializer *Old = Inits[I];
    FieldDecl *Field = Old->getAnyMember();
    if (Field)
      Reducers.checkPointer(Old->getInit(), Field->getType(),
                            Types.typeOf(Field));
    Expr *Init = visitExpr(Old->getInit(), wantOf(Field));
    if (Init != Old->getInit() && Old->isMemberInitializer())
      Inits[I] = withInit(Old, Init);
  }
}

/// \p Old, of a member or base, with another initializer.
CXXCtorInitializer *ViewRewriter::withInit(CXXCtorInitializer *Old,
                                           Expr *Init) {
  if (Old->isBaseInitializer())
    return new (C) CXXCtorInitializer(
        C, Old->getTypeSourceInfo(), Old->isBaseVirtual(), Old->getLParenLoc(),
        Init, Old->getRParenLoc(), SourceLocation());
  return new (C)
      CXXCtorInitializer(C, Old->getMember(), Old->getMemberLocation(),
                         Old->getLParenLoc(), Init, Old->getRParenLoc());
}

} // namespace tussah
