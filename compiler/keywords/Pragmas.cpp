//===- Pragmas.cpp - From `#pragma cilk` to tokens ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragmas.h"
#include "compiler/keywords/forkjoin/ForkJoinPragmas.h"
#include "compiler/keywords/reducers/ReducerPragma.h"
#include "compiler/keywords/shared/KeywordLog.h"
#include "compiler/keywords/shared/KeywordTokens.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace tussah {

namespace {

/// Handles `#pragma cilk parallel(tokens)` of <cilk/detail/views.h>: the tokens
/// take the place of the pragma. Without the plugin nothing does.
class ParallelHandler : public PragmaHandler {
public:
  ParallelHandler() : PragmaHandler("parallel") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override;
};

/// Handles every other `#pragma cilk`.
class UnknownHandler : public PragmaHandler {
public:
  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override {
    bool Named = First.getIdentifierInfo() != nullptr;
    pragmaError(PP, Introducer.Loc,
                "unknown '#pragma cilk%0'; expected 'spawn', 'sync', 'for', "
                "'scope', 'grainsize' or 'reducer'")
        << (Named ? " " + PP.getSpelling(First) : std::string());
    while (First.isNot(tok::eod))
      PP.LexUnexpandedToken(First);
  }
};

} // namespace

void ParallelHandler::HandlePragma(Preprocessor &PP,
                                   PragmaIntroducer Introducer, Token &) {
  llvm::SmallVector<Token, 16> Tokens;
  Token T;
  PP.LexUnexpandedToken(T);
  bool Opened = T.is(tok::l_paren);
  while (T.isNot(tok::eod)) {
    PP.LexUnexpandedToken(T);
    Tokens.push_back(T);
  }
  // The parenthesis that closes is the last token before the end.
  if (!Opened || Tokens.size() < 2 ||
      Tokens[Tokens.size() - 2].isNot(tok::r_paren)) {
    pragmaError(PP, Introducer.Loc,
                "expected '(tokens)' after '#pragma cilk "
                "parallel'");
    return;
  }
  TokenWriter R(PP, Introducer.Loc);
  for (const Token &Content : llvm::ArrayRef(Tokens).drop_back(2))
    R.add(Content);
  R.enter();
}

void registerPragmas(CompilerInstance &CI, KeywordLog &Log) {
  Preprocessor &PP = CI.getPreprocessor();
  registerForkJoinPragmas(PP, Log);
  registerReducerPragma(CI, Log);
  PP.AddPragmaHandler("cilk", new ParallelHandler());
  PP.AddPragmaHandler("cilk", new UnknownHandler());
  Log.switches().registerPragma(PP);
}

} // namespace tussah
