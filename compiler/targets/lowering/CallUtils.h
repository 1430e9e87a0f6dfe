//===- CallUtils.h - Functions that lowering makes ------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_CALLUTILS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_CALLUTILS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// Creates an empty internal function of type \p Type for code that calls \p
/// Like, a task or loop body. It is compiled as \p Like is: target, sanitizers,
/// optimization, unwind tables, and, if \p Like has debug information, an
/// artificial subprogram of its own, which inlined code needs.
llvm::Function *createFunctionLike(const llvm::Function &Like,
                                   llvm::FunctionType *Type,
                                   llvm::StringRef Suffix);

/// The location for generated code of \p F: the line of its subprogram. Empty
/// if it has none.
llvm::DebugLoc locationIn(const llvm::Function &F);

/// Copies what is known of parameter \p From of \p Source and stays true in any
/// function that the same value passes through, to parameter \p To of \p
/// Target.
void copyParameter(llvm::Function &Target, unsigned To,
                   const llvm::Function &Source, unsigned From);

/// Lets \p Call be executed only if \p Condition, which is known in front of
/// it, is true. Its result is else \p Otherwise, which is null if nobody uses
/// it. Returns the result, or null.
llvm::PHINode *makeConditional(llvm::CallBase &Call, llvm::Value *Condition,
                               llvm::Value *Otherwise);

/// Deletes \p Old, of which no use is left, and its unwind edge.
void eraseCall(llvm::CallBase *Old);

/// Hides function pointers that the call \p Call of a task passes from LLVM's
/// devirtualization. It takes every call that has a function of a class as an
/// operand, though it be an argument, for a call of that function.
void hideVirtualFunctions(llvm::CallBase &Call);

/// Puts the only call of \p F into its place, if it has only this one use and
/// may be inlined, and deletes \p F. Returns true if so.
bool inlineOnlyCall(llvm::Function &F);

/// Puts the code of \p F into the places of its calls, and deletes it if no use
/// is left.
void inlineCalls(llvm::Function &F);

/// Lets the calls of \p F use its stack, when it has got slots that others know
/// the addresses of: they may be marked as ones that do not.
void clearTailMarkers(llvm::Function &F);

/// Reserves \p Size bytes on the stack of \p F, once for each call of \p F.
llvm::Value *createStackSlot(llvm::Function &F, uint64_t Size, uint64_t Align,
                             const llvm::Twine &Name);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_CALLUTILS_H
