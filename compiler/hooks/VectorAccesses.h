//===- VectorAccesses.h - Vector intrinsics with masks ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_VECTORACCESSES_H
#define TUSSAH_COMPILER_HOOKS_VECTORACCESSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace tussah {

/// `Count` elements of `Size` bytes, one behind the other: of most intrinsics
/// one lane, which the mask chooses or not.
struct LaneAccess {
  llvm::Value *Address;
  llvm::Value *Count;
  uint64_t Size;
  bool IsStore;
};

/// True if \p I loads or stores the lanes of a vector that a mask chooses.
bool isMaskedAccess(const llvm::Instruction &I);

/// What \p I, a masked access, accesses, as values that \p B makes.
llvm::SmallVector<LaneAccess, 16> lanesOf(llvm::IRBuilder<> &B,
                                          llvm::Instruction &I);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_VECTORACCESSES_H
