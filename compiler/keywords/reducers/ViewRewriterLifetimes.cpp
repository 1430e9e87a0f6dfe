//===- ViewRewriterLifetimes.cpp - Where reducers begin and end -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime must know the reducers that are not of static storage duration.
/// Who makes an object marks the reducers in it, unless their class's
/// constructor does, or destructor. To mark one twice does no harm.
///
//===----------------------------------------------------------------------===//

#include "ViewRewriter.h"
#include "compiler/compat/Ast.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void ViewRewriter::visitDeclarations(Stmt *&Slot) {
  auto *S = cast<DeclStmt>(Slot);
  llvm::SmallPtrSet<Stmt *, 4> Initializers;
  for (Decl *D : S->decls())
    if (auto *V = dyn_cast<VarDecl>(D))
      Initializers.insert(V->getInit());
  // The others are bounds of arrays.
  for (Stmt *&Child : S->children())
    if (!Initializers.contains(Child))
      visit(Child);
  llvm::SmallVector<Decl *, 4> Decls;
  for (Decl *D : S->decls()) {
    Decls.push_back(D);
    if (auto *V = dyn_cast<VarDecl>(D)) {
      visitVariable(V);
      addGuards(V, Decls);
    }
  }
  if (Decls.size() != size_t(std::distance(S->decl_begin(), S->decl_end())))
    Slot = new (C) DeclStmt(DeclGroupRef::Create(C, Decls.data(), Decls.size()),
                            S->getBeginLoc(), S->getEndLoc());
}

void ViewRewriter::visitVariable(VarDecl *V) {
  WrittenType T = Types.typeOf(V);
  Reducers.checkReducer(V);
  if (auto *Pattern = dyn_cast<DecompositionDecl>(V))
    for (BindingDecl *B : Pattern->bindings())
      if (VarDecl *Holding = B->getHoldingVar())
        visitVariable(Holding);
  if (!V->hasInit())
    return;
  if (V->isStaticLocal() && !U.S.getLangOpts().CPlusPlus) {
    Reducers.checkStaticPointer(V);
    return; // initialized before the program starts
  }
  Reducers.checkPointer(V->getInit(), V->getType(), T);
  const KnownView *Known = Types.knownView(V);
  if (Known && !V->hasLocalStorage())
    return; // each use finds the view
  if (Known)
    V->setConstexpr(false);
  size_t NumViews = Reducers.Views.size();
  // The names of a pattern name members of the view.
  visit(*V->getInitAddress(), isa<DecompositionDecl>(V) ? Want() : wantOf(V));
  if (Reducers.Views.size() != NumViews && V->isConstexpr())
    U.Errors.error(V->getLocation(),
                   "a view is not a constant; %0 cannot be constexpr", V);
  // Clang must forget what it has computed, but needs it of a reference that it
  // does not use.
  if (Known ||
      (Reducers.Views.size() != NumViews && !V->getType()->isReferenceType()))
    V->setInit(V->getInit());
  if (V->isStaticLocal())
    endAfterInit(V);
}

/// The constructor of the static variable \p V has begun the reducers in it for
/// the strand that is the first one here. But the object is the first view of
/// the program.
void ViewRewriter::endAfterInit(VarDecl *V) {
  WrittenType T = Types.typeOf(V);
  if (V->hasConstantInitialization() ||
      !isConstructed(T, V->getType(), V->getInit()))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  Reducers.findReducers(T, V->getType(), Parts);
  if (Parts.empty())
    return;
  ReducerBuilder B = at(V->getLocation());
  llvm::SmallVector<Stmt *, 4> Guards;
  for (const ReducerPart &Part : Parts)
    Guards.push_back(B.declare(B.reducerGuard(
        nullptr, B.reducerHold(B.part(B.addressOf(B.ref(V)), Part.Offset),
                               B.integer(Part.Count, B.u64()), Part.Stride))));
  V->setInit(B.statementsAnd(Guards, V->getInit()));
}

/// Reports reducers in the head of \p S, where no declaration may follow that
/// ends them.
void ViewRewriter::rejectCondition(Stmt *S) {
  const VarDecl *V = nullptr;
  if (auto *X = dyn_cast<IfStmt>(S))
    V = X->getConditionVariable();
  else if (auto *X = dyn_cast<WhileStmt>(S))
    V = X->getConditionVariable();
  else if (auto *X = dyn_cast<SwitchStmt>(S))
    V = X->getConditionVariable();
  else if (auto *X = dyn_cast<ForStmt>(S))
    V = X->getConditionVariable();
  else if (auto *X = dyn_cast<CXXForRangeStmt>(S))
    V = X->getLoopVariable();
  else if (auto *X = dyn_cast<CXXCatchStmt>(S))
    V = X->getExceptionDecl();
  else if (auto *X = dyn_cast<BlockExpr>(S))
    for (const BlockDecl::Capture &Capture : X->getBlockDecl()->captures())
      if (Types.elementReducerOf(Types.typeOf(Capture.getVariable())))
        U.Errors.error(X->getExprLoc(), "a block cannot use the reducer %0",
                       Capture.getVariable());
  if (V && !V->getType()->isReferenceType() &&
      Types.holdsReducers(Types.typeOf(V), V->getType()))
    U.Errors.error(V->getLocation(),
                   "a reducer cannot be declared in the head of a statement");
}

/// Whether destructors end the reducers in objects of type \p T, which are not
/// reducers themselves.
static bool destroysReducers(QualType T) {
  const auto *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->hasTrivialDestructor();
}

bool ViewRewriter::isDestroyed(WrittenType W, QualType T) {
  return !Types.elementReducerOf(W) && destroysReducers(T);
}

/// Whether the constructor that \p Init calls begins the reducers in the object
/// that it initializes.
bool ViewRewriter::isConstructed(WrittenType W, QualType T, const Expr *Init) {
  if (!isDestroyed(W, T) || !Init)
    return false;
  const auto *Construction = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
  return Construction && !Construction->getConstructor()->isTrivial();
}

void ViewRewriter::addGuards(VarDecl *V, llvm::SmallVectorImpl<Decl *> &Out) {
  QualType T = V->getType();
  if (!V->hasLocalStorage() || T->isReferenceType() || V->isInvalidDecl() ||
      T->isIncompleteType() ||
      (!isa<ParmVarDecl>(V) && isConstructed(Types.typeOf(V), T, V->getInit())))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  Reducers.findReducers(Types.typeOf(V), T, Parts);
  ReducerBuilder B = at(V->getLocation());
  for (ReducerPart &Part : Parts) {
    keepFunctions(V, Part.Functions, Out);
    Reducers.use(Part.Functions, V->getLocation());
    auto First = [&] { return B.part(B.addressOf(B.ref(V)), Part.Offset); };
    auto Count = [&] {
      return Part.IsVariable ? B.countElements(V, Part.Stride)
                             : B.integer(Part.Count, B.u64());
    };
    if (Part.Functions.Callbacks)
      keepCallbacks(V, First(), Count(), Part, Out);
    Out.push_back(B.reducerGuard(B.reducerBegin(First(), Count(), Part),
                                 B.reducerHold(First(), Count(), Part.Stride)));
  }
}

/// The temporary that \p E is, or is a base of; null if it is none.
static MaterializeTemporaryExpr *asTemporary(Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      return Temporary;
    auto *Cast = dyn_cast<CastExpr>(E);
    if (!Cast)
      return nullptr;
    E = Cast->getSubExpr();
  }
}

/// A local variable in \p S that \p F does not know; null if there is none.
static const VarDecl *unknownVariable(const Stmt *S, const FunctionDecl *F) {
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (!V || !V->hasLocalStorage() || V->getDeclContext() == F)
      return nullptr;
    const auto *Lambda = dyn_cast<CXXRecordDecl>(F->getParent());
    bool IsCaptured =
        Lambda && Lambda->isLambda() &&
        llvm::any_of(Lambda->captures(), [&](const LambdaCapture &Capture) {
          return Capture.capturesVariable() && Capture.getCapturedVar() == V;
        });
    return IsCaptured ? nullptr : V;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      if (const VarDecl *V = Init ? unknownVariable(Init, F) : nullptr)
        return V;
    return nullptr;
  }
  for (const Stmt *Child : S->children())
    if (const VarDecl *V = Child ? unknownVariable(Child, F) : nullptr)
      return V;
  return nullptr;
}

bool ViewRewriter::knowsVariables(const Expr *E, SourceLocation L) {
  const VarDecl *Unknown = unknownVariable(E, F);
  if (Unknown)
    U.Errors.error(L,
                   "%0 is not captured for the functions of a reducer; name "
                   "it in the lambda's captures",
                   Unknown);
  return !Unknown;
}

/// Appends what lets the functions of the reducers \p Part, which are in \p V,
/// find their callbacks until V is destroyed.
void ViewRewriter::keepCallbacks(VarDecl *V, Expr *First, Expr *Count,
                                 const ReducerPart &Part,
                                 llvm::SmallVectorImpl<Decl *> &Out) {
  SourceLocation L = V->getLocation();
  ReducerBuilder B = at(L);
  Expr *Callbacks = Part.Functions.Callbacks;
  if (!knowsVariables(Callbacks, L))
    return;
  // It was parsed where nothing is evaluated.
  U.S.MarkDeclarationsReferencedInExpr(Callbacks, /*SkipLocalVariables=*/true);
  if (MaterializeTemporaryExpr *Temporary = asTemporary(Callbacks)) {
    Expr *Init = Temporary->getSubExpr();
    if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Init))
      Init = Bound->getSubExpr();
    VarDecl *Kept = B.variable("__tussah_callbacks", Temporary->getType(),
                               B.cleanups(Init, nullptr));
    U.S.MarkFunctionReferenced(
        L, U.S.LookupDestructor(Kept->getType()->getAsCXXRecordDecl()));
    Out.push_back(Kept);
    Callbacks = B.ref(Kept);
  }
  FunctionDecl *Keep = Reducers.formFunction("__tussah_keep_callbacks");
  FunctionDecl *Forget = Reducers.formFunction("__tussah_forget_callbacks");
  Expr *Callee = U.S.BuildDeclRefExpr(Keep, Keep->getType(), VK_LValue, L);
  Expr *Arguments[] = {
      First, Count, B.integer(Part.Stride.getQuantity(), B.u64()), Callbacks};
  ExprResult Call = U.S.BuildCallExpr(nullptr, Callee, L, Arguments, L);
  if (Call.isInvalid())
    return;
  U.S.MarkFunctionReferenced(L, Forget);
  VarDecl *Guard = B.variable("__tussah_kept", Keep->getReturnType(),
                              B.cleanups(Call.get(), nullptr));
  Guard->addAttr(CleanupAttr::CreateImplicit(C, Forget));
  Out.push_back(Guard);
}

/// Puts \p First before the statements of the function.
void ViewRewriter::prepend(llvm::ArrayRef<Stmt *> First) {
  if (First.empty())
    return;
  llvm::SmallVector<Stmt *, 4> Body(First);
  if (auto *Try = dyn_cast<CXXTryStmt>(F->getBody())) {
    // The first child is the block, in which parameters and members live.
    Stmt *&Block = *Try->child_begin();
    Body.push_back(Block);
    Block = at(F->getLocation()).block(Body);
    return;
  }
  Body.push_back(F->getBody());
  F->setBody(at(F->getLocation()).block(Body));
}

/// The function's own copies of arguments live in its body.
void ViewRewriter::addParameterGuards() {
  llvm::SmallVector<Decl *, 4> Guards;
  for (ParmVarDecl *P : F->parameters()) {
    Reducers.checkReducer(P);
    addGuards(P, Guards);
  }
  llvm::SmallVector<Stmt *, 4> Statements;
  for (Decl *G : Guards)
    Statements.push_back(at(F->getLocation()).declare(G));
  prepend(Statements);
}

/// Reports a result that would be a reducer, which nobody could use.
void ViewRewriter::checkResult() {
  if (!F->getReturnType()->isReferenceType() &&
      Types.elementReducerOf(Types.resultOf(F)))
    U.Errors.error(F->getLocation(), "a function cannot return a reducer; "
                                     "return a reference or a value");
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// The initializer of \p Constructor for \p Field, or for the base \p Base.
static const Expr *initializerOf(const CXXConstructorDecl *Constructor,
                                 const FieldDecl *Field,
                                 const CXXRecordDecl *Base) {
  for (const CXXCtorInitializer *I : Constructor->inits()) {
    bool IsIt = Field ? I->getAnyMember() == Field
                      : I->isBaseInitializer() &&
                            I->getBaseClass()->getAsCXXRecordDecl() == Base;
    if (!IsIt)
      continue;
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(I->getInit()))
      return Default->getExpr();
    return I->getInit();
  }
  return nullptr;
}

void ViewRewriter::beginMembers(CXXConstructorDecl *Constructor) {
  const CXXRecordDecl *Class = Constructor->getParent();
  if (Constructor->isDelegatingConstructor() || !Types.holdsReducers(Class))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  const ASTRecordLayout &Layout = C.getASTRecordLayout(Class);
  for (const CXXBaseSpecifier &Base : Class->bases()) {
    const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
    if (!Base.isVirtual() &&
        !isConstructed({}, Base.getType(),
                       initializerOf(Constructor, nullptr, B)))
      Reducers.findReducers({}, Base.getType(), Parts,
                            Layout.getBaseClassOffset(B));
  }
  for (const FieldDecl *Field : Class->fields())
    if (!isConstructed(Types.typeOf(Field), Field->getType(),
                       initializerOf(Constructor, Field, nullptr)))
      Reducers.findReducers(Field, Parts, CharUnits());
  ReducerBuilder B = at(Constructor->getLocation());
  llvm::SmallVector<Expr *, 4> Begins;
  for (const ReducerPart &Part : Parts) {
    Reducers.use(Part.Functions, Constructor->getLocation());
    Begins.push_back(B.reducerBegin(B.part(B.thisPointer(), Part.Offset),
                                    B.integer(Part.Count, B.u64()), Part));
  }
  if (Begins.empty() || beginInInitializer(Constructor, Begins))
    return;
  llvm::SmallVector<Stmt *, 4> Statements;
  for (Expr *Begin : Begins)
    Statements.push_back(B.statementUnlessConstant(nullptr, Begin));
  prepend(Statements);
}

/// Evaluates \p Begins before the first member is initialized, as others may
/// use it. Returns false if no initializer is executed always.
bool ViewRewriter::beginInInitializer(CXXConstructorDecl *Constructor,
                                      llvm::ArrayRef<Expr *> Begins) {
  CXXCtorInitializer **Inits =
      const_cast<CXXCtorInitializer **>(Constructor->init_begin());
  for (unsigned I = 0; I < Constructor->getNumCtorInitializers(); ++I) {
    CXXCtorInitializer *Old = Inits[I];
    if (Old->isBaseVirtual() || Old->isIndirectMemberInitializer())
      continue;
    Inits[I] = withInit(
        Old, at(Old->getInit()->getExprLoc()).sequence(Begins, Old->getInit()));
    return true;
  }
  return false;
}

/// They end behind the destructor's body, which may use them, and before their
/// own destructors.
void ViewRewriter::endMembers(CXXDestructorDecl *Destructor) {
  const CXXRecordDecl *Class = Destructor->getParent();
  llvm::SmallVector<ReducerPart, 4> Parts;
  if (!Types.holdsReducers(Class))
    return;
  for (const FieldDecl *Field : Class->fields())
    if (!isDestroyed(Types.typeOf(Field), Field->getType()))
      Reducers.findReducers(Field, Parts, CharUnits());
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (!Base.isVirtual() && !destroysReducers(Base.getType()))
      Reducers.findReducers({}, Base.getType(), Parts,
                            C.getASTRecordLayout(Class).getBaseClassOffset(
                                Base.getType()->getAsCXXRecordDecl()));
  ReducerBuilder B = at(Destructor->getLocation());
  llvm::SmallVector<Stmt *, 4> Guards;
  for (const ReducerPart &Part : Parts)
    Guards.push_back(B.declare(B.reducerGuard(
        nullptr, B.reducerHold(B.part(B.thisPointer(), Part.Offset),
                               B.integer(Part.Count, B.u64()), Part.Stride))));
  prepend(Guards);
}

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

// Clang puts the number of elements before an array whose `delete[]` needs it:
// that of classes with destructors, or if a function is to be told the size. We
// let it believe the latter of all arrays of reducers.

void ViewRewriter::visitNew(Stmt *&Slot) {
  auto *New = cast<CXXNewExpr>(Slot);
  visitChildren(New);
  QualType T = New->getAllocatedType();
  llvm::SmallVector<ReducerPart, 4> Parts;
  WrittenType W = Types.written(New->getAllocatedTypeSourceInfo());
  if (!T->isIncompleteType() && !isConstructed(W, T, New->getInitializer()))
    Reducers.findReducers(W, T, Parts);
  if (Parts.empty())
    return;
  for (const ReducerPart &Part : Parts)
    if (Part.Functions.Callbacks)
      Reducers.rejectCallbacks(New->getExprLoc());
  if (New->isArray() && isDestroyed(W, T))
    return; // constructors begin them
  ReducerBuilder B = at(New->getExprLoc());
  if (New->isArray()) {
    if (New->getOperatorNew()->isReservedGlobalPlacementOperator()) {
      U.Errors.error(New->getExprLoc(),
                     "an array of reducers cannot be made in given memory; "
                     "make them members of a class");
      return;
    }
    New = compat::withCookie(C, New);
  }
  llvm::SmallVector<Expr *, 4> Steps;
  OpaqueValueExpr *Pointer = B.evaluated(New);
  for (const ReducerPart &Part : Parts) {
    Reducers.use(Part.Functions, New->getExprLoc());
    Expr *Count =
        New->isArray() ? B.cookie(Pointer) : B.integer(Part.Count, B.u64());
    Steps.push_back(B.reducerBegin(B.part(Pointer, Part.Offset), Count, Part));
  }
  Slot = B.first(Pointer, Steps);
  Reducers.Views.insert(Slot);
}

/// A temporary of a class with reducers may be made by a list, and then moved.
void ViewRewriter::visitTemporary(Stmt *&Slot) {
  auto *Temporary = cast<MaterializeTemporaryExpr>(Slot);
  visitChildren(Temporary);
  QualType T = Temporary->getType();
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!Record || !Types.holdsReducers(Record) ||
      isConstructed({}, T, Temporary->getSubExpr()))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  Reducers.findReducers({}, T, Parts);
  ReducerBuilder B = at(Temporary->getExprLoc());
  OpaqueValueExpr *Object = B.evaluated(Temporary);
  llvm::SmallVector<Expr *, 4> Steps;
  for (const ReducerPart &Part : Parts) {
    Reducers.use(Part.Functions, Temporary->getExprLoc());
    Steps.push_back(B.reducerBegin(B.part(B.addressOf(Object), Part.Offset),
                                   B.integer(Part.Count, B.u64()), Part));
  }
  Slot = B.first(Object, Steps);
  Reducers.Views.insert(Slot);
}

void ViewRewriter::visitDelete(Stmt *&Slot) {
  auto *Delete = cast<CXXDeleteExpr>(Slot);
  WrittenType Pointee = Types.pointee(Types.typeOf(Delete->getArgument()));
  visitChildren(Delete);
  QualType T = Delete->getDestroyedType();
  if (T.isNull() || T->isIncompleteType() || isDestroyed(Pointee, T))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  Reducers.findReducers(Pointee, T, Parts);
  if (Parts.empty())
    return;
  ReducerBuilder B = at(Delete->getExprLoc());
  OpaqueValueExpr *Pointer = B.evaluated(Delete->getArgument());
  llvm::SmallVector<Expr *, 4> Steps;
  for (const ReducerPart &Part : Parts) {
    Expr *Count = Delete->isArrayForm() ? B.cookie(Pointer)
                                        : B.integer(Part.Count, B.u64());
    Steps.push_back(
        B.reducerEnd(B.part(Pointer, Part.Offset), Count, Part.Stride));
  }
  auto *New = new (C) CXXDeleteExpr(
      Delete->getType(), Delete->isGlobalDelete(), Delete->isArrayForm(),
      Delete->isArrayFormAsWritten(), /*UsualArrayDeleteWantsSize=*/true,
      Delete->getOperatorDelete(), Pointer, Delete->getBeginLoc());
  Slot = B.last(Pointer, Steps, New);
  Reducers.Views.insert(Slot);
}

} // namespace tussah
