//===- Reporter.h - Errors about keywords -----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_REPORTER_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_REPORTER_H

#include "Syntax.h"
#include "Warnings.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"

namespace tussah {

/// Reports errors and warnings at the place that the user wrote, each place
/// once, with the notes of the template instantiation that clang is in.
class Reporter {
public:
  /// Reports nothing without \p Switches.
  Reporter(clang::Sema &S, const Warnings *Switches)
      : S(S), Switches(Switches) {}

  /// \p Text is a format of clang's diagnostics for \p Arguments.
  template <unsigned N, typename... Args>
  void error(clang::SourceLocation L, const char (&Text)[N],
             const Args &...Arguments) {
    if (isFirst(L))
      emit(L, S.Diags.getCustomDiagID(clang::DiagnosticsEngine::Error, Text),
           Arguments...);
  }

  /// Returns whether it is reported. Notes may follow then.
  template <unsigned N, typename... Args>
  bool warning(Warning W, clang::SourceLocation L, const char (&Text)[N],
               const Args &...Arguments) {
    bool IsReported = false;
    if (isFirst(L))
      Switches->report(W, L, Text, S.Diags, [&](unsigned ID) {
        emit(L, ID, Arguments...);
        IsReported = true;
      });
    return IsReported;
  }

  template <unsigned N, typename... Args>
  void note(clang::SourceLocation L, const char (&Text)[N],
            const Args &...Arguments) {
    emit(userLocation(L, S.getSourceManager()),
         S.Diags.getCustomDiagID(clang::DiagnosticsEngine::Note, Text),
         Arguments...);
  }

private:
  /// Makes \p L the place that the user wrote. Returns false if there has been
  /// a report.
  bool isFirst(clang::SourceLocation &L) {
    L = userLocation(L, S.getSourceManager());
    return Switches && Reported.insert(L).second;
  }

  template <typename... Args>
  void emit(clang::SourceLocation L, unsigned ID, const Args &...Arguments) {
    auto Diagnostic = S.Diag(L, ID);
    ((Diagnostic << Arguments), ...);
  }

  clang::Sema &S;
  const Warnings *Switches;
  llvm::DenseSet<clang::SourceLocation> Reported;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_REPORTER_H
