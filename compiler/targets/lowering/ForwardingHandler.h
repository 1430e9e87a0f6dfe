//===- ForwardingHandler.h - Diagnostics for the next one -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_FORWARDINGHANDLER_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_FORWARDINGHANDLER_H

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"

namespace tussah {

/// Stands before another handler, which may be null, and says of remarks what
/// that says.
class ForwardingHandler : public llvm::DiagnosticHandler {
  llvm::DiagnosticHandler *const Next;

protected:
  explicit ForwardingHandler(llvm::DiagnosticHandler *Next) : Next(Next) {}

  bool forward(const llvm::DiagnosticInfo &Info) {
    return Next && Next->handleDiagnostics(Info);
  }

public:
  bool isAnalysisRemarkEnabled(llvm::StringRef Pass) const override {
    return Next && Next->isAnalysisRemarkEnabled(Pass);
  }
  bool isMissedOptRemarkEnabled(llvm::StringRef Pass) const override {
    return Next && Next->isMissedOptRemarkEnabled(Pass);
  }
  bool isPassedOptRemarkEnabled(llvm::StringRef Pass) const override {
    return Next && Next->isPassedOptRemarkEnabled(Pass);
  }
  bool isAnyRemarkEnabled() const override {
    return Next && Next->isAnyRemarkEnabled();
  }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_FORWARDINGHANDLER_H
