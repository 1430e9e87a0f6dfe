//===- Continuations.h - Spawns become calls that thieves can leave -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_CONTINUATIONS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_CONTINUATIONS_H

#include "RuntimeCalls.h"

namespace tussah::native {

/// Lowers the spawns, syncs and frames of \p F, which has its native form
/// (Functions.h). Spawns have no storage; the function spawned may be any with
/// the native calling convention, whose result is stored to what is the storage
/// operand, an address in \p F's frame, if that is not null.
///
/// Each spawn becomes an invoke whose landing pad is also where a thief enters.
/// The body of the function exists twice. The *fast* copy has no syncs: it is
/// right while nothing is stolen. A thief runs the *slow* copy, whose syncs are
/// calls of the runtime and lead back to the fast copy. \p Top is what
/// prepareMemory has returned.
void lowerContinuations(llvm::Function &F, RuntimeCalls &Runtime,
                        llvm::AllocaInst *Top);

/// Makes \p F ask whether somebody wants a continuation: at its start if \p
/// AtStart, else after what it does before any spawn.
void insertPoll(llvm::Function &F, RuntimeCalls &Runtime, bool AtStart);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_CONTINUATIONS_H
