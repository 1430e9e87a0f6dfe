//===- ThreadLocalUses.h - Uses of thread-local variables -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_THREADLOCALUSES_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_THREADLOCALUSES_H

#include "llvm/IR/Constant.h"
#include "llvm/IR/Function.h"

namespace tussah {

/// True if the address of a variable that each thread has is in \p C, or in the
/// code of \p F. Iterations that run on the same thread may share it: they are
/// not independent.
bool usesThreadLocal(const llvm::Constant &C);
bool usesThreadLocal(const llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_THREADLOCALUSES_H
