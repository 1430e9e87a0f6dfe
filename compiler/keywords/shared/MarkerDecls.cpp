//===- MarkerDecls.cpp - Declarations of markers --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkerDecls.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace tussah {

namespace {
/// A prototype. Types are letters: v void, i int, u unsigned, l signed and
/// m unsigned 64 bits, p void *, g int *.
struct Prototype {
  llvm::StringRef Name;
  char Result;
  llvm::StringRef Parameters;
  bool MayThrow;
};
} // namespace

static const Prototype Prototypes[] = {
    {marker::RegionOpen, 'i', "u", true},
    {marker::RegionClose, 'v', "g", true},
    {marker::Sync, 'v', "u", true},
    {marker::TaskBegin, 'i', "u", false},
    {marker::TaskEnd, 'v', "u", true},
    {marker::TaskCallee, 'p', "p", false},
    {marker::TaskStart, 'v', "", false},
    {marker::Place, 'v', "pu", false},
    {marker::Placed, 'p', "u", false},
    {marker::TaskUnwind, 'v', "", false},
    {marker::TaskLeave, 'v', "g", false},
    {marker::LoopBegin, 'i', "umm", false},
    {marker::LoopIndex, 'm', "", false},
    {marker::LoopEnd, 'v', "u", true},
    {marker::Narrow, 'l', "li", false},
    {marker::InitBegin, 'v', "p", false},
    {marker::InitDone, 'v', "p", false},
    {marker::Outer, 'p', "pu", false},
    {marker::Alloca, 'p', "p", false},
    {marker::View, 'p', "pmpp", true},
    {marker::ReducerBegin, 'v', "pmmmpp", false},
    {marker::ReducerEnd, 'v', "pmm", true},
    {marker::ReducerHold, 'i', "pmm", false},
    {marker::ReducerClose, 'v', "g", true},
};

MarkerDecls::MarkerDecls(Sema &S, bool CountsCode)
    : S(S), C(S.Context), CountsCode(CountsCode) {}

static QualType typeOf(char Letter, ASTContext &C) {
  switch (Letter) {
  case 'v':
    return C.VoidTy;
  case 'i':
    return C.IntTy;
  case 'u':
    return C.UnsignedIntTy;
  case 'l':
    return C.getIntTypeForBitwidth(64, /*Signed=*/true);
  case 'm':
    return C.getIntTypeForBitwidth(64, /*Signed=*/false);
  case 'p':
    return C.VoidPtrTy;
  case 'g':
    return C.getPointerType(C.IntTy);
  default:
    llvm_unreachable("unknown letter");
  }
}

DeclContext *MarkerDecls::context() {
  if (Context)
    return Context;
  Context = C.getTranslationUnitDecl();
  if (C.getLangOpts().CPlusPlus) {
    auto *ExternC =
        LinkageSpecDecl::Create(C, Context, SourceLocation(), SourceLocation(),
                                LinkageSpecLanguageIDs::C, false);
    ExternC->setImplicit();
    Context->addDecl(ExternC);
    Context = ExternC;
  }
  return Context;
}

static FunctionDecl *declareFunction(ASTContext &C, DeclContext *Context,
                                     DeclarationName Name, QualType Result,
                                     llvm::ArrayRef<QualType> Parameters,
                                     bool MayThrow) {
  FunctionProtoType::ExtProtoInfo Info;
  if (!MayThrow && C.getLangOpts().CPlusPlus)
    Info.ExceptionSpec.Type = EST_BasicNoexcept;
  QualType T = C.getFunctionType(Result, Parameters, Info);
  auto *D =
      FunctionDecl::Create(C, Context, SourceLocation(), SourceLocation(), Name,
                           T, C.getTrivialTypeSourceInfo(T), SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 4> Params;
  for (QualType P : Parameters)
    Params.push_back(ParmVarDecl::Create(C, D, SourceLocation(),
                                         SourceLocation(), nullptr, P, nullptr,
                                         SC_None, nullptr));
  D->setParams(Params);
  D->setImplicit();
  if (!MayThrow)
    D->addAttr(NoThrowAttr::CreateImplicit(C));
  return D;
}

FunctionDecl *MarkerDecls::get(llvm::StringRef Name) {
  FunctionDecl *&D = Decls[Name];
  if (D)
    return D;
  const Prototype *P = llvm::find_if(
      Prototypes, [&](const Prototype &P) { return P.Name == Name; });
  assert(P != std::end(Prototypes) && "unknown marker");
  llvm::SmallVector<QualType, 4> Types;
  for (char Letter : P->Parameters)
    Types.push_back(typeOf(Letter, C));
  D = declareFunction(C, context(), &C.Idents.get(Name), typeOf(P->Result, C),
                      Types, P->MayThrow);
  context()->addDecl(D);
  D->markUsed(C);
  return D;
}

FunctionDecl *MarkerDecls::builtin(llvm::StringRef Name, unsigned ID) {
  FunctionDecl *&D = Decls[Name];
  if (!D) {
    ASTContext::GetBuiltinTypeError Error = ASTContext::GE_None;
    D = S.CreateBuiltin(&C.Idents.get(Name), C.GetBuiltinType(ID, Error), ID,
                        SourceLocation());
  }
  return D;
}

FunctionDecl *MarkerDecls::sanitizedCookie() {
  llvm::StringRef Name = "__asan_load_cxx_array_cookie";
  FunctionDecl *&D = Decls[Name];
  if (!D)
    D = declareFunction(C, context(), &C.Idents.get(Name), typeOf('m', C),
                        {C.VoidPtrTy}, /*MayThrow=*/false);
  return D;
}

FunctionDecl *MarkerDecls::placementNew() {
  if (PlacementNew)
    return PlacementNew;
  DeclarationName Name = C.DeclarationNames.getCXXOperatorName(OO_New);
  TranslationUnitDecl *TU = C.getTranslationUnitDecl();
  for (NamedDecl *D : TU->lookup(Name))
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->isReservedGlobalPlacementOperator())
      return PlacementNew = F;
  // Not added to the context: <new> may still come.
  return PlacementNew =
             declareFunction(C, TU, Name, C.VoidPtrTy,
                             {C.getSizeType(), C.VoidPtrTy}, /*MayThrow=*/true);
}

FunctionDecl *MarkerDecls::rethrow() {
  llvm::StringRef Name = "__cxa_rethrow";
  FunctionDecl *&D = Decls[Name];
  if (!D) {
    D = declareFunction(C, context(), &C.Idents.get(Name), C.VoidTy, {},
                        /*MayThrow=*/true);
    D->addAttr(CXX11NoReturnAttr::CreateImplicit(C));
  }
  return D;
}

FunctionDecl *MarkerDecls::assertionFails() {
  llvm::StringRef Name = "__assert_fail";
  FunctionDecl *&D = Decls[Name];
  if (!D)
    D = declareFunction(
        C, context(), &C.Idents.get(Name), C.VoidTy,
        {C.VoidPtrTy, C.VoidPtrTy, C.UnsignedIntTy, C.VoidPtrTy},
        /*MayThrow=*/false);
  return D;
}

FunctionDecl *MarkerDecls::trap() {
  llvm::StringRef Name = "llvm.trap";
  FunctionDecl *&D = Decls[Name];
  if (!D)
    D = declareFunction(C, context(), &C.Idents.get(Name), C.VoidTy, {},
                        /*MayThrow=*/false);
  return D;
}

} // namespace tussah
