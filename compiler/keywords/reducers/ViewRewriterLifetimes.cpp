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

/// Of reducers that are not variables of functions.
static constexpr char KeptElsewhere[] =
    "the object given to 'cilk_reducer' must be of static storage duration, as "
    "the reducer is not a local variable";

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
  U.checkReducer(V);
  if (auto *Pattern = dyn_cast<DecompositionDecl>(V))
    for (BindingDecl *B : Pattern->bindings())
      if (VarDecl *Holding = B->getHoldingVar())
        visitVariable(Holding);
  if (!V->hasInit())
    return;
  if (V->isStaticLocal() && !U.S.getLangOpts().CPlusPlus) {
    U.checkStaticPointer(V);
    return; // initialized before the program starts
  }
  U.checkPointer(V->getInit(), V->getType(), T);
  const KnownView *Known = Types.knownView(V);
  if (Known && !V->hasLocalStorage())
    return; // each use finds the view
  if (Known)
    V->setConstexpr(false);
  size_t NumViews = U.Views.size();
  // The names of a pattern name members of the view.
  visit(*V->getInitAddress(), isa<DecompositionDecl>(V) ? Want() : wantOf(V));
  if (U.Views.size() != NumViews && V->isConstexpr())
    U.Errors.error(V->getLocation(),
                   "a view is not a constant; %0 cannot be constexpr", V);
  // Clang must forget what it has computed, but needs it of a reference that it
  // does not use.
  if (Known || (U.Views.size() != NumViews && !V->getType()->isReferenceType()))
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
  U.findReducers(T, V->getType(), Parts);
  if (Parts.empty())
    return;
  MarkerBuilder B = at(V->getLocation());
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
  U.findReducers(Types.typeOf(V), T, Parts);
  MarkerBuilder B = at(V->getLocation());
  for (ReducerPart &Part : Parts) {
    keepFunctions(V, Part.Functions, Out);
    U.use(Part.Functions, V->getLocation());
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
  MarkerBuilder B = at(L);
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
  FunctionDecl *Keep = U.formFunction("__tussah_keep_callbacks");
  FunctionDecl *Forget = U.formFunction("__tussah_forget_callbacks");
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
    U.checkReducer(P);
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
      U.findReducers({}, Base.getType(), Parts, Layout.getBaseClassOffset(B));
  }
  for (const FieldDecl *Field : Class->fields())
    if (!isConstructed(Types.typeOf(Field), Field->getType(),
                       initializerOf(Constructor, Field, nullptr)))
      U.findReducers(Field, Parts, CharUnits());
  MarkerBuilder B = at(Constructor->getLocation());
  llvm::SmallVector<Expr *, 4> Begins;
  for (const ReducerPart &Part : Parts) {
    U.use(Part.Functions, Constructor->getLocation());
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
      U.findReducers(Field, Parts, CharUnits());
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (!Base.isVirtual() && !destroysReducers(Base.getType()))
      U.findReducers({}, Base.getType(), Parts,
                     C.getASTRecordLayout(Class).getBaseClassOffset(
                         Base.getType()->getAsCXXRecordDecl()));
  MarkerBuilder B = at(Destructor->getLocation());
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
    U.findReducers(W, T, Parts);
  if (Parts.empty())
    return;
  for (const ReducerPart &Part : Parts)
    if (Part.Functions.Callbacks)
      U.Errors.error(New->getExprLoc(), KeptElsewhere);
  if (New->isArray() && isDestroyed(W, T))
    return; // constructors begin them
  MarkerBuilder B = at(New->getExprLoc());
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
    U.use(Part.Functions, New->getExprLoc());
    Expr *Count =
        New->isArray() ? B.cookie(Pointer) : B.integer(Part.Count, B.u64());
    Steps.push_back(B.reducerBegin(B.part(Pointer, Part.Offset), Count, Part));
  }
  Slot = B.first(Pointer, Steps);
  U.Views.insert(Slot);
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
  U.findReducers({}, T, Parts);
  MarkerBuilder B = at(Temporary->getExprLoc());
  OpaqueValueExpr *Object = B.evaluated(Temporary);
  llvm::SmallVector<Expr *, 4> Steps;
  for (const ReducerPart &Part : Parts) {
    U.use(Part.Functions, Temporary->getExprLoc());
    Steps.push_back(B.reducerBegin(B.part(B.addressOf(Object), Part.Offset),
                                   B.integer(Part.Count, B.u64()), Part));
  }
  Slot = B.first(Object, Steps);
  U.Views.insert(Slot);
}

void ViewRewriter::visitDelete(Stmt *&Slot) {
  auto *Delete = cast<CXXDeleteExpr>(Slot);
  WrittenType Pointee = Types.pointee(Types.typeOf(Delete->getArgument()));
  visitChildren(Delete);
  QualType T = Delete->getDestroyedType();
  if (T.isNull() || T->isIncompleteType() || isDestroyed(Pointee, T))
    return;
  llvm::SmallVector<ReducerPart, 4> Parts;
  U.findReducers(Pointee, T, Parts);
  if (Parts.empty())
    return;
  MarkerBuilder B = at(Delete->getExprLoc());
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
  U.Views.insert(Slot);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void Unit::findReducers(WrittenType T, QualType Type,
                        llvm::SmallVectorImpl<ReducerPart> &Parts,
                        CharUnits Offset) {
  ASTContext &C = S.Context;
  if (std::optional<Reducer> R = Reducers.elementReducerOf(T)) {
    ReducerPart Part{Offset, 1, false, CharUnits(), CharUnits(), *R};
    if (!Reducers.reducerOf(T))
      while (const ArrayType *Array = C.getAsArrayType(Type)) {
        Type = Array->getElementType();
        if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
          Part.Count *= Constant->getZExtSize();
        else
          Part.IsVariable = true;
      }
    Part.Stride = C.getTypeSizeInChars(Type);
    Part.ViewSize = viewSize(C, *R, Type);
    Parts.push_back(Part);
    return;
  }
  uint64_t Count = 1;
  while (const ConstantArrayType *Array = C.getAsConstantArrayType(Type)) {
    Count *= Array->getZExtSize();
    Type = Array->getElementType();
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !Reducers.holdsReducers(Record))
    return;
  llvm::SmallVector<ReducerPart, 4> Members;
  findMembers(Record->getDefinition(), Members, Offset);
  repeat(Members, Count, C.getTypeSizeInChars(Type), Parts);
}

void Unit::findMembers(const RecordDecl *Record,
                       llvm::SmallVectorImpl<ReducerPart> &Parts,
                       CharUnits Offset) {
  const ASTRecordLayout &Layout = S.Context.getASTRecordLayout(Record);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
      if (Base.isVirtual() || !Reducers.holdsReducers(B))
        continue;
      findMembers(B->getDefinition(), Parts,
                  Offset + Layout.getBaseClassOffset(B));
    }
  for (const FieldDecl *Field : Record->fields())
    findReducers(Field, Parts, Offset);
}

void Unit::findReducers(const FieldDecl *Field,
                        llvm::SmallVectorImpl<ReducerPart> &Parts,
                        CharUnits Offset) {
  if (Field->getType()->isReferenceType())
    return;
  CharUnits OfField =
      S.Context.toCharUnitsFromBits(S.Context.getFieldOffset(Field));
  findReducers(Reducers.typeOf(Field), Field->getType(), Parts,
               Offset + OfField);
}

/// Appends \p Members of each of \p Count objects, \p Size bytes apart.
void Unit::repeat(llvm::ArrayRef<ReducerPart> Members, uint64_t Count,
                  CharUnits Size, llvm::SmallVectorImpl<ReducerPart> &Parts) {
  for (const ReducerPart &Member : Members) {
    if (Count == 1) {
      Parts.push_back(Member);
      continue;
    }
    for (uint64_t I = 0; I < Member.Count; ++I) {
      ReducerPart Part = Member;
      Part.Offset += I * Member.Stride;
      Part.Count = Count;
      Part.Stride = Size;
      Parts.push_back(Part);
    }
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// Reports redeclarations that are not the same reducer.
static void checkRedeclarations(const VarDecl *V, Unit &U) {
  const VarDecl *Old = V->getPreviousDecl();
  if (!Old || Old->getType()->isDependentType())
    return;
  std::optional<Reducer> A = U.Reducers.elementReducerOf(U.Reducers.typeOf(V));
  std::optional<Reducer> B =
      U.Reducers.elementReducerOf(U.Reducers.typeOf(Old));
  if (A.has_value() != B.has_value() ||
      (A && !sameFunctions(*A, *B, U.S.Context)))
    U.Errors.error(V->getLocation(),
                   "%0 is declared with another 'cilk_reducer' before", V);
}

void Unit::checkReducer(const DeclaratorDecl *D) {
  QualType T = D->getType();
  if (T->isDependentType() || D->isInvalidDecl())
    return;
  const auto *V = dyn_cast<VarDecl>(D);
  if (V)
    checkRedeclarations(V, *this);
  if (T->isReferenceType() || !Reducers.elementReducerOf(Reducers.typeOf(D))) {
    if (V && V->getTLSKind() != VarDecl::TLS_None &&
        Reducers.holdsReducers(Reducers.typeOf(D), T))
      Errors.error(D->getLocation(), "a reducer cannot be thread-local");
    return;
  }
  bool IsLocal = V && V->hasLocalStorage();
  if (!IsLocal && Reducers.elementReducerOf(Reducers.typeOf(D))->Callbacks)
    Errors.error(D->getLocation(), KeptElsewhere);
  QualType Element = S.Context.getBaseElementType(T);
  SourceLocation L = D->getLocation();
  if (V && V->getTLSKind() != VarDecl::TLS_None)
    Errors.error(L, "a reducer cannot be thread-local");
  else if (Element.isConstQualified())
    Errors.error(L, "a reducer cannot be const");
  else if (Element.isVolatileQualified())
    Errors.error(L, "a reducer cannot be volatile");
  else if (Element->isAtomicType())
    Errors.error(L, "a reducer cannot be _Atomic");
  else if (!Element->isIncompleteType() &&
           S.Context.getTypeAlignInChars(Element).getQuantity() > 4096)
    Errors.error(L, "the alignment of a reducer must be at most 4096 bytes");
  if (const auto *Field = dyn_cast<FieldDecl>(D)) {
    if (Field->isBitField())
      Errors.error(L, "a bit-field cannot be a reducer");
    else if (Field->getParent()->isUnion())
      Errors.error(L, "a member of a union cannot be a reducer");
  }
  llvm::SmallVector<Expr *, 2> Assignments;
  if (V && V->getInit())
    if (UnaryOperator *Spawn =
            findSpawn(const_cast<Expr *>(V->getInit()), sources(), Assignments))
      Errors.error(Spawn->getOperatorLoc(),
                   "'cilk_spawn' cannot initialize a reducer");
}

void Unit::checkPointer(const Expr *E, QualType Type, WrittenType T) {
  Type = Type.getNonReferenceType();
  if (!Type->isAnyPointerType() && !Type->isMemberPointerType())
    return;
  E = E->IgnoreParenImpCasts();
  bool IsWanted = Reducers.reducerOf(Reducers.pointee(T)).has_value();
  const auto *Address = dyn_cast<UnaryOperator>(E);
  if (IsWanted && Address && Address->getOpcode() == UO_AddrOf &&
      E->getType()->isPointerType() &&
      Reducers.reducerOf(Address->getSubExpr()))
    Errors.error(Address->getOperatorLoc(),
                 "'&' gives the address of a view; use '__builtin_addressof' "
                 "for a pointer to the reducer");
  QualType From = E->getType();
  if (!IsWanted && !Type->isVoidPointerType() &&
      (From->isAnyPointerType() || From->isArrayType() ||
       From->isMemberPointerType()) &&
      Reducers.reducerOf(Reducers.pointee(Reducers.typeOf(E))))
    Errors.error(E->getExprLoc(),
                 "a pointer to a reducer is wanted as a plain one, which "
                 "would lead to its first view; use '&' for the current "
                 "view, or a cast");
}

void Unit::checkStaticPointer(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (!Init || V->getType()->isDependentType() || V->isInvalidDecl())
    return;
  WrittenType T = Reducers.typeOf(V);
  checkPointer(Init, V->getType(), T);
  if (!Reducers.isViewAddress(Init) || Reducers.reducerOf(Reducers.pointee(T)))
    return;
  if (V->isConstexpr())
    Errors.error(V->getLocation(),
                 "a view is not a constant; %0 cannot be constexpr", V);
  else
    Errors.warning(Warning::FirstView, V->getLocation(),
                   "%0 leads to the first view, also in strands that have "
                   "another one; write a cast if that is meant",
                   V);
}

void Unit::use(const Reducer &R, SourceLocation L) {
  for (const ReducerFunction &F : {R.Identity, R.Reduce}) {
    if (F.Function) {
      S.MarkFunctionReferenced(L, F.Function);
      continue;
    }
    // It was parsed where nothing is evaluated.
    S.MarkDeclarationsReferencedInExpr(F.Pointer, /*SkipLocalVariables=*/true);
    if (F.Pointer->HasSideEffects(S.Context))
      Errors.error(L, "the functions of a reducer that is not a local variable "
                      "are evaluated at each use, so they must not have "
                      "effects; put them into variables");
  }
}

} // namespace tussah
