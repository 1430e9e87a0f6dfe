//===- FunctionFinder.cpp - Which functions to rewrite --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFinder.h"
#include "compiler/keywords/forkjoin/Rewriter.h"
#include "compiler/keywords/reducers/ViewChecker.h"
#include "compiler/keywords/reducers/ViewRewriter.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tussah {

/// Walks through the syntax as the user wrote it. Functions are left to the
/// FunctionFinder.
class Scanner : public RecursiveASTVisitor<Scanner> {
public:
  /// What a keyword means where the scanner is.
  enum class Mode {
    /// Remember it.
    Collect,
    /// Report an error that names the place, if known.
    Reject,
  };

  Scanner(FunctionFinder &Finder, Mode M, llvm::StringRef Place = "")
      : Finder(Finder), M(M), Place(Place) {}

  /// The first keyword collected.
  SourceLocation Found;
  Keyword FoundKeyword = Keyword::Spawn;
  /// The code is broken; clang has reported it.
  bool HasErrors = false;

  bool VisitAttributedStmt(AttributedStmt *S) {
    Keyword K;
    if (const Attr *A = findKeyword(S, K))
      found(K, A->getLocation());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *E) {
    if (asSpawn(E, Finder.U.sources()))
      found(Keyword::Spawn, E->getOperatorLoc());
    return true;
  }

  bool VisitRecoveryExpr(RecoveryExpr *) {
    HasErrors = true;
    return true;
  }

  bool VisitDecl(Decl *D) {
    HasErrors |= D->isInvalidDecl();
    return true;
  }

  /// Locals are checked with the uses in their function.
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    if (Finder.U.Log.hasReducers() && !D->isInvalidDecl() &&
        !D->getDeclContext()->isDependentContext() &&
        !D->getDeclContext()->isFunctionOrMethod() && isa<VarDecl>(D)) {
      Finder.Reducers.checkReducer(D);
      Finder.Reducers.checkStaticPointer(cast<VarDecl>(D));
    }
    return true;
  }

  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc L) {
    if (!Finder.U.Log.hasReducers() || isTrait(templateOf(L)))
      return true;
    SourceLocation Lost = Finder.Reducers.Types.lostReducer(L);
    if (Lost.isValid())
      rejectArgument(Lost);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    checkArguments(E->getDecl(), E->template_arguments());
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) {
    checkArguments(E->getMemberDecl(), E->template_arguments());
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    for (Expr *Init : E->capture_inits())
      TraverseStmt(Init);
    return TraverseDecl(E->getCallOperator());
  }

  bool TraverseDecl(Decl *D) {
    if (!D)
      return true;
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      traverseSignature(F);
      Finder.handleFunction(F);
      return true;
    }
    if (isa<FieldDecl>(D))
      return traverseIn("a default member initializer", D);
    if (isa<ParmVarDecl>(D))
      return traverseIn("a default argument", D);
    if (isa<BlockDecl>(D))
      return traverseIn("a block", D);
    if (isa<CapturedDecl>(D))
      return traverseIn("an OpenMP region", D);
    if (isa<ObjCMethodDecl>(D))
      return traverseIn("an Objective-C method", D);
    auto *V = dyn_cast<VarDecl>(D);
    if (V && !V->getDeclContext()->isFunctionOrMethod())
      return traverseIn("the initializer of a variable outside of functions",
                        D);
    return RecursiveASTVisitor::TraverseDecl(D);
  }

private:
  bool traverseIn(llvm::StringRef NewPlace, Decl *D) {
    llvm::SaveAndRestore<Mode> SaveMode(M, Mode::Reject);
    llvm::SaveAndRestore<llvm::StringRef> SavePlace(Place, NewPlace);
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  /// Everything of \p F but its body.
  void traverseSignature(FunctionDecl *F) {
    if (!Finder.mayMatter(F))
      return;
    llvm::SaveAndRestore<Mode> SaveMode(M, Mode::Reject);
    llvm::SaveAndRestore<llvm::StringRef> SavePlace(Place, "");
    if (TypeSourceInfo *Type = F->getTypeSourceInfo())
      TraverseTypeLoc(Type->getTypeLoc());
    Place = "a constructor initializer";
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (CXXCtorInitializer *I : Constructor->inits())
        if (I->isWritten())
          TraverseStmt(I->getInit());
  }

  void found(Keyword K, SourceLocation Token) {
    Finder.U.Log.markSeen(Token);
    if (M == Mode::Collect) {
      if (Found.isInvalid()) {
        Found = Token;
        FoundKeyword = K;
      }
    } else if (Place.empty()) {
      Finder.U.Errors.error(Token, "'%0' is not allowed here", spelling(K));
    } else {
      Finder.U.Errors.error(Token, "'%0' is not allowed in %1", spelling(K),
                            Place);
    }
  }

  static const NamedDecl *templateOf(TemplateSpecializationTypeLoc L) {
    return L.getTypePtr()->getTemplateName().getAsTemplateDecl();
  }

  /// Whether the template \p D of the standard library only asks what its
  /// arguments are.
  bool isTrait(const NamedDecl *D) const {
    if (!D || !D->isInStdNamespace())
      return false;
    llvm::StringRef File =
        Finder.U.sources().getFilename(D->getLocation()).rsplit('/').second;
    return File == "type_traits" || File == "limits" || File == "concepts";
  }

  void checkArguments(const NamedDecl *Template,
                      llvm::ArrayRef<TemplateArgumentLoc> Arguments) {
    if (!Finder.U.Log.hasReducers() || isTrait(Template))
      return;
    for (const TemplateArgumentLoc &Argument : Arguments)
      if (Finder.Reducers.Types.losesReducer(Argument))
        rejectArgument(Argument.getLocation());
  }

  void rejectArgument(SourceLocation L) {
    Finder.U.Errors.error(L, "a template does not know that its argument is a "
                             "reducer; use a class with the reducer as its "
                             "member");
  }

  FunctionFinder &Finder;
  Mode M;
  llvm::StringRef Place;
};

/// Whether there may be a keyword in \p D, or something that uses a reducer.
/// What system headers do with types of the program they do as templates, which
/// do not know that a type is a reducer.
bool FunctionFinder::mayMatter(const Decl *D) const {
  if (U.Log.mayContain(D->getSourceRange()))
    return true;
  return U.Log.hasReducers() && !U.sources().isInSystemHeader(D->getLocation());
}

/// Likewise; the special members of classes with reducers always do.
bool FunctionFinder::mayMatter(const FunctionDecl *F) {
  if (mayMatter(static_cast<const Decl *>(F)))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && U.Log.hasReducers() &&
         Reducers.Types.holdsReducers(Method->getParent());
}

void FunctionFinder::handleClass(TagDecl *D) {
  auto *Record = dyn_cast<RecordDecl>(D);
  if (!Record || !U.Log.hasReducers() || Record->isInvalidDecl() ||
      Record->isDependentContext())
    return;
  for (const FieldDecl *Field : Record->fields()) {
    Reducers.checkReducer(Field);
    if (const TypeSourceInfo *Type = Field->getTypeSourceInfo())
      Scanner(*this, Scanner::Mode::Reject).TraverseTypeLoc(Type->getTypeLoc());
  }
}

void FunctionFinder::handleDecl(Decl *D) {
  if (mayMatter(D))
    Scanner(*this, Scanner::Mode::Reject).TraverseDecl(D);
}

void FunctionFinder::handleFunction(FunctionDecl *F) {
  if (!F->doesThisDeclarationHaveABody() || !Done.insert(F).second ||
      !mayMatter(F))
    return;
  Stmt *Body = F->getBody();
  if (!Body)
    return;
  Scanner Scan(*this, Scanner::Mode::Collect);
  Scan.TraverseStmt(Body);
  if (Scan.HasErrors || F->isInvalidDecl() || OnlyLook ||
      F->isDependentContext())
    return;
  if (U.Log.hasReducers()) {
    if (Scan.Found.isValid())
      checkViews(Reducers, F);
    ViewRewriter(Reducers, F).run();
  }
  if (Scan.Found.isInvalid())
    return;
  if (isInlet(F))
    U.Errors.error(Scan.Found, "'%0' is not allowed in an inlet",
                   spelling(Scan.FoundKeyword));
  else if (isa<CoroutineBodyStmt>(Body))
    U.Errors.error(Scan.Found, "'%0' is not allowed in a coroutine",
                   spelling(Scan.FoundKeyword));
  else if (F->isImmediateFunction())
    U.Errors.error(Scan.Found, "'%0' is not allowed in a consteval function",
                   spelling(Scan.FoundKeyword));
  else
    rewrite(F);
}

void FunctionFinder::rewrite(FunctionDecl *F) {
  if (!Rewriter(U, Handlers, F).run())
    return;
  // What the rewriter did not take is in a place that it does not know.
  Scanner(*this, Scanner::Mode::Reject).TraverseStmt(F->getBody());
}

/// Calls \p Handle for each class, lambdas included. The list of types may grow
/// on the way: no iterator would stay valid.
static void forEachClass(const ASTContext &Context,
                         llvm::function_ref<void(CXXRecordDecl *)> Handle) {
  const auto &Types = Context.getTypes();
  size_t Next = 0;
  while (Next < Types.size()) {
    const Type *T = Types[Next++];
    CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (Class && isa<RecordType>(T))
      Handle(Class);
  }
}

void FunctionFinder::handleLambdas() {
  forEachClass(U.S.Context, [this](CXXRecordDecl *Class) {
    if (!Class->isLambda())
      return;
    if (CXXMethodDecl *Operator = Class->getLambdaCallOperator())
      handleFunction(Operator);
  });
  U.S.PerformPendingInstantiations();
}

/// Whether the constructors that clang writes for \p Class, a definition, may
/// use reducers.
bool FunctionFinder::hasInitializers(const CXXRecordDecl *Class) const {
  return Class && Class->hasInClassInitializer() &&
         !Class->isDependentContext() && mayMatter(Class);
}

void FunctionFinder::handleSpecialMembers(CXXRecordDecl *Class) {
  bool Holds = Reducers.Types.holdsReducers(Class);
  Class = Class->getDefinition();
  if (!Holds && !hasInitializers(Class))
    return;
  for (CXXMethodDecl *Method : Class->methods()) {
    if (!Method->isImplicit() && !Method->isDefaulted())
      continue;
    handleFunction(Method);
    // Or clang copies members byte by byte, whatever their initializers are.
    if (Holds && isa<CXXConstructorDecl>(Method) && !Method->isDeleted() &&
        Method->doesThisDeclarationHaveABody())
      Method->setDefaulted(false);
  }
}

void FunctionFinder::handleSpecialMembers() {
  forEachClass(U.S.Context, [this](CXXRecordDecl *Class) {
    if (!Class->isLambda())
      handleSpecialMembers(Class);
  });
}

void FunctionFinder::finish() {
  if (U.Log.hasReducers() && U.S.getLangOpts().CPlusPlus)
    handleSpecialMembers();
  if (!U.Log.empty() && U.S.getLangOpts().CPlusPlus)
    handleLambdas();
  // Broken or delayed code is not in the AST.
  if (U.S.getDiagnostics().hasErrorOccurred() ||
      U.S.getLangOpts().DelayedTemplateParsing)
    return;
  for (const KeywordLog::Use &Use : U.Log.unseen())
    if (Use.K == Keyword::Spawn)
      U.Errors.error(Use.Token,
                     "'cilk_spawn' is not allowed here; to spawn into a "
                     "variable, write 'int x = cilk_spawn f();'");
    else
      U.Errors.error(Use.Token, "'%0' is not allowed here", spelling(Use.K));
}

} // namespace tussah
