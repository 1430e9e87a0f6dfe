//===- ReducerTypes.h - Which objects are reducers --------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `cilk_reducer` reaches the AST as the attribute annotate_type. Clang keeps
/// it as sugar, but not its arguments, and instantiates neither. So what is a
/// reducer is read from types as they were written, through typedefs and alias
/// templates, and the arguments are instantiated here.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERTYPES_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERTYPES_H

#include "compiler/keywords/shared/Reporter.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Sema/Template.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>

namespace tussah {

/// A function of a reducer: a declaration, or a pointer, a prvalue that is not
/// constant.
struct ReducerFunction {
  clang::FunctionDecl *Function = nullptr;
  clang::Expr *Pointer = nullptr;

  explicit operator bool() const { return Function || Pointer; }
};

/// The functions of a reducer.
struct Reducer {
  ReducerFunction Identity;
  ReducerFunction Reduce;
  /// A glvalue of type __reducer_callbacks that has what the functions call, to
  /// be evaluated where the reducer begins; its views are larger then. Or null.
  clang::Expr *Callbacks = nullptr;

  bool hasPointers() const { return Identity.Pointer || Reduce.Pointer; }
};

/// Whether \p A and \p B have the same functions, as far as that is known: the
/// same names, or pointers that are written alike.
bool sameFunctions(const Reducer &A, const Reducer &B,
                   const clang::ASTContext &C);

/// Equal reducers in an object, at the same distance from each other.
struct ReducerPart {
  clang::CharUnits Offset; ///< of the first one
  uint64_t Count;
  bool IsVariable; ///< there are as many as have room in the object
  clang::CharUnits Stride, ViewSize;
  Reducer Functions;
};

/// Where a reference leads that clang knows to be bound to a part of a view of
/// a reducer of static storage duration.
struct KnownView {
  struct Step {
    clang::CharUnits Offset; ///< of the reducer in the object or view before
    clang::CharUnits ViewSize;
    Reducer Functions;
  };
  clang::VarDecl *Object;
  /// More than one, if views have reducers.
  llvm::SmallVector<Step, 1> Steps;
  /// In the last view.
  clang::CharUnits Offset;
};

/// The declaration that a type was written in, which says what its template
/// parameters are.
struct TypePlace {
  const clang::NamedDecl *Owner = nullptr;
  /// In an alias template: what uses it, where that was written, and the
  /// arguments, one for each parameter.
  clang::TemplateSpecializationTypeLoc Alias;
  const TypePlace *Outer = nullptr;
  llvm::ArrayRef<clang::TemplateArgument> Arguments;
};

/// A type as it was written. Cheap to copy. Types that nobody has written, as
/// the arguments of templates in their instantiations, are unknown.
struct WrittenType {
  clang::TypeLoc Loc;
  const TypePlace *Place = nullptr;
  /// So many pointers to it.
  unsigned NumPointers = 0;

  explicit operator bool() const { return !Loc.isNull(); }
};

/// Declares the structure ReducerFunctions, unless it is known:
/// `{ void (*identity)(void *); void (*reduce)(void *, void *); }`.
void declareReducerFunctions(clang::ASTContext &C);

/// Whether <cilk/reducer> has been included, which the forms of `cilk_reducer`
/// with less than two arguments need.
bool hasReducerForms(clang::ASTContext &C);

/// The size of the views of \p R, a reducer of type \p T.
clang::CharUnits viewSize(clang::ASTContext &C, const Reducer &R,
                          clang::QualType T);

/// Answers what is a reducer, in one translation unit.
class ReducerTypes {
public:
  ReducerTypes(clang::Sema &S, Reporter &Errors)
      : S(S), C(S.Context), Errors(Errors) {}

  /// The function whose expressions are asked about; decides what is captured
  /// by copy. May be null.
  void setFunction(const clang::FunctionDecl *F) { Function = F; }

  /// The type of what \p D names; the referent of a reference.
  WrittenType typeOf(const clang::ValueDecl *D);
  /// The type of what \p E, a glvalue or a pointer, names.
  WrittenType typeOf(const clang::Expr *E);
  /// The type of the result of \p F; the referent of a reference.
  WrittenType resultOf(const clang::FunctionDecl *F);
  /// The type that \p Info, written in the current function or in \p D, is.
  WrittenType written(const clang::TypeSourceInfo *Info,
                      const clang::NamedDecl *D = nullptr);
  /// What a pointer of type \p T points to, or an element of an array.
  WrittenType pointee(WrittenType T);
  /// The parameters of the function that \p T is, or points to.
  llvm::ArrayRef<clang::ParmVarDecl *> parameters(WrittenType T);

  /// The functions of the reducer that an object of type \p T is, or nothing.
  /// Reports errors in what was written.
  std::optional<Reducer> reducerOf(WrittenType T);
  std::optional<Reducer> reducerOf(const clang::Expr *E) {
    return reducerOf(typeOf(E));
  }
  std::optional<Reducer> reducerOf(const clang::ValueDecl *D) {
    return reducerOf(typeOf(D));
  }
  /// Likewise for the elements of an array of any dimension, if it is one.
  std::optional<Reducer> elementReducerOf(WrittenType T);
  /// Whether \p E is a view or a part of one.
  bool isView(const clang::Expr *E);
  /// Whether \p E is the address of what is.
  bool isViewAddress(const clang::Expr *E);
  /// What the reference \p V leads to, if clang takes its value, which is in a
  /// reducer itself, for it where it is used. The answer stays the same when
  /// the initializer changes.
  const KnownView *knownView(const clang::VarDecl *V);
  /// Whether \p Argument of a template, which was written outside of templates,
  /// is a reducer or leads to one, which the template cannot know. What
  /// `decltype` says of a name does not count.
  bool losesReducer(const clang::TemplateArgumentLoc &Argument) {
    return !Argument.getArgument().isDependent() &&
           losesReducer(Argument, outside());
  }
  /// Where such an argument is in \p Specialization, of an alias or class
  /// template; invalid if there is none.
  clang::SourceLocation
  lostReducer(clang::TemplateSpecializationTypeLoc Specialization);
  /// True if objects of type \p Type, written as \p T, have reducers as
  /// members, bases' members, or as elements of these, or are reducers.
  bool holdsReducers(WrittenType T, clang::QualType Type);
  bool holdsReducers(const clang::RecordDecl *Record);

private:
  WrittenType referent(WrittenType T);
  WrittenType unqualified(WrittenType T);
  WrittenType resolve(WrittenType T);
  WrittenType structure(WrittenType T);
  WrittenType desugar(WrittenType T);
  WrittenType typedefType(const clang::NamedDecl *D);
  WrittenType aliasType(WrittenType T);
  WrittenType parameterType(WrittenType T);
  WrittenType deducedType(const clang::VarDecl *V, WrittenType T);
  WrittenType computeType(const clang::ValueDecl *D);
  WrittenType typeOfCast(const clang::CastExpr *E);
  WrittenType typeOfOperator(const clang::UnaryOperator *E);
  WrittenType typeOfOperator(const clang::BinaryOperator *E);
  WrittenType typeOfCall(const clang::CallExpr *E);
  const clang::AnnotateTypeAttr *keyword(clang::TypeLoc T) const;
  bool isCopy(const clang::VarDecl *V) const;
  const TypePlace *place(const clang::NamedDecl *D);
  std::optional<Reducer> functionsOf(clang::AttributedTypeLoc T,
                                     const clang::AnnotateTypeAttr *A,
                                     const TypePlace *P);
  clang::Expr *instantiate(clang::Expr *E, const TypePlace *P);
  clang::QualType instantiate(clang::QualType T, clang::SourceLocation L,
                              const TypePlace *P);
  clang::MultiLevelTemplateArgumentList argumentsOf(const TypePlace *P);
  bool instantiateLocals(llvm::ArrayRef<clang::VarDecl *> Locals,
                         const TypePlace *P,
                         clang::LocalInstantiationScope &Scope);
  ReducerFunction functionIn(clang::Expr *E, unsigned NumParameters);

  // Forms with less than two arguments (ReducerTypesForms.cpp).
  static bool isShortForm(const clang::Expr *Argument);
  std::optional<Reducer> shortForm(clang::QualType T, clang::Expr *Argument,
                                   clang::SourceLocation L);
  std::optional<Reducer> objectForm(clang::QualType T, clang::SourceLocation L);
  std::optional<Reducer> callbacksForm(clang::QualType T, clang::Expr *Object,
                                       clang::SourceLocation L);
  std::optional<Reducer>
  makeForm(llvm::StringRef Name,
           llvm::ArrayRef<clang::TemplateArgument> Arguments,
           clang::SourceLocation L);

  const TypePlace *outside();
  bool losesReducer(const clang::TemplateArgumentLoc &Argument,
                    const TypePlace *P);
  std::optional<KnownView> findKnownView(const clang::VarDecl *V);

  clang::Sema &S;
  clang::ASTContext &C;
  Reporter &Errors;
  const clang::FunctionDecl *Function = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, WrittenType> Types;
  llvm::DenseMap<const clang::NamedDecl *, const TypePlace *> Places;
  std::map<std::pair<void *, const TypePlace *>, const TypePlace *> Aliases;
  std::map<std::pair<const clang::Attr *, const TypePlace *>,
           std::optional<Reducer>>
      Functions;
  llvm::DenseMap<const clang::RecordDecl *, bool> Holders;
  std::map<const clang::VarDecl *, std::optional<KnownView>> KnownViews;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERTYPES_H
