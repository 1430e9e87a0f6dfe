//===- CApi.cpp - The C interface of the library --------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "include/tussah-c/pass.h"

#include "compiler/compat/Weak.h"
#include "include/tussah/pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/OptimizationLevel.h"

using namespace llvm;
using namespace tussah;

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(PipelineOptions, TussahOptionsRef)

TussahOptionsRef TussahCreateOptions() { return wrap(new PipelineOptions); }

void TussahDisposeOptions(TussahOptionsRef Options) { delete unwrap(Options); }

void TussahOptionsSetTarget(TussahOptionsRef Options, const char *Target) {
  unwrap(Options)->Target = Target;
}

void TussahOptionsSetAbiDir(TussahOptionsRef Options, const char *AbiDir) {
  unwrap(Options)->AbiDir = AbiDir;
}

void TussahOptionsSetPedigrees(TussahOptionsRef Options, LLVMBool Pedigrees) {
  unwrap(Options)->Pedigrees = Pedigrees;
}

void TussahOptionsSetKeepSpawns(TussahOptionsRef Options, LLVMBool KeepSpawns) {
  unwrap(Options)->KeepSpawns = KeepSpawns;
}

void TussahOptionsAddTool(TussahOptionsRef Options, const char *Path) {
  unwrap(Options)->Tools.push_back(Path);
}

void TussahOptionsSetJustInTime(TussahOptionsRef Options, LLVMBool JustInTime) {
  unwrap(Options)->JustInTime = JustInTime;
}

static TussahOpenRegion wrapRegion(const OpenRegion &Region) {
  return {wrap(Region.Begin), wrap(Region.Join)};
}

static OpenRegion unwrapRegion(TussahOpenRegion Region) {
  return {unwrap<CallBase>(Region.Begin), unwrap(Region.Join)};
}

TussahOpenRegion TussahBeginTask(LLVMBuilderRef Builder, unsigned Region) {
  return wrapRegion(beginTask(*unwrap(Builder), Region));
}

void TussahEndTask(LLVMBuilderRef Builder, TussahOpenRegion Task,
                   LLVMBasicBlockRef UnwindDest) {
  endTask(*unwrap(Builder), unwrapRegion(Task), unwrap(UnwindDest));
}

TussahOpenLoop TussahBeginLoop(LLVMBuilderRef Builder, LLVMValueRef Count,
                               LLVMValueRef Grain, unsigned Region) {
  OpenLoop Loop =
      beginLoop(*unwrap(Builder), unwrap(Count), unwrap(Grain), Region);
  return {wrapRegion(Loop), wrap(Loop.Index)};
}

void TussahEndLoop(LLVMBuilderRef Builder, TussahOpenLoop Loop,
                   LLVMBasicBlockRef UnwindDest) {
  OpenLoop Open;
  static_cast<OpenRegion &>(Open) = unwrapRegion(Loop.Region);
  endLoop(*unwrap(Builder), Open, unwrap(UnwindDest));
}

void TussahBuildSync(LLVMBuilderRef Builder, unsigned Region,
                     LLVMBasicBlockRef UnwindDest) {
  createSync(*unwrap(Builder), Region, unwrap(UnwindDest));
}

void TussahBuildSyncUnwind(LLVMBuilderRef Builder, LLVMValueRef Exception,
                           unsigned Region, LLVMBasicBlockRef UnwindDest) {
  createSyncUnwind(*unwrap(Builder), unwrap(Exception), Region,
                   unwrap(UnwindDest));
}

LLVMErrorRef TussahLowerTasks(LLVMModuleRef Module, TussahOptionsRef Options,
                              unsigned OptLevel,
                              LLVMTargetMachineRef TargetMachine) {
  static const OptimizationLevel Levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  const OptimizationLevel Level =
      Levels[std::min<size_t>(OptLevel, std::size(Levels) - 1)];
  // As llvm-c does, which does not export the conversion.
  auto *TM = reinterpret_cast<llvm::TargetMachine *>(TargetMachine);
  return wrap(lowerTasks(*unwrap(Module), *unwrap(Options), Level, TM));
}
