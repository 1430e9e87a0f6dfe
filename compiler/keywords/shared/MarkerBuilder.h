//===- MarkerBuilder.h - AST nodes for markers ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERBUILDER_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERBUILDER_H

#include "MarkerDecls.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace clang {
class ExprWithCleanups;
} // namespace clang

namespace tussah {

/// Builds the nodes that one statement of \p F is rewritten to. All of them
/// get the location \p L. Cheap to make; the nodes belong to the ASTContext.
class MarkerBuilder {
public:
  MarkerBuilder(MarkerDecls &Markers, clang::FunctionDecl *F,
                clang::SourceLocation L);

  /// A builder of nodes that source-based coverage is not to see: clang makes
  /// a region of the source of each branch and block, but not of those without
  /// a location. Where it does not count the code, they keep theirs.
  MarkerBuilder uncounted() const;

  // Markers (docs/internals/ir.md). Inside constant evaluation they do nothing.
  clang::Expr *taskBegin(unsigned Region);
  clang::Expr *taskEnd(unsigned Region);
  clang::Expr *sync(unsigned Region);
  clang::Expr *loopBegin(unsigned Region, clang::Expr *Count,
                         clang::Expr *Grain);
  clang::Expr *loopEnd(unsigned Region);
  clang::Expr *loopIndex();
  clang::Expr *initBegin(clang::VarDecl *V);
  clang::Expr *initDone(clang::VarDecl *V);
  clang::Expr *outer(clang::VarDecl *V, marker::Lives L);
  /// The compound literal \p E, an lvalue, marked.
  clang::Expr *outerLiteral(clang::Expr *E, marker::Lives L);
  /// The pointer \p E, which is from `alloca`, marked.
  clang::Expr *outerMemory(clang::Expr *E);
  clang::Expr *narrow(clang::Expr *V, bool IsSigned);
  clang::Stmt *guard(unsigned Region);
  /// Marks \p Pointer, a prvalue, as the callee or object of a spawned call.
  clang::Expr *calleePointer(clang::Expr *Pointer);
  /// The same for the object \p Object, a glvalue.
  clang::Expr *calleeObject(clang::Expr *Object);
  /// The end of what the parent evaluates of a spawned expression.
  clang::Expr *taskStart();
  /// Keeps \p Pointer, a prvalue, for placedPointer(\p K, ...).
  clang::Expr *placePointer(clang::Expr *Pointer, unsigned K);
  /// The pointer of type \p T that placePointer() kept.
  clang::Expr *placedPointer(unsigned K, clang::QualType T);
  /// The same for \p Object, a glvalue that has an address.
  clang::Expr *placeObject(clang::Expr *Object, unsigned K);
  clang::Expr *placedObject(unsigned K, clang::Expr *Object);
  /// `{ try Body catch (...) { unwind marker; throw; } }`. Where exceptions
  /// pass through but cannot be caught, as in C with -fexceptions, \p Body
  /// behind a variable with a marker for a cleanup; just \p Body where there
  /// are none.
  clang::CompoundStmt *taskBody(llvm::ArrayRef<clang::Stmt *> Body);

  // Statements.
  clang::VarDecl *variable(llvm::StringRef Name, clang::QualType T,
                           clang::Expr *Init);
  /// A local `int` whose cleanup is a call of \p Marker.
  clang::VarDecl *cleanup(llvm::StringRef Name, clang::Expr *Init,
                          llvm::StringRef Marker);
  clang::Stmt *declare(clang::Decl *D);
  clang::CompoundStmt *block(llvm::ArrayRef<clang::Stmt *> Body);
  clang::Stmt *ifThen(clang::Expr *Condition, clang::Stmt *Then,
                      clang::Stmt *Else = nullptr);
  clang::Stmt *doOnce(clang::Stmt *Body);
  /// `for (Index; Index != Count; ++Index) Body`.
  clang::Stmt *countTo(clang::VarDecl *Index, clang::VarDecl *Count,
                       clang::Stmt *Body);
  /// Ends the program as the failed assertion \p Text does: with a line that
  /// names the place.
  clang::Expr *failAssertion(llvm::StringRef Text);
  /// `if consteval { Constant } else { Run }` where the function may be
  /// evaluated at compile time; otherwise \p Run. A null \p Constant stands for
  /// an empty statement.
  clang::Stmt *statementUnlessConstant(clang::Stmt *Constant, clang::Stmt *Run);

  // Expressions.
  /// The value of \p E, for first() and last().
  clang::OpaqueValueExpr *evaluated(clang::Expr *E);
  /// Evaluates \p Value and then \p Steps, which use it; \p Value is the
  /// result.
  clang::Expr *first(clang::OpaqueValueExpr *Value,
                     llvm::ArrayRef<clang::Expr *> Steps);
  /// Likewise; the result is \p Last, which uses \p Value too.
  clang::Expr *last(clang::OpaqueValueExpr *Value,
                    llvm::ArrayRef<clang::Expr *> Steps, clang::Expr *Last);
  /// Evaluates \p Steps, of type void, and then \p E, which is the result.
  clang::Expr *sequence(llvm::ArrayRef<clang::Expr *> Steps, clang::Expr *E);
  clang::Expr *thisPointer();
  clang::Expr *unlessConstant(clang::Expr *Constant, clang::Expr *Run);
  clang::Expr *integer(uint64_t V, clang::QualType T);
  clang::Expr *addressOf(clang::Expr *E);
  /// The address at \p Offset behind \p Pointer, a prvalue.
  clang::Expr *part(clang::Expr *Pointer, clang::CharUnits Offset);
  /// The value of a block that executes \p First and then evaluates \p E.
  clang::Expr *statementsAnd(llvm::ArrayRef<clang::Stmt *> First,
                             clang::Expr *E);
  clang::Expr *ref(clang::VarDecl *V);
  clang::Expr *load(clang::VarDecl *V);
  clang::Expr *convert(clang::Expr *E, clang::QualType T);
  clang::Expr *binary(clang::BinaryOperatorKind Op, clang::Expr *L,
                      clang::Expr *R);
  clang::Expr *conditional(clang::Expr *Condition, clang::Expr *A,
                           clang::Expr *B);
  /// \p E, which destroys the temporaries that it makes. \p Original is the
  /// expression that it was part of, if that kept more than temporaries.
  clang::Expr *cleanups(clang::Expr *E,
                        clang::ExprWithCleanups *Original = nullptr);
  /// Evaluates the lvalues \p Places, then \p E, which refers to them.
  clang::Expr *after(llvm::ArrayRef<clang::OpaqueValueExpr *> Places,
                     clang::Expr *E);
  /// \p E, after whose evaluation \p Steps are evaluated.
  clang::Expr *before(clang::Expr *E, llvm::ArrayRef<clang::Expr *> Steps);
  /// Gives the variable \p V its first value, constructed in place.
  clang::Expr *initialize(clang::VarDecl *V, clang::Expr *Init);
  /// A value of the type of \p V for which no code, or a zero, is emitted.
  clang::Expr *uninitialized(clang::VarDecl *V);

  clang::ASTContext &context() const { return C; }
  bool mayBeConstantEvaluated() const;
  clang::QualType u64() const;
  clang::QualType i64() const;

protected:
  clang::Expr *text(llvm::StringRef Text);
  clang::Expr *trap();
  clang::Expr *call(llvm::StringRef Marker, llvm::ArrayRef<clang::Expr *> Args);
  clang::Expr *call(clang::FunctionDecl *D, llvm::ArrayRef<clang::Expr *> Args);
  clang::Expr *functionAddress(clang::FunctionDecl *D);
  clang::Expr *dereference(clang::Expr *Pointer, const clang::Expr *Like);
  clang::Expr *pointerCast(clang::Expr *E, clang::QualType T);

  clang::ASTContext &C;
  MarkerDecls &Markers;
  clang::FunctionDecl *F;
  clang::SourceLocation L;

private:
  clang::Expr *region(unsigned R);
  clang::Expr *outerPointer(clang::Expr *E, marker::Lives L);
  clang::Expr *isConstantEvaluated();
  clang::Stmt *rethrow();
  clang::Stmt *countHere();
  clang::Expr *ignored(clang::Expr *E);
  clang::Expr *modular(clang::BinaryOperatorKind Op, clang::Expr *L,
                       clang::Expr *R);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_MARKERBUILDER_H
