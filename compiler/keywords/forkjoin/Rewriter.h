//===- Rewriter.h - From keywords to markers --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H

#include "SpawnedExpr.h"
#include "compiler/keywords/reducers/ReducerTypes.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "compiler/keywords/shared/MarkerBuilder.h"
#include "compiler/keywords/shared/Reporter.h"
#include "compiler/tasks/Markers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/PointerIntPair.h"

namespace tussah {

/// What all functions of a translation unit share.
struct Unit {
  clang::Sema &S;
  KeywordLog &Log;
  MarkerDecls Markers;
  Reporter Errors;
  ReducerTypes Reducers;
  /// Uses of reducers, which have been rewritten.
  llvm::DenseSet<const clang::Stmt *> Views;
  /// Structured bindings whose expressions have been rewritten.
  llvm::DenseSet<const clang::BindingDecl *> Bindings;
  /// What calls inlets with the arguments in a buffer.
  llvm::DenseMap<const clang::FunctionDecl *, clang::FunctionDecl *> Handlers;
  /// Default arguments and initializers that have been rewritten; of fields,
  /// what became of them.
  llvm::DenseMap<const clang::ValueDecl *, clang::Expr *> Defaults;

  Unit(clang::Sema &S, KeywordLog &Log, bool CountsCode)
      : S(S), Log(Log), Markers(S, CountsCode), Errors(S, &Log.switches()),
        Reducers(S, Errors) {}
  const clang::SourceManager &sources() const { return S.getSourceManager(); }

  // ViewRewriterLifetimes.cpp.
  /// Reports what cannot be the reducer, or hold the reducers, \p D.
  void checkReducer(const clang::DeclaratorDecl *D);
  /// Reports if \p E is a view's address where a pointer to a reducer is
  /// wanted, or the other way round, by something of type \p Type, written as
  /// \p T.
  void checkPointer(const clang::Expr *E, clang::QualType Type, WrittenType T);
  /// Likewise of the initializer of \p V. Warns if that is executed before all
  /// strands, and leads to a view.
  void checkStaticPointer(const clang::VarDecl *V);
  /// Appends the reducers in an object of type \p Type, written as \p T, which
  /// is at \p Offset.
  void findReducers(WrittenType T, clang::QualType Type,
                    llvm::SmallVectorImpl<ReducerPart> &Parts,
                    clang::CharUnits Offset = clang::CharUnits());
  /// Likewise for the member \p Field of an object at \p Offset.
  void findReducers(const clang::FieldDecl *Field,
                    llvm::SmallVectorImpl<ReducerPart> &Parts,
                    clang::CharUnits Offset);
  /// Lets the functions of \p R be instantiated and emitted.
  void use(const Reducer &R, clang::SourceLocation L);
  /// RewriterInlets.cpp.
  clang::FunctionDecl *handlerOf(clang::FunctionDecl *Inlet);
  /// A function of <cilk/reducer> (ReducerTypesForms.cpp).
  clang::FunctionDecl *formFunction(llvm::StringRef Name);

private:
  void findMembers(const clang::RecordDecl *Record,
                   llvm::SmallVectorImpl<ReducerPart> &Parts,
                   clang::CharUnits Offset);
  void repeat(llvm::ArrayRef<ReducerPart> Members, uint64_t Count,
              clang::CharUnits Size, llvm::SmallVectorImpl<ReducerPart> &Parts);
};

enum class RegionKind {
  /// All of what is or becomes a function.
  Function,
  Scope,
  /// A try block or handler. An explicit sync in it also waits for the tasks of
  /// the regions around it: for the user, it is a sync of the function.
  Try,
};

/// What a sync waits for (docs/ir.md).
struct Region {
  unsigned Number;
  RegionKind Kind;
  /// Tasks are spawned into it.
  bool Spawns;
  Region *Parent;
};

/// A variable that a task uses and does not declare.
struct OuterVariable {
  clang::VarDecl *Variable;
  marker::Lives Lives;
};

/// What becomes a task: an expression with a spawn, or, if the bit is set, a
/// spawned block or the body of a loop or scope. That may be an expression too.
using TaskKey = llvm::PointerIntPair<const clang::Stmt *, 1, bool>;

/// The outer variables of each task that has some.
using OuterVariableMap =
    llvm::DenseMap<TaskKey, llvm::SmallVector<OuterVariable, 4>>;

/// Rewrites the keywords in the body of one function to form 1 of docs/ir.md.
/// Functions inside it (lambdas, members of local classes) are not touched.
class Rewriter {
public:
  /// \p F has a body, which contains keywords, and is not a template.
  Rewriter(Unit &U, clang::FunctionDecl *F) : U(U), F(F) {}

  /// Returns false, and leaves the body alone, if its jumps are wrong.
  bool run();

  // For LoopRewriter.
  using Statements = llvm::SmallVectorImpl<clang::Stmt *>;
  MarkerBuilder at(clang::SourceLocation L) {
    return MarkerBuilder(U.Markers, F, userLocation(L, U.sources()));
  }
  /// Rewrites \p Body, which becomes a new region.
  clang::CompoundStmt *rewriteRegion(clang::Stmt *Body, RegionKind Kind);
  /// Reports every keyword in \p E, and rewrites statement expressions in it.
  /// \p Where names the place for the message.
  void checkExpr(clang::Stmt *E, llvm::StringRef Where);
  /// Marks, for the task or loop body that \p Task becomes, of the variables
  /// that it does not declare. \p Control is the control variable of the loop,
  /// which the body declares again.
  llvm::SmallVector<clang::Stmt *, 4>
  nameOuterVariables(TaskKey Task, const clang::VarDecl *Control = nullptr);
  unsigned currentRegion() const { return Current->Number; }
  clang::FunctionDecl *function() const { return F; }
  Unit &unit() { return U; }

private:
  /// Fills Outer (OuterVariables.cpp).
  void findOuterVariables();

  // Statements (Rewriter.cpp).
  clang::CompoundStmt *rewriteRegionBody(clang::Stmt *Body, Region &R);
  clang::CompoundStmt *rewriteCompound(clang::CompoundStmt *S, bool IsRegion);
  void rewrite(clang::Stmt *S, Statements &Out);
  clang::Stmt *rewriteSub(clang::Stmt *S);
  void rewriteLabeled(clang::Stmt *S, Statements &Out);
  void rewriteAttributed(clang::AttributedStmt *S, Statements &Out);
  void rewriteKeyword(Keyword K, clang::AttributedStmt *S, Statements &Out);
  void rewriteLoop(clang::Stmt *S);
  bool mayHaveOtherTasks() const;
  void rewriteScope(clang::Stmt *S, Statements &Out);
  void rewriteTry(clang::CXXTryStmt *S);
  void rewriteSync(clang::SourceLocation L, Statements &Out);
  void rewriteStatementExpr(clang::StmtExpr *E);
  void checkChildren(clang::Stmt *E, llvm::StringRef Where);

  // Spawns (RewriterSpawns.cpp).
  void rewriteReturn(clang::ReturnStmt *S);
  void rewriteExpr(clang::Expr *E, Statements &Out);
  void rewriteDeclStmt(clang::DeclStmt *S, Statements &Out);
  void rewriteSpawnedInit(clang::VarDecl *V, clang::UnaryOperator *Spawn,
                          llvm::ArrayRef<clang::Expr *> Assignments,
                          Statements &Out);
  bool canInitialize(clang::VarDecl *V, clang::UnaryOperator *Spawn);
  void rewriteSpawnedBlock(clang::Stmt *Block, Statements &Out);
  clang::Expr *prepareCall(clang::Expr *Root, clang::UnaryOperator *Spawn,
                           SpawnedExpr Spawned,
                           llvm::ArrayRef<clang::Expr *> Assignments);
  bool checkSpawn(clang::UnaryOperator *Spawn,
                  llvm::ArrayRef<clang::Expr *> Assignments, bool IsInit);
  bool checkTarget(clang::Expr *Assignment, clang::UnaryOperator *Spawn);
  clang::CallExpr *markCall(clang::UnaryOperator *Spawn, clang::CallExpr *Call);
  void emitTask(unsigned Region, llvm::ArrayRef<clang::Stmt *> Task,
                clang::Stmt *Constant, clang::SourceLocation L,
                Statements &Out);

  // Inlets (RewriterInlets.cpp).
  void declareInlets();
  clang::CompoundStmt *withInlets(clang::CompoundStmt *Body);
  clang::Expr *inletCall(llvm::StringRef Name,
                         llvm::ArrayRef<clang::Expr *> Rest,
                         clang::SourceLocation L);
  void pauseInlets(llvm::ArrayRef<clang::Stmt *> Wait, clang::SourceLocation L,
                   Statements &Out);
  bool checkInletCall(clang::CallExpr *Call, clang::UnaryOperator *Spawn);
  bool rewriteInlet(clang::Expr *E, Statements &Out);
  void deliver(clang::Expr *E, clang::CallExpr *Inlet, unsigned Number,
               clang::UnaryOperator *Spawn, clang::CallExpr *Call,
               Statements &Out);

  clang::ASTContext &context() { return U.S.Context; }

  Unit &U;
  clang::FunctionDecl *F;
  OuterVariableMap Outer;
  Region *Current = nullptr;
  unsigned NumRegions = 0;
  /// Inside the arguments of a spawned call.
  bool InSpawn = false;
  /// In a spawned block or the body of a loop, which is another strand.
  bool InTask = false;
  /// The lock of the function's inlets; null if it has none.
  clang::VarDecl *Inlets = nullptr;
};

/// Whether \p F is an inlet of <tussah/inlet.h>.
bool isInlet(const clang::FunctionDecl *F);

/// The call of an inlet that \p S is, if an argument is spawned; null if not.
clang::CallExpr *asInletCall(clang::Stmt *S, const clang::SourceManager &SM);

/// From here on \p Spawn is an ordinary __extension__.
void finishSpawn(clang::UnaryOperator *Spawn);

/// Warns where \p F, whose body is as it was written, uses a reference or
/// pointer to a view behind a spawn, where the strand may have another view.
void checkViews(Unit &U, clang::FunctionDecl *F);

/// Reports jumps into and out of spawned blocks and loop bodies of \p F, and
/// statements that cannot be compiled in a function with keywords. Returns
/// false if there were any.
bool checkJumps(clang::FunctionDecl *F, Unit &U);

/// Warns of serial loops in \p F, whose body is as it was written, that count a
/// variable which the iterations of a parallel loop around them share.
void checkCounters(clang::FunctionDecl *F, Unit &U);

/// Whether \p S, a part of \p F, could be a function: control enters it at its
/// beginning and leaves it at its end, and it does not use \p F's frame in ways
/// that another function's code cannot.
bool canBeFunction(clang::Stmt *S, clang::FunctionDecl *F, Unit &U);

/// Appends to \p Out what the `cilk_for` loop \p Loop becomes. \p Grain is null
/// or the iterations per task that the user asks for. Appends nothing after an
/// error.
void rewriteParallelLoop(clang::Stmt *Loop, clang::Expr *Grain,
                         clang::SourceLocation Keyword, Rewriter &R,
                         Rewriter::Statements &Out);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H
