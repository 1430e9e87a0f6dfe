//===- OuterVariables.cpp - What a task does not declare itself -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OuterVariables.h"
#include "compiler/keywords/shared/MarkerBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

using marker::Lives;

/// Whether \p Call gets memory that lives until the function returns.
static bool isAlloca(const CallExpr *Call) {
  switch (Call->getBuiltinCallee()) {
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
  case Builtin::BI__builtin_alloca_with_align_uninitialized:
  case Builtin::BI_alloca:
  case Builtin::BIalloca:
    return true;
  default:
    return false;
  }
}

namespace {
/// Goes through a function once, as it was written.
class OuterVariables {
  using Labels = llvm::SmallPtrSet<const LabelDecl *, 4>;

  /// A place in the function.
  struct Place {
    /// Loops around it.
    unsigned Loops = 0;
    /// Labels before it, in the same task, to which control goes back.
    unsigned Returns = 0;

    bool isRepeatedIn(const Place &Around) const {
      return Loops > Around.Loops || Returns > Around.Returns;
    }
  };

  struct Declaration {
    Place At;
    /// Where the task around it starts.
    Place Body;
    /// How many of Tasks are around it.
    size_t Depth;
  };

  struct Task {
    Place Start;
    /// A spawned block, or the body of a loop or scope.
    bool IsClosed;
    /// False for an expression without a spawn.
    bool IsTask;
    llvm::SmallSetVector<VarDecl *, 4> Outer;
    /// Where the compound literals are of which an address is taken.
    llvm::SmallVector<Stmt **, 1> Literals;
  };

  FunctionDecl *F;
  Unit &U;
  OuterVariableMap &Found;
  /// Labels before a `goto` to them.
  Labels Returned;
  Place Here;
  llvm::DenseMap<const VarDecl *, Declaration> Declared;
  /// The variable of each initializer.
  llvm::DenseMap<const Stmt *, VarDecl *> Initialized;
  /// Those around the current place.
  llvm::SmallVector<Task, 8> Tasks;

  void findReturns(const Stmt *S, Labels &Seen) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      Seen.insert(Label->getDecl());
    else if (const auto *Jump = dyn_cast<GotoStmt>(S);
             Jump && Seen.contains(Jump->getLabel()))
      Returned.insert(Jump->getLabel());
    for (const Stmt *Child : S->children())
      findReturns(Child, Seen);
  }

  Place bodyAround() const {
    for (const Task &T : llvm::reverse(Tasks))
      if (T.IsClosed)
        return T.Start;
    return {};
  }

  void declare(const VarDecl *V) {
    // A variable length array has no place of its own in the frame.
    if (V->getDeclContext() == F && V->hasLocalStorage() &&
        !V->getType()->isReferenceType() &&
        V->getType()->isConstantSizeType() && !V->hasAttr<BlocksAttr>())
      Declared[V] = {Here, bodyAround(), Tasks.size()};
  }

  /// What instances of \p T, which is not in Tasks any more, share of a
  /// variable that is declared as \p D.
  Lives livesOf(const Declaration &D, const Task &T) const {
    // For a task in another one, that is the parent, which keeps it.
    bool IsOfParent =
        llvm::none_of(llvm::drop_begin(Tasks, D.Depth),
                      [](const Task &Around) { return Around.IsTask; });
    if (!IsOfParent || T.Start.isRepeatedIn(D.At))
      return Lives::Shared;
    return D.At.isRepeatedIn(D.Body) ? Lives::Many : Lives::One;
  }

  void use(const ValueDecl *D) {
    if (const auto *B = dyn_cast<BindingDecl>(D))
      D = B->getDecomposedDecl();
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    auto Found = Declared.find(V);
    if (Found != Declared.end())
      for (Task &T : llvm::drop_begin(Tasks, Found->second.Depth))
        T.Outer.insert(const_cast<VarDecl *>(V));
  }

  void label(const LabelDecl *Label) {
    // In C, a variable lives on where control goes back to before its
    // declaration, and from there jumps over it.
    bool MaySkip = !U.S.getLangOpts().CPlusPlus && !Returned.empty();
    Here.Returns += MaySkip || Returned.contains(Label);
  }

  MarkerBuilder at(const Stmt *S) {
    return MarkerBuilder(U.Markers, F,
                         userLocation(S->getBeginLoc(), U.sources()));
  }

  /// The task \p S declares \p Own too, if that is not null.
  void visitTask(Stmt *S, bool IsClosed, const VarDecl *Own = nullptr) {
    Tasks.push_back({Here, IsClosed, IsClosed, {}, {}});
    if (Own)
      declare(Own);
    if (IsClosed)
      visitPart(S);
    else
      visit(S);
    Task T = Tasks.pop_back_val();
    if (!T.IsTask)
      return;
    VarDecl *Result = Initialized.lookup(S);
    if (Declared.contains(Result))
      T.Outer.insert(Result);
    for (VarDecl *V : T.Outer)
      Found[TaskKey(S, IsClosed)].push_back({V, livesOf(Declared[V], T)});
    Lives OfLiteral =
        T.Start.isRepeatedIn(bodyAround()) ? Lives::Many : Lives::One;
    for (Stmt **Literal : T.Literals)
      *Literal = at(*Literal).outerLiteral(cast<Expr>(*Literal), OfLiteral);
  }

  /// Jumps neither leave nor enter the task that \p S becomes.
  void visitClosed(Stmt *S, const VarDecl *Own = nullptr) {
    llvm::SaveAndRestore<Place> Save(Here);
    visitTask(S, /*IsClosed=*/true, Own);
  }

  void visitLoop(Stmt *S, bool IsParallel) {
    const Stmt *Body = nullptr;
    const VarDecl *Item = nullptr;
    llvm::SmallPtrSet<const Stmt *, 4> Once;
    if (auto *For = dyn_cast<ForStmt>(S)) {
      Body = For->getBody();
      Once = {For->getInit()};
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
      Body = Range->getBody();
      Item = Range->getLoopVariable();
      Once = {Range->getInit(), Range->getRangeStmt(), Range->getBeginStmt(),
              Range->getEndStmt()};
    }
    for (Stmt *&Child : S->children()) {
      llvm::SaveAndRestore<unsigned> Save(Here.Loops,
                                          Here.Loops + !Once.contains(Child));
      if (IsParallel && Child == Body)
        visitClosed(Child, Item);
      else
        visitPart(Child);
    }
  }

  void visitKeyword(Keyword K, Stmt *S) {
    if (K == Keyword::Spawn) {
      visitClosed(S);
    } else if (K == Keyword::For) {
      visitLoop(S, /*IsParallel=*/true);
    } else if (K == Keyword::Scope) {
      visitTask(scopeBody(S), /*IsClosed=*/true);
    } else {
      visit(S);
    }
  }

  /// Visits a part of a statement that is no expression.
  void visitPart(Stmt *&S) {
    if (isa_and_nonnull<Expr>(S)) {
      visitTask(S, /*IsClosed=*/false);
      markMemory(S);
    } else {
      visit(S);
    }
  }

  void visitDeclarations(const DeclStmt *S) {
    for (Decl *D : S->decls())
      if (auto *V = dyn_cast<VarDecl>(D)) {
        declare(V);
        Initialized[V->getInit()] = V;
      }
  }

  /// Visits \p Child of the expression \p E.
  void visitOperand(Expr *E, Stmt *&Child) {
    visit(Child);
    // Values are copied; only an address tells where the object is.
    auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    bool IsValue = Cast && Cast->getCastKind() == CK_LValueToRValue;
    if (auto *Literal = dyn_cast_or_null<CompoundLiteralExpr>(Child);
        Literal && !IsValue && !U.S.getLangOpts().CPlusPlus &&
        !Literal->isFileScope() && !Tasks.back().IsClosed)
      Tasks.back().Literals.push_back(&Child);
    markMemory(Child);
  }

  void markMemory(Stmt *&S) {
    auto *Call = dyn_cast_or_null<CallExpr>(S);
    if (Call && isAlloca(Call) &&
        llvm::any_of(Tasks, [](const Task &T) { return T.IsClosed; }))
      S = at(Call).outerMemory(Call);
  }

  /// Visits what names variables in other ways than statements do. Returns
  /// false if \p S is none of it.
  bool visitNames(Stmt *S) {
    if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      for (Expr *Init : Lambda->capture_inits())
        visit(Init);
    } else if (auto *Block = dyn_cast<BlockExpr>(S)) {
      for (const BlockDecl::Capture &C : Block->getBlockDecl()->captures())
        use(C.getVariable());
    } else if (auto *Name = dyn_cast<DeclRefExpr>(S)) {
      use(Name->getDecl());
    } else {
      return false;
    }
    return true;
  }

  void visit(Stmt *S) {
    Keyword K;
    if (!S || visitNames(S))
      return;
    if (auto *A = dyn_cast<AttributedStmt>(S); A && findKeyword(A, K)) {
      visitKeyword(K, A->getSubStmt());
      return;
    }
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      visitLoop(S, /*IsParallel=*/false);
      return;
    }
    if (auto *Declaration = dyn_cast<DeclStmt>(S))
      visitDeclarations(Declaration);
    else if (auto *Catch = dyn_cast<CXXCatchStmt>(S);
             Catch && Catch->getExceptionDecl())
      declare(Catch->getExceptionDecl());
    else if (auto *Label = dyn_cast<LabelStmt>(S))
      label(Label->getDecl());
    else if (asSpawn(S, U.sources()))
      Tasks.back().IsTask = true;
    for (Stmt *&Child : S->children()) {
      if (auto *E = dyn_cast<Expr>(S); E && !isa<StmtExpr>(S))
        visitOperand(E, Child);
      else
        visitPart(Child);
    }
  }

public:
  OuterVariables(FunctionDecl *F, Unit &U, OuterVariableMap &Found)
      : F(F), U(U), Found(Found) {
    Labels Seen;
    findReturns(F->getBody(), Seen);
    for (const ParmVarDecl *P : F->parameters())
      declare(P);
    visit(F->getBody());
  }
};
} // namespace

void findOuterVariables(FunctionDecl *F, Unit &U, OuterVariableMap &Found) {
  OuterVariables(F, U, Found);
}

} // namespace tussah
