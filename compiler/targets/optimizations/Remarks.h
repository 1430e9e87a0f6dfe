//===- Remarks.h - What the optimizations say -------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// Remarks for `-Rpass=tussah`, `-Rpass-missed=tussah` and
/// `-Rpass-analysis=tussah` (docs/reference/optimizations.md). Each is at the
/// source location of an instruction. Nobody computes its text unless it is
/// asked for.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instruction.h"

#include <string>

namespace tussah {

/// Returns the text of a remark.
using RemarkText = llvm::function_ref<std::string()>;

/// True if somebody asks for remarks about \p F: what is only needed for their
/// texts need not be computed otherwise.
bool wantsRemarks(const llvm::Function &F);

/// Says of \p At what has been done. \p Name, in CamelCase, is that of the
/// decision in files of remarks (-fsave-optimization-record).
void remarkDone(const llvm::Instruction &At, llvm::StringRef Name,
                RemarkText Text);

/// Says why something was not done.
void remarkMissed(const llvm::Instruction &At, llvm::StringRef Name,
                  RemarkText Text);

/// Says what else is known.
void remarkAnalysis(const llvm::Instruction &At, llvm::StringRef Name,
                    RemarkText Text);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_REMARKS_H
