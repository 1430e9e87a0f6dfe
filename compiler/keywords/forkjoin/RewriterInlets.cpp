//===- RewriterInlets.cpp - Calls of inlets with spawned arguments --------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `inlet(a, cilk_spawn f(b), c);` of <tussah/inlet.h>. The parent puts `a` and
/// `c` into a buffer of the task, which adds what f returns. Who delivers it
/// calls a function that this file makes, which calls the inlet with what is in
/// the buffer. The lock of all inlets of a function is a variable of it.
///
//===----------------------------------------------------------------------===//

#include "AssignmentTarget.h"
#include "Rewriter.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

/// What <tussah/inlet.h> calls the lock.
static constexpr char LockClass[] = "__tussah_inlets";

/// The spawn that is the argument \p E, through conversions.
static UnaryOperator *spawnedArgument(Expr *E, const SourceManager &SM) {
  while (E) {
    if (UnaryOperator *Spawn = asSpawn(E, SM))
      return Spawn;
    E = isa<CallExpr>(E) ? nullptr : valueOperand(E);
  }
  return nullptr;
}

static CallExpr *asInletCall(Stmt *S, const SourceManager &SM) {
  auto *E = dyn_cast_or_null<Expr>(S);
  auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && isInlet(F) &&
                 llvm::any_of(
                     Call->arguments(),
                     [&](Expr *A) { return spawnedArgument(A, SM) != nullptr; })
             ? Call
             : nullptr;
}

/// Whether \p S has such a call, outside of other functions.
static bool callsInlet(Stmt *S, const SourceManager &SM) {
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return false;
  return asInletCall(S, SM) || llvm::any_of(S->children(), [&](Stmt *Child) {
           return callsInlet(Child, SM);
         });
}

/// Declares the lock of F's inlets, if it calls any.
void Rewriter::declareInlets() {
  auto *Class =
      dyn_cast_or_null<RecordDecl>(declaredName(context(), LockClass));
  if (!Class || !callsInlet(F->getBody(), U.sources()))
    return;
  ASTContext &C = context();
  MarkerBuilder B = at(F->getLocation());
  QualType T = C.getTypeDeclType(static_cast<TypeDecl *>(Class));
  Inlets = B.variable(LockClass, T, nullptr);
  auto *Begin = cast<FunctionDecl>(declaredName(C, "__tussah_inlets_begin"));
  U.S.MarkFunctionReferenced(F->getLocation(), Begin);
  Expr *Function = U.S.BuildDeclRefExpr(
      Begin, Begin->getType(),
      C.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, F->getLocation());
  Inlets->setInit(
      B.cleanups(U.S.BuildCallExpr(nullptr, Function, F->getLocation(), {},
                                   F->getLocation())
                     .get()));
  auto *End = cast<FunctionDecl>(declaredName(C, "__tussah_inlets_end"));
  U.S.MarkFunctionReferenced(F->getLocation(), End);
  Inlets->addAttr(CleanupAttr::CreateImplicit(C, End));
}

/// \p Body, behind the lock of the inlets in it.
CompoundStmt *Rewriter::withInlets(CompoundStmt *Body) {
  if (!Inlets)
    return Body;
  llvm::SmallVector<Stmt *, 16> Statements;
  Statements.push_back(at(F->getLocation()).declare(Inlets));
  Statements.append(Body->body_begin(), Body->body_end());
  return CompoundStmt::Create(context(), Statements, FPOptionsOverride(),
                              Body->getLBracLoc(), Body->getRBracLoc());
}

/// A call of \p Name of the header, for F's inlets.
Expr *Rewriter::inletCall(llvm::StringRef Name, llvm::ArrayRef<Expr *> Rest,
                          SourceLocation L) {
  MarkerBuilder B = at(L);
  auto *Callee = cast<FunctionDecl>(declaredName(context(), Name));
  U.S.MarkFunctionReferenced(L, Callee);
  Expr *Function = U.S.BuildDeclRefExpr(
      Callee, Callee->getType(),
      context().getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, L);
  llvm::SmallVector<Expr *, 4> Arguments{B.addressOf(B.ref(Inlets))};
  Arguments.append(Rest.begin(), Rest.end());
  return U.S.BuildCallExpr(nullptr, Function, L, Arguments, L).get();
}

/// Lets other strands call the function's inlets while \p Statements, which the
/// function appends to \p Out, are executed.
void Rewriter::pauseInlets(llvm::ArrayRef<Stmt *> Wait, SourceLocation L,
                           Statements &Out) {
  bool Pauses = Inlets && !InTask;
  if (Pauses)
    Out.push_back(inletCall("__tussah_inlets_pause", {}, L));
  Out.append(Wait.begin(), Wait.end());
  if (Pauses)
    Out.push_back(inletCall("__tussah_inlets_resume", {}, L));
}

static Expr *assign(Expr *To, Expr *Value, SourceLocation L, ASTContext &C) {
  return BinaryOperator::Create(C, To, Value, BO_Assign, To->getType(),
                                C.getLangOpts().CPlusPlus ? VK_LValue
                                                          : VK_PRValue,
                                OK_Ordinary, L, FPOptionsOverride());
}

/// Whether the call \p Call of an inlet, with \p Spawn as an argument, may be
/// where it is. Reports an error if not.
bool Rewriter::checkInletCall(CallExpr *Call, UnaryOperator *Spawn) {
  FunctionDecl *Inlet = Call->getDirectCallee();
  SourceLocation L = Spawn->getOperatorLoc();
  ASTContext &C = context();
  if (InTask || !Inlets) {
    U.Errors.error(L, "an inlet cannot be called in a spawned block or the "
                      "body of a 'cilk_for'; move what spawns to a function");
    return false;
  }
  if (isa<CXXTryStmt>(F->getBody()) &&
      isa<CXXConstructorDecl, CXXDestructorDecl>(F)) {
    U.Errors.error(L, "an inlet cannot be called in the function try block of "
                      "a constructor or destructor; move what spawns to a "
                      "function");
    return false;
  }
  if (!Inlet->getReturnType()->isVoidType() || Inlet->isVariadic() ||
      Inlet->getNumParams() != Call->getNumArgs()) {
    U.Errors.error(L,
                   "the inlet %0 must return void and have a parameter for "
                   "each argument",
                   Inlet);
    return false;
  }
  for (const ParmVarDecl *P : Inlet->parameters()) {
    QualType T = P->getType();
    bool IsCopied =
        C.getLangOpts().CPlusPlus ? T->isScalarType() : !T->isIncompleteType();
    if (IsCopied &&
        C.getTypeAlignInChars(T) <= C.getTypeAlignInChars(C.LongDoubleTy))
      continue;
    U.Errors.error(L,
                   "the parameter of type %0 of the inlet %1 cannot be kept; "
                   "use a pointer, or 'tussah::inlet' in C++",
                   T, Inlet);
    return false;
  }
  return true;
}

/// Returns false if \p E is no call of an inlet with a spawned argument.
bool Rewriter::rewriteInlet(Expr *E, Statements &Out) {
  CallExpr *Call = asInletCall(E, U.sources());
  if (!Call)
    return false;
  unsigned Number = 0;
  UnaryOperator *Spawn = nullptr;
  for (unsigned I = Call->getNumArgs(); I-- > 0;)
    if (UnaryOperator *Found = spawnedArgument(Call->getArg(I), U.sources()))
      Spawn = Found, Number = I;
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (I != Number)
      checkExpr(Call->getArg(I), "the other arguments of an inlet");
  SpawnedExpr Spawned = findSpawned(Spawn, context());
  if (Spawned.K != SpawnedExpr::Kind::Call)
    U.Errors.error(Spawn->getOperatorLoc(),
                   "'cilk_spawn' in the argument of an inlet must be followed "
                   "by a function call");
  if (Spawned.K != SpawnedExpr::Kind::Call || !checkInletCall(Call, Spawn) ||
      !checkSpawn(Spawn, {}, /*IsInit=*/false)) {
    finishSpawn(Spawn);
    Out.push_back(E);
    return true;
  }
  deliver(E, Call, Number, Spawn, cast<CallExpr>(Spawned.E), Out);
  return true;
}

/// Appends the task for \p E: the parent puts the arguments of \p Inlet into a
/// buffer but for that with \p Number, which is what \p Call, behind \p Spawn,
/// returns.
void Rewriter::deliver(Expr *E, CallExpr *Inlet, unsigned Number,
                       UnaryOperator *Spawn, CallExpr *Call, Statements &Out) {
  ASTContext &C = context();
  SourceLocation L = E->getBeginLoc();
  MarkerBuilder B = at(L);
  llvm::SmallVector<Stmt *, 8> Task = nameOuterVariables({E, false});
  FunctionDecl *F = Inlet->getDirectCallee();
  llvm::SmallVector<CharUnits, 8> Offsets = layOutParameters(F, C);
  CharUnits Unit = C.getTypeSizeInChars(C.LongDoubleTy);
  uint64_t Size = std::max<uint64_t>(Offsets.back().getQuantity(), 1);
  // An array, whose elements have the alignment of all parameters.
  QualType T = C.getConstantArrayType(
      C.LongDoubleTy,
      llvm::APInt(64, llvm::divideCeil(Size, Unit.getQuantity())), nullptr,
      ArraySizeModifier::Normal, 0);
  VarDecl *Buffer = B.variable("__tussah_arguments", T, nullptr);
  auto Argument = [&](unsigned I) {
    return parameterAt(B.addressOf(B.ref(Buffer)), Offsets[I],
                       F->getParamDecl(I)->getType(), B, L);
  };
  Task.push_back(B.declare(Buffer));
  for (unsigned I = 0; I < Inlet->getNumArgs(); ++I)
    if (I != Number)
      Task.push_back(assign(Argument(I), Inlet->getArg(I), L, C));
  Expr *Result = Inlet->getArg(Number);
  {
    llvm::SaveAndRestore<bool> In(InSpawn, true);
    checkExpr(Spawn->getSubExpr(), "a function argument");
  }
  finishSpawn(Spawn);
  Call = markCall(Spawn, Call);
  // The arguments are the function's, so no inlet runs before they are known.
  evaluateLast(Call, inletCall("__tussah_inlets_pause", {}, L), B);
  Task.push_back(assign(Argument(Number), Result, L, C));
  FunctionDecl *Handler = Handlers.handlerOf(F);
  Expr *Rest[] = {U.S.BuildDeclRefExpr(
                      Handler, Handler->getType(),
                      C.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, L),
                  B.part(B.addressOf(B.ref(Buffer)), CharUnits()),
                  B.integer(Size, B.u64())};
  Task.push_back(inletCall("__tussah_inlets_deliver", Rest, L));
  emitTask(currentRegion(), Task, /*Constant=*/nullptr, L, Out);
  Out.push_back(inletCall("__tussah_inlets_resume", {}, L));
}

} // namespace tussah
