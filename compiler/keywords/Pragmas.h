//===- Pragmas.h - From `#pragma cilk` to tokens ----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H
#define TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H

namespace clang {
class CompilerInstance;
}

namespace tussah {

class KeywordLog;

/// Makes the preprocessor of \p CI replace
/// `#pragma cilk spawn|sync|for|scope|grainsize|reducer`, and
/// `#pragma cilk_grainsize`, by the tokens of the syntax that Syntax.h
/// recognizes, and diagnose other `#pragma cilk`. In C++, declares
/// ReducerFunctions before a reducer is parsed. \p Log must outlive the
/// preprocessor.
void registerPragmas(clang::CompilerInstance &CI, KeywordLog &Log);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_PRAGMAS_H
