//===- ReducerCalls.h - Reducers on targets without views -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_REDUCERCALLS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_REDUCERCALLS_H

#include "include/tussah/pass.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tussah {

/// Lowers the calls of the native runtime's functions for reducers
/// (<cilk/cilk_api.h>) for another target: on `serial` a reducer is its only
/// view. An error on others, whose own views the markers of reducers use;
/// without it the program would not link, and not say why.
/// Sets \p Changed if it changes \p M.
llvm::Error lowerReducerCalls(llvm::Module &M, const PipelineOptions &Options,
                              bool &Changed);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_REDUCERCALLS_H
