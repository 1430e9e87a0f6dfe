//===- Diagnostics.cpp - Errors for the user of the compiler -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "ForwardingHandler.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/ValueHandle.h"

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

/// Of inline assembly that has one of some numbers in place of a location, each
/// warning becomes an error.
class EmissionHandler : public ForwardingHandler {
  struct Notice {
    WeakVH Written;
    std::string Message;
  };

  LLVMContext &C;
  const std::unique_ptr<DiagnosticHandler> Owned;
  DenseMap<uint64_t, Notice> Notices;

public:
  EmissionHandler(LLVMContext &C, std::unique_ptr<DiagnosticHandler> Next)
      : ForwardingHandler(Next.get()), C(C), Owned(std::move(Next)) {}

  void add(uint64_t Number, const EmittedAssembly &Assembly) {
    Notices[Number] = {Assembly.Written, Assembly.Message};
  }

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    auto *Assembly = dyn_cast<DiagnosticInfoInlineAsm>(&Info);
    auto Found =
        Assembly ? Notices.find(Assembly->getLocCookie()) : Notices.end();
    if (Found == Notices.end())
      return forward(Info);
    // Behind the warning there are notes.
    if (Info.getSeverity() == DS_Note)
      return true;
    const auto &[Written, Message] = Found->second;
    reportError(
        C, Written ? makeError(Message, *cast<Function>(Written), DebugLoc())
                   : makeError(Message));
    return true;
  }
};

} // namespace

void reportWhenEmitted(ArrayRef<EmittedAssembly> All) {
  if (All.empty())
    return;
  LLVMContext &C = All.front().Call->getContext();
  auto Handler = std::make_unique<EmissionHandler>(C, C.getDiagnosticHandler());
  // Above what clang uses for places in its sources.
  uint64_t Number = uint64_t(0x747573) << 40;
  for (const EmittedAssembly &One : All) {
    auto *Value = ConstantInt::get(Type::getInt64Ty(C), ++Number);
    One.Call->setMetadata("srcloc",
                          MDNode::get(C, ConstantAsMetadata::get(Value)));
    Handler->add(Number, One);
  }
  C.setDiagnosticHandler(std::move(Handler));
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
