//===- ForkJoinPragmas.cpp - Pragmas of spawns and loops ------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForkJoinPragmas.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "compiler/keywords/shared/KeywordTokens.h"
#include "clang/Lex/Pragma.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace tussah {

/// Reads the `((void)0)` that <cilk/cilk.h> writes behind the pragma of a sync,
/// from its second token on; the first is \p Next, and becomes the one behind
/// it. If other tokens are found, \p Next does not change, and they are read
/// again.
static void skipNoOperation(Preprocessor &PP, Token &Next) {
  static constexpr tok::TokenKind Kinds[] = {
      tok::l_paren, tok::kw_void, tok::r_paren, tok::numeric_constant,
      tok::r_paren};
  llvm::SmallVector<Token, 8> Read;
  for (tok::TokenKind Kind : Kinds) {
    PP.Lex(Read.emplace_back());
    if (Read.back().is(Kind))
      continue;
    auto Again = std::make_unique<Token[]>(Read.size());
    std::copy(Read.begin(), Read.end(), Again.get());
    PP.EnterTokenStream(std::move(Again), Read.size(),
                        /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
    return;
  }
  PP.Lex(Next);
}

namespace {

/// Handles the pragma of one keyword.
class KeywordHandler : public PragmaHandler {
public:
  KeywordHandler(llvm::StringRef Name, Keyword K, KeywordLog &Log)
      : PragmaHandler(Name), K(K), Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  bool fits(Preprocessor &PP, SourceLocation Pragma, const Token &Next) const;
  /// Whether \p Next begins the statement of the keyword before this one.
  bool isLoopOrScope(const Token &Next) const {
    return Next.is(tok::l_square) &&
           isKeywordToken(Next.getLocation(), Log.sources()) &&
           (Log.last() == Keyword::For || Log.last() == Keyword::Grain ||
            Log.last() == Keyword::Scope);
  }

  Keyword K;
  KeywordLog &Log;
};

/// Handles `#pragma cilk grainsize`, and `#pragma cilk_grainsize` of Cilk++.
class GrainHandler : public PragmaHandler {
public:
  /// \p Pragma is the whole of the name.
  GrainHandler(llvm::StringRef Pragma, KeywordLog &Log)
      : PragmaHandler(Pragma.substr(Pragma.find(' ') + 1)), Pragma(Pragma),
        Log(Log) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;

private:
  llvm::SmallVector<Token, 8> readGrain(Preprocessor &PP) const;

  llvm::StringRef Pragma;
  KeywordLog &Log;
};

} // namespace

/// Whether \p Next may follow the keyword. Reports an error if not.
bool KeywordHandler::fits(Preprocessor &PP, SourceLocation Pragma,
                          const Token &Next) const {
  const SourceManager &SM = PP.getSourceManager();
  switch (K) {
  case Keyword::Spawn:
    if (!Next.isOneOf(tok::semi, tok::comma, tok::r_paren, tok::r_square,
                      tok::r_brace, tok::eof, tok::kw_return, tok::kw_else,
                      tok::kw_case, tok::kw_default, tok::kw_break,
                      tok::kw_continue, tok::kw_goto, tok::kw_throw) &&
        (!isKeywordToken(Next.getLocation(), SM) || isLoopOrScope(Next)))
      return true;
    pragmaError(PP, Pragma,
                "expected a call or a compound statement after 'cilk_spawn'");
    return false;
  case Keyword::Sync:
    if (Next.is(tok::semi))
      return true;
    pragmaError(PP, Pragma, "expected ';' after 'cilk_sync'");
    return false;
  case Keyword::For:
    if (Next.is(tok::kw_for))
      return true;
    pragmaError(PP, Pragma, "expected a for loop after '#pragma cilk for'");
    return false;
  case Keyword::Scope:
    if (!Next.isOneOf(tok::r_paren, tok::r_square, tok::r_brace, tok::eof))
      return true;
    pragmaError(PP, Pragma, "expected a statement after 'cilk_scope'");
    return false;
  case Keyword::Grain:
  case Keyword::Reducer:
    break;
  }
  llvm_unreachable("has a handler of its own");
}

void KeywordHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                  Token &) {
  Token T;
  PP.LexUnexpandedToken(T);
  if (T.isNot(tok::eod)) {
    pragmaError(PP, Introducer.Loc, "unexpected text after '#pragma cilk %0'")
        << getName();
    while (T.isNot(tok::eod))
      PP.LexUnexpandedToken(T);
  }

  // The token after the pragma decides. Lookahead would not process a pragma
  // that follows.
  Token Next;
  PP.Lex(Next);
  if (K == Keyword::Sync && Next.is(tok::l_paren))
    skipNoOperation(PP, Next);
  KeywordTokens R(PP, Log.makeTokenLocation(Introducer.Loc));
  if (fits(PP, Introducer.Loc, Next)) {
    bool BeginsStatement =
        Next.isOneOf(tok::l_brace, tok::kw_if, tok::kw_for, tok::kw_while,
                     tok::kw_do, tok::kw_switch, tok::kw_try) ||
        isLoopOrScope(Next);
    Log.add(K, R.location());
    if (K == Keyword::Spawn && !BeginsStatement)
      R.addIdentifier("__extension__", tok::kw___extension__);
    else
      R.addAttribute(K);
    // The next statement may have attributes of its own.
    if (K == Keyword::Scope ? Next.isNot(tok::l_brace)
                            : Next.is(tok::l_square) && BeginsStatement)
      R.addIfElse([&] { R.addNumber("0"); });
  }
  R.add(Next);
  R.enter();
}

/// Reads the tokens of the expression, up to the end of the line.
llvm::SmallVector<Token, 8> GrainHandler::readGrain(Preprocessor &PP) const {
  llvm::SmallVector<Token, 8> Grain;
  Token T;
  PP.Lex(T);
  if (T.is(tok::equal))
    PP.Lex(T);
  while (T.isNot(tok::eod)) {
    Grain.push_back(T);
    PP.Lex(T);
  }
  if (!Grain.empty() && Grain.back().is(tok::semi)) {
    SourceLocation L = Grain.back().getLocation();
    Log.switches().report(
        Warning::Grainsize, L, "';' at the end of '#pragma %0' is ignored",
        PP.getDiagnostics(), [&](unsigned ID) { PP.Diag(L, ID) << Pragma; });
    Grain.pop_back();
  }
  return Grain;
}

/// Makes `[[keyword]] if ((tokens) < 1) ; else` before the loop, which the
/// parser checks and instantiates like any statement.
void GrainHandler::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                                Token &) {
  llvm::SmallVector<Token, 8> Grain = readGrain(PP);
  Token Next;
  PP.Lex(Next);
  KeywordTokens R(PP, Log.makeTokenLocation(Introducer.Loc));
  bool IsLoop = Next.is(tok::l_square) &&
                isKeywordToken(Next.getLocation(), PP.getSourceManager()) &&
                Log.last() == Keyword::For;
  if (Grain.empty()) {
    pragmaError(PP, Introducer.Loc, "expected an expression after '#pragma %0'")
        << Pragma;
  } else if (!IsLoop) {
    pragmaError(PP, Introducer.Loc,
                "expected a 'cilk_for' loop after '#pragma %0'")
        << Pragma;
  } else {
    Log.add(Keyword::Grain, R.location());
    R.addAttribute(Keyword::Grain);
    R.addIfElse([&] {
      R.add(tok::l_paren);
      for (const Token &G : Grain)
        R.add(G);
      R.add(tok::r_paren);
      R.add(tok::less);
      R.addNumber("1");
    });
  }
  R.add(Next);
  R.enter();
}

void registerForkJoinPragmas(Preprocessor &PP, KeywordLog &Log) {
  PP.AddPragmaHandler("cilk", new KeywordHandler("spawn", Keyword::Spawn, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("sync", Keyword::Sync, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("for", Keyword::For, Log));
  PP.AddPragmaHandler("cilk", new KeywordHandler("scope", Keyword::Scope, Log));
  PP.AddPragmaHandler("cilk", new GrainHandler("cilk grainsize", Log));
  PP.AddPragmaHandler(new GrainHandler("cilk_grainsize", Log));
}

} // namespace tussah
