//===- Constructs.h - Changes of tasks, loops and syncs in form 2 -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What passes need that add code to strands: more captured values, and the
/// places where a strand goes on behind a call of form 2.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_CONSTRUCTS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_CONSTRUCTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// Moves \p F, of which all uses are operands of spawns or loops, into a
/// function with the parameters \p More at its end. Deletes \p F.
llvm::Function *appendParameters(llvm::Function &F,
                                 llvm::ArrayRef<llvm::Type *> More);

/// Appends \p More to the operands of \p Call. Returns the call that replaces
/// it.
llvm::CallBase *appendOperands(llvm::CallBase *Call,
                               llvm::ArrayRef<llvm::Value *> More);

/// What comes next after \p Call, unless that throws.
llvm::Instruction *placeBehind(llvm::CallBase *Call);

/// Where what \p Call throws arrives, and nothing else does. \p Call becomes an
/// invoke if it is none, with a landing pad that goes on with the exception.
/// \p Suffix is for the names of blocks.
llvm::Instruction *placeOfException(llvm::CallBase *&Call,
                                    llvm::StringRef Suffix);

/// Makes \p Calls, of one function, invokes with one landing pad that goes on
/// with the exception. \p Name is that of its block.
void makeInvokes(llvm::ArrayRef<llvm::CallInst *> Calls,
                 const llvm::Twine &Name);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_CONSTRUCTS_H
