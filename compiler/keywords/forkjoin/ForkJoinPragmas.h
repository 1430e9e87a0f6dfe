//===- ForkJoinPragmas.h - Pragmas of spawns and loops ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_FORKJOINPRAGMAS_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_FORKJOINPRAGMAS_H

namespace clang {
class Preprocessor;
}

namespace tussah {

class KeywordLog;

/// Makes \p PP replace `#pragma cilk spawn|sync|for|scope|grainsize`, and
/// `#pragma cilk_grainsize`, by the tokens of the syntax that Syntax.h
/// recognizes. \p Log must outlive \p PP.
void registerForkJoinPragmas(clang::Preprocessor &PP, KeywordLog &Log);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_FORKJOINPRAGMAS_H
