//===- Rewriter.h - From keywords to markers --------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H

#include "InletHandlers.h"
#include "OuterVariables.h"
#include "SpawnedExpr.h"
#include "compiler/keywords/shared/MarkerBuilder.h"
#include "compiler/keywords/shared/Unit.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tussah {

enum class RegionKind {
  /// All of what is or becomes a function.
  Function,
  Scope,
  /// A try block or handler. An explicit sync in it also waits for the tasks of
  /// the regions around it: for the user, it is a sync of the function.
  Try,
};

/// What a sync waits for (docs/internals/ir.md).
struct Region {
  unsigned Number;
  RegionKind Kind;
  /// Tasks are spawned into it.
  bool Spawns;
  Region *Parent;
};

/// Rewrites the keywords in the body of one function to form 1 of
/// docs/internals/ir.md. Functions inside it (lambdas, members of local
/// classes) are not touched.
class Rewriter {
public:
  /// \p F has a body, which contains keywords, and is not a template.
  Rewriter(Unit &U, InletHandlers &Handlers, clang::FunctionDecl *F)
      : U(U), Handlers(Handlers), F(F) {}

  /// Returns false, and leaves the body alone, if its jumps are wrong.
  bool run();

  // For the rewriter of a loop (RewriterLoops.cpp).
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

  // Parallel loops (RewriterLoops.cpp).
  void checkLoopHeader(clang::Stmt *Loop);
  /// Appends to \p Out what the `cilk_for` loop \p Loop becomes. \p Grain is
  /// null or the iterations per task that the user asks for. Appends nothing
  /// after an error.
  void rewriteParallelLoop(clang::Stmt *Loop, clang::Expr *Grain,
                           clang::SourceLocation Keyword, Statements &Out);

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
  InletHandlers &Handlers;
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

/// From here on \p Spawn is an ordinary __extension__.
void finishSpawn(clang::UnaryOperator *Spawn);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_REWRITER_H
