//===- EarlyUses.cpp - What is used before the sync -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warns of local variables that a spawned call may still use:
///
///     long a = cilk_spawn f(&x);
///     x = 1;      // changed, and the call has its address
///     return a;   // read, and the call has not returned
///
/// Only what is so on each path: a spawn or sync in one branch of an `if` may
/// belong to another one elsewhere.
///
//===----------------------------------------------------------------------===//

#include "RaceHints.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {
namespace {

/// What a task that is not synced with does with a variable.
struct Use {
  enum { Result, Address, Captured } How;
  /// The task changes it.
  bool IsChanged;
  SourceLocation Spawn;
  /// How many regions are around the spawn.
  unsigned Depth;
};

class EarlyUses {
public:
  explicit EarlyUses(Unit &U) : U(U) {}
  void run(const Stmt *Body);

private:
  using Uses = llvm::MapVector<const VarDecl *, Use>;

  void walk(const Stmt *S);
  void walkChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      walk(Child);
  }
  bool walkKeyword(const AttributedStmt *S);
  void walkRegion(const Stmt *S);
  void walkTask(const Stmt *Body);
  void walkParallelLoop(const Stmt *Loop);
  void walkLoop(const Stmt *Loop);
  void walkIf(const IfStmt *If);
  void walkDeclarations(const DeclStmt *S);
  void walkAssignment(const BinaryOperator *B);
  void join(const Uses &Other);
  void spawn(const Expr *Spawned, SourceLocation L);
  void keep(const VarDecl *V, decltype(Use::How) How, bool IsChanged,
            SourceLocation L);
  void keepCaptured(const Stmt *Body, SourceLocation L);
  UnaryOperator *spawnIn(const Expr *E);
  void read(const VarDecl *V, SourceLocation L);
  void change(const VarDecl *V, SourceLocation L);
  void report(const VarDecl *V, const Use &Of, SourceLocation L, bool IsChange);

  Unit &U;
  Uses Now;
  unsigned Depth = 0;
  /// Control does not come here.
  bool IsDead = false;
  /// The statement of a block that is walked.
  const Stmt *Statement = nullptr;
};

} // namespace

/// The local variable that \p E is; null if it is something else.
static const VarDecl *variable(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(plain(E));
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType()
             ? V
             : nullptr;
}

static bool hasJumps(const Stmt *S) {
  return S && (isa<LabelStmt, GotoStmt, IndirectGotoStmt, SwitchStmt>(S) ||
               llvm::any_of(S->children(), hasJumps));
}

void EarlyUses::keep(const VarDecl *V, decltype(Use::How) How, bool IsChanged,
                     SourceLocation L) {
  if (V->getType()->isAtomicType() || V->getType().isVolatileQualified())
    return;
  // A result says more.
  auto [It, IsNew] = Now.insert({V, {How, IsChanged, L, Depth}});
  if (!IsNew && How == Use::Result)
    It->second = {How, IsChanged, L, Depth};
}

void EarlyUses::report(const VarDecl *V, const Use &Of, SourceLocation L,
                       bool IsChange) {
  // Once for each spawn.
  Use Old = Of;
  Now.erase(V);
  FixItHint Sync;
  SourceLocation Begin =
      Statement ? Statement->getBeginLoc() : SourceLocation();
  if (Begin.isValid() && Begin.isFileID())
    Sync = FixItHint::CreateInsertion(Begin, "cilk_sync; ");
  bool IsReported =
      Old.How == Use::Result
          ? U.Errors.warning(Warning::Race, L,
                             "%0 is %select{read|changed}1 before the sync "
                             "with the task whose result it is",
                             V, unsigned(IsChange))
      : Old.How == Use::Address
          ? U.Errors.warning(Warning::Race, L,
                             "%0 is changed before the sync with a task that "
                             "has its address; pass it by value, or put a "
                             "cilk_sync before it",
                             V)
          : U.Errors.warning(Warning::Race, L,
                             "%0 is %select{read|changed}1 before the sync "
                             "with a task that %select{reads|changes}2 it",
                             V, unsigned(IsChange), unsigned(Old.IsChanged));
  if (IsReported)
    U.Errors.note(Old.Spawn, "the task is spawned here", Sync);
}

void EarlyUses::read(const VarDecl *V, SourceLocation L) {
  auto It = Now.find(V);
  if (It != Now.end() && !IsDead &&
      (It->second.How == Use::Result ||
       (It->second.How == Use::Captured && It->second.IsChanged)))
    report(V, It->second, L, /*IsChange=*/false);
}

void EarlyUses::change(const VarDecl *V, SourceLocation L) {
  auto It = Now.find(V);
  if (It != Now.end() && !IsDead)
    report(V, It->second, L, /*IsChange=*/true);
}

/// The spawn whose result \p E is.
UnaryOperator *EarlyUses::spawnIn(const Expr *E) {
  llvm::SmallVector<Expr *, 2> Assignments;
  return findSpawn(const_cast<Expr *>(E), U.sources(), Assignments);
}

/// Finds the local scalars that \p S names, and which of them it changes.
static void findNames(const Stmt *S,
                      llvm::MapVector<const VarDecl *, bool> &Found) {
  if (!S || isa<LambdaExpr, BlockExpr, UnaryExprOrTypeTraitExpr>(S))
    return;
  const Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = B->getLHS();
  else if (const auto *O = dyn_cast<UnaryOperator>(S);
           O && O->isIncrementDecrementOp())
    Target = O->getSubExpr();
  if (const VarDecl *V = Target ? variable(Target) : nullptr)
    Found[V] = true;
  else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
           Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const VarDecl *V = variable(Cast->getSubExpr()))
      Found.insert({V, false});
  for (const Stmt *Child : S->children())
    findNames(Child, Found);
}

static void findDeclared(const Stmt *S, llvm::DenseSet<const Decl *> &Found) {
  if (!S)
    return;
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    Found.insert(Declarations->decl_begin(), Declarations->decl_end());
  for (const Stmt *Child : S->children())
    findDeclared(Child, Found);
}

/// A task runs \p Body, which names variables from outside.
void EarlyUses::keepCaptured(const Stmt *Body, SourceLocation L) {
  if (mayExclude(Body))
    return;
  llvm::MapVector<const VarDecl *, bool> Names;
  findNames(Body, Names);
  llvm::DenseSet<const Decl *> Declared;
  findDeclared(Body, Declared);
  for (auto [V, IsChanged] : Names)
    // Of what it only reads it has a copy.
    if (IsChanged && V->getType()->isScalarType() && !Declared.contains(V))
      keep(V, Use::Captured, IsChanged, L);
}

/// \p Spawned runs in a task from here on.
void EarlyUses::spawn(const Expr *Spawned, SourceLocation L) {
  const auto *Call = dyn_cast<CallExpr>(plain(Spawned));
  if (!Call)
    return;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  const auto *Lambda =
      Operator && Operator->getOperator() == OO_Call
          ? dyn_cast<LambdaExpr>(
                plain(Operator->getArg(0))->IgnoreUnlessSpelledInSource())
          : nullptr;
  if (Lambda) {
    bool ByReference =
        llvm::any_of(Lambda->captures(), [](const LambdaCapture &C) {
          return C.capturesVariable() && C.getCaptureKind() == LCK_ByRef;
        });
    if (ByReference && !mayExclude(Lambda->getBody())) {
      llvm::MapVector<const VarDecl *, bool> Names;
      findNames(Lambda->getBody(), Names);
      for (const LambdaCapture &C : Lambda->captures()) {
        const auto *V = C.capturesVariable()
                            ? dyn_cast<VarDecl>(C.getCapturedVar())
                            : nullptr;
        if (V && C.getCaptureKind() == LCK_ByRef && Names.count(V) &&
            V->getType()->isScalarType())
          keep(V, Use::Captured, Names[V], L);
      }
    }
    return;
  }
  for (const Expr *Argument : Call->arguments()) {
    const VarDecl *V = nullptr;
    const auto *AddressOf = dyn_cast<UnaryOperator>(plain(Argument));
    if (AddressOf && AddressOf->getOpcode() == UO_AddrOf)
      V = variable(AddressOf->getSubExpr());
    else if (Argument->isLValue())
      V = variable(Argument);
    if (V && V->getType()->isScalarType())
      keep(V, Use::Address, /*IsChanged=*/false, L);
  }
}

void EarlyUses::walkDeclarations(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue;
    Now.erase(V);
    if (!V->hasInit())
      continue;
    walk(V->getInit());
    if (UnaryOperator *Spawn = spawnIn(V->getInit());
        Spawn && V->hasLocalStorage())
      keep(V, Use::Result, /*IsChanged=*/true, Spawn->getOperatorLoc());
  }
}

void EarlyUses::walkAssignment(const BinaryOperator *B) {
  const auto *Leading = asSpawn(const_cast<Expr *>(B->getLHS()), U.sources());
  const Expr *Target = Leading ? Leading->getSubExpr() : B->getLHS();
  const VarDecl *V = variable(Target);
  if (!V)
    walk(Target);
  walk(B->getRHS());
  const UnaryOperator *Spawn = Leading ? Leading : spawnIn(B->getRHS());
  if (Leading)
    spawn(B->getRHS(), Leading->getOperatorLoc());
  if (V && !Spawn)
    change(V, B->getOperatorLoc());
  else if (V)
    keep(V, Use::Result, /*IsChanged=*/true, Spawn->getOperatorLoc());
}

/// Control arrives here with either.
void EarlyUses::join(const Uses &Other) {
  Now.remove_if([&](const auto &Each) { return !Other.count(Each.first); });
}

void EarlyUses::walkIf(const IfStmt *If) {
  for (const Stmt *Child : If->children())
    if (Child && Child != If->getThen() && Child != If->getElse())
      walk(Child);
  Uses Before = Now;
  bool WasDead = IsDead;
  walk(If->getThen());
  Uses AfterThen = Now;
  bool ThenEnds = IsDead;
  Now = Before;
  IsDead = WasDead;
  if (If->getElse())
    walk(If->getElse());
  if (IsDead)
    Now = AfterThen;
  else if (!ThenEnds)
    join(AfterThen);
  IsDead = WasDead || (IsDead && ThenEnds);
}

void EarlyUses::walkLoop(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (For && For->getInit())
    walk(For->getInit());
  bool WasDead = IsDead;
  Uses Before = Now;
  // Again, for what the first iteration has spawned.
  for (int Iteration = 0; Iteration != 2; ++Iteration) {
    if (For) {
      for (const Stmt *Part :
           {static_cast<const Stmt *>(For->getCond()), For->getBody(),
            static_cast<const Stmt *>(For->getInc())}) {
        llvm::SaveAndRestore Save(Statement,
                                  Part == For->getBody() ? Statement : nullptr);
        if (Part)
          walk(Part);
      }
    } else {
      walkChildren(Loop);
    }
    if (IsDead)
      Now = Before;
    IsDead = WasDead;
  }
}

/// What \p Body does it does in another strand, and what it spawns it waits
/// for.
void EarlyUses::walkTask(const Stmt *Body) {
  llvm::SaveAndRestore SaveNow(Now);
  llvm::SaveAndRestore SaveDead(IsDead);
  llvm::SaveAndRestore SaveDepth(Depth, Depth + 1);
  walk(Body);
}

void EarlyUses::walkParallelLoop(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
  const Stmt *Body = For ? For->getBody() : Range ? Range->getBody() : nullptr;
  for (const Stmt *Child : Loop->children())
    if (Child && Child != Body && (!For || Child != For->getInc()))
      walk(Child);
  walkTask(Body);
}

/// A scope or try block, which waits for what it has spawned.
void EarlyUses::walkRegion(const Stmt *S) {
  ++Depth;
  if (isa<CompoundStmt>(S))
    walk(S);
  else
    walkChildren(S);
  Now.remove_if([&](const auto &Each) { return Each.second.Depth == Depth; });
  --Depth;
}

bool EarlyUses::walkKeyword(const AttributedStmt *S) {
  Keyword K;
  const Attr *A = findKeyword(S, K);
  if (!A)
    return false;
  switch (K) {
  case Keyword::Sync:
    Now.remove_if([&](const auto &Each) { return Each.second.Depth >= Depth; });
    return true;
  case Keyword::Scope:
    walkRegion(S);
    return true;
  case Keyword::Spawn:
    walkTask(S->getSubStmt());
    keepCaptured(S->getSubStmt(), A->getLocation());
    return true;
  case Keyword::For:
    walkParallelLoop(S->getSubStmt());
    return true;
  case Keyword::Grain:
  case Keyword::Reducer:
    return false;
  }
  return false;
}

void EarlyUses::walk(const Stmt *S) {
  if (!S || isa<BlockExpr, UnaryExprOrTypeTraitExpr>(S))
    return;
  // `(void)x` is how programs say that a variable is unused: no read.
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_ToVoid && variable(Cast->getSubExpr()))
    return;
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S);
      Attributed && walkKeyword(Attributed))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body()) {
      llvm::SaveAndRestore Save(Statement, Child);
      walk(Child);
    }
  } else if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    walkDeclarations(Declarations);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    walkIf(If);
  } else if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
    walkLoop(S);
  } else if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    walkRegion(Try->getTryBlock());
    bool Ends = IsDead;
    for (unsigned I = 0; I != Try->getNumHandlers(); ++I) {
      IsDead = false;
      walkRegion(Try->getHandler(I));
    }
    IsDead = Ends;
  } else if (isa<ReturnStmt, BreakStmt, ContinueStmt, CXXThrowExpr>(S)) {
    walkChildren(S);
    IsDead = true;
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      walk(Init);
  } else if (const auto *B = dyn_cast<BinaryOperator>(S);
             B && B->getOpcode() == BO_Assign) {
    walkAssignment(B);
  } else if (const auto *O = dyn_cast<UnaryOperator>(S);
             O && asSpawn(const_cast<UnaryOperator *>(O), U.sources())) {
    walkChildren(S);
    spawn(O->getSubExpr(), O->getOperatorLoc());
  } else {
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue) {
      if (const VarDecl *V = variable(Cast->getSubExpr()))
        read(V, Cast->getExprLoc());
    }
    walkChildren(S);
    const Expr *Target = nullptr;
    if (const auto *Compound = dyn_cast<CompoundAssignOperator>(S))
      Target = Compound->getLHS();
    else if (const auto *O = dyn_cast<UnaryOperator>(S);
             O && O->isIncrementDecrementOp())
      Target = O->getSubExpr();
    if (const VarDecl *V = Target ? variable(Target) : nullptr)
      change(V, Target->getExprLoc());
  }
}

void EarlyUses::run(const Stmt *Body) {
  // Not what jumps decide, nor what locks may protect.
  if (!hasJumps(Body) && !mayExclude(Body))
    walk(Body);
}

void checkEarlyUses(FunctionDecl *F, Unit &U) {
  EarlyUses(U).run(F->getBody());
}

} // namespace tussah
