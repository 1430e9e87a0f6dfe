//===- Targets.h - The table of targets -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_TARGETS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_TARGETS_H

#include "Target.h"
#include "include/tussah/pass.h"

#include <memory>

namespace tussah {

/// Returns an error that lists the known names if \p Options names no target.
llvm::Error checkTarget(const PipelineOptions &Options);

/// True if \p Options names the target `native`, which has a lowering of its
/// own (native/NativeLowering.h) rather than a class derived from Target.
bool targetIsNative(const PipelineOptions &Options);

/// True if every spawn must stay one: the user asked for it, or the target
/// counts tasks, for tests that want them also where they do not pay.
bool keepsSpawns(const PipelineOptions &Options);

/// True if the target that \p Options names runs the halves of a parallel loop
/// as tasks.
bool targetDividesLoops(const PipelineOptions &Options);

/// Returns the target that \p Options names; checkTarget has accepted it, and
/// it is not `native`.
std::unique_ptr<Target> createTarget(const PipelineOptions &Options);

/// Returns the path of the bitcode file of the target `native`.
std::string nativeAbiPath(const PipelineOptions &Options);

/// Returns the path of the bitcode file that code with pedigrees calls.
std::string pedigreePath(const PipelineOptions &Options);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_TARGETS_H
