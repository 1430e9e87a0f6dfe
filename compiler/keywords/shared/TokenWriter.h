//===- TokenWriter.h - Tokens that a pragma becomes -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_TOKENWRITER_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_TOKENWRITER_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Preprocessor;
}

namespace tussah {

/// Collects tokens that the preprocessor then reads. Those that are made here
/// have one location.
class TokenWriter {
public:
  TokenWriter(clang::Preprocessor &PP, clang::SourceLocation Loc)
      : PP(PP), Loc(Loc) {}

  clang::SourceLocation location() const { return Loc; }
  void add(const clang::Token &T) { Tokens.push_back(T); }
  void add(llvm::ArrayRef<clang::Token> Some) {
    Tokens.append(Some.begin(), Some.end());
  }
  void add(clang::tok::TokenKind Kind);
  /// \p Name may be one that no program can write.
  void addIdentifier(llvm::StringRef Name,
                     clang::tok::TokenKind K = clang::tok::identifier);
  void addNumber(llvm::StringRef Digits);
  void addString(llvm::StringRef Text);
  /// Adds the tokens of \p Code, which has no character constants.
  void addCode(llvm::StringRef Code);
  /// As if the tokens began a line: clang warns about the indentation of
  /// others.
  void startLine() { Tokens.front().setFlag(clang::Token::StartOfLine); }
  llvm::ArrayRef<clang::Token> tokens() const { return Tokens; }
  /// Makes the preprocessor read the tokens next, without expanding macros.
  void enter();

protected:
  clang::Token make(clang::tok::TokenKind Kind) const;

  clang::Preprocessor &PP;
  clang::SourceLocation Loc;

private:
  llvm::SmallVector<clang::Token, 16> Tokens;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_TOKENWRITER_H
