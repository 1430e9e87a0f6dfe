//===- ReducerTypes.cpp - Which objects are reducers ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerTypes.h"
#include "compiler/compat/Ast.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Template.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// Through sugar
//===----------------------------------------------------------------------===//

const TypePlace *ReducerTypes::place(const NamedDecl *D) {
  const TypePlace *&P = Places[D];
  if (!P)
    P = new (C) TypePlace{D, {}, nullptr, {}};
  return P;
}

const AnnotateTypeAttr *ReducerTypes::keyword(TypeLoc T) const {
  auto Attributed = T.getAs<AttributedTypeLoc>();
  auto *A = Attributed
                ? dyn_cast_or_null<AnnotateTypeAttr>(Attributed.getAttr())
                : nullptr;
  return A && A->getAnnotation() == ReducerText ? A : nullptr;
}

WrittenType ReducerTypes::typedefType(const NamedDecl *D) {
  const auto *Typedef = dyn_cast<TypedefNameDecl>(D);
  if (!Typedef || !Typedef->getTypeSourceInfo())
    return {};
  return {Typedef->getTypeSourceInfo()->getTypeLoc(), place(Typedef)};
}

/// What the alias template stands for that \p T is a specialization of.
WrittenType ReducerTypes::aliasType(WrittenType T) {
  auto L = T.Loc.castAs<TemplateSpecializationTypeLoc>();
  TemplateDecl *Template =
      L.getTypePtr()->getTemplateName().getAsTemplateDecl();
  auto *Alias = dyn_cast_or_null<TypeAliasTemplateDecl>(Template);
  if (!Alias || !Alias->getTemplatedDecl()->getTypeSourceInfo())
    return {};
  const TypePlace *&P = Aliases[{L.getOpaqueData(), T.Place}];
  if (!P) {
    TemplateArgumentListInfo Written(L.getLAngleLoc(), L.getRAngleLoc());
    llvm::SmallVector<TemplateArgumentLoc, 4> Arguments;
    for (unsigned I = 0; I < L.getNumArgs(); ++I)
      Arguments.push_back(L.getArgLoc(I));
    Sema::ContextRAII Context(
        S, const_cast<DeclContext *>(T.Place->Owner->getDeclContext()));
    MultiLevelTemplateArgumentList Levels = argumentsOf(T.Place);
    Sema::InstantiatingTemplate Note(S, L.getBeginLoc(), Template);
    LocalInstantiationScope Scope(S);
    llvm::SmallVector<TemplateArgument, 4> Converted;
    if (S.SubstTemplateArguments(Arguments, Levels, Written) ||
        !compat::convertArguments(S, Template, Written, Converted))
      return {};
    P = new (C) TypePlace{Alias, L, T.Place,
                          llvm::ArrayRef<TemplateArgument>(Converted).copy(C)};
  }
  return {Alias->getTemplatedDecl()->getTypeSourceInfo()->getTypeLoc(), P};
}

/// The argument for the parameter of an alias template that \p T is.
WrittenType ReducerTypes::parameterType(WrittenType T) {
  const TypePlace *P = T.Place;
  if (!P->Alias)
    return {};
  const auto *Parameter = T.Loc.castAs<TemplateTypeParmTypeLoc>().getTypePtr();
  const auto *Template = cast<TemplateDecl>(P->Owner);
  unsigned I = Parameter->getIndex();
  if (Parameter->getDepth() != Template->getTemplateParameters()->getDepth() ||
      Parameter->isParameterPack() || I >= P->Alias.getNumArgs())
    return {};
  TemplateArgumentLoc Argument = P->Alias.getArgLoc(I);
  if (Argument.getArgument().getKind() != TemplateArgument::Type)
    return {};
  return {Argument.getTypeSourceInfo()->getTypeLoc(), P->Outer};
}

/// \p T without its outermost layer of sugar; unknown if there is none.
WrittenType ReducerTypes::desugar(WrittenType T) {
  TypeLoc L = T.Loc;
  if (auto X = L.getAs<QualifiedTypeLoc>())
    return {X.getUnqualifiedLoc(), T.Place};
  if (auto X = L.getAs<AttributedTypeLoc>())
    return {X.getModifiedLoc(), T.Place};
  if (auto X = L.getAs<ParenTypeLoc>())
    return {X.getInnerLoc(), T.Place};
  if (auto X = L.getAs<MacroQualifiedTypeLoc>())
    return {X.getInnerLoc(), T.Place};
  if (auto X = L.getAs<AtomicTypeLoc>())
    return {X.getValueLoc(), T.Place}; // an error where it is declared
  if (auto X = L.getAs<AdjustedTypeLoc>())
    return {X.getOriginalLoc(), T.Place};
  if (TypeLoc X = compat::elaborated(L); !X.isNull())
    return {X, T.Place};
  if (auto X = L.getAs<TypedefTypeLoc>())
    return typedefType(X.getTypePtr()->getDecl());
  if (auto X = L.getAs<UsingTypeLoc>())
    return typedefType(compat::usedDecl(X));
  if (auto X = L.getAs<TypeOfTypeLoc>())
    return {X.getUnmodifiedTInfo()->getTypeLoc(), T.Place};
  if (auto X = L.getAs<TypeOfExprTypeLoc>())
    return typeOf(X.getUnderlyingExpr());
  if (auto X = L.getAs<DecltypeTypeLoc>()) {
    // Of a name, its declared type; of another expression, its value's.
    const Expr *E = X.getTypePtr()->getUnderlyingExpr();
    if (isa<DeclRefExpr, MemberExpr>(E))
      return typeOf(E);
    return {};
  }
  if (L.getAs<TemplateSpecializationTypeLoc>())
    return aliasType(T);
  if (L.getAs<TemplateTypeParmTypeLoc>())
    return parameterType(T);
  return {};
}

/// \p T without sugar, but for `cilk_reducer`.
WrittenType ReducerTypes::resolve(WrittenType T) {
  while (T && T.NumPointers == 0 && !keyword(T.Loc)) {
    WrittenType Next = desugar(T);
    if (!Next)
      break;
    Next.NumPointers += T.NumPointers;
    T = Next;
  }
  return T;
}

/// \p T as if it were not a reducer.
WrittenType ReducerTypes::unqualified(WrittenType T) {
  T = resolve(T);
  while (T && T.NumPointers == 0 && keyword(T.Loc))
    T = resolve({T.Loc.castAs<AttributedTypeLoc>().getModifiedLoc(), T.Place});
  return T;
}

WrittenType ReducerTypes::structure(WrittenType T) { return unqualified(T); }

WrittenType ReducerTypes::referent(WrittenType T) {
  WrittenType R = resolve(T);
  if (R && R.NumPointers == 0)
    if (auto X = R.Loc.getAs<ReferenceTypeLoc>())
      return {X.getPointeeLoc(), R.Place};
  return T;
}

WrittenType ReducerTypes::pointee(WrittenType T) {
  if (!T)
    return {};
  if (T.NumPointers) {
    --T.NumPointers;
    return T;
  }
  T = structure(T);
  if (!T)
    return {};
  if (T.NumPointers)
    return pointee(T);
  if (auto X = T.Loc.getAs<PointerTypeLoc>())
    return {X.getPointeeLoc(), T.Place};
  if (auto X = T.Loc.getAs<MemberPointerTypeLoc>())
    return {X.getPointeeLoc(), T.Place};
  if (auto X = T.Loc.getAs<ArrayTypeLoc>())
    return {X.getElementLoc(), T.Place};
  return {};
}

llvm::ArrayRef<ParmVarDecl *> ReducerTypes::parameters(WrittenType T) {
  while (T) {
    WrittenType F = structure(T);
    if (F && F.NumPointers == 0)
      if (auto X = F.Loc.getAs<FunctionTypeLoc>())
        return X.getParams();
    T = pointee(T);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Arguments of templates
//===----------------------------------------------------------------------===//

/// The place of types that have nothing to do with templates' parameters.
const TypePlace *ReducerTypes::outside() { return place(C.getInt128Decl()); }

bool ReducerTypes::losesReducer(const TemplateArgumentLoc &Argument,
                                const TypePlace *P) {
  if (Argument.getArgument().getKind() != TemplateArgument::Type)
    return false;
  WrittenType T{Argument.getTypeSourceInfo()->getTypeLoc(), P};
  while (T && !T.Loc.getAs<DecltypeTypeLoc>()) {
    T = resolve(T);
    if (!T || T.NumPointers)
      return false;
    if (keyword(T.Loc))
      return true;
    WrittenType Referent = referent(T);
    T = Referent.Loc == T.Loc ? pointee(T) : Referent;
  }
  return false;
}

SourceLocation
ReducerTypes::lostReducer(TemplateSpecializationTypeLoc Specialization) {
  if (Specialization.getType()->isDependentType())
    return SourceLocation();
  WrittenType T = resolve({Specialization, outside()});
  if (!T || T.NumPointers)
    return SourceLocation();
  auto Class = T.Loc.getAs<TemplateSpecializationTypeLoc>();
  for (unsigned I = 0; Class && I < Class.getNumArgs(); ++I)
    if (losesReducer(Class.getArgLoc(I), T.Place))
      return T.Place == outside() ? Class.getArgLoc(I).getLocation()
                                  : Specialization.getBeginLoc();
  return SourceLocation();
}

//===----------------------------------------------------------------------===//
// Types of declarations and expressions
//===----------------------------------------------------------------------===//

WrittenType ReducerTypes::written(const TypeSourceInfo *Info,
                                  const NamedDecl *D) {
  if (!Info || (!D && !Function))
    return {};
  return {Info->getTypeLoc(), place(D ? D : Function)};
}

/// The type \p T of \p V, which may have been deduced: then it is that of the
/// initializer.
WrittenType ReducerTypes::deducedType(const VarDecl *V, WrittenType T) {
  if (!V->getInit() || V->isInvalidDecl())
    return T;
  WrittenType R = resolve(T);
  if (!R || R.NumPointers || keyword(R.Loc))
    return T;
  bool IsReference = bool(R.Loc.getAs<ReferenceTypeLoc>());
  if (auto X = R.Loc.getAs<ReferenceTypeLoc>())
    R = resolve({X.getPointeeLoc(), R.Place});
  else if (auto X = R.Loc.getAs<PointerTypeLoc>())
    R = resolve({X.getPointeeLoc(), R.Place});
  if (!R || R.NumPointers || !R.Loc.getAs<AutoTypeLoc>())
    return T;
  IsReference |= V->getType()->isReferenceType();
  WrittenType Init = typeOf(V->getInit());
  return IsReference ? Init : unqualified(Init);
}

WrittenType ReducerTypes::computeType(const ValueDecl *D) {
  if (const auto *B = dyn_cast<BindingDecl>(D))
    return B->getBinding() ? typeOf(B->getBinding()) : WrittenType();
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return written(F->getTypeSourceInfo(), F);
  const auto *Declarator = dyn_cast<DeclaratorDecl>(D);
  if (!Declarator || !Declarator->getTypeSourceInfo())
    return {};
  WrittenType T = written(Declarator->getTypeSourceInfo(), D);
  if (const auto *V = dyn_cast<VarDecl>(D))
    T = deducedType(V, T);
  return referent(T);
}

WrittenType ReducerTypes::typeOf(const ValueDecl *D) {
  auto It = Types.find(D);
  if (It != Types.end())
    return It->second;
  WrittenType T = computeType(D);
  Types[D] = T;
  return T;
}

WrittenType ReducerTypes::resultOf(const FunctionDecl *F) {
  FunctionTypeLoc L = F->getFunctionTypeLoc();
  return L ? referent({L.getReturnLoc(), place(F)}) : WrittenType();
}

/// Whether the current function has a copy of \p V, of a lambda around it.
bool ReducerTypes::isCopy(const VarDecl *V) const {
  const DeclContext *Context = Function;
  for (; Context && Context != V->getDeclContext();
       Context = Context->getParent()) {
    const auto *Lambda = dyn_cast<CXXRecordDecl>(Context);
    if (!Lambda || !Lambda->isLambda())
      continue;
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable() && Capture.getCapturedVar() == V &&
          Capture.getCaptureKind() == LCK_ByCopy)
        return true;
  }
  return false;
}

WrittenType ReducerTypes::typeOfCast(const CastExpr *E) {
  if (const auto *Explicit = dyn_cast<ExplicitCastExpr>(E))
    return referent(written(Explicit->getTypeInfoAsWritten()));
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return unqualified(typeOf(E->getSubExpr()));
  case CK_NoOp:
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return typeOf(E->getSubExpr());
  default:
    return {};
  }
}

WrittenType ReducerTypes::typeOfOperator(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_Deref:
    return pointee(typeOf(E->getSubExpr()));
  case UO_AddrOf: {
    WrittenType T = typeOf(E->getSubExpr());
    // The address of a view leads to no reducer.
    if (!T || (reducerOf(T) && !E->getType()->isMemberPointerType()))
      return {};
    ++T.NumPointers;
    return T;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return unqualified(typeOf(E->getSubExpr()));
  case UO_Extension:
    return typeOf(E->getSubExpr());
  default:
    return {};
  }
}

WrittenType ReducerTypes::typeOfOperator(const BinaryOperator *E) {
  if (E->getOpcode() == BO_Comma)
    return typeOf(E->getRHS());
  if (E->isPtrMemOp())
    return pointee(typeOf(E->getRHS()));
  // What is assigned to is a view.
  if (E->isAssignmentOp())
    return unqualified(typeOf(E->getLHS()));
  if (E->isAdditiveOp())
    return typeOf(E->getLHS()->getType()->isPointerType() ? E->getLHS()
                                                          : E->getRHS());
  return {};
}

WrittenType ReducerTypes::typeOfCall(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (F && F->getBuiltinID() == Builtin::BI__builtin_addressof) {
    WrittenType T = typeOf(E->getArg(0));
    if (T)
      ++T.NumPointers;
    return T;
  }
  if (F)
    return resultOf(F);
  for (WrittenType T = typeOf(E->getCallee()); T; T = pointee(T)) {
    WrittenType Callee = structure(T);
    if (Callee && Callee.NumPointers == 0)
      if (auto X = Callee.Loc.getAs<FunctionTypeLoc>())
        return referent({X.getReturnLoc(), Callee.Place});
  }
  return {};
}

WrittenType ReducerTypes::typeOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *X = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(X->getDecl());
    WrittenType T = typeOf(X->getDecl());
    bool IsCopy = V && X->refersToEnclosingVariableOrCapture() && isCopy(V);
    return IsCopy ? unqualified(T) : T;
  }
  if (const auto *X = dyn_cast<MemberExpr>(E))
    return typeOf(X->getMemberDecl());
  if (const auto *X = dyn_cast<ArraySubscriptExpr>(E))
    return pointee(typeOf(X->getBase()));
  if (const auto *X = dyn_cast<UnaryOperator>(E))
    return typeOfOperator(X);
  if (const auto *X = dyn_cast<BinaryOperator>(E))
    return typeOfOperator(X);
  if (const auto *X = dyn_cast<CastExpr>(E))
    return typeOfCast(X);
  if (const auto *X = dyn_cast<CallExpr>(E))
    return typeOfCall(X);
  if (const auto *X = dyn_cast<CXXNewExpr>(E)) {
    WrittenType T = written(X->getAllocatedTypeSourceInfo());
    if (T)
      ++T.NumPointers;
    return T;
  }
  if (const auto *X = dyn_cast<AbstractConditionalOperator>(E)) {
    WrittenType T = typeOf(X->getTrueExpr());
    return T ? T : typeOf(X->getFalseExpr());
  }
  if (const auto *X = dyn_cast<OpaqueValueExpr>(E))
    return X->getSourceExpr() ? typeOf(X->getSourceExpr()) : WrittenType();
  if (const auto *X = dyn_cast<FullExpr>(E))
    return typeOf(X->getSubExpr());
  if (const auto *X = dyn_cast<MaterializeTemporaryExpr>(E))
    return typeOf(X->getSubExpr());
  return {};
}

//===----------------------------------------------------------------------===//
// The functions of a reducer
//===----------------------------------------------------------------------===//

void declareReducerFunctions(ASTContext &C) {
  TranslationUnitDecl *TU = C.getTranslationUnitDecl();
  IdentifierInfo *Name = &C.Idents.get(ReducerFunctions);
  if (!TU->lookup(Name).empty())
    return;
  auto *Structure = CXXRecordDecl::Create(
      C, TagTypeKind::Struct, TU, SourceLocation(), SourceLocation(), Name);
  Structure->setImplicit();
  Structure->startDefinition();
  auto AddField = [&](llvm::StringRef FieldName,
                      llvm::ArrayRef<QualType> Parameters) {
    QualType T = C.getPointerType(C.getFunctionType(
        C.VoidTy, Parameters, FunctionProtoType::ExtProtoInfo()));
    auto *Field = FieldDecl::Create(
        C, Structure, SourceLocation(), SourceLocation(),
        &C.Idents.get(FieldName), T, C.getTrivialTypeSourceInfo(T),
        /*BW=*/nullptr, /*Mutable=*/false, ICIS_NoInit);
    Field->setAccess(AS_public);
    Structure->addDecl(Field);
  };
  AddField("identity", {C.VoidPtrTy});
  AddField("reduce", {C.VoidPtrTy, C.VoidPtrTy});
  Structure->completeDefinition();
  TU->addDecl(Structure);
}

MultiLevelTemplateArgumentList ReducerTypes::argumentsOf(const TypePlace *P) {
  return S.getTemplateInstantiationArgs(P->Owner, nullptr, /*Final=*/false,
                                        P->Alias ? std::optional(P->Arguments)
                                                 : std::nullopt);
}

QualType ReducerTypes::instantiate(QualType T, SourceLocation L,
                                   const TypePlace *P) {
  if (!T->isInstantiationDependentType())
    return T;
  Sema::ContextRAII Context(
      S, const_cast<DeclContext *>(P->Owner->getDeclContext()));
  Sema::InstantiatingTemplate Note(S, L, const_cast<NamedDecl *>(P->Owner));
  LocalInstantiationScope Scope(S);
  return S.SubstType(T, argumentsOf(P), L, DeclarationName());
}

/// Appends the local variables of functions of templates that \p S names, but
/// for those of lambdas in it.
static void findLocalsOfTemplates(Stmt *S,
                                  llvm::SmallVectorImpl<VarDecl *> &Locals) {
  size_t NumBefore = Locals.size();
  auto *Name = dyn_cast<DeclRefExpr>(S);
  auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (V && V->isLocalVarDeclOrParm() && !llvm::is_contained(Locals, V) &&
      V->getDeclContext()->isDependentContext())
    Locals.push_back(V);
  for (Stmt *Child : S->children())
    if (Child)
      findLocalsOfTemplates(Child, Locals);
  if (auto *Lambda = dyn_cast<LambdaExpr>(S))
    Locals.erase(std::remove_if(Locals.begin() + NumBefore, Locals.end(),
                                [&](VarDecl *Local) {
                                  return Local->getDeclContext() ==
                                         Lambda->getCallOperator();
                                }),
                 Locals.end());
}

/// What \p Pattern, a local variable of a template, has become in \p S, a part
/// of an instance; null if it is not declared there.
static VarDecl *findInstance(const VarDecl *Pattern, const Stmt *S) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (Decl *D : Declaration->decls())
      if (auto *V = dyn_cast<VarDecl>(D);
          V && V->getLocation() == Pattern->getLocation())
        return V;
  if (isa<LambdaExpr>(S))
    return nullptr;
  for (const Stmt *Child : S->children())
    if (VarDecl *V = Child ? findInstance(Pattern, Child) : nullptr)
      return V;
  return nullptr;
}

/// Notes in \p Scope what \p Locals of a template have become in the function
/// that \p P is in. Returns false if one is not declared there.
bool ReducerTypes::instantiateLocals(llvm::ArrayRef<VarDecl *> Locals,
                                     const TypePlace *P,
                                     LocalInstantiationScope &Scope) {
  const auto *F = dyn_cast<FunctionDecl>(P->Owner);
  if (!F)
    F = dyn_cast<FunctionDecl>(P->Owner->getDeclContext());
  for (VarDecl *Local : Locals) {
    VarDecl *Instance = nullptr;
    if (F)
      for (ParmVarDecl *Parameter : F->parameters())
        if (Parameter->getLocation() == Local->getLocation())
          Instance = Parameter;
    if (!Instance && F && F->hasBody())
      Instance = findInstance(Local, F->getBody());
    if (!Instance)
      return false;
    Scope.InstantiatedLocal(Local, Instance);
  }
  return true;
}

Expr *ReducerTypes::instantiate(Expr *E, const TypePlace *P) {
  llvm::SmallVector<VarDecl *, 4> Locals;
  findLocalsOfTemplates(E, Locals);
  if (!E->isInstantiationDependent() && Locals.empty())
    return E;
  Sema::ContextRAII Context(
      S, const_cast<DeclContext *>(P->Owner->getDeclContext()));
  EnterExpressionEvaluationContext Evaluation(
      S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
  Sema::InstantiatingTemplate Note(S, E->getExprLoc(),
                                   const_cast<NamedDecl *>(P->Owner));
  LocalInstantiationScope Scope(S);
  if (!instantiateLocals(Locals, P, Scope)) {
    Errors.error(E->getExprLoc(),
                 "the functions of a reducer cannot be those of a local "
                 "variable of another function of a template; declare the "
                 "variable where the reducer is");
    return nullptr;
  }
  ExprResult R = S.SubstExpr(E, argumentsOf(P));
  return R.isInvalid() ? nullptr : R.get();
}

/// Whether \p T is a function that returns nothing, with so many parameters of
/// type `void *`.
static bool isOnViews(QualType T, unsigned NumParameters, const ASTContext &C) {
  const auto *Type = T->getAs<FunctionProtoType>();
  return Type && Type->getReturnType()->isVoidType() && !Type->isVariadic() &&
         Type->getNumParams() == NumParameters &&
         llvm::all_of(Type->param_types(), [&](QualType P) {
           return C.hasSameType(P, C.VoidPtrTy);
         });
}

/// The function that \p E is or points to, if it has so many parameters of type
/// `void *`.
ReducerFunction ReducerTypes::functionIn(Expr *E, unsigned NumParameters) {
  if (E->isInstantiationDependent())
    return {};
  Expr::EvalResult Value;
  if (!E->EvaluateAsRValue(Value, C) || Value.HasSideEffects) {
    QualType T = E->getType();
    bool Fits = E->isPRValue() && T->isFunctionPointerType() &&
                isOnViews(T->getPointeeType(), NumParameters, C);
    return {nullptr, Fits ? E : nullptr};
  }
  if (!Value.Val.isLValue())
    return {};
  const auto *Base = Value.Val.getLValueBase().dyn_cast<const ValueDecl *>();
  auto *F = const_cast<FunctionDecl *>(dyn_cast_or_null<FunctionDecl>(Base));
  return {F && isOnViews(F->getType(), NumParameters, C) ? F : nullptr,
          nullptr};
}

static bool sameFunction(const ReducerFunction &A, const ReducerFunction &B,
                         const ASTContext &C) {
  if (A.Function || B.Function)
    return A.Function && B.Function &&
           A.Function->getCanonicalDecl() == B.Function->getCanonicalDecl();
  llvm::FoldingSetNodeID OfA, OfB;
  A.Pointer->Profile(OfA, C, /*Canonical=*/true);
  B.Pointer->Profile(OfB, C, /*Canonical=*/true);
  return OfA == OfB;
}

bool sameFunctions(const Reducer &A, const Reducer &B, const ASTContext &C) {
  return sameFunction(A.Identity, B.Identity, C) &&
         sameFunction(A.Reduce, B.Reduce, C);
}

/// The list of functions in \p E, `true ? nullptr : &static_cast<...>(list)`;
/// null if it is something else (ReducerPragma.cpp).
static InitListExpr *functionList(Expr *E) {
  auto *Condition = dyn_cast<ConditionalOperator>(E->IgnoreImplicit());
  auto *Address = Condition
                      ? dyn_cast<UnaryOperator>(
                            Condition->getFalseExpr()->IgnoreParenImpCasts())
                      : nullptr;
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return nullptr;
  Expr *List = Address->getSubExpr()->IgnoreParens();
  const auto *Class = List->getType()->getAsRecordDecl();
  if (!Class || !Class->getIdentifier() || Class->getName() != ReducerFunctions)
    return nullptr;
  while (!isa<InitListExpr>(List)) {
    if (auto *Cast = dyn_cast<CastExpr>(List))
      List = Cast->getSubExpr();
    else if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(List))
      List = Temporary->getSubExpr();
    else if (auto *Full = dyn_cast<FullExpr>(List))
      List = Full->getSubExpr();
    else if (auto *Paren = dyn_cast<ParenExpr>(List))
      List = Paren->getSubExpr();
    else
      return nullptr;
  }
  return cast<InitListExpr>(List);
}

std::optional<Reducer> ReducerTypes::functionsOf(AttributedTypeLoc T,
                                                 const AnnotateTypeAttr *A,
                                                 const TypePlace *P) {
  auto [It, IsNew] = Functions.try_emplace({A, P});
  if (!IsNew)
    return It->second;
  llvm::SmallVector<Expr *, 2> Arguments;
  for (Expr *E : A->args()) {
    E = instantiate(E, P);
    if (!E || E->containsErrors())
      return std::nullopt; // reported by clang
    // In C++ it is the predefined structure, or a short form
    // (ReducerPragma.cpp).
    if (InitListExpr *List = functionList(E)) {
      Arguments.append(List->inits().begin(), List->inits().end());
    } else if (C.getLangOpts().CPlusPlus && isShortForm(E)) {
      QualType View =
          instantiate(T.getModifiedLoc().getType(), A->getLocation(), P);
      std::optional<Reducer> R;
      if (!View.isNull())
        R = shortForm(View, E, A->getLocation());
      // What is wrong with a class is known when it is complete.
      if (!View.isNull() && View->isIncompleteType())
        Functions.erase(It);
      else
        It->second = R;
      return R;
    } else if (auto *Condition =
                   dyn_cast<ConditionalOperator>(E->IgnoreImplicit())) {
      // 1 ? 0 : (argument)
      Arguments.push_back(Condition->getFalseExpr()->IgnoreParens());
    }
  }
  llvm::erase_if(Arguments,
                 [](Expr *E) { return isa<ImplicitValueInitExpr>(E); });
  if (Arguments.size() != 2) {
    Errors.error(A->getLocation(),
                 "'cilk_reducer' needs two functions, identity and reduce");
    return std::nullopt;
  }
  ReducerFunction Identity = functionIn(Arguments[0], 1);
  ReducerFunction Reduce = functionIn(Arguments[1], 2);
  if (!Identity)
    Errors.error(A->getLocation(), "the first argument of 'cilk_reducer' must "
                                   "be a function of type 'void (void *)'");
  else if (!Reduce)
    Errors.error(A->getLocation(),
                 "the second argument of 'cilk_reducer' must be a function of "
                 "type 'void (void *, void *)'");
  else
    It->second = Reducer{Identity, Reduce};
  return It->second;
}

std::optional<Reducer> ReducerTypes::reducerOf(WrittenType T) {
  T = resolve(T);
  if (!T || T.NumPointers)
    return std::nullopt;
  const AnnotateTypeAttr *A = keyword(T.Loc);
  return A ? functionsOf(T.Loc.castAs<AttributedTypeLoc>(), A, T.Place)
           : std::nullopt;
}

std::optional<Reducer> ReducerTypes::elementReducerOf(WrittenType T) {
  while (true) {
    WrittenType Array = resolve(T);
    if (!Array || Array.NumPointers)
      return std::nullopt;
    if (keyword(Array.Loc))
      return reducerOf(Array);
    auto X = Array.Loc.getAs<ArrayTypeLoc>();
    if (!X)
      return std::nullopt;
    T = {X.getElementLoc(), Array.Place};
  }
}

bool ReducerTypes::isView(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (!E->isGLValue())
      return false;
    if (reducerOf(E))
      return true;
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    if (Member && !Member->isArrow() &&
        !Member->getMemberDecl()->getType()->isReferenceType())
      E = Member->getBase();
    else if (Element && Element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      E = Element->getBase();
    else
      return false;
  }
}

bool ReducerTypes::isViewAddress(const Expr *E) {
  const auto *Operator = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  return Operator && Operator->getOpcode() == UO_AddrOf &&
         isView(Operator->getSubExpr());
}

bool ReducerTypes::holdsReducers(const RecordDecl *Record) {
  Record = Record->getDefinition();
  if (!Record || Record->isDependentContext())
    return false;
  auto [It, IsNew] = Holders.try_emplace(Record, false);
  if (!IsNew)
    return It->second;
  bool Holds = false;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const auto *B = Base.getType()->getAsCXXRecordDecl())
        Holds |= holdsReducers(B);
  for (const FieldDecl *Field : Record->fields())
    Holds |= !Field->getType()->isReferenceType() &&
             holdsReducers(typeOf(Field), Field->getType());
  return Holders[Record] = Holds;
}

bool ReducerTypes::holdsReducers(WrittenType T, QualType Type) {
  if (elementReducerOf(T))
    return true;
  const RecordDecl *Record =
      Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return Record && holdsReducers(Record);
}

} // namespace tussah
