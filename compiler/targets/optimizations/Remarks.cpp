//===- Remarks.cpp - What the optimizations say ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace tussah {

/// What the regular expression of -Rpass= has to match.
static constexpr const char *PassName = "tussah";

bool wantsRemarks(const Function &F) {
  return OptimizationRemarkEmitter::allowExtraAnalysis(F, PassName);
}

template <typename Remark>
static void emit(const Instruction &At, StringRef Name, RemarkText Text) {
  if (!wantsRemarks(*At.getFunction()))
    return;
  OptimizationRemarkEmitter Emitter(At.getFunction());
  Emitter.emit([&] {
    return Remark(PassName, Name, At.getDebugLoc(), At.getParent()) << Text();
  });
}

void remarkDone(const Instruction &At, StringRef Name, RemarkText Text) {
  emit<OptimizationRemark>(At, Name, Text);
}

void remarkMissed(const Instruction &At, StringRef Name, RemarkText Text) {
  emit<OptimizationRemarkMissed>(At, Name, Text);
}

void remarkAnalysis(const Instruction &At, StringRef Name, RemarkText Text) {
  emit<OptimizationRemarkAnalysis>(At, Name, Text);
}

} // namespace tussah
