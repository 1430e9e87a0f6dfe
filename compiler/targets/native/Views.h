//===- Views.h - Reducers on the native runtime -----------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_VIEWS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_VIEWS_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Lowers views and lifetimes of reducers to a test whether the strand is a
/// leftmost one, where there is nothing to do, and a call for the others.
void lowerViews(llvm::Module &M, RuntimeCalls &Runtime);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_VIEWS_H
