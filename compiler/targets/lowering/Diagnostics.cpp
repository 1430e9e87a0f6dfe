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

/// An error about a function of the program.
class FunctionError : public ErrorInfo<FunctionError> {
public:
  static char ID;

  FunctionError(std::string Message, const Function &F, const DebugLoc &L)
      : Message(std::move(Message)), F(F), Place(L) {}
  void log(raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }

  const std::string Message;
  const Function &F;
  const DiagnosticLocation Place;
};
char FunctionError::ID = 0;

/// Of this kind of diagnostics clang shows the place: of the code if there is
/// debug information, otherwise of the function.
class FunctionDiagnostic : public DiagnosticInfoUnsupported {
public:
  /// \p Message is that of \p E; LLVM keeps a reference to it.
  FunctionDiagnostic(const FunctionError &E, const Twine &Message)
      : DiagnosticInfoUnsupported(E.F, Message, E.Place) {}
  /// For others than clang.
  void print(DiagnosticPrinter &Printer) const override {
    if (isLocationAvailable())
      Printer << getLocationStr() << ": ";
    Printer << getMessage();
  }
};

} // namespace

Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

Error makeError(const Twine &Message, const Function &F, const DebugLoc &L) {
  return make_error<FunctionError>(Message.str(), F, L);
}

void reportError(LLVMContext &C, Error E) {
  handleAllErrors(
      std::move(E),
      [&](const FunctionError &Info) {
        C.diagnose(FunctionDiagnostic(Info, Info.Message));
      },
      [&](const ErrorInfoBase &Info) {
        C.diagnose(TargetDiagnostic(Info.message()));
      });
}

} // namespace tussah
