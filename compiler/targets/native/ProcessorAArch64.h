//===- ProcessorAArch64.h - The native target on AArch64 --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORAARCH64_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORAARCH64_H

#include "Processor.h"

namespace tussah::native {

class ProcessorAArch64 : public Processor {
public:
  Registers registersFor(llvm::CallingConv::ID Convention) const override;
  llvm::StructType *argumentListType(llvm::LLVMContext &C) const override;
  llvm::Value *emitHiddenZero(llvm::IRBuilder<> &B) const override;
  void emitForgetCall(llvm::IRBuilder<> &B) const override;
  const char *obstacleIn(const llvm::Function &F) const override;
  void prepare(llvm::Function &F) const override;
  bool movesForFramePointer() const override { return true; }
  llvm::CallBase *makeVariablesSmall(llvm::Function &F) const override;
  bool letsSanitizersMakeFrames() const override { return false; }
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORAARCH64_H
