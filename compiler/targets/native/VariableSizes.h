//===- VariableSizes.h - alloca and VLAs of functions that spawn -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory of variable size is on the stack of the function's frame as long as
/// the function runs there and nothing was stolen from it, that is, in the fast
/// copy. A thief has another stack, which is gone at the sync, so the slow copy
/// allocates on the heap. So does the fast one what is large, and functions
/// that a sanitizer watches. docs/internals/native.md has the invariants and
/// their proof.
///
/// The function has three kinds of variables for this, which both copies use:
///   - the list of its allocations on the heap;
///   - the *top*: the fast copy notes the stack pointer there before a spawn.
///     The slow copy changes it as the fast one would the stack pointer, and a
///     sync makes it the stack pointer again;
///   - for each place that saves the stack, what both were there. What the
///     program has for the saved stack pointer is the address of that.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_VARIABLESIZES_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_VARIABLESIZES_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Gives the allocas of unknown size in \p F, and what saves and restores the
/// stack for them, the form of the fast copy. Returns the top; null if \p F has
/// none on the stack.
llvm::AllocaInst *prepareVariableSizes(llvm::Function &F,
                                       RuntimeCalls &Runtime);

/// Notes the stack pointer in \p Top.
void noteTop(llvm::IRBuilder<> &B, llvm::AllocaInst *Top);

/// What was noted in \p Top.
llvm::Value *topOf(llvm::IRBuilder<> &B, llvm::AllocaInst *Top);

/// Gives \p Blocks, a copy of what prepareVariableSizes has made, the form of
/// the slow copy. Some of them become unreachable. \p Top may be null if
/// nothing is on the stack.
void leaveStackAlone(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                     llvm::AllocaInst *Top);

/// Lets \p F, whose continuations are lowered, overwrite the return address of
/// its last call before it moves the stack pointer.
void forgetCalls(llvm::Function &F, const Processor &Machine);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_VARIABLESIZES_H
