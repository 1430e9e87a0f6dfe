//===- ViewChecker.h - Views that are used too late -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWCHECKER_H
#define TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWCHECKER_H

#include "ReducerUnit.h"

namespace tussah {

/// Warns where \p F, whose body is as it was written, uses a reference or
/// pointer to a view behind a spawn, where the strand may have another view.
void checkViews(ReducerUnit &Reducers, clang::FunctionDecl *F);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_REDUCERS_VIEWCHECKER_H
