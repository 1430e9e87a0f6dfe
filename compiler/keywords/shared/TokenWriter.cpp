//===- TokenWriter.cpp - Tokens that a pragma becomes ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TokenWriter.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace tussah {

Token TokenWriter::make(tok::TokenKind Kind) const {
  Token T;
  T.startToken();
  T.setKind(Kind);
  T.setLocation(Loc);
  T.setLength(1);
  return T;
}

void TokenWriter::add(tok::TokenKind Kind) { Tokens.push_back(make(Kind)); }

void TokenWriter::addIdentifier(llvm::StringRef Name, tok::TokenKind Kind) {
  Token T = make(Kind);
  T.setIdentifierInfo(PP.getIdentifierInfo(Name));
  Tokens.push_back(T);
}

void TokenWriter::addNumber(llvm::StringRef Digits) {
  Token T = make(tok::numeric_constant);
  PP.CreateString(Digits, T, Loc, Loc);
  Tokens.push_back(T);
}

void TokenWriter::addString(llvm::StringRef Text) {
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    Quoted += C;
  }
  Token T = make(tok::string_literal);
  PP.CreateString(Quoted + '"', T, Loc, Loc);
  Tokens.push_back(T);
}

void TokenWriter::addCode(llvm::StringRef Code) {
  // The lexer reads a zero at the end.
  std::string Text = Code.str();
  Lexer L(SourceLocation(), PP.getLangOpts(), Text.data(), Text.data(),
          Text.data() + Text.size());
  Token T;
  for (L.LexFromRawLexer(T); T.isNot(tok::eof); L.LexFromRawLexer(T)) {
    if (T.is(tok::raw_identifier)) {
      IdentifierInfo *Name = PP.getIdentifierInfo(T.getRawIdentifier());
      addIdentifier(Name->getName(), Name->getTokenID());
    } else if (T.is(tok::numeric_constant)) {
      addNumber({T.getLiteralData(), T.getLength()});
    } else {
      add(T.getKind());
    }
  }
}

void TokenWriter::enter() {
  if (Tokens.empty())
    return; // clang looks at the last token of a stream
  auto Buffer = std::make_unique<Token[]>(Tokens.size());
  std::copy(Tokens.begin(), Tokens.end(), Buffer.get());
  PP.EnterTokenStream(std::move(Buffer), Tokens.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

} // namespace tussah
