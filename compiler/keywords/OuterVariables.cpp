//===- OuterVariables.cpp - What a task does not declare itself -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewriter.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

/// Whether the declaration of \p V writes nothing to it.
static bool isUninitialized(const VarDecl *V) {
  const Expr *Init = V->getInit();
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
  return !Init || (Made && Made->getConstructor()->isDefaultConstructor() &&
                   Made->getConstructor()->isTrivial());
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
    /// All labels before it, in the same task, with those of switches.
    unsigned Targets = 0;
  };

  struct Task {
    Place Start;
    /// False for an expression without a spawn.
    bool IsTask;
    llvm::SmallSetVector<VarDecl *, 4> Outer;
  };

  const FunctionDecl *F;
  Unit &U;
  OuterVariableMap &Found;
  /// Labels before a `goto` to them.
  Labels Returned;
  Place Here;
  llvm::DenseMap<const VarDecl *, Place> Declared;
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

  void declare(const VarDecl *V) {
    // A variable length array has no place of its own in the frame.
    if (V->getDeclContext() == F && V->hasLocalStorage() &&
        !V->getType()->isReferenceType() &&
        V->getType()->isConstantSizeType() && !V->hasAttr<BlocksAttr>())
      Declared[V] = Here;
  }

  /// Whether one life of \p V, declared at \p Declaration, may meet several
  /// instances of a task at \p Start, and nothing before them writes to it.
  bool isOuter(const VarDecl *V, const Place &Declaration,
               const Place &Start) const {
    if (Start.Loops <= Declaration.Loops &&
        Start.Returns <= Declaration.Returns)
      return false;
    // C++ does not let control jump over an initializer.
    bool IsSkipped =
        !U.S.getLangOpts().CPlusPlus && Start.Targets > Declaration.Targets;
    return IsSkipped || isUninitialized(V);
  }

  void use(VarDecl *V) {
    auto Declaration = Declared.find(V);
    if (Declaration == Declared.end())
      return;
    // If it is none of a task's, it is none of those around that.
    for (Task &T : llvm::reverse(Tasks))
      if (!isOuter(V, Declaration->second, T.Start) || !T.Outer.insert(V))
        return;
  }

  void label(const LabelDecl *Label) {
    ++Here.Targets;
    // In C, a variable lives on where control goes back to before its
    // declaration, and from there jumps over it.
    bool MaySkip = !U.S.getLangOpts().CPlusPlus && !Returned.empty();
    Here.Returns += MaySkip || Returned.contains(Label);
  }

  void visitTask(Stmt *S, bool IsTask) {
    Tasks.push_back({Here, IsTask, {}});
    visit(S);
    Task T = Tasks.pop_back_val();
    if (T.IsTask && !T.Outer.empty())
      Found[S] = T.Outer.takeVector();
  }

  /// Jumps neither leave nor enter the task that \p S becomes.
  void visitClosed(Stmt *S) {
    llvm::SaveAndRestore<Place> Save(Here);
    visitTask(S, /*IsTask=*/true);
  }

  void visitLoop(Stmt *S, bool IsParallel) {
    const Stmt *Body = nullptr;
    llvm::SmallPtrSet<const Stmt *, 4> Once;
    if (auto *For = dyn_cast<ForStmt>(S)) {
      Body = For->getBody();
      Once = {For->getInit()};
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
      Body = Range->getBody();
      Once = {Range->getInit(), Range->getRangeStmt(), Range->getBeginStmt(),
              Range->getEndStmt()};
    }
    for (Stmt *Child : S->children()) {
      llvm::SaveAndRestore<unsigned> Save(Here.Loops,
                                          Here.Loops + !Once.contains(Child));
      if (IsParallel && Child == Body)
        visitClosed(Child);
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
      visitTask(scopeBody(S), /*IsTask=*/true);
    } else {
      visit(S);
    }
  }

  /// Visits a part of a statement that is no expression.
  void visitPart(Stmt *S) {
    if (S && isa<Expr>(S))
      visitTask(S, /*IsTask=*/false);
    else
      visit(S);
  }

  void visit(Stmt *S) {
    Keyword K;
    if (!S)
      return;
    if (auto *A = dyn_cast<AttributedStmt>(S); A && findKeyword(A, K)) {
      visitKeyword(K, A->getSubStmt());
      return;
    }
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      visitLoop(S, /*IsParallel=*/false);
      return;
    }
    if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      for (Expr *Init : Lambda->capture_inits())
        visit(Init);
      return;
    }
    if (auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          declare(V);
    } else if (auto *Name = dyn_cast<DeclRefExpr>(S)) {
      if (auto *V = dyn_cast<VarDecl>(Name->getDecl()))
        use(V);
    } else if (auto *Label = dyn_cast<LabelStmt>(S)) {
      label(Label->getDecl());
    } else if (isa<SwitchCase>(S)) {
      ++Here.Targets;
    } else if (asSpawn(S, U.sources())) {
      Tasks.back().IsTask = true;
    }
    for (Stmt *Child : S->children()) {
      if (isa<Expr>(S))
        visit(Child);
      else
        visitPart(Child);
    }
  }

public:
  OuterVariables(const FunctionDecl *F, Unit &U, OuterVariableMap &Found)
      : F(F), U(U), Found(Found) {
    Labels Seen;
    findReturns(F->getBody(), Seen);
    visit(F->getBody());
  }
};
} // namespace

void Rewriter::findOuterVariables() { OuterVariables(F, U, Outer); }

llvm::SmallVector<Stmt *, 4>
Rewriter::nameOuterVariables(const Stmt *S, const VarDecl *Control) {
  llvm::SmallVector<Stmt *, 4> Marks;
  auto Variables = Outer.find(S);
  if (Variables != Outer.end())
    for (VarDecl *V : Variables->second)
      if (V != Control)
        Marks.push_back(at(S->getBeginLoc()).uncounted().outer(V));
  return Marks;
}

} // namespace tussah
