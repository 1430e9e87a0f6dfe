//===- Lifetimes.h - Where variables end ------------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable ends where its block is left, which lifetime markers show, and for
// arrays of variable length the restored stack; at the latest where its
// function ends. For a task that still uses it, that is a write.
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_LIFETIMES_H
#define TUSSAH_COMPILER_HOOKS_LIFETIMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// A variable ends in front of `Where`.
struct LifetimeEnd {
  llvm::Instruction *Where;
  llvm::Value *Variable;
};

/// The ends of \p Variables, and of arguments in memory, in \p F, which \p Ends
/// leave.
llvm::SmallVector<LifetimeEnd, 16>
findLifetimeEnds(llvm::Function &F,
                 llvm::ArrayRef<llvm::AllocaInst *> Variables,
                 llvm::ArrayRef<llvm::Instruction *> Ends);

/// Erases the markers of ends that have no beginning: the variable has its
/// memory for itself, as a task may use it, and only tools needed them.
void eraseLoneEnds(llvm::ArrayRef<llvm::AllocaInst *> Variables);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_LIFETIMES_H
