//===- Lower.cpp - The pipeline for other front ends ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckMarks.h"
#include "compiler/compat/Weak.h"
#include "compiler/targets/lowering/Diagnostics.h"
#include "compiler/targets/lowering/ForwardingHandler.h"
#include "compiler/targets/lowering/Targets.h"
#include "compiler/tasks/Outline.h"
#include "compiler/tasks/Verify.h"

#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace tussah {

namespace {

/// Keeps errors, which would end the process if the program has set no handler,
/// and hands everything else on.
class ErrorCollector : public ForwardingHandler {
  std::string &Errors;

public:
  ErrorCollector(DiagnosticHandler *Next, std::string &Errors)
      : ForwardingHandler(Next), Errors(Errors) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return forward(Info);
    raw_string_ostream OS(Errors);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    OS << '\n';
    return true;
  }
};

/// While it lives, errors of a context are collected in a string. A context
/// does not tell whether its handler is asked which remarks are enabled; it is.
class CollectErrors {
  LLVMContext &C;
  std::unique_ptr<DiagnosticHandler> Old;

public:
  CollectErrors(LLVMContext &C, std::string &Errors)
      : C(C), Old(C.getDiagnosticHandler()) {
    C.setDiagnosticHandler(std::make_unique<ErrorCollector>(Old.get(), Errors),
                           /*RespectFilters=*/true);
  }
  CollectErrors(const CollectErrors &) = delete;
  CollectErrors &operator=(const CollectErrors &) = delete;
  ~CollectErrors() {
    C.setDiagnosticHandler(std::move(Old), /*RespectFilters=*/true);
  }
};

} // namespace

/// \p Problems, if there are any, as an error, each line behind \p Kind.
static Error errorOf(StringRef Kind, StringRef Problems) {
  if (Problems.empty())
    return Error::success();
  std::string Text;
  SmallVector<StringRef, 4> Lines;
  Problems.split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    Text += (Kind + Line + "\n").str();
  return makeError(StringRef(Text).rtrim());
}

/// Checks \p M as the front end has left it.
static Error checkInput(Module &M, const PipelineOptions &Options) {
  if (Error E = checkTarget(Options))
    return E;
  std::string Problems;
  raw_string_ostream OS(Problems);
  if (verifyModule(M, &OS))
    return errorOf("invalid IR: ", OS.str());
  checkMarks(M, OS);
  return errorOf("invalid tasks: ", OS.str());
}

/// Outlines the tasks of \p M, so that the rest can be checked before passes
/// rely on it.
static Error outline(Module &M, const PipelineOptions &Options,
                     const std::string &Errors) {
  ModuleAnalysisManager NotUsed;
  OutlinePass(/*KeepsShared=*/!Options.Tools.empty()).run(M, NotUsed);
  if (!Errors.empty())
    return errorOf("", Errors);
  std::string Problems;
  raw_string_ostream OS(Problems);
  verifyTasks(M, OS);
  checkUnwinding(M, OS);
  return errorOf("invalid tasks: ", OS.str());
}

static void runPipeline(Module &M, const PipelineOptions &Options,
                        OptimizationLevel Level, TargetMachine *TM) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(TM);
  registerPipeline(PB, Options);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM = Level == OptimizationLevel::O0
                              ? PB.buildO0DefaultPipeline(Level)
                              : PB.buildPerModuleDefaultPipeline(Level);
  MPM.run(M, MAM);
}

Error lowerTasks(Module &M, const PipelineOptions &Options,
                 OptimizationLevel Level, TargetMachine *TM) {
  if (Error E = checkInput(M, Options))
    return E;
  std::string Errors;
  CollectErrors Collect(M.getContext(), Errors);
  if (Error E = outline(M, Options, Errors))
    return E;
  runPipeline(M, Options, Level, TM);
  return errorOf("", Errors);
}

} // namespace tussah
