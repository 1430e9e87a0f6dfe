//===- Warnings.h - The plugin's own warnings -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang does not let a plugin add names to its `-W`. These do what its own do:
/// `-W[no-][error=]tussah-NAME` and the group `-Wtussah` are arguments of the
/// plugin, `#pragma tussah diagnostic` changes them from there on.
/// docs/reference/warnings.md lists the names.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_SHARED_WARNINGS_H
#define TUSSAH_COMPILER_KEYWORDS_SHARED_WARNINGS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace clang {
class Preprocessor;
class SourceManager;
} // namespace clang

namespace tussah {

enum class Warning {
  FirstView,
  Grainsize,
  Race,
  Return,
  SharedCounter,
  StaleView
};

class Warnings {
public:
  /// Reads \p Option, a `-W` without its dash. Returns false if it is not for
  /// the plugin. Warns, as clang does, if there is no such name.
  bool readOption(llvm::StringRef Option, clang::DiagnosticsEngine &Diags);

  /// Handles `#pragma tussah diagnostic`.
  void registerPragma(clang::Preprocessor &PP);

  /// Begins the report of \p W at \p L, with \p Text, a format of clang's.
  /// Calls
  /// \p Emit with the number of the diagnostic, if it is not switched off.
  void report(Warning W, clang::SourceLocation L, llvm::StringRef Text,
              clang::DiagnosticsEngine &Diags,
              llvm::function_ref<void(unsigned)> Emit) const;

private:
  friend class DiagnosticHandler;

  struct Setting {
    bool IsOn = true;
    /// Unless it is the same as clang's own, after -Werror.
    std::optional<bool> IsError;
  };
  static constexpr unsigned NumWarnings = unsigned(Warning::StaleView) + 1;
  using Settings = std::array<Setting, NumWarnings>;

  static llvm::StringRef nameOf(Warning W);
  static llvm::StringRef nearestName(llvm::StringRef Name);
  /// Applies \p Change to what `tussah` or `tussah-NAME` stands for. Returns
  /// false if that is nothing.
  static bool change(Settings &S, llvm::StringRef Name,
                     llvm::function_ref<void(Setting &)> Change);
  static void reportUnknown(llvm::StringRef Option, llvm::StringRef Prefix,
                            llvm::StringRef Name, clang::SourceLocation L,
                            clang::DiagnosticsEngine &Diags);
  const Settings &settingsAt(clang::SourceLocation L,
                             const clang::SourceManager &SM) const;
  void set(const Settings &S, clang::SourceLocation L) {
    Changes.push_back({L, S});
  }

  /// From the command line, and from each pragma on, in the order of reading.
  Settings Initial;
  llvm::SmallVector<std::pair<clang::SourceLocation, Settings>, 4> Changes;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_SHARED_WARNINGS_H
