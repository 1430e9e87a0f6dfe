//===- RewriterSpawns.cpp - Spawned calls and blocks ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignmentTarget.h"
#include "Rewriter.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// A call of a static operator evaluates its object for nothing; only the
/// declaration of the callee, which the marker hides, tells clang so.
static bool isStaticOperator(const CallExpr *Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getCalleeDecl());
  return isa<CXXOperatorCallExpr>(Call) && Method && Method->isStatic();
}

/// Replaces \p Call below \p Spawn by a plain call of the same function, of a
/// static operator without the object, and marks that.
static CallExpr *replaceCall(UnaryOperator *Spawn, CallExpr *Call,
                             ASTContext &C, MarkerBuilder B) {
  bool HasObject = isStaticOperator(Call);
  llvm::SmallVector<Expr *, 4> Args(
      llvm::drop_begin(Call->arguments(), HasObject));
  auto *Marked = CallExpr::Create(C, B.calleePointer(Call->getCallee()), Args,
                                  Call->getType(), Call->getValueKind(),
                                  Call->getRParenLoc(), Call->getFPFeatures());
  Stmt *&Slot = *findSlot(Spawn, Call);
  Expr *New = Marked;
  if (HasObject && Call->getArg(0)->HasSideEffects(C))
    New = BinaryOperator::Create(
        C, Call->getArg(0), New, BO_Comma, New->getType(), New->getValueKind(),
        OK_Ordinary, Call->getExprLoc(), FPOptionsOverride());
  Slot = New;
  return Marked;
}

/// Marks the object of a call of a member function. Returns false if \p Call is
/// none.
static bool markObject(CallExpr *Call, MarkerBuilder B) {
  Expr *Callee = Call->getCallee()->IgnoreParens();
  if (isa<CXXMemberCallExpr>(Call)) {
    if (auto *M = dyn_cast<MemberExpr>(Callee)) {
      Expr *Base = M->getBase();
      M->setBase(M->isArrow() ? B.calleePointer(Base) : B.calleeObject(Base));
      return true;
    }
    auto *O = cast<BinaryOperator>(Callee);
    O->setLHS(O->getOpcode() == BO_PtrMemI ? B.calleePointer(O->getLHS())
                                           : B.calleeObject(O->getLHS()));
    return true;
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getCalleeDecl());
  if (isa<CXXOperatorCallExpr>(Call) && Method &&
      Method->isImplicitObjectMemberFunction()) {
    Call->setArg(0, B.calleeObject(Call->getArg(0)));
    return true;
  }
  return false;
}

/// Marks \p Call, which is below \p Spawn, and returns it.
CallExpr *Rewriter::markCall(UnaryOperator *Spawn, CallExpr *Call) {
  MarkerBuilder B = at(Call->getBeginLoc());
  // clang finds the text of a literal by its callee's declaration, too.
  if (isStaticOperator(Call) || isa<UserDefinedLiteral>(Call))
    return replaceCall(Spawn, Call, context(), B);
  if (!markObject(Call, B))
    Call->setCallee(B.calleePointer(Call->getCallee()));
  return Call;
}

/// Whether \p Spawn may be where it is. Reports an error if not.
bool Rewriter::checkSpawn(UnaryOperator *Spawn,
                          llvm::ArrayRef<Expr *> Assignments, bool IsInit) {
  SourceLocation Token = Spawn->getOperatorLoc();
  if (InSpawn) {
    U.Errors.error(Token,
                   "'cilk_spawn' is not allowed in the arguments of a spawned "
                   "call");
    return false;
  }
  SpawnedExpr Spawned = findSpawned(Spawn, context());
  if (Spawned.K == SpawnedExpr::Kind::Frame) {
    U.Errors.error(Token, "'cilk_spawn' cannot spawn a function that acts on "
                          "the frame of its caller; call it without "
                          "'cilk_spawn'");
    return false;
  }
  if (Spawned.K == SpawnedExpr::Kind::Whole && Assignments.empty() && !IsInit &&
      !Spawned.E->HasSideEffects(context())) {
    U.Errors.error(Token, "'cilk_spawn' must be followed by a function call; "
                          "put other statements in braces");
    return false;
  }
  return llvm::all_of(Assignments,
                      [&](Expr *E) { return checkTarget(E, Spawn); });
}

void finishSpawn(UnaryOperator *Spawn) {
  // A call of an operator keeps the beginning that it was parsed with, which
  // may be the keyword.
  Spawn->setOperatorLoc(Spawn->getSubExpr()->getExprLoc());
}

//===----------------------------------------------------------------------===//
// The statement around the call
//===----------------------------------------------------------------------===//

bool Rewriter::checkTarget(Expr *Assignment, UnaryOperator *Spawn) {
  Expr *Target = targetOf(Assignment);
  checkExpr(Target, "the left side of an assignment");
  if (Target->isGLValue())
    return true;
  U.Errors.error(Spawn->getOperatorLoc(),
                 "the result of 'cilk_spawn' must be assigned to an lvalue");
  return false;
}

/// Appends to \p Task what the parent does before the task that evaluates all
/// of what \p Spawn applies to: it finds the targets of \p Assignments.
static void placeInParent(UnaryOperator *Spawn,
                          llvm::ArrayRef<Expr *> Assignments, MarkerBuilder B,
                          llvm::SmallVectorImpl<Stmt *> &Task) {
  finishSpawn(Spawn);
  llvm::SmallVector<Expr *, 2> Steps;
  placeTargets(Assignments, Steps, B);
  if (!Steps.empty())
    Steps.push_back(B.taskStart());
  Task.append(Steps.begin(), Steps.end());
}

/// Marks the spawned call or operation in \p Root, which is \p Spawned. Returns
/// \p Root with the targets of its assignments evaluated by the parent.
Expr *Rewriter::prepareCall(Expr *Root, UnaryOperator *Spawn,
                            SpawnedExpr Spawned,
                            llvm::ArrayRef<Expr *> Assignments) {
  llvm::SaveAndRestore<bool> In(InSpawn, true);
  checkExpr(Spawn->getSubExpr(), "a function argument");
  MarkerBuilder B = at(Root->getBeginLoc());
  llvm::SmallVector<Expr *, 2> Steps;
  llvm::SmallVector<OpaqueValueExpr *, 2> Places;
  finishSpawn(Spawn);
  if (Spawned.K == SpawnedExpr::Kind::Call) {
    CallExpr *Call = markCall(Spawn, cast<CallExpr>(Spawned.E));
    Places = hoistTargets(Assignments, operandsHaveEffects(Call, context()),
                          Steps, B);
    evaluateLast(Call, Steps, B);
  } else {
    Places = hoistTargets(Assignments, /*OperandsHaveEffects=*/true, Steps, B);
    hoistOperands(Spawn, Spawned.E, Steps, B);
  }
  if (auto *Full = dyn_cast<ExprWithCleanups>(Root))
    return B.cleanups(B.after(Places, Full->getSubExpr()), Full);
  return B.after(Places, Root);
}

/// Appends the task of \p Region that runs \p Task. \p Constant is what
/// constant evaluation does instead, or null for nothing.
void Rewriter::emitTask(unsigned Region, llvm::ArrayRef<Stmt *> Task,
                        Stmt *Constant, SourceLocation L, Statements &Out) {
  MarkerBuilder B = at(L);
  Stmt *Begin = B.ifThen(B.uncounted().taskBegin(Region), B.taskBody(Task));
  Stmt *End = B.taskEnd(Region);
  if (!B.mayBeConstantEvaluated()) {
    Out.push_back(Begin);
    Out.push_back(End);
    return;
  }
  Out.push_back(B.statementUnlessConstant(Constant, B.block({Begin, End})));
}

/// `return cilk_spawn f();` is a call, which nothing could run next to.
void Rewriter::rewriteReturn(ReturnStmt *S) {
  llvm::SmallVector<Expr *, 2> Assignments;
  UnaryOperator *Spawn = findSpawn(S->getRetValue(), U.sources(), Assignments);
  if (Spawn && Assignments.empty() &&
      findSpawned(Spawn, context()).K != SpawnedExpr::Kind::Whole) {
    U.Errors.warning(Warning::Return, Spawn->getOperatorLoc(),
                     "no parallelism from 'cilk_spawn' in a return statement");
    finishSpawn(Spawn);
  }
  checkExpr(S->getRetValue(), "a return statement");
}

void Rewriter::rewriteExpr(Expr *Written, Statements &Out) {
  if (rewriteInlet(Written, Out))
    return;
  Expr *E = normalizeSpawn(Written, U.sources());
  llvm::SmallVector<Expr *, 2> Assignments;
  UnaryOperator *Spawn = findSpawn(E, U.sources(), Assignments);
  if (!Spawn) {
    checkExpr(E, "an expression");
    Out.push_back(E);
    return;
  }
  if (!checkSpawn(Spawn, Assignments, /*IsInit=*/false)) {
    checkChildren(Spawn, "an expression");
    Out.push_back(E);
    return;
  }
  SourceLocation L = E->getBeginLoc();
  llvm::SmallVector<Stmt *, 4> Task = nameOuterVariables({Written, false});
  SpawnedExpr Spawned = findSpawned(Spawn, context());
  Stmt *Last;
  if (Spawned.K == SpawnedExpr::Kind::Whole) {
    placeInParent(Spawn, Assignments, at(L), Task);
    Last = rewriteRegion(E, RegionKind::Function);
  } else {
    Last = prepareCall(E, Spawn, Spawned, Assignments);
  }
  Task.push_back(Last);
  emitTask(currentRegion(), Task, Last, L, Out);
}

void Rewriter::rewriteSpawnedBlock(Stmt *Block, Statements &Out) {
  llvm::SmallVector<Stmt *, 4> Task = nameOuterVariables({Block, true});
  CompoundStmt *Body = rewriteRegion(Block, RegionKind::Function);
  Task.push_back(Body);
  emitTask(currentRegion(), Task, Body, Block->getBeginLoc(), Out);
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

/// Whether something happens to \p V at the end of its scope.
static bool hasCleanup(const VarDecl *V, const ASTContext &C) {
  return V->needsDestruction(C) != QualType::DK_none ||
         V->hasAttr<CleanupAttr>();
}

void Rewriter::rewriteDeclStmt(DeclStmt *S, Statements &Out) {
  struct SpawnedInit {
    UnaryOperator *Spawn = nullptr;
    llvm::SmallVector<Expr *, 2> Assignments;
  };
  llvm::SmallVector<SpawnedInit, 4> Inits;
  bool Any = false;
  for (Decl *D : S->decls()) {
    SpawnedInit &I = Inits.emplace_back();
    if (auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
      I.Spawn = findSpawn(V->getInit(), U.sources(), I.Assignments);
    Any |= I.Spawn != nullptr;
  }
  if (!Any) {
    checkChildren(S, "an initializer");
    Out.push_back(S);
    return;
  }

  for (auto [D, I] : llvm::zip_equal(S->decls(), Inits)) {
    auto *V = dyn_cast<VarDecl>(D);
    Stmt *Single = at(D->getBeginLoc()).declare(D);
    if (!V || !I.Spawn) {
      checkChildren(Single, "an initializer");
      Out.push_back(Single);
      continue;
    }
    Out.push_back(Single);
    if (!canInitialize(V, I.Spawn) ||
        !checkSpawn(I.Spawn, I.Assignments, /*IsInit=*/true))
      continue;
    rewriteSpawnedInit(V, I.Spawn, I.Assignments, Out);
    if (hasCleanup(V, context()))
      Out.push_back(at(V->getLocation()).guard(currentRegion()));
  }
}

/// Whether a task can give \p V its first value. Reports an error if not.
bool Rewriter::canInitialize(VarDecl *V, UnaryOperator *Spawn) {
  SourceLocation Token = Spawn->getOperatorLoc();
  if (V->getType()->isReferenceType()) {
    U.Errors.error(Token, "'cilk_spawn' cannot initialize a reference");
    return false;
  }
  if (V->isConstexpr()) {
    U.Errors.error(Token, "'cilk_spawn' cannot initialize a constexpr "
                          "variable");
    return false;
  }
  if (!V->hasLocalStorage() || V->hasAttr<BlocksAttr>()) {
    U.Errors.error(Token, "'cilk_spawn' can only initialize a variable with "
                          "automatic storage duration");
    return false;
  }
  if (auto *Pattern = dyn_cast<DecompositionDecl>(V))
    for (BindingDecl *B : Pattern->bindings())
      if (B->getHoldingVar()) {
        U.Errors.error(Token,
                       "'cilk_spawn' cannot initialize a structured binding "
                       "that calls 'get'; spawn into a variable first");
        return false;
      }
  return true;
}

/// Makes the initializer of \p V do nothing, or, in constant evaluation,
/// \p Init.
static void replaceInit(VarDecl *V, Expr *Init, MarkerBuilder B,
                        const ASTContext &C) {
  Expr *Placeholder = B.unlessConstant(Init, B.uninitialized(V));
  bool MayBeConstant =
      C.getLangOpts().CPlusPlus && V->mightBeUsableInConstantExpressions(C);
  if (MayBeConstant && V->evaluateValue()) {
    // The compiler has used the value. It keeps it, and the variable gets the
    // same value again from the task.
    *V->getInitAddress() = Placeholder;
  } else if (B.mayBeConstantEvaluated()) {
    V->setInit(Placeholder);
    // Nobody may take the placeholder for the value.
    if (MayBeConstant) {
      QualType T = V->getType();
      T.removeLocalConst();
      V->setType(T);
    }
  } else {
    V->setInit(nullptr);
  }
}

/// `T x = cilk_spawn f();` becomes a declaration of x, whose scope and
/// destructor stay in the parent, and a task that constructs it.
void Rewriter::rewriteSpawnedInit(VarDecl *V, UnaryOperator *Spawn,
                                  llvm::ArrayRef<Expr *> Assignments,
                                  Statements &Out) {
  llvm::SmallVector<Stmt *, 4> Task = nameOuterVariables({V->getInit(), false});
  MarkerBuilder B = at(Spawn->getBeginLoc());
  SpawnedExpr Spawned = findSpawned(Spawn, context());
  Expr *Init = V->getInit();
  bool IsWhole = Spawned.K == SpawnedExpr::Kind::Whole;
  if (IsWhole)
    placeInParent(Spawn, Assignments, B, Task);
  else
    Init = prepareCall(Init, Spawn, Spawned, Assignments);
  replaceInit(V, Init, B, context());

  Stmt *Make = B.initialize(V, Init);
  if (IsWhole)
    Make = rewriteRegion(Make, RegionKind::Function);
  Task.push_back(Make);
  if (V->needsDestruction(context()) == QualType::DK_cxx_destructor) {
    Out.push_back(B.statementUnlessConstant(nullptr, B.initBegin(V)));
    Task.push_back(B.initDone(V));
  }
  emitTask(currentRegion(), Task, /*Constant=*/nullptr, Spawn->getBeginLoc(),
           Out);
}

} // namespace tussah
