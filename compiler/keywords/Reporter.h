//===- Reporter.h - Errors about keywords -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REPORTER_H
#define TUSSAH_COMPILER_KEYWORDS_REPORTER_H

#include "Syntax.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"

namespace tussah {

/// Reports errors and warnings at the place that the user wrote, each place
/// once, with the notes of the template instantiation that clang is in.
class Reporter {
public:
  explicit Reporter(clang::Sema &S, bool IsQuiet = false)
      : S(S), IsQuiet(IsQuiet) {}

  /// \p Text is a format of clang's diagnostics for \p Arguments.
  template <unsigned N, typename... Args>
  void error(clang::SourceLocation L, const char (&Text)[N],
             const Args &...Arguments) {
    report(clang::DiagnosticsEngine::Error, L, Text, Arguments...);
  }

  template <unsigned N, typename... Args>
  void warning(clang::SourceLocation L, const char (&Text)[N],
               const Args &...Arguments) {
    report(clang::DiagnosticsEngine::Warning, L, Text, Arguments...);
  }

private:
  template <unsigned N, typename... Args>
  void report(clang::DiagnosticsEngine::Level Level, clang::SourceLocation L,
              const char (&Text)[N], const Args &...Arguments) {
    L = userLocation(L, S.getSourceManager());
    if (IsQuiet || !Reported.insert(L).second)
      return;
    auto Diagnostic = S.Diag(L, S.Diags.getCustomDiagID(Level, Text));
    ((Diagnostic << Arguments), ...);
  }

  clang::Sema &S;
  bool IsQuiet;
  llvm::DenseSet<clang::SourceLocation> Reported;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REPORTER_H
