//===- Unsanitized.h - no_sanitize("cilk") ----------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_UNSANITIZED_H
#define TUSSAH_COMPILER_KEYWORDS_UNSANITIZED_H

namespace clang {
class CompilerInstance;
class Decl;
class Preprocessor;
} // namespace clang

namespace tussah {

/// Keeps clang from warning that it does not know the sanitizer `cilk`.
void acceptCilkSanitizer(clang::CompilerInstance &CI);

/// Marks the functions in \p D whose accesses the race detector does not check
/// (compiler/hooks/Unchecked.cpp).
void markUnsanitized(clang::Decl *D, clang::Preprocessor &PP);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_UNSANITIZED_H
