//===- CheckTasks.h - Whether form 2 can be lowered -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_CHECKTASKS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_CHECKTASKS_H

#include "llvm/IR/Module.h"

namespace tussah {

/// Checks the rules of form 2 (docs/internals/ir.md), on which lowering relies,
/// and reports violations on the LLVMContext. Returns true if there is none.
/// First removes PHIs that LLVM has put between frames or storage and their
/// users.
bool checkTasks(llvm::Module &M);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_CHECKTASKS_H
