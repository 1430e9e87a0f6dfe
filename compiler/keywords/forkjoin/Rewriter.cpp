//===- Rewriter.cpp - From keywords to markers ----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "JumpChecker.h"
#include "RaceHints.h"
#include "SharedCounters.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

bool Rewriter::run() {
  if (!checkJumps(F, U))
    return false;
  checkCounters(F, U);
  checkSharedUpdates(F, U);
  checkEarlyUses(F, U);
  findOuterVariables(F, U, Outer);
  // Sema may be in the middle of another function.
  Sema::ContextRAII Context(U.S, F);
  U.S.PushFunctionScope();
  {
    EnterExpressionEvaluationContext Evaluation(
        U.S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    declareInlets();
    Region Function{NumRegions++, RegionKind::Function,
                    spawnsIntoRegion(F->getBody(), U.sources()), nullptr};
    if (auto *Try = dyn_cast<CXXTryStmt>(F->getBody())) {
      llvm::SaveAndRestore<Region *> InFunction(Current, &Function);
      rewriteTry(Try);
      if (Inlets) // a block around it, as the handlers have the lock, too
        F->setBody(withInlets(at(F->getLocation()).block(Try)));
    } else {
      F->setBody(withInlets(rewriteRegionBody(F->getBody(), Function)));
    }
  }
  U.S.PopFunctionScopeInfo();
  return true;
}

CompoundStmt *Rewriter::rewriteRegion(Stmt *Body, RegionKind Kind) {
  Region R{NumRegions++, Kind, spawnsIntoRegion(Body, U.sources()), Current};
  llvm::SaveAndRestore<bool> In(InTask, InTask || Kind == RegionKind::Function);
  return rewriteRegionBody(Body, R);
}

CompoundStmt *Rewriter::rewriteRegionBody(Stmt *Body, Region &R) {
  llvm::SaveAndRestore<Region *> In(Current, &R);
  auto *Compound = dyn_cast<CompoundStmt>(Body);
  if (!Compound)
    Compound = at(Body->getBeginLoc()).block(Body);
  return rewriteCompound(Compound, /*IsRegion=*/true);
}

/// Whether \p S declares a guard of reducers.
static bool endsReducers(const Stmt *S) {
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  return Declaration && llvm::any_of(Declaration->decls(), [](const Decl *D) {
           const auto *Guard = D->getAttr<CleanupAttr>();
           return Guard &&
                  Guard->getFunctionDecl()->getName() == marker::ReducerClose;
         });
}

CompoundStmt *Rewriter::rewriteCompound(CompoundStmt *S, bool IsRegion) {
  llvm::SmallVector<Stmt *, 16> Out;
  for (Stmt *Child : S->body()) {
    // The guard syncs the region when control leaves the compound, before the
    // variables that are declared above it are destroyed. One guard at the top
    // would be too early for them, one for every spawn would serialize loops.
    if (IsRegion && spawnsIntoRegion(Child, U.sources()))
      Out.push_back(at(Child->getBeginLoc()).guard(Current->Number));
    // A reducer ends when all strands that have used it are synced with.
    IsRegion |= endsReducers(Child);
    rewrite(Child, Out);
  }
  FPOptionsOverride Options =
      S->hasStoredFPFeatures() ? S->getStoredFPFeatures() : FPOptionsOverride();
  return CompoundStmt::Create(context(), Out, Options, S->getLBracLoc(),
                              S->getRBracLoc());
}

/// Rewrites a statement that must stay one.
Stmt *Rewriter::rewriteSub(Stmt *S) {
  if (!S)
    return nullptr;
  llvm::SmallVector<Stmt *, 4> Out;
  rewrite(S, Out);
  return Out.size() == 1 ? Out[0] : at(S->getBeginLoc()).block(Out);
}

void Rewriter::rewrite(Stmt *S, Statements &Out) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    Out.push_back(rewriteCompound(cast<CompoundStmt>(S), /*IsRegion=*/false));
    return;
  case Stmt::AttributedStmtClass:
    rewriteAttributed(cast<AttributedStmt>(S), Out);
    return;
  case Stmt::LabelStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    rewriteLabeled(S, Out);
    return;
  case Stmt::DeclStmtClass:
    rewriteDeclStmt(cast<DeclStmt>(S), Out);
    return;
  case Stmt::IfStmtClass: {
    auto *If = cast<IfStmt>(S);
    checkExpr(If->getInit(), "the initializer of an if statement");
    checkExpr(If->getConditionVariableDeclStmt(), "a condition");
    checkExpr(If->getCond(), "a condition");
    If->setThen(rewriteSub(If->getThen()));
    if (If->getElse())
      If->setElse(rewriteSub(If->getElse()));
    break;
  }
  case Stmt::SwitchStmtClass: {
    auto *Switch = cast<SwitchStmt>(S);
    checkExpr(Switch->getInit(), "the initializer of a switch statement");
    checkExpr(Switch->getConditionVariableDeclStmt(), "a condition");
    checkExpr(Switch->getCond(), "a condition");
    Switch->setBody(rewriteSub(Switch->getBody()));
    break;
  }
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
  case Stmt::CXXForRangeStmtClass:
    rewriteLoop(S);
    break;
  case Stmt::CXXTryStmtClass:
    rewriteTry(cast<CXXTryStmt>(S));
    break;
  case Stmt::ReturnStmtClass:
    rewriteReturn(cast<ReturnStmt>(S));
    break;
  default:
    if (auto *E = dyn_cast<Expr>(S)) {
      rewriteExpr(E, Out);
      return;
    }
    checkChildren(S, "this kind of statement");
  }
  Out.push_back(S);
}

/// The first statement that the labeled one becomes keeps the label.
void Rewriter::rewriteLabeled(Stmt *S, Statements &Out) {
  llvm::SmallVector<Stmt *, 4> Sub;
  if (auto *Label = dyn_cast<LabelStmt>(S)) {
    rewrite(Label->getSubStmt(), Sub);
    Label->setSubStmt(Sub[0]);
  } else if (auto *Case = dyn_cast<CaseStmt>(S)) {
    checkExpr(Case->getLHS(), "a case label");
    checkExpr(Case->getRHS(), "a case label");
    rewrite(Case->getSubStmt(), Sub);
    Case->setSubStmt(Sub[0]);
  } else {
    auto *Default = cast<DefaultStmt>(S);
    rewrite(Default->getSubStmt(), Sub);
    Default->setSubStmt(Sub[0]);
  }
  Out.push_back(S);
  Out.append(Sub.begin() + 1, Sub.end());
}

void Rewriter::rewriteAttributed(AttributedStmt *S, Statements &Out) {
  Keyword K;
  if (findKeyword(S, K)) {
    rewriteKeyword(K, S, Out);
    return;
  }
  llvm::SmallVector<Stmt *, 4> Sub;
  rewrite(S->getSubStmt(), Sub);
  *S->child_begin() = Sub[0];
  Out.push_back(S);
  Out.append(Sub.begin() + 1, Sub.end());
}

void Rewriter::rewriteKeyword(Keyword K, AttributedStmt *S, Statements &Out) {
  SourceLocation Token = findKeyword(S, K)->getLocation();
  Stmt *Sub = S->getSubStmt();
  size_t NumBefore = Out.size();
  if (InSpawn) {
    U.Errors.error(Token,
                   "'%0' is not allowed in the arguments of a spawned "
                   "call",
                   spelling(K));
    Out.push_back(Sub);
    return;
  }
  switch (K) {
  case Keyword::Sync:
    rewriteSync(Sub->getBeginLoc(), Out);
    return;
  case Keyword::Scope:
    rewriteScope(scopeBody(Sub), Out);
    return;
  case Keyword::Spawn:
    rewriteSpawnedBlock(Sub, Out);
    return;
  case Keyword::For:
    rewriteParallelLoop(Sub, /*Grain=*/nullptr, Token, Out);
    break;
  case Keyword::Grain: {
    // if ((grain) < 1) ; else [[cilk_for]] loop
    auto *If = cast<IfStmt>(Sub);
    auto *Loop = cast<AttributedStmt>(If->getElse());
    SourceLocation For = findKeyword(Loop, K)->getLocation();
    rewriteParallelLoop(Loop->getSubStmt(), If->getCond(), For, Out);
    break;
  }
  case Keyword::Reducer:
    llvm_unreachable("is not a statement");
  }
  if (Out.size() == NumBefore)
    Out.push_back(Sub);
}

void Rewriter::rewriteLoop(Stmt *S) {
  if (auto *For = dyn_cast<ForStmt>(S)) {
    checkExpr(For->getInit(), "the initializer of a loop");
    checkExpr(For->getConditionVariableDeclStmt(), "a condition");
    checkExpr(For->getCond(), "a condition");
    checkExpr(For->getInc(), "the increment of a loop");
    For->setBody(rewriteSub(For->getBody()));
  } else if (auto *While = dyn_cast<WhileStmt>(S)) {
    checkExpr(While->getConditionVariableDeclStmt(), "a condition");
    checkExpr(While->getCond(), "a condition");
    While->setBody(rewriteSub(While->getBody()));
  } else if (auto *Do = dyn_cast<DoStmt>(S)) {
    Do->setBody(rewriteSub(Do->getBody()));
    checkExpr(Do->getCond(), "a condition");
  } else {
    auto *Range = cast<CXXForRangeStmt>(S);
    checkExpr(Range->getInit(), "the initializer of a loop");
    checkExpr(Range->getRangeStmt(), "the range of a loop");
    Range->setBody(rewriteSub(Range->getBody()));
  }
}

/// Whether tasks may be outstanding that the current function has spawned.
bool Rewriter::mayHaveOtherTasks() const {
  for (const Region *R = Current; R; R = R->Parent) {
    if (R->Spawns)
      return true;
    if (R->Kind == RegionKind::Function)
      return false;
  }
  return false;
}

/// A target may have one count of tasks for a function's activation, so that a
/// sync waits for those of all its regions. A scope among other tasks becomes a
/// function, which the parent calls.
void Rewriter::rewriteScope(Stmt *S, Statements &Out) {
  bool IsFunction = mayHaveOtherTasks() && canBeFunction(S, F, U);
  bool Spawns = spawnsIntoRegion(S, U.sources());
  Region R{NumRegions++, IsFunction ? RegionKind::Function : RegionKind::Scope,
           Spawns, Current};
  SourceLocation L = S->getBeginLoc();
  llvm::SmallVector<Stmt *, 4> Task;
  if (IsFunction)
    Task = nameOuterVariables({S, true});
  CompoundStmt *Body = rewriteRegionBody(S, R);
  if (Inlets && Spawns && !InTask) {
    // What the tasks of the scope deliver is handled in it.
    llvm::SmallVector<Stmt *, 16> Statements(Body->body());
    pauseInlets(at(L).sync(R.Number), L, Statements);
    Body = CompoundStmt::Create(context(), Statements, FPOptionsOverride(),
                                Body->getLBracLoc(), Body->getRBracLoc());
  }
  if (!IsFunction) {
    Out.push_back(Body);
    return;
  }
  Task.push_back(Body);
  emitTask(marker::CalledRegion, Task, Body, L, Out);
}

/// A try block or handler that spawns is a region: its tasks must finish while
/// the handlers still apply to their exceptions.
void Rewriter::rewriteTry(CXXTryStmt *S) {
  auto Rewrite = [&](Stmt *Block) -> Stmt * {
    auto *Compound = cast<CompoundStmt>(Block);
    bool Spawns = llvm::any_of(Compound->body(), [&](Stmt *Child) {
      return spawnsIntoRegion(Child, U.sources());
    });
    return Spawns ? rewriteRegion(Compound, RegionKind::Try)
                  : rewriteCompound(Compound, /*IsRegion=*/false);
  };
  for (Stmt *&Child : S->children()) {
    if (auto *Handler = dyn_cast<CXXCatchStmt>(Child))
      *Handler->child_begin() = Rewrite(Handler->getHandlerBlock());
    else
      Child = Rewrite(Child);
  }
}

void Rewriter::rewriteSync(SourceLocation L, Statements &Out) {
  llvm::SmallVector<Stmt *, 2> Syncs;
  Region *R = Current;
  Syncs.push_back(at(L).sync(R->Number));
  while (R->Kind == RegionKind::Try) {
    R = R->Parent;
    Syncs.push_back(at(L).sync(R->Number));
  }
  llvm::SmallVector<Stmt *, 4> Paused;
  pauseInlets(Syncs, L, Paused);
  if (!at(L).mayBeConstantEvaluated())
    Out.append(Paused.begin(), Paused.end());
  else
    Out.push_back(at(L).statementUnlessConstant(nullptr, at(L).block(Paused)));
}

//===----------------------------------------------------------------------===//
// Expressions without a spawn of their own
//===----------------------------------------------------------------------===//

/// The statement whose value is that of the statement expression.
static Expr *valueOf(StmtExpr *E) {
  CompoundStmt *Body = E->getSubStmt();
  if (Body->body_empty() || E->getType()->isVoidType())
    return nullptr;
  return dyn_cast<Expr>(Body->body_back());
}

void Rewriter::rewriteStatementExpr(StmtExpr *E) {
  if (Expr *Value = valueOf(E)) {
    llvm::SmallVector<Expr *, 2> Assignments;
    if (UnaryOperator *Spawn = findSpawn(Value, U.sources(), Assignments))
      U.Errors.error(Spawn->getOperatorLoc(),
                     "'cilk_spawn' is not allowed in the value of a statement "
                     "expression");
  }
  E->setSubStmt(rewriteCompound(E->getSubStmt(), /*IsRegion=*/false));
}

static constexpr llvm::StringLiteral Operand = "an operand";

/// What to call an operand of \p E in a message.
static llvm::StringRef placeOfOperands(Stmt *E, llvm::StringRef Where) {
  if (auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->isElidable() ? Where : "a constructor argument";
  if (auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->getOperator() != OO_Call)
    return O->getOperator() == OO_Subscript ? "a subscript"
                                            : llvm::StringRef(Operand);
  if (isa<CallExpr>(E))
    return "a function argument";
  if (isa<AbstractConditionalOperator>(E))
    return "a conditional operator";
  if (auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Comma)
      return "a comma expression";
    if (B->isLogicalOp())
      return B->getOpcode() == BO_LAnd ? "an operand of '&&'"
                                       : "an operand of '||'";
    return Operand;
  }
  if (isa<InitListExpr, CXXStdInitializerListExpr, CXXParenListInitExpr>(E))
    return "an initializer list";
  if (isa<ArraySubscriptExpr>(E))
    return "a subscript";
  if (isa<CXXThrowExpr>(E))
    return "a throw expression";
  if (isa<CXXNewExpr>(E))
    return "a new expression";
  if (isa<MemberExpr>(E))
    return "the object of a member access";
  if (isa<GenericSelectionExpr>(E))
    return "a generic selection";
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(E))
    return "an operand that is not evaluated";
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Extension ? Where : llvm::StringRef(Operand);
  return Where;
}

void Rewriter::checkChildren(Stmt *E, llvm::StringRef Where) {
  for (Stmt *Child : E->children())
    checkExpr(Child, Where);
}

void Rewriter::checkExpr(Stmt *E, llvm::StringRef Where) {
  if (!E)
    return;
  if (UnaryOperator *Spawn = asSpawn(E, U.sources())) {
    if (Where == Operand)
      U.Errors.error(Spawn->getOperatorLoc(),
                     "'cilk_spawn' is not allowed in an operand; spawn all of "
                     "the right side, as in 'x = cilk_spawn (f() + 1)', or "
                     "spawn into a variable and use it after a 'cilk_sync'");
    else
      U.Errors.error(Spawn->getOperatorLoc(),
                     "'cilk_spawn' is not allowed in %0; it must be a "
                     "statement, the initializer of a variable or the right "
                     "side of an assignment",
                     Where);
  } else if (auto *Statements = dyn_cast<StmtExpr>(E)) {
    rewriteStatementExpr(Statements);
    return;
  } else if (auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    for (Expr *Init : Lambda->capture_inits())
      checkExpr(Init, "a lambda capture");
    return;
  } else if (isa<BlockExpr>(E)) {
    return;
  }
  checkChildren(E, placeOfOperands(E, Where));
}

llvm::SmallVector<Stmt *, 4>
Rewriter::nameOuterVariables(TaskKey Task, const VarDecl *Control) {
  llvm::SmallVector<Stmt *, 4> Marks;
  SourceLocation L = Task.getPointer()->getBeginLoc();
  auto Variables = Outer.find(Task);
  if (Variables != Outer.end())
    for (const OuterVariable &O : Variables->second)
      if (O.Variable != Control)
        Marks.push_back(at(L).uncounted().outer(O.Variable, O.Lives));
  return Marks;
}

} // namespace tussah
