//===- ReducerPragma.h - The pragma of reducers -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERPRAGMA_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERPRAGMA_H

namespace clang {
class CompilerInstance;
}

namespace tussah {

class KeywordLog;

/// Makes the preprocessor of \p CI replace `#pragma cilk reducer` by the tokens
/// of the syntax that Syntax.h recognizes, and lets the macro `cilk_reducer` be
/// used without parentheses. In C++, declares ReducerFunctions before a reducer
/// is parsed. \p Log must outlive the preprocessor.
void registerReducerPragma(clang::CompilerInstance &CI, KeywordLog &Log);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_REDUCERPRAGMA_H
