//===- SyncRegions.h - Guards and sync markers become syncs -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_SYNCREGIONS_H
#define TUSSAH_COMPILER_TASKS_SYNCREGIONS_H

#include "llvm/IR/Function.h"

namespace tussah {

/// Replaces the sync markers and guards of \p F, from which all tasks have
/// been extracted, by tussah.sync and tussah.sync.unwind, and creates the
/// frames that stand behind region placeholders.
void lowerSyncRegions(llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_SYNCREGIONS_H
