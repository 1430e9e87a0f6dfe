//===- SharedCounters.h - Serial loops that iterations share ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SHAREDCOUNTERS_H
#define TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SHAREDCOUNTERS_H

#include "compiler/keywords/shared/Unit.h"

namespace tussah {

/// Warns of serial loops in \p F, whose body is as it was written, that count a
/// variable which the iterations of a parallel loop around them share.
void checkCounters(clang::FunctionDecl *F, Unit &U);

} // namespace tussah

#endif // TUSSAH_COMPILER_KEYWORDS_FORKJOIN_SHAREDCOUNTERS_H
