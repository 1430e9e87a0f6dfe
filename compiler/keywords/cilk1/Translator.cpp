//===- Translator.cpp - The language of the first Cilk --------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reading threads, and when they are given to the parser.
///
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "compiler/keywords/shared/Syntax.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace tussah::cilk1 {

void Translator::error(SourceLocation L, const llvm::Twine &Text) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  unsigned ID = Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  Diags.Report(userLocation(L, CI.getSourceManager()), ID) << Text.str();
}

/// Reads the tokens from an opening parenthesis or brace, the next one, to the
/// one that closes it. Returns false, after an error, if they are not there;
/// what was read is in \p To all the same.
bool Translator::readGroup(TokenList &To) {
  Preprocessor &PP = CI.getPreprocessor();
  size_t Begin = To.size();
  unsigned Depth = 0;
  do {
    Token T;
    PP.Lex(T);
    To.push_back(T);
    if (T.isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
      ++Depth;
    else if (T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square) && Depth > 0)
      --Depth;
    else if (Depth == 0 || T.is(tok::eof))
      break;
  } while (Depth > 0);
  return To.back().isNot(tok::eof) && To.size() - Begin > 1;
}

/// Reads what belongs to a word outside of threads, behind it. It may be
/// followed by one more token.
void Translator::readWord(Word W, TokenList &To) {
  Preprocessor &PP = CI.getPreprocessor();
  if (W == Word::Cont) {
    TokenList Type;
    Token T;
    for (PP.Lex(T);
         ThreadTypes::continuesType(Type, T) || wordOf(T) == Word::Cont;
         PP.Lex(T))
      Type.push_back(T);
    Type.push_back(T);
    To.append(Type);
    return;
  }
  if ((W == Word::SpawnOn || W == Word::SpawnNextOn) && !readGroup(To))
    return;
  if (namesThread(W))
    PP.Lex(To.emplace_back());
  if (W == Word::Send || To.back().is(tok::identifier))
    readGroup(To);
}

void Translator::handleWord(Word W, SourceLocation Loc) {
  Preprocessor &PP = CI.getPreprocessor();
  TokenWriter Result(PP, userLocation(Loc, CI.getSourceManager()));
  if (CI.getSourceManager().isInSystemHeader(
          CI.getSourceManager().getExpansionLoc(Loc))) {
    // It is a name there.
    Result.addIdentifier(nameOf(W).Spelling);
    return Result.enter();
  }
  Result.addIdentifier(nameOf(W).Marker);
  if (Reading > 0)
    return Result.enter();
  if (W == Word::Thread)
    return readThread(Result.location());
  TokenList Read(Result.tokens());
  ++Reading;
  readWord(W, Read);
  --Reading;
  Tokens Rest(Read);
  bool AtEnd = Rest.back().is(tok::eof);
  TokenWriter C(PP, Result.location());
  rewrite(AtEnd ? Rest.drop_back() : Rest, C, CI.getSema().getCurScope());
  // The parser must see it; the lexer does not give it again.
  if (AtEnd)
    C.add(Rest.back());
  C.enter();
}

/// Reads `name (parameters) ;` or `name (parameters) { body }`, and declares
/// the function.
void Translator::readThread(SourceLocation Loc) {
  Preprocessor &PP = CI.getPreprocessor();
  TokenWriter Result(PP, Loc), Brace(PP, Loc);
  TokenList Parameters, Body;
  Token Name, Next;
  Next.startToken();
  ++Reading;
  PP.Lex(Name);
  bool Good = Name.is(tok::identifier) && wordOf(Name) == Word::None &&
              readGroup(Parameters);
  if (Good) {
    PP.Lex(Next);
    if (Next.is(tok::l_brace)) {
      Brace.add(Next);
      Brace.enter();
      Good = readGroup(Body);
    } else {
      Good = Next.is(tok::semi);
    }
  }
  --Reading;
  if (!Good) {
    error(Loc, "expected 'thread name (parameters)' and ';' or '{ body }'");
    for (const Token *Last : {&Name, &Next})
      if (Last->is(tok::eof))
        Result.add(*Last);
    for (const TokenList *List : {&Parameters, &Body})
      if (!List->empty() && List->back().is(tok::eof))
        Result.add(List->back());
    return Result.enter();
  }
  IdentifierInfo *Identifier = Name.getIdentifierInfo();
  Thread &T = All[Identifier];
  if (T.Loc.isInvalid())
    T.Loc = Name.getLocation();
  if (!Body.empty())
    Waiting.push_back({Identifier,
                       Loc,
                       {Parameters.begin(), Parameters.end()},
                       {Body.begin(), Body.end()}});
  Declared.push_back(Identifier);

  // The parser reads the declaration, and then a file with the pragma that
  // calls handleDeclared. The operator _Pragma does nothing in preprocessed
  // files.
  SourceManager &SM = CI.getSourceManager();
  if (AfterDeclaration.isInvalid())
    AfterDeclaration = SM.createFileID(llvm::MemoryBuffer::getMemBuffer(
        "#pragma cilk1 declared\n", "<declared thread>"));
  PP.EnterSourceFile(AfterDeclaration, /*Dir=*/nullptr, Loc);
  TokenWriter Declaration(PP, Loc);
  Declaration.addCode("void");
  Declaration.add(Name);
  if (Parameters.size() == 2)
    Declaration.addCode("(void)");
  else
    rewrite(Parameters, Declaration, CI.getSema().TUScope);
  Declaration.add(tok::semi);
  Declaration.enter();
}

/// The first thread that \p Body spawns and that has not been declared, or
/// null.
const Token *Translator::unknownThread(Tokens Body) const {
  for (size_t I = 0; I + 1 < Body.size(); ++I) {
    Word W = wordOf(Body[I]);
    if (!namesThread(W))
      continue;
    const Token *Name = &Body[I + 1];
    if (W == Word::SpawnOn || W == Word::SpawnNextOn) {
      // The name is behind the place, in parentheses.
      unsigned Depth = 0;
      for (; Name != Body.end(); ++Name) {
        Depth += Name->is(tok::l_paren);
        Depth -= Name->is(tok::r_paren) && Depth > 0;
        if (Depth == 0)
          break;
      }
      if (Name != Body.end())
        ++Name;
      if (Name == Body.end())
        continue;
    }
    if (Name->isNot(tok::identifier))
      continue;
    auto Found = All.find(Name->getIdentifierInfo());
    if (Found == All.end() || !Found->second.Function)
      return Name;
  }
  return nullptr;
}

/// The parser knows the function of a thread: finds out what its closures are.
void Translator::declareThread(IdentifierInfo *Name, TokenWriter &To) {
  Thread &T = All[Name];
  if (T.Function)
    return;
  Sema &S = CI.getSema();
  LookupResult Found(S, Name, T.Loc, Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  if (!S.LookupName(Found, S.TUScope))
    return;
  T.Function = Found.getAsSingle<FunctionDecl>();
  if (!T.Function || T.Function->isInvalidDecl())
    return;
  T.IsStatic = !T.Function->isExternallyVisible();
  T.Layout = Types.layOut(T.Function);
  if (!T.Layout)
    return;
  for (unsigned I = 0; I < T.Layout->Parameters.size(); ++I)
    Types.declare(typeName(Name->getName(), I, T.Layout->Parameters[I]),
                  T.Layout->Parameters[I].Type);
  To.addCode(T.IsStatic ? "static" : "extern");
  To.addCode("const struct tussah_cps_thread");
  To.addIdentifier(("__tussah_thread_" + Name->getName()).str());
  To.addCode("__attribute__((__unused__));");
}

/// Reports continuations that were made, and that nothing can be sent to
/// because the body does not name them again.
void Translator::checkContinuations(const Definition &D) {
  llvm::MapVector<IdentifierInfo *, SourceLocation> Made;
  llvm::SmallVector<IdentifierInfo *, 8> Used;
  bool Declaring = false;
  for (size_t I = 0; I < D.Body.size(); ++I) {
    const Token &T = D.Body[I];
    if (wordOf(T) == Word::Cont)
      Declaring = true;
    else if (T.isOneOf(tok::semi, tok::equal, tok::l_paren, tok::r_paren))
      Declaring = false;
    if (T.isNot(tok::identifier) || Declaring)
      continue;
    // In `a ? b : c` the next token is a colon.
    bool IsMade = I + 1 < D.Body.size() && I > 1 &&
                  D.Body[I - 1].is(tok::question) &&
                  D.Body[I - 2].isOneOf(tok::comma, tok::l_paren) &&
                  D.Body[I + 1].isOneOf(tok::comma, tok::r_paren);
    if (IsMade)
      Made.insert({T.getIdentifierInfo(), T.getLocation()});
    else
      Used.push_back(T.getIdentifierInfo());
  }
  for (auto &[Name, Loc] : Made)
    if (!llvm::is_contained(Used, Name))
      error(Loc, "nothing can be sent to '" + Name->getName() +
                     "': the thread does not use it again");
}

void Translator::handleDeclared() {
  std::vector<IdentifierInfo *> New;
  std::swap(New, Declared);
  if (New.empty())
    return;
  SourceLocation Loc = All[New.front()].Loc;
  TokenWriter Result(CI.getPreprocessor(), Loc);
  // Only now the parser has left the function before, if it was in one.
  if (!CI.getSema().CurContext->isTranslationUnit()) {
    error(Loc, "a thread is declared at file scope");
    llvm::erase_if(Waiting, [&](const Definition &D) {
      return llvm::is_contained(New, D.Name);
    });
    return;
  }
  for (IdentifierInfo *Name : New)
    declareThread(Name, Result);
  std::vector<Definition> Later;
  std::vector<Definition> Now;
  for (Definition &D : Waiting)
    (unknownThread(D.Body) ? Later : Now).push_back(std::move(D));
  Waiting = std::move(Later);
  for (const Definition &D : Now) {
    checkContinuations(D);
    writeDefinition(D, All[D.Name], Result);
  }
  Result.enter();
}

namespace {
/// Finds threads that are used as functions: that would run them on the stack
/// of the caller, which the paper has no word for.
class FunctionUses : public RecursiveASTVisitor<FunctionUses> {
public:
  llvm::SmallPtrSet<const FunctionDecl *, 16> Threads;
  llvm::SmallVector<const DeclRefExpr *, 4> Found;

  bool TraverseFunctionDecl(FunctionDecl *F) {
    // What takes the arguments out of a closure does call the thread.
    if (F->getIdentifier() && F->getName().starts_with("__tussah_call_"))
      return true;
    return RecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (Threads.contains(
            dyn_cast<FunctionDecl>(E->getDecl()->getCanonicalDecl())))
      Found.push_back(E);
    return true;
  }
};
} // namespace

void Translator::checkUses() {
  FunctionUses Uses;
  for (auto &[Name, T] : All)
    if (T.Function)
      Uses.Threads.insert(T.Function->getCanonicalDecl());
  if (Uses.Threads.empty())
    return;
  Uses.TraverseAST(CI.getASTContext());
  for (const DeclRefExpr *E : Uses.Found)
    error(E->getLocation(),
          "the thread '" + E->getDecl()->getName() +
              "' is no function; 'spawn', 'call' or, outside of threads, "
              "'cilk_run' runs it");
}

void Translator::finish() {
  checkUses();
  for (const Definition &D : Waiting) {
    All[D.Name].HasBody = true;
    const Token *Name = unknownThread(D.Body);
    if (!Name)
      continue; // after other errors
    error(Name->getLocation(),
          "there is no thread '" + Name->getIdentifierInfo()->getName() + "'");
  }
  for (auto &[Name, T] : All)
    if (T.IsStatic && T.IsSpawned && !T.HasBody)
      error(T.Loc, "the static thread '" + Name->getName() +
                       "' is spawned but not defined");
}

/// Reads the rest of a pragma that consists of its name. Returns false after an
/// error.
static bool readEnd(Preprocessor &PP, llvm::StringRef Name) {
  Token T;
  PP.LexUnexpandedToken(T);
  if (T.is(tok::eod))
    return true;
  unsigned ID = PP.getDiagnostics().getCustomDiagID(
      DiagnosticsEngine::Error, "unexpected text after '#pragma cilk1 %0'");
  PP.Diag(T, ID) << Name;
  while (T.isNot(tok::eod))
    PP.LexUnexpandedToken(T);
  return false;
}

namespace {

class WordHandler : public PragmaHandler {
public:
  WordHandler(const WordName &Name, Translator &To)
      : PragmaHandler(Name.Spelling), W(Name.W), To(To) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &) override {
    if (readEnd(PP, getName()))
      To.handleWord(W, Introducer.Loc);
  }

private:
  Word W;
  Translator &To;
};

class DeclaredHandler : public PragmaHandler {
public:
  explicit DeclaredHandler(Translator &To)
      : PragmaHandler("declared"), To(To) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &) override {
    if (readEnd(PP, getName()))
      To.handleDeclared();
  }

private:
  Translator &To;
};

/// Handles `#pragma cilk1 plugin` of <tussah/cilk1.h>: drops the
/// declaration behind it, an error that tells other compilers what they lack.
class PluginHandler : public PragmaHandler {
public:
  PluginHandler() : PragmaHandler("plugin") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &) override {
    if (!readEnd(PP, getName()))
      return;
    Token T;
    do
      PP.Lex(T);
    while (!T.isOneOf(tok::semi, tok::eof));
  }
};

} // namespace

void Translator::registerPragmas() {
  Preprocessor &PP = CI.getPreprocessor();
  for (const WordName &Name : WordNames)
    PP.AddPragmaHandler("cilk1", new WordHandler(Name, *this));
  PP.AddPragmaHandler("cilk1", new DeclaredHandler(*this));
  PP.AddPragmaHandler("cilk1", new PluginHandler());
}

} // namespace tussah::cilk1
