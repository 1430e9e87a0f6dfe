//===- KeywordTokens.h - Tokens that a keyword becomes ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDTOKENS_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDTOKENS_H

#include "Syntax.h"
#include "TokenWriter.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tussah {

/// The tokens that replace one pragma.
class KeywordTokens : public TokenWriter {
public:
  using TokenWriter::TokenWriter;

  /// The attribute of a statement that stands for \p K.
  void addAttribute(Keyword K);
  /// Adds `if (condition) ; else`, where the next statement becomes a part of
  /// this one.
  void addIfElse(llvm::function_ref<void()> AddCondition);

protected:
  void beginAttribute(llvm::StringRef Name, llvm::StringRef Text);
};

/// Reports an error in the pragma at \p L.
template <unsigned N>
clang::DiagnosticBuilder pragmaError(clang::Preprocessor &PP,
                                     clang::SourceLocation L,
                                     const char (&Text)[N]) {
  unsigned ID = PP.getDiagnostics().getCustomDiagID(
      clang::DiagnosticsEngine::Error, Text);
  return PP.Diag(userLocation(L, PP.getSourceManager()), ID);
}

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDTOKENS_H
