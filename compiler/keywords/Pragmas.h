//===- Pragmas.h - From `#pragma cilk` to tokens ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H
#define TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H

#include <functional>

namespace clang {
class Preprocessor;
}

namespace tussah {

class KeywordLog;

/// Makes \p PP replace `#pragma cilk spawn|sync|for|scope|grainsize|reducer` by
/// the tokens of the syntax that Syntax.h recognizes, and diagnose other
/// `#pragma cilk`. In C++, calls \p DeclareFunctions before a reducer is
/// parsed, which declares ReducerFunctions. \p Log must outlive \p PP.
void registerPragmas(clang::Preprocessor &PP, KeywordLog &Log,
                     std::function<void()> DeclareFunctions);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H
