//===- Diagnostics.cpp - Errors for the user of the compiler -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

#include <string>

using namespace llvm;

namespace tussah {

namespace {

/// clang prints diagnostics of a plugin's kind as they are.
class TargetDiagnostic : public DiagnosticInfo {
  const std::string &Message;

  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }

public:
  explicit TargetDiagnostic(const std::string &Message)
      : DiagnosticInfo(kind(), DS_Error), Message(Message) {}
  void print(DiagnosticPrinter &Printer) const override { Printer << Message; }
};

} // namespace

Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

void reportError(LLVMContext &C, Error E) {
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    C.diagnose(TargetDiagnostic(Info.message()));
  });
}

} // namespace tussah
