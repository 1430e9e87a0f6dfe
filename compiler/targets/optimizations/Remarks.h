//===- Remarks.h - What the optimizations say -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Remarks for `-Rpass=tussah`, `-Rpass-missed=tussah` and
/// `-Rpass-analysis=tussah` (docs/optimizations.md). Each is at the source
/// location of an instruction, and costs nothing unless somebody asks for it.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H

#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instruction.h"

namespace tussah {

/// Says of \p At what has been done. \p Name, in CamelCase, is that of the
/// decision in files of remarks (-fsave-optimization-record).
void remarkDone(const llvm::Instruction &At, llvm::StringRef Name,
                const llvm::Twine &Text);

/// Says why something was not done.
void remarkMissed(const llvm::Instruction &At, llvm::StringRef Name,
                  const llvm::Twine &Text);

/// Says what else is known.
void remarkAnalysis(const llvm::Instruction &At, llvm::StringRef Name,
                    const llvm::Twine &Text);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H
