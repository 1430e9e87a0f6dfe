//===- NativeLowering.h - Tasks become calls that thieves can leave -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_NATIVELOWERING_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_NATIVELOWERING_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

namespace tussah::native {

/// Protects the functions of form 2 (docs/internals/ir.md) on their way through
/// LLVM's pipeline: addresses of thread-local variables are not kept across a
/// spawn or parallel loop, after which another thread may go on. Functions that
/// spawn, and those with both loops and such variables, are not inlined. Runs
/// behind outlining.
class NativePreparePass : public llvm::PassInfoMixin<NativePreparePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Lowers form 2, in which LoopLowering has turned parallel loops into spawns,
/// for the runtime in runtime/scheduler. Runs as the last pass: its result is
/// not ordinary code, which other passes may change. What cannot be lowered is
/// an error on the LLVMContext. With \p MakeLoops, tail calls become loops
/// (TailCalls.h).
class NativeLoweringPass : public llvm::PassInfoMixin<NativeLoweringPass> {
public:
  NativeLoweringPass(PipelineOptions Options, bool MakeLoops)
      : Options(std::move(Options)), MakeLoops(MakeLoops) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  PipelineOptions Options;
  bool MakeLoops;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_NATIVELOWERING_H
