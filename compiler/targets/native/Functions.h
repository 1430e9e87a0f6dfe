//===- Functions.h - The native form of functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_FUNCTIONS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_FUNCTIONS_H

#include "RuntimeCalls.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Error.h"

namespace tussah::native {

/// Functions in native form: their calling convention preserves no registers,
/// so that everything that lives across a call of one lies in the caller's
/// frame; their frames are addressed by the frame pointer; their unwind
/// information has the runtime's personality. They are called on fibers only.
using FunctionSet = llvm::SmallSetVector<llvm::Function *, 16>;

/// Lets \p To be compiled for the same processor as \p From.
void copyTargetAttributes(llvm::Function &To, const llvm::Function &From);

/// Gives the function \p F its native form. What calls it must be changed too.
void makeNative(llvm::Function &F, RuntimeCalls &Runtime);

/// Gives all tasks and all functions that spawn their native form. A function
/// that others may call keeps its name and calling convention for a wrapper,
/// which enters parallel code if the caller is not in it. Returns the functions
/// in native form, or an error if one cannot have it.
llvm::Expected<FunctionSet> makeNativeFunctions(llvm::Module &M,
                                                RuntimeCalls &Runtime);

/// The name that \p Native, in native form, had before.
llvm::StringRef nameBefore(const llvm::Function &Native);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_FUNCTIONS_H
