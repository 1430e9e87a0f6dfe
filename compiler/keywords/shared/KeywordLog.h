//===- KeywordLog.h - Where keywords were read ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDLOG_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDLOG_H

#include "Syntax.h"
#include "Warnings.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include <set>
#include <vector>

namespace tussah {

/// Remembers the places where the preprocessor met a keyword. Tells which
/// declarations cannot contain one, so that a translation unit without
/// keywords costs next to nothing, and which keywords the parser lost.
class KeywordLog {
public:
  struct Use {
    Keyword K;
    clang::SourceLocation Token;
  };

  KeywordLog(clang::SourceManager &SM, Warnings Switches)
      : SM(SM), Switches(std::move(Switches)) {}

  /// A new location for the tokens of a keyword whose pragma is at \p Pragma.
  /// As if they were written there, in the argument of a macro of a system
  /// header: errors are shown at the pragma, and warnings about language
  /// extensions not at all.
  clang::SourceLocation makeTokenLocation(clang::SourceLocation Pragma);

  /// The preprocessor met \p K and made tokens with the location \p Token.
  void add(Keyword K, clang::SourceLocation Token);

  /// False if no keyword can be in \p Range. Always true for ranges that come
  /// from a precompiled header or module.
  bool mayContain(clang::SourceRange Range) const;

  /// The keyword with the location \p Token is in the AST.
  void markSeen(clang::SourceLocation Token) { Seen.insert(Token); }

  /// The keywords that are not in the AST, in the order of their reading.
  std::vector<Use> unseen() const;

  bool empty() const { return Uses.empty(); }

  /// Whether a reducer may have been declared.
  bool hasReducers() const { return HasReducers; }

  /// There may be reducers in files that were read by another compilation.
  void expectReducers() { HasReducers = true; }

  Warnings &switches() { return Switches; }
  const clang::SourceManager &sources() const { return SM; }

  /// The keyword that was read last. There must be one.
  Keyword last() const { return Uses.back().K; }

private:
  clang::SourceManager &SM;
  Warnings Switches;
  clang::SourceLocation StartOfBuffer;
  bool HasReducers = false;
  std::vector<Use> Uses;
  llvm::DenseSet<clang::SourceLocation> Seen;
  /// Expansion locations of keywords, and the `#include` lines that lead to
  /// files with keywords.
  std::set<clang::SourceLocation> Points;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_KEYWORDLOG_H
