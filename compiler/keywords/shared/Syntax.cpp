//===- Syntax.cpp - How the keywords look in clang's AST ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tussah {

llvm::StringRef spelling(Keyword K) {
  switch (K) {
  case Keyword::Spawn:
    return "cilk_spawn";
  case Keyword::Sync:
    return "cilk_sync";
  case Keyword::For:
    return "cilk_for";
  case Keyword::Scope:
    return "cilk_scope";
  case Keyword::Grain:
    return "#pragma cilk grainsize";
  case Keyword::Reducer:
    return "cilk_reducer";
  }
  llvm_unreachable("unknown keyword");
}

llvm::StringRef attributeText(Keyword K) {
  switch (K) {
  case Keyword::Spawn:
    return "cilk.spawn";
  case Keyword::Sync:
    return "cilk.sync";
  case Keyword::For:
    return "cilk.for";
  case Keyword::Scope:
    return "cilk.scope";
  case Keyword::Grain:
    return "cilk.grainsize";
  case Keyword::Reducer:
    return ReducerText;
  }
  llvm_unreachable("unknown keyword");
}

bool isKeywordToken(SourceLocation Token, const SourceManager &SM) {
  if (!Token.isMacroID())
    return false;
  SourceLocation Macro = SM.getImmediateExpansionRange(Token).getBegin();
  return Macro.isFileID() &&
         SM.getBufferOrFake(SM.getFileID(Macro)).getBufferIdentifier() ==
             TokenBuffer;
}

/// True if the text at \p L is one that <cilk/cilk.h> makes pragmas of.
static bool isPragmaMaker(SourceLocation L, const SourceManager &SM) {
  bool Invalid = false;
  const char *Text = SM.getCharacterData(SM.getSpellingLoc(L), &Invalid);
  return !Invalid &&
         llvm::any_of(
             llvm::ArrayRef<llvm::StringRef>{"_Pragma", "TUSSAH_PRAGMA"},
             [&](llvm::StringRef Name) {
               return llvm::StringRef(Text, strnlen(Text, Name.size())) == Name;
             });
}

/// Leaves the expansion of the macros that `_Pragma` is spelled in.
static SourceLocation leavePragmaMacro(SourceLocation L,
                                       const SourceManager &SM) {
  if (!L.isMacroID())
    return L;
  if (SM.isMacroArgExpansion(L)) {
    SourceLocation Written = SM.getImmediateSpellingLoc(L);
    return leavePragmaMacro(Written, SM);
  }
  if (!isPragmaMaker(L, SM))
    return L;
  return leavePragmaMacro(SM.getImmediateExpansionRange(L).getBegin(), SM);
}

SourceLocation userLocation(SourceLocation Token, const SourceManager &SM) {
  if (isKeywordToken(Token, SM))
    Token = SM.getImmediateSpellingLoc(Token);
  return leavePragmaMacro(Token, SM);
}

bool isKeyword(const Attr *A, Keyword &K) {
  const auto *Suppress = dyn_cast<SuppressAttr>(A);
  if (!Suppress || Suppress->diagnosticIdentifiers_size() != 1)
    return false;
  for (Keyword Candidate : AllKeywords)
    if (*Suppress->diagnosticIdentifiers_begin() == attributeText(Candidate)) {
      K = Candidate;
      return true;
    }
  return false;
}

const Attr *findKeyword(const AttributedStmt *S, Keyword &K) {
  for (const Attr *A : S->getAttrs())
    if (isKeyword(A, K))
      return A;
  return nullptr;
}

UnaryOperator *asSpawn(Stmt *S, const SourceManager &SM) {
  auto *U = dyn_cast_or_null<UnaryOperator>(S);
  return U && U->getOpcode() == UO_Extension &&
                 isKeywordToken(U->getOperatorLoc(), SM)
             ? U
             : nullptr;
}

/// The first argument of a construction that has no other written argument.
static Expr *onlyArgument(CXXConstructExpr *E) {
  if (E->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(E->getArg(0)))
    return nullptr;
  for (Expr *A : llvm::drop_begin(E->arguments()))
    if (!isa<CXXDefaultArgExpr>(A))
      return nullptr;
  return E->getArg(0);
}

Expr *valueOperand(Expr *E) {
  // A ConstantExpr holds a call that the compiler makes.
  if (auto *F = dyn_cast<ExprWithCleanups>(E))
    return F->getSubExpr();
  if (auto *P = dyn_cast<ParenExpr>(E))
    return P->getSubExpr();
  if (auto *C = dyn_cast<CastExpr>(E))
    return C->getSubExpr();
  if (auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return T->getSubExpr();
  if (auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return T->getSubExpr();
  if (auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Extension ? U->getSubExpr() : nullptr;
  if (auto *C = dyn_cast<CXXConstructExpr>(E))
    return onlyArgument(C);
  if (auto *M = dyn_cast<CXXMemberCallExpr>(E))
    return isa_and_nonnull<CXXConversionDecl>(M->getMethodDecl())
               ? M->getImplicitObjectArgument()
               : nullptr;
  if (auto *L = dyn_cast<InitListExpr>(E))
    return L->getNumInits() == 1 &&
                   (L->isTransparent() || !L->getType()->isAggregateType())
               ? L->getInit(0)
               : nullptr;
  return nullptr;
}

/// The right side of the assignment \p E, or null.
static Expr *assignedValue(Expr *E) {
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAssignmentOp() ? B->getRHS() : nullptr;
  auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  return O && O->isAssignmentOp() && O->getNumArgs() == 2 ? O->getArg(1)
                                                          : nullptr;
}

Stmt **findSlot(Stmt *Parent, const Expr *Child) {
  for (Stmt *&S : Parent->children()) {
    if (S == Child)
      return &S;
    if (Stmt **Slot = S ? findSlot(S, Child) : nullptr)
      return Slot;
  }
  return nullptr;
}

/// Where the operand is that \p E begins with; null if it begins with a token
/// of its own.
static Stmt **leftOperand(Expr *E) {
  if (isa<ExprWithCleanups, CXXBindTemporaryExpr, MaterializeTemporaryExpr,
          ImplicitCastExpr, BinaryOperator, AbstractConditionalOperator>(E))
    return &*E->child_begin();
  auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getNumArgs() != 2 ||
      Operator->getOperator() == OO_Call ||
      Operator->getOperator() == OO_Subscript)
    return nullptr;
  return findSlot(E, Operator->getArg(0));
}

/// Where the leading spawn of \p E is.
static Stmt **leadingSpawnSlot(Expr *E, const SourceManager &SM) {
  Stmt **Slot = leftOperand(E);
  while (Slot && *Slot && !asSpawn(*Slot, SM))
    Slot = isa<Expr>(*Slot) ? leftOperand(cast<Expr>(*Slot)) : nullptr;
  return Slot && *Slot ? Slot : nullptr;
}

UnaryOperator *findLeadingSpawn(Expr *E, const SourceManager &SM) {
  Stmt **Slot = leadingSpawnSlot(E, SM);
  return Slot ? asSpawn(*Slot, SM) : nullptr;
}

/// The place of the call whose value the assignment \p E takes, or null.
static Stmt **assignedCall(Expr *E) {
  Stmt **Slot = nullptr;
  for (Expr *Value = assignedValue(E); Value;
       Value = assignedValue(E) ? assignedValue(E) : valueOperand(E)) {
    Slot = findSlot(E, Value);
    E = Value;
  }
  return Slot && isa<CallExpr>(*Slot) ? Slot : nullptr;
}

/// Binds \p Spawn to what is at \p Slot.
static void bindSpawn(UnaryOperator *Spawn, Stmt *&Slot) {
  auto *E = cast<Expr>(Slot);
  Spawn->setSubExpr(E);
  Spawn->setType(E->getType());
  Spawn->setValueKind(E->getValueKind());
  Spawn->setObjectKind(E->getObjectKind());
  Slot = Spawn;
}

Expr *normalizeSpawn(Expr *E, const SourceManager &SM) {
  Stmt *Whole = E;
  Stmt **Root = &Whole;
  while (isa<ExprWithCleanups, CXXBindTemporaryExpr>(*Root))
    Root = &*(*Root)->child_begin();
  auto *Bare = cast<Expr>(*Root);
  Stmt **Leading = leadingSpawnSlot(Bare, SM);
  if (!Leading)
    return E;
  UnaryOperator *Spawn = asSpawn(*Leading, SM);
  // Only of an assignment whose target is what the parser took.
  bool IsTarget = Bare->IgnoreImplicit() == Bare && assignedValue(Bare);
  Stmt **Call = IsTarget ? assignedCall(Bare) : nullptr;
  *Leading = Spawn->getSubExpr();
  bindSpawn(Spawn, Call ? *Call : *Root);
  return cast<Expr>(Whole);
}

UnaryOperator *findSpawn(Expr *E, const SourceManager &SM,
                         llvm::SmallVectorImpl<Expr *> &Assignments) {
  while (E) {
    if (UnaryOperator *U = asSpawn(E, SM))
      return U;
    if (Expr *Value = assignedValue(E)) {
      Assignments.push_back(E);
      E = Value;
    } else {
      E = valueOperand(E);
    }
  }
  return nullptr;
}

Stmt *scopeBody(Stmt *S) {
  // Without braces: if (0) ; else statement
  auto *If = dyn_cast<IfStmt>(S);
  return If ? If->getElse() : S;
}

static bool anySpawnsIntoRegion(llvm::iterator_range<StmtIterator> Children,
                                const SourceManager &SM) {
  return llvm::any_of(Children,
                      [&](Stmt *S) { return spawnsIntoRegion(S, SM); });
}

/// A loop without its body.
static bool headerSpawnsIntoRegion(Stmt *Loop, const SourceManager &SM) {
  const Stmt *Body = nullptr;
  if (auto *F = dyn_cast<ForStmt>(Loop))
    Body = F->getBody();
  else if (auto *F = dyn_cast<CXXForRangeStmt>(Loop))
    Body = F->getBody();
  return llvm::any_of(Loop->children(), [&](Stmt *S) {
    return S != Body && spawnsIntoRegion(S, SM);
  });
}

bool spawnsIntoRegion(Stmt *S, const SourceManager &SM) {
  if (!S)
    return false;
  if (asSpawn(S, SM))
    return true;
  // A try block or handler that spawns is a region.
  if (isa<CXXTryStmt, BlockExpr>(S))
    return false;
  if (auto *L = dyn_cast<LambdaExpr>(S))
    return llvm::any_of(L->capture_inits(),
                        [&](Expr *E) { return spawnsIntoRegion(E, SM); });
  if (auto *A = dyn_cast<AttributedStmt>(S)) {
    Keyword K;
    if (findKeyword(A, K) && K != Keyword::Grain) {
      if (K == Keyword::For)
        return headerSpawnsIntoRegion(A->getSubStmt(), SM);
      return K == Keyword::Spawn;
    }
  }
  return anySpawnsIntoRegion(S->children(), SM);
}

NamedDecl *declaredName(ASTContext &C, llvm::StringRef Name) {
  DeclContextLookupResult Found =
      C.getTranslationUnitDecl()->lookup(&C.Idents.get(Name));
  return Found.empty() ? nullptr : Found.front();
}

} // namespace tussah
