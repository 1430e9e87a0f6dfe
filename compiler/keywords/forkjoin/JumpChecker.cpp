//===- JumpChecker.cpp - Jumps into and out of tasks ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JumpChecker.h"
#include "compiler/compat/Ast.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtObjC.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {
namespace {

/// What surrounds a statement.
struct Surroundings {
  /// The spawned block, spawned statement or loop body that becomes a function,
  /// or null.
  const Stmt *Task = nullptr;
  /// How to call it in a message.
  llvm::StringRef Name;
  /// Where `break`, `continue` and `case` belong to something in the task.
  bool InBreakable = false;
  bool InLoop = false;
  bool InSwitch = false;
};

class JumpChecker {
public:
  JumpChecker(FunctionDecl *F, Unit &U) : F(F), U(U) {}
  bool check();
  /// Whether \p S could be a task, and more; reports nothing.
  bool isFunction(Stmt *S);

private:
  void visit(Stmt *S);
  void visitChildren(Stmt *S);
  void visitKeyword(Keyword K, Stmt *S);
  void visitTask(Stmt *S, llvm::StringRef Name, bool IsLoopBody);
  void visitLoop(Stmt *S);
  void visitSwitch(SwitchStmt *S);
  void visitJump(Stmt *S);
  void visitCall(CallExpr *E);
  void checkGotos();
  template <unsigned N, typename... Args>
  void error(SourceLocation L, const char (&Text)[N], const Args &...A) {
    Valid = false;
    if (!IsTrial)
      U.Errors.error(L, Text, A...);
  }

  struct Goto {
    SourceLocation L;
    llvm::StringRef Spelling;
    const LabelDecl *Target;
    const Stmt *Task;
    llvm::StringRef Name;
  };

  FunctionDecl *F;
  Unit &U;
  Surroundings Here;
  bool Valid = true;
  bool IsTrial = false;
  llvm::SmallVector<Goto, 4> Gotos;
  llvm::DenseMap<const LabelDecl *, std::pair<const Stmt *, llvm::StringRef>>
      Labels;
};

} // namespace

bool JumpChecker::check() {
  visit(F->getBody());
  checkGotos();
  return Valid;
}

bool JumpChecker::isFunction(Stmt *S) {
  IsTrial = true;
  visitTask(S, "a scope", /*IsLoopBody=*/false);
  checkGotos();
  // Somebody may jump to a label from outside.
  return Valid && Labels.empty();
}

void JumpChecker::checkGotos() {
  for (const Goto &G : Gotos) {
    auto [Task, Name] = Labels.lookup(G.Target);
    if (G.Task == Task)
      continue;
    if (G.Task)
      error(G.L, "'%0' must not leave %1", G.Spelling, G.Name);
    else
      error(G.L, "'%0' must not jump into %1", G.Spelling, Name);
  }
}

void JumpChecker::visitChildren(Stmt *S) {
  for (Stmt *Child : S->children())
    visit(Child);
}

void JumpChecker::visitTask(Stmt *S, llvm::StringRef Name, bool IsLoopBody) {
  llvm::SaveAndRestore<Surroundings> Save(Here);
  Here = Surroundings();
  Here.Task = S;
  Here.Name = Name;
  Here.InLoop = IsLoopBody;
  visit(S);
}

void JumpChecker::visitLoop(Stmt *S) {
  llvm::SaveAndRestore<Surroundings> Save(Here);
  Here.InBreakable = Here.InLoop = true;
  visitChildren(S);
}

void JumpChecker::visitSwitch(SwitchStmt *S) {
  llvm::SaveAndRestore<Surroundings> Save(Here);
  Here.InBreakable = Here.InSwitch = true;
  visitChildren(S);
}

void JumpChecker::visitKeyword(Keyword K, Stmt *S) {
  if (K == Keyword::Spawn) {
    visitTask(S, "a spawned block", /*IsLoopBody=*/false);
    return;
  }
  if (K != Keyword::For) {
    visitChildren(S);
    return;
  }
  Stmt *Body = nullptr;
  if (auto *For = dyn_cast<ForStmt>(S))
    Body = For->getBody();
  else if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    Body = Range->getBody();
  for (Stmt *Child : S->children())
    if (Child != Body)
      visit(Child);
  if (Body)
    visitTask(Body, "the body of a 'cilk_for' loop", /*IsLoopBody=*/true);
}

/// Statements that jump somewhere else.
void JumpChecker::visitJump(Stmt *S) {
  SourceLocation L = S->getBeginLoc();
  if (const LabelDecl *Target = compat::namedTarget(S)) {
    Gotos.push_back({L, isa<BreakStmt>(S) ? "break" : "continue", Target,
                     Here.Task, Here.Name});
    return;
  }
  if (auto *G = dyn_cast<GotoStmt>(S)) {
    Gotos.push_back({L, "goto", G->getLabel(), Here.Task, Here.Name});
    return;
  }
  if (isa<IndirectGotoStmt>(S)) {
    error(L, "a computed goto is not supported in a function that uses Cilk "
             "keywords");
    return;
  }
  if (!Here.Task)
    return;
  if (isa<ReturnStmt>(S))
    error(L, "'return' must not leave %0", Here.Name);
  else if (isa<BreakStmt>(S) && !Here.InBreakable)
    error(L, "'break' must not leave %0", Here.Name);
  else if (isa<ContinueStmt>(S) && !Here.InLoop)
    error(L, "'continue' must not leave %0", Here.Name);
}

/// Whether a call of \p Callee means another thing in another function.
static bool usesFrame(const FunctionDecl *Callee) {
  const IdentifierInfo *Name = Callee->getIdentifier();
  // It is asked for all tasks of the user's function.
  if (Name && Name->isStr("__cilkrts_synched"))
    return true;
  // What these allocate lives as long as the function.
  switch (Callee->getBuiltinID()) {
  case Builtin::BIalloca:
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
  case Builtin::BI__builtin_alloca_with_align_uninitialized:
    return true;
  default:
    return false;
  }
}

void JumpChecker::visitCall(CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || !Here.Task)
    return;
  Valid &= !IsTrial || !usesFrame(Callee);
  if (compat::isVaStart(Callee->getBuiltinID()))
    error(E->getBeginLoc(), "'va_start' is not allowed in %0", Here.Name);
}

void JumpChecker::visit(Stmt *S) {
  // Blocks are functions of their own; BodyScan reports keywords in them.
  if (!S || isa<BlockExpr>(S))
    return;
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (Expr *Init : Lambda->capture_inits())
      visit(Init);
    return;
  }
  if (auto *A = dyn_cast<AttributedStmt>(S)) {
    Keyword K;
    if (findKeyword(A, K)) {
      visitKeyword(K, A->getSubStmt());
      return;
    }
  }
  if (UnaryOperator *Spawn = asSpawn(S, U.sources())) {
    visitTask(Spawn->getSubExpr(), "a spawned call", /*IsLoopBody=*/false);
    return;
  }
  if (auto *E = dyn_cast<Expr>(S); E && Here.Task != S)
    if (findLeadingSpawn(E, U.sources())) {
      visitTask(S, "a spawned call", /*IsLoopBody=*/false);
      return;
    }
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
    visitLoop(S);
    return;
  }
  if (auto *Switch = dyn_cast<SwitchStmt>(S)) {
    visitSwitch(Switch);
    return;
  }
  if (isa<GotoStmt, IndirectGotoStmt, ReturnStmt, BreakStmt, ContinueStmt>(S))
    visitJump(S);
  else if (auto *Label = dyn_cast<LabelStmt>(S))
    Labels[Label->getDecl()] = {Here.Task, Here.Name};
  else if (isa<SwitchCase>(S) && Here.Task && !Here.InSwitch)
    error(S->getBeginLoc(), "a label of an enclosing switch must not be in %0",
          Here.Name);
  else if (auto *Asm = dyn_cast<GCCAsmStmt>(S); Asm && Asm->isAsmGoto())
    error(S->getBeginLoc(), "'asm goto' is not supported in a function that "
                            "uses Cilk keywords");
  else if (isa<ObjCAtTryStmt>(S) && Here.Task)
    // The passes know handlers of C++ only.
    error(S->getBeginLoc(),
          "'@try' is not supported in %0; move it to a function that is called "
          "there",
          Here.Name);
  else if (auto *Call = dyn_cast<CallExpr>(S))
    visitCall(Call);
  visitChildren(S);
}

bool checkJumps(FunctionDecl *F, Unit &U) { return JumpChecker(F, U).check(); }

bool canBeFunction(Stmt *S, FunctionDecl *F, Unit &U) {
  return JumpChecker(F, U).isFunction(S);
}

} // namespace tussah
