//===- MarkerBuilder.cpp - AST nodes for markers --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkerBuilder.h"
#include "compiler/compat/Ast.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

MarkerBuilder::MarkerBuilder(MarkerDecls &Markers, FunctionDecl *F,
                             SourceLocation L)
    : C(F->getASTContext()), Markers(Markers), F(F), L(L) {}

MarkerBuilder MarkerBuilder::uncounted() const {
  return {Markers, F, Markers.countsCode() ? SourceLocation() : L};
}

bool MarkerBuilder::mayBeConstantEvaluated() const { return F->isConstexpr(); }

QualType MarkerBuilder::u64() const {
  return C.getIntTypeForBitwidth(64, /*Signed=*/false);
}

QualType MarkerBuilder::i64() const {
  return C.getIntTypeForBitwidth(64, /*Signed=*/true);
}

Expr *MarkerBuilder::integer(uint64_t V, QualType T) {
  return IntegerLiteral::Create(C, llvm::APInt(C.getIntWidth(T), V), T, L);
}

Expr *MarkerBuilder::ref(VarDecl *V) {
  V->setReferenced();
  return DeclRefExpr::Create(C, NestedNameSpecifierLoc(), SourceLocation(), V,
                             /*RefersToEnclosing=*/false, L,
                             V->getType().getNonReferenceType(), VK_LValue);
}

Expr *MarkerBuilder::load(VarDecl *V) {
  return ImplicitCastExpr::Create(C, V->getType().getUnqualifiedType(),
                                  CK_LValueToRValue, ref(V), nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *MarkerBuilder::convert(Expr *E, QualType T) {
  if (C.hasSameUnqualifiedType(E->getType(), T))
    return E;
  // Explicit, because sanitizers check the implicit ones.
  return CStyleCastExpr::Create(C, T, VK_PRValue, CK_IntegralCast, E, nullptr,
                                FPOptionsOverride(),
                                C.getTrivialTypeSourceInfo(T, L), L, L);
}

/// Whether a sanitizer would report that \p Op on \p T wraps around, which is
/// what words of loop counts do on purpose.
static bool isWrapReported(BinaryOperatorKind Op, QualType T,
                           const ASTContext &C) {
  return (Op == BO_Add || Op == BO_Sub || Op == BO_Mul) &&
         T->isUnsignedIntegerType() && C.getIntWidth(T) == 64 &&
         C.getLangOpts().Sanitize.has(SanitizerKind::UnsignedIntegerOverflow);
}

/// \p A \p Op \p B modulo 2^64, computed with 128 bits, where nothing wraps.
Expr *MarkerBuilder::modular(BinaryOperatorKind Op, Expr *A, Expr *B) {
  QualType T = A->getType(), Wide = C.UnsignedInt128Ty;
  auto Operate = [&](BinaryOperatorKind O, Expr *X, Expr *Y) {
    return BinaryOperator::Create(C, X, Y, O, Wide, VK_PRValue, OK_Ordinary, L,
                                  FPOptionsOverride());
  };
  Expr *Left = convert(A, Wide);
  if (Op == BO_Sub) // stays positive
    Left = Operate(
        BO_Add, Left,
        IntegerLiteral::Create(C, llvm::APInt::getOneBitSet(128, 64), Wide, L));
  return convert(Operate(Op, Left, convert(B, Wide)), T);
}

Expr *MarkerBuilder::binary(BinaryOperatorKind Op, Expr *A, Expr *B) {
  QualType T = A->getType();
  if (isWrapReported(Op, T, C))
    return modular(Op, A, B);
  if (BinaryOperator::isComparisonOp(Op))
    T = C.getLangOpts().CPlusPlus ? QualType(C.BoolTy) : QualType(C.IntTy);
  return BinaryOperator::Create(C, A, B, Op, T, VK_PRValue, OK_Ordinary, L,
                                FPOptionsOverride());
}

Expr *MarkerBuilder::conditional(Expr *Condition, Expr *A, Expr *B) {
  return new (C) ConditionalOperator(Condition, L, A, L, B, A->getType(),
                                     A->getValueKind(), OK_Ordinary);
}

Expr *MarkerBuilder::cleanups(Expr *E, ExprWithCleanups *Original) {
  llvm::ArrayRef<ExprWithCleanups::CleanupObject> Objects;
  if (Original)
    Objects = Original->getObjects();
  return ExprWithCleanups::Create(C, E, /*CleanupsHaveSideEffects=*/true,
                                  Objects);
}

Expr *MarkerBuilder::addressOf(Expr *E) {
  // Clang evaluates the operand when it makes the operator, and would warn of
  // unlessConstant() in it.
  auto *Address = UnaryOperator::Create(
      C, new (C) OpaqueValueExpr(L, E->getType(), E->getValueKind()), UO_AddrOf,
      C.getPointerType(E->getType()), VK_PRValue, OK_Ordinary, L,
      /*CanOverflow=*/false, FPOptionsOverride());
  Address->setSubExpr(E);
  return Address;
}

/// The object that \p Pointer points to, of the kind of value of \p Like.
Expr *MarkerBuilder::dereference(Expr *Pointer, const Expr *Like) {
  return UnaryOperator::Create(C, Pointer, UO_Deref, Like->getType(),
                               Like->getValueKind(), OK_Ordinary, L,
                               /*CanOverflow=*/false, FPOptionsOverride());
}

Expr *MarkerBuilder::pointerCast(Expr *E, QualType T) {
  return ImplicitCastExpr::Create(C, T, CK_BitCast, E, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *MarkerBuilder::after(llvm::ArrayRef<OpaqueValueExpr *> Places, Expr *E) {
  if (Places.empty())
    return E;
  if (!E->isPRValue())
    E = ignored(E);
  llvm::SmallVector<Expr *, 4> Steps(Places.begin(), Places.end());
  Steps.push_back(E);
  return PseudoObjectExpr::Create(C, E, Steps, Places.size());
}

OpaqueValueExpr *MarkerBuilder::evaluated(Expr *E) {
  return new (C) OpaqueValueExpr(E->getExprLoc(), E->getType(),
                                 E->getValueKind(), E->getObjectKind(), E);
}

Expr *MarkerBuilder::first(OpaqueValueExpr *Value,
                           llvm::ArrayRef<Expr *> Steps) {
  // Clang emits the result of a pseudo-object where it stands, in place if it
  // is an object.
  llvm::SmallVector<Expr *, 4> All{Value};
  All.append(Steps.begin(), Steps.end());
  Expr *E = Value->getSourceExpr();
  return unlessConstant(E,
                        PseudoObjectExpr::Create(C, E, All, /*resultIndex=*/0));
}

Expr *MarkerBuilder::last(OpaqueValueExpr *Value, llvm::ArrayRef<Expr *> Steps,
                          Expr *Last) {
  llvm::SmallVector<Expr *, 4> All{Value};
  All.append(Steps.begin(), Steps.end());
  All.push_back(Last);
  return PseudoObjectExpr::Create(C, Last, All, All.size() - 1);
}

Expr *MarkerBuilder::before(Expr *E, llvm::ArrayRef<Expr *> Steps) {
  return first(evaluated(E), Steps);
}

Expr *MarkerBuilder::sequence(llvm::ArrayRef<Expr *> Steps, Expr *E) {
  for (Expr *Step : llvm::reverse(Steps))
    E = BinaryOperator::Create(
        C, unlessConstant(ignored(integer(0, C.IntTy)), Step), E, BO_Comma,
        E->getType(), E->getValueKind(), OK_Ordinary, L, FPOptionsOverride());
  return E;
}

Expr *MarkerBuilder::ignored(Expr *E) {
  return CStyleCastExpr::Create(C, C.VoidTy, VK_PRValue, CK_ToVoid, E, nullptr,
                                FPOptionsOverride(),
                                C.getTrivialTypeSourceInfo(C.VoidTy, L), L, L);
}

Expr *MarkerBuilder::thisPointer() {
  return CXXThisExpr::Create(C, L, cast<CXXMethodDecl>(F)->getThisType(),
                             /*IsImplicit=*/true);
}

static bool isConstructed(QualType T, const ASTContext &C) {
  return C.getLangOpts().CPlusPlus && T->isRecordType();
}

Expr *MarkerBuilder::initialize(VarDecl *V, Expr *Init) {
  if (auto *Full = dyn_cast<ExprWithCleanups>(Init))
    return cleanups(initialize(V, Full->getSubExpr()), Full);
  // An assignment of clang's AST would construct a temporary and copy it.
  if (isConstructed(V->getType(), C))
    return compat::createPlacementNew(
        C, Markers.placementNew(), pointerCast(addressOf(ref(V)), C.VoidPtrTy),
        V->getType().getUnqualifiedType(), Init, SourceRange(L, L));
  if (auto *List = dyn_cast<InitListExpr>(Init))
    Init = List->getInit(0);
  bool IsLValue = C.getLangOpts().CPlusPlus;
  return BinaryOperator::Create(
      C, ref(V), Init, BO_Assign, V->getType().getUnqualifiedType(),
      IsLValue ? VK_LValue : VK_PRValue, OK_Ordinary, L, FPOptionsOverride());
}

Expr *MarkerBuilder::uninitialized(VarDecl *V) {
  QualType T = V->getType().getUnqualifiedType();
  if (isConstructed(T, C))
    return new (C) NoInitExpr(T);
  return new (C) ImplicitValueInitExpr(T);
}

Expr *MarkerBuilder::isConstantEvaluated() {
  return call(Markers.builtin("__builtin_is_constant_evaluated",
                              Builtin::BI__builtin_is_constant_evaluated),
              {});
}

Expr *MarkerBuilder::unlessConstant(Expr *Constant, Expr *Run) {
  if (!mayBeConstantEvaluated())
    return Run;
  if (auto *Full = dyn_cast<ExprWithCleanups>(Constant))
    return cleanups(unlessConstant(Full->getSubExpr(), Run), Full);
  return conditional(isConstantEvaluated(), Constant, Run);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

VarDecl *MarkerBuilder::variable(llvm::StringRef Name, QualType T, Expr *Init) {
  T = T.getUnqualifiedType();
  auto *V = VarDecl::Create(C, F, L, L, &C.Idents.get(Name), T,
                            C.getTrivialTypeSourceInfo(T, L), SC_None);
  // What is in the initializer of an implicit variable gets no counters.
  if (!Markers.countsCode())
    V->setImplicit();
  V->addAttr(NoDebugAttr::CreateImplicit(C));
  V->setInit(Init);
  V->markUsed(C);
  F->addDecl(V);
  return V;
}

VarDecl *MarkerBuilder::cleanup(llvm::StringRef Name, Expr *Init,
                                llvm::StringRef Marker) {
  VarDecl *V = variable(Name, C.IntTy, Init);
  V->addAttr(CleanupAttr::CreateImplicit(C, Markers.get(Marker)));
  return V;
}

Stmt *MarkerBuilder::declare(Decl *D) {
  return new (C) DeclStmt(DeclGroupRef(D), L, L);
}

CompoundStmt *MarkerBuilder::block(llvm::ArrayRef<Stmt *> Body) {
  return CompoundStmt::Create(C, Body, FPOptionsOverride(), L, L);
}

Stmt *MarkerBuilder::ifThen(Expr *Condition, Stmt *Then, Stmt *Else) {
  if (C.getLangOpts().CPlusPlus && !Condition->getType()->isBooleanType())
    Condition =
        ImplicitCastExpr::Create(C, C.BoolTy, CK_IntegralToBoolean, Condition,
                                 nullptr, VK_PRValue, FPOptionsOverride());
  return IfStmt::Create(C, L, IfStatementKind::Ordinary, nullptr, nullptr,
                        Condition, L, L, Then, L, Else);
}

Stmt *MarkerBuilder::doOnce(Stmt *Body) {
  return new (C) DoStmt(Body, integer(0, C.IntTy), L, L, L);
}

Stmt *MarkerBuilder::countTo(VarDecl *Index, VarDecl *Count, Stmt *Body) {
  Expr *Next = UnaryOperator::Create(
      C, ref(Index), UO_PreInc, Index->getType(), VK_LValue, OK_Ordinary, L,
      /*CanOverflow=*/false, FPOptionsOverride());
  return new (C)
      ForStmt(C, declare(Index), binary(BO_NE, load(Index), load(Count)),
              /*condVar=*/nullptr, Next, Body, L, L, L);
}

/// Coverage takes the builtin for the end of what is around it, but not LLVM's
/// function that it is.
Expr *MarkerBuilder::trap() {
  if (Markers.countsCode())
    return call(Markers.trap(), {});
  return call(Markers.builtin("__builtin_trap", Builtin::BI__builtin_trap), {});
}

Expr *MarkerBuilder::text(llvm::StringRef Text) {
  StringLiteral *S = C.getPredefinedStringLiteralFromCache(Text);
  Expr *Pointer = ImplicitCastExpr::Create(
      C, C.getArrayDecayedType(S->getType()), CK_ArrayToPointerDecay, S,
      nullptr, VK_PRValue, FPOptionsOverride());
  return pointerCast(Pointer, C.VoidPtrTy);
}

Expr *MarkerBuilder::failAssertion(llvm::StringRef Text) {
  PresumedLoc At = C.getSourceManager().getPresumedLoc(L);
  llvm::SmallString<256> Path(At.isValid() ? At.getFilename() : "?");
  // As in __FILE__.
  C.getLangOpts().remapPathPrefix(Path);
  Expr *Line = integer(At.isValid() ? At.getLine() : 0, C.UnsignedIntTy);
  Expr *Fails = call(Markers.assertionFails(), {text(Text), text(Path), Line,
                                                text(F->getNameAsString())});
  return sequence({Fails}, trap());
}

Stmt *MarkerBuilder::statementUnlessConstant(Stmt *Constant, Stmt *Run) {
  if (!mayBeConstantEvaluated())
    return Run;
  if (!Constant)
    Constant = new (C) NullStmt(L);
  return IfStmt::Create(C, L, IfStatementKind::ConstevalNonNegated, nullptr,
                        nullptr, nullptr, L, L, block(Constant), L, block(Run));
}

/// `throw;`. Coverage takes it for the end of what is around the task, but not
/// the call that it is.
Stmt *MarkerBuilder::rethrow() {
  if (Markers.countsCode())
    return call(Markers.rethrow(), {});
  return new (C)
      CXXThrowExpr(nullptr, C.VoidTy, L, /*IsThrownVarInScope=*/false);
}

/// `switch (0);`, after which clang counts afresh.
Stmt *MarkerBuilder::countHere() {
  auto *Switch =
      SwitchStmt::Create(C, nullptr, nullptr, integer(0, C.IntTy), L, L);
  Switch->setBody(new (C) NullStmt(L));
  return Switch;
}

CompoundStmt *MarkerBuilder::taskBody(llvm::ArrayRef<Stmt *> Body) {
  MarkerBuilder B = uncounted();
  CompoundStmt *Block = B.block(Body);
  if (!C.getLangOpts().Exceptions || F->usesSEHTry())
    return Block;
  if (!C.getLangOpts().CXXExceptions)
    return B.block({B.declare(B.cleanup("__tussah_leave", B.integer(0, C.IntTy),
                                        marker::TaskLeave)),
                    Block});
  Stmt *Handler = B.block({B.call(marker::TaskUnwind, {}), B.rethrow()});
  Stmt *Catch = new (C) CXXCatchStmt(B.L, nullptr, Handler);
  llvm::SmallVector<Stmt *, 2> All{CXXTryStmt::Create(C, B.L, Block, Catch)};
  // Clang does not count what leaves a `try` that nothing can throw in.
  if (Markers.countsCode())
    All.push_back(B.countHere());
  return B.block(All);
}

//===----------------------------------------------------------------------===//
// Markers
//===----------------------------------------------------------------------===//

Expr *MarkerBuilder::call(llvm::StringRef Marker, llvm::ArrayRef<Expr *> Args) {
  return call(Markers.get(Marker), Args);
}

Expr *MarkerBuilder::call(FunctionDecl *D, llvm::ArrayRef<Expr *> Args) {
  return CallExpr::Create(C, functionAddress(D), Args, D->getReturnType(),
                          VK_PRValue, L, FPOptionsOverride());
}

Expr *MarkerBuilder::region(unsigned R) { return integer(R, C.UnsignedIntTy); }

Expr *MarkerBuilder::taskBegin(unsigned R) {
  return call(marker::TaskBegin, region(R));
}

Expr *MarkerBuilder::taskEnd(unsigned R) {
  return call(marker::TaskEnd, region(R));
}

Expr *MarkerBuilder::sync(unsigned R) { return call(marker::Sync, region(R)); }

Expr *MarkerBuilder::loopBegin(unsigned R, Expr *Count, Expr *Grain) {
  return call(marker::LoopBegin, {region(R), Count, Grain});
}

Expr *MarkerBuilder::loopEnd(unsigned R) {
  return call(marker::LoopEnd, region(R));
}

Expr *MarkerBuilder::loopIndex() { return call(marker::LoopIndex, {}); }

Expr *MarkerBuilder::initBegin(VarDecl *V) {
  return call(marker::InitBegin, pointerCast(addressOf(ref(V)), C.VoidPtrTy));
}

Expr *MarkerBuilder::initDone(VarDecl *V) {
  return call(marker::InitDone, pointerCast(addressOf(ref(V)), C.VoidPtrTy));
}

Expr *MarkerBuilder::outerPointer(Expr *E, marker::Lives Lives) {
  return call(marker::Outer,
              {pointerCast(addressOf(E), C.VoidPtrTy),
               integer(static_cast<unsigned>(Lives), C.UnsignedIntTy)});
}

Expr *MarkerBuilder::outer(VarDecl *V, marker::Lives Lives) {
  return outerPointer(ref(V), Lives);
}

Expr *MarkerBuilder::outerLiteral(Expr *E, marker::Lives Lives) {
  return dereference(
      pointerCast(outerPointer(E, Lives), C.getPointerType(E->getType())), E);
}

Expr *MarkerBuilder::outerMemory(Expr *E) {
  QualType T = E->getType();
  Expr *Marked = call(marker::Alloca, pointerCast(E, C.VoidPtrTy));
  return unlessConstant(E, pointerCast(Marked, T));
}

Expr *MarkerBuilder::narrow(Expr *V, bool IsSigned) {
  return unlessConstant(
      V, call(marker::Narrow, {V, integer(IsSigned ? 1 : 0, C.IntTy)}));
}

Stmt *MarkerBuilder::guard(unsigned R) {
  Expr *Open = call(marker::RegionOpen, region(R));
  return declare(cleanup("__tussah_guard",
                         unlessConstant(integer(0, C.IntTy), Open),
                         marker::RegionClose));
}

Expr *MarkerBuilder::functionAddress(FunctionDecl *D) {
  Expr *Ref =
      DeclRefExpr::Create(C, NestedNameSpecifierLoc(), SourceLocation(), D,
                          /*RefersToEnclosing=*/false, L, D->getType(),
                          C.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue);
  return ImplicitCastExpr::Create(C, C.getPointerType(D->getType()),
                                  CK_FunctionToPointerDecay, Ref, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *MarkerBuilder::part(Expr *Pointer, CharUnits Offset) {
  Pointer = pointerCast(Pointer, C.getPointerType(C.CharTy));
  if (!Offset.isZero())
    Pointer = BinaryOperator::Create(
        C, Pointer, integer(Offset.getQuantity(), u64()), BO_Add,
        Pointer->getType(), VK_PRValue, OK_Ordinary, L, FPOptionsOverride());
  return pointerCast(Pointer, C.VoidPtrTy);
}

Expr *MarkerBuilder::statementsAnd(llvm::ArrayRef<Stmt *> First, Expr *E) {
  llvm::SmallVector<Stmt *, 4> Body(First);
  Body.push_back(E);
  return new (C) StmtExpr(block(Body), E->getType(), L, L, /*TemplateDepth=*/0);
}

/// \p Pointer, if to a function that does not return, as a pointer to one that
/// may: the code after a spawned call is reached even so.
static QualType mayReturn(QualType Pointer, ASTContext &C) {
  const auto *Function = Pointer->getPointeeType()->getAs<FunctionType>();
  if (!Function || !Function->getNoReturnAttr())
    return Pointer;
  return C.getPointerType(
      QualType(C.adjustFunctionType(Function,
                                    Function->getExtInfo().withNoReturn(false)),
               0));
}

Expr *MarkerBuilder::calleePointer(Expr *Pointer) {
  QualType T = mayReturn(Pointer->getType(), C);
  if (T != Pointer->getType())
    Pointer = pointerCast(Pointer, T);
  Expr *Marked = call(marker::TaskCallee, pointerCast(Pointer, C.VoidPtrTy));
  return unlessConstant(Pointer, pointerCast(Marked, T));
}

Expr *MarkerBuilder::calleeObject(Expr *Object) {
  return dereference(calleePointer(addressOf(Object)), Object);
}

Expr *MarkerBuilder::taskStart() { return call(marker::TaskStart, {}); }

Expr *MarkerBuilder::placePointer(Expr *Pointer, unsigned K) {
  return call(marker::Place, {pointerCast(Pointer, C.VoidPtrTy), region(K)});
}

Expr *MarkerBuilder::placedPointer(unsigned K, QualType T) {
  return pointerCast(call(marker::Placed, region(K)), T);
}

Expr *MarkerBuilder::placeObject(Expr *Object, unsigned K) {
  return placePointer(addressOf(Object), K);
}

Expr *MarkerBuilder::placedObject(unsigned K, Expr *Object) {
  return dereference(placedPointer(K, C.getPointerType(Object->getType())),
                     Object);
}

} // namespace tussah
