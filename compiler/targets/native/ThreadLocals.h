//===- ThreadLocals.h - Variables of the current thread -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_THREADLOCALS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_THREADLOCALS_H

#include "Functions.h"

namespace tussah::native {

/// Lets the functions \p Natives of \p M ask another function for each address
/// of a thread-local variable. Any call of theirs may return on another thread,
/// but code generation computes such an address, or a part of it, once for
/// several accesses in a block, or, with the model local-dynamic, in the whole
/// function.
void separateThreadLocals(llvm::Module &M, const FunctionSet &Natives);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_THREADLOCALS_H
