//===- ReducerClasses.cpp - Classes with reducers -------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerClasses.h"
#include "compiler/compat/Ast.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tussah {
namespace {

/// Declares the special members that clang would find trivial.
class MemberDeclarer {
public:
  MemberDeclarer(Sema &S, CXXRecordDecl *Class)
      : S(S), C(S.Context), Class(Class), Loc(Class->getLocation()),
        Type(C.getCanonicalType(compat::recordType(C, Class))) {}

  void declare();

private:
  void constructor(CXXSpecialMemberKind Kind, llvm::ArrayRef<QualType> Params);
  void assignment(CXXSpecialMemberKind Kind, QualType Param);
  void destructor();
  void add(CXXMethodDecl *D, CXXSpecialMemberKind Kind, QualType Result,
           llvm::ArrayRef<QualType> Params);
  QualType copied(bool IsConst) {
    return C.getLValueReferenceType(IsConst ? Type.withConst() : Type);
  }

  Sema &S;
  ASTContext &C;
  CXXRecordDecl *Class;
  SourceLocation Loc;
  QualType Type;
};

} // namespace

/// Adds \p D, which is not trivial, and whose body clang writes.
void MemberDeclarer::add(CXXMethodDecl *D, CXXSpecialMemberKind Kind,
                         QualType Result, llvm::ArrayRef<QualType> Params) {
  FunctionProtoType::ExtProtoInfo Info;
  Info.ExceptionSpec.Type = EST_Unevaluated;
  Info.ExceptionSpec.SourceDecl = D;
  D->setType(C.getFunctionType(Result, Params, Info));
  D->setAccess(AS_public);
  D->setImplicit();
  llvm::SmallVector<ParmVarDecl *, 1> Declared;
  for (QualType P : Params)
    Declared.push_back(ParmVarDecl::Create(C, D, Loc, Loc, /*Id=*/nullptr, P,
                                           C.getTrivialTypeSourceInfo(P, Loc),
                                           SC_None, /*DefArg=*/nullptr));
  D->setParams(Declared);
  // The body of a destructor must seem to be the user's, or clang would call
  // the destructor irrelevant; that of a constructor must not, or the class
  // would not be an aggregate.
  if (Kind != CXXSpecialMemberKind::Destructor)
    D->setDefaulted();
  Class->addDecl(D);
  D->setDefaulted();
  // Clang assigns arrays byte by byte, which are not the views.
  bool IsAssignment = D->isOverloadedOperator();
  bool HasArray = llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
    return Field->getType()->isArrayType();
  });
  if ((IsAssignment && HasArray) || S.ShouldDeleteSpecialMember(D, Kind)) {
    if (Kind == CXXSpecialMemberKind::MoveConstructor)
      Class->setImplicitMoveConstructorIsDeleted();
    else if (Kind == CXXSpecialMemberKind::MoveAssignment)
      Class->setImplicitMoveAssignmentIsDeleted();
    D->setDeletedAsWritten();
  }
}

void MemberDeclarer::constructor(CXXSpecialMemberKind Kind,
                                 llvm::ArrayRef<QualType> Params) {
  DeclarationNameInfo Name(
      C.DeclarationNames.getCXXConstructorName(C.getCanonicalType(Type)), Loc);
  add(CXXConstructorDecl::Create(C, Class, Loc, Name, QualType(), nullptr,
                                 ExplicitSpecifier(), /*UsesFPIntrin=*/false,
                                 /*isInline=*/true,
                                 /*isImplicitlyDeclared=*/true,
                                 ConstexprSpecKind::Unspecified),
      Kind, C.VoidTy, Params);
}

void MemberDeclarer::assignment(CXXSpecialMemberKind Kind, QualType Param) {
  DeclarationNameInfo Name(C.DeclarationNames.getCXXOperatorName(OO_Equal),
                           Loc);
  add(CXXMethodDecl::Create(C, Class, Loc, Name, QualType(), nullptr, SC_None,
                            /*UsesFPIntrin=*/false, /*isInline=*/true,
                            ConstexprSpecKind::Unspecified, SourceLocation()),
      Kind, C.getLValueReferenceType(Type), Param);
}

void MemberDeclarer::destructor() {
  DeclarationNameInfo Name(
      C.DeclarationNames.getCXXDestructorName(C.getCanonicalType(Type)), Loc);
  add(CXXDestructorDecl::Create(C, Class, Loc, Name, QualType(), nullptr,
                                /*UsesFPIntrin=*/false, /*isInline=*/true,
                                /*isImplicitlyDeclared=*/true,
                                ConstexprSpecKind::Unspecified),
      CXXSpecialMemberKind::Destructor, C.VoidTy, {});
}

void MemberDeclarer::declare() {
  // Which are needed depends on what the class has now.
  bool NeedsDefault = Class->needsImplicitDefaultConstructor();
  bool NeedsCopy = Class->needsImplicitCopyConstructor();
  bool NeedsMove = Class->needsImplicitMoveConstructor();
  bool NeedsCopyAssignment = Class->needsImplicitCopyAssignment();
  bool NeedsMoveAssignment = Class->needsImplicitMoveAssignment();
  if (Class->needsImplicitDestructor())
    destructor();
  if (NeedsDefault)
    constructor(CXXSpecialMemberKind::DefaultConstructor, {});
  if (NeedsCopy)
    constructor(CXXSpecialMemberKind::CopyConstructor,
                copied(Class->implicitCopyConstructorHasConstParam()));
  if (NeedsMove)
    constructor(CXXSpecialMemberKind::MoveConstructor,
                C.getRValueReferenceType(Type));
  if (NeedsCopyAssignment)
    assignment(CXXSpecialMemberKind::CopyAssignment,
               copied(Class->implicitCopyAssignmentHasConstParam()));
  if (NeedsMoveAssignment)
    assignment(CXXSpecialMemberKind::MoveAssignment,
               C.getRValueReferenceType(Type));
}

void ReducerClasses::CompletedTagDefinition(const TagDecl *D) {
  auto *Class = const_cast<CXXRecordDecl *>(dyn_cast<CXXRecordDecl>(D));
  if (!Class || !Log.hasReducers() || !CI.hasSema() || Class->isUnion() ||
      Class->isLambda() || Class->isInvalidDecl() ||
      Class->isDependentContext())
    return;
  // Errors are reported where the members are checked.
  Reporter Errors(CI.getSema(), /*Switches=*/nullptr);
  if (ReducerTypes(CI.getSema(), Errors).holdsReducers(Class))
    MemberDeclarer(CI.getSema(), Class).declare();
}

} // namespace tussah
