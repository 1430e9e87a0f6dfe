//===- InletHandlers.cpp - Functions that call inlets ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InletHandlers.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace tussah {

/// What <tussah/inlet.h> marks inlets with.
static constexpr char InletText[] = "tussah.inlet";

bool isInlet(const FunctionDecl *F) {
  for (const auto *A : F->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation() == InletText)
      return true;
  return false;
}

llvm::SmallVector<CharUnits, 8> layOutParameters(const FunctionDecl *Inlet,
                                                 const ASTContext &C) {
  llvm::SmallVector<CharUnits, 8> Offsets;
  CharUnits Size;
  for (const ParmVarDecl *P : Inlet->parameters()) {
    Size = Size.alignTo(C.getTypeAlignInChars(P->getType()));
    Offsets.push_back(Size);
    Size += C.getTypeSizeInChars(P->getType());
  }
  Offsets.push_back(Size);
  return Offsets;
}

Expr *parameterAt(Expr *Pointer, CharUnits Offset, QualType T, MarkerBuilder B,
                  SourceLocation L) {
  ASTContext &C = B.context();
  T = T.getUnqualifiedType();
  Expr *Address = ImplicitCastExpr::Create(C, C.getPointerType(T), CK_BitCast,
                                           B.part(Pointer, Offset), nullptr,
                                           VK_PRValue, FPOptionsOverride());
  return UnaryOperator::Create(C, Address, UO_Deref, T, VK_LValue, OK_Ordinary,
                               L, /*CanOverflow=*/false, FPOptionsOverride());
}

FunctionDecl *InletHandlers::handlerOf(FunctionDecl *Inlet) {
  FunctionDecl *&Handler = Handlers[Inlet->getCanonicalDecl()];
  if (Handler)
    return Handler;
  ASTContext &C = U.S.Context;
  SourceLocation L = Inlet->getLocation();
  QualType T = C.getFunctionType(C.VoidTy, QualType(C.VoidPtrTy),
                                 FunctionProtoType::ExtProtoInfo());
  DeclContext *Context = C.getTranslationUnitDecl();
  // Inlets of C++ may share a name: overloads, instances of templates, those of
  // several namespaces. The handler's name is what makes it another symbol.
  const IdentifierInfo *Called = Inlet->getIdentifier();
  std::string Name = ((Called ? Called->getName() : "operator") + ".inlet" +
                      llvm::Twine(Handlers.size()))
                         .str();
  Handler = FunctionDecl::Create(C, Context, L, L, &C.Idents.get(Name), T,
                                 C.getTrivialTypeSourceInfo(T, L), SC_Static);
  Handler->setImplicit();
  auto *Buffer = ParmVarDecl::Create(
      C, Handler, L, L, &C.Idents.get("buffer"), C.VoidPtrTy,
      C.getTrivialTypeSourceInfo(C.VoidPtrTy, L), SC_None, nullptr);
  Buffer->markUsed(C);
  Handler->setParams(Buffer);
  MarkerBuilder B(U.Markers, Handler, L);
  llvm::SmallVector<CharUnits, 8> Offsets = layOutParameters(Inlet, C);
  llvm::SmallVector<Expr *, 8> Arguments;
  for (auto [P, Offset] : llvm::zip(Inlet->parameters(), Offsets))
    Arguments.push_back(
        parameterAt(B.load(Buffer), Offset, P->getType(), B, L));
  {
    Sema::ContextRAII In(U.S, Handler);
    U.S.MarkFunctionReferenced(L, Inlet);
    Expr *Callee = U.S.BuildDeclRefExpr(
        Inlet, Inlet->getType(),
        C.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, L);
    Expr *Call = U.S.BuildCallExpr(nullptr, Callee, L, Arguments, L).get();
    Handler->setBody(B.block(Call));
  }
  Context->addDecl(Handler);
  Handler->markUsed(C);
  U.S.Consumer.HandleTopLevelDecl(DeclGroupRef(Handler));
  return Handler;
}

} // namespace tussah
