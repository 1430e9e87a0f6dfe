//===- DebugVariables.h - What debuggers know of captured variables -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At -O0 a declaration says where a variable is, in optimized code the markers
/// of LLVM's assignment tracking. Both are for the function of the variable; a
/// task that captures it needs its own.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_DEBUGVARIABLES_H
#define TUSSAH_COMPILER_TASKS_DEBUGVARIABLES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// The markers that say which variables \p AI holds from its start on.
llvm::SmallVector<llvm::DbgVariableRecord *, 2> markersOf(llvm::AllocaInst *AI);

/// Declares what is known to be in \p AI in \p TaskEntry, a block of the same
/// function: it is in \p New, or, if \p Indirect, where that points to.
void declareInTask(llvm::AllocaInst *AI, llvm::AllocaInst *New,
                   llvm::BasicBlock *TaskEntry, bool Indirect);

/// Describes to debuggers the variables that the task called by \p Call
/// captures by reference, in optimized code. What the code extractor says of
/// the parameters is deleted: it takes the address of a variable for its value,
/// and at -O0 parameters are gone soon; placeVariables has declared them.
void describeReferences(llvm::CallInst *Call);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_DEBUGVARIABLES_H
