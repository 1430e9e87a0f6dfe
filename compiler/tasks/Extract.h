//===- Extract.h - Regions become functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_EXTRACT_H
#define TUSSAH_COMPILER_TASKS_EXTRACT_H

#include "MarkedRegion.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// Moves the task of \p R into a helper or loop body and replaces the end
/// marker by tussah.spawn or tussah.parfor. \p Storage is what placeVariables
/// returned. Returns the new function, or null after reporting an error on the
/// context. The frame operands are placeholders (see regionPlaceholder).
llvm::Function *extractTask(MarkedRegion &R, llvm::CallInst *Storage);

/// A constant that stands for the frame of sync region \p Region until all
/// tasks have left the function.
llvm::Constant *regionPlaceholder(llvm::Value *Region);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_EXTRACT_H
