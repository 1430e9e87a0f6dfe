//===- Diagnostics.cpp - Errors for the user of the compiler -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

#include <memory>
#include <string>
#include <utility>

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

/// Of all warnings those are taken that are of inline assembly which has one of
/// some numbers in place of a location.
class EmissionHandler : public DiagnosticHandler {
  LLVMContext &C;
  const std::unique_ptr<DiagnosticHandler> Next; ///< may be null
  const DenseMap<uint64_t, std::string> Messages;

public:
  EmissionHandler(LLVMContext &C, std::unique_ptr<DiagnosticHandler> Next,
                  DenseMap<uint64_t, std::string> Messages)
      : C(C), Next(std::move(Next)), Messages(std::move(Messages)) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (auto *Assembly = dyn_cast<DiagnosticInfoInlineAsm>(&Info)) {
      auto Found = Messages.find(Assembly->getLocCookie());
      if (Found != Messages.end()) {
        // Behind a warning there are notes.
        if (Info.getSeverity() != DS_Note)
          C.diagnose(TargetDiagnostic(Found->second));
        return true;
      }
    }
    return Next && Next->handleDiagnostics(Info);
  }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return Next && Next->isAnalysisRemarkEnabled(Pass);
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Next && Next->isMissedOptRemarkEnabled(Pass);
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Next && Next->isPassedOptRemarkEnabled(Pass);
  }
  bool isAnyRemarkEnabled() const override {
    return Next && Next->isAnyRemarkEnabled();
  }
};

} // namespace

void reportWhenEmitted(ArrayRef<EmittedAssembly> All) {
  if (All.empty())
    return;
  LLVMContext &C = All.front().Call->getContext();
  // Above what clang uses for places in its sources.
  constexpr uint64_t FirstNumber = uint64_t(0x747573) << 40;
  DenseMap<uint64_t, std::string> Messages;
  Type *I64 = Type::getInt64Ty(C);
  for (const EmittedAssembly &One : All) {
    uint64_t Number = FirstNumber + Messages.size();
    auto *Value = ConstantAsMetadata::get(ConstantInt::get(I64, Number));
    One.Call->setMetadata("srcloc", MDNode::get(C, Value));
    Messages[Number] = One.Message;
  }
  C.setDiagnosticHandler(std::make_unique<EmissionHandler>(
      C, C.getDiagnosticHandler(), std::move(Messages)));
}

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
