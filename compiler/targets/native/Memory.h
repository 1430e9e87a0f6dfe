//===- Memory.h - Local memory of functions that spawn -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_MEMORY_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_MEMORY_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Gives the local memory of \p F a form that stays right when the function
/// continues on another stack:
///   - no lifetimes end, as a task may still use what the parent does not;
///   - over-aligned variables are aligned by hand, because a realigned frame is
///     addressed relative to the stack pointer;
///   - memory whose size is not known gets the form of VariableSizes.h.
/// Returns what prepareVariableSizes does.
llvm::AllocaInst *prepareMemory(llvm::Function &F, RuntimeCalls &Runtime);

/// Tells LLVM that others may know the address \p Variable: the code that
/// stores to it when a continuation has been stolen is not what a thief runs.
/// Emits no code.
void emitEscape(llvm::Value *Variable, llvm::IRBuilder<> &B);

/// True if a call with a result of type \p Result and the arguments \p Args,
/// none of them byval, may pass some on the stack in \p Convention.
bool needStack(const Processor &Machine, llvm::Type *Result,
               llvm::iterator_range<llvm::User::const_op_iterator> Args,
               llvm::CallingConv::ID Convention);

/// Sees to it that \p F, which has been lowered, may return with a stack
/// pointer that the runtime has set, and that its frame is addressed by the
/// frame pointer. At a sync that is the one that the oldest
/// stolen spawn returned with, which is right if no arguments are passed on the
/// stack: then LLVM never moves the stack pointer within a function. Otherwise
/// a dynamic alloca, in code that is hardly ever executed, lets LLVM make room
/// for arguments at each call, also on a thief's stack, and restore the stack
/// pointer from the frame pointer before a return. That makes each return wait
/// for the frame pointer to be loaded, which takes fib half as long again on
/// x86-64. On AArch64 that alloca is always needed: without it LLVM addresses a
/// frame by the stack pointer, whatever the attributes say. Returns inline
/// assembly of which LLVM warns if that is not so in the end, or null.
llvm::CallBase *keepStackPointer(llvm::Function &F, RuntimeCalls &Runtime);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_MEMORY_H
