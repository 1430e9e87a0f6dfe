//===- ProcessorX86_64.h - The native target on x86-64 ----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORX86_64_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORX86_64_H

#include "Processor.h"

namespace tussah::native {

class ProcessorX86_64 : public Processor {
public:
  Registers registersFor(llvm::CallingConv::ID Convention) const override;
  llvm::StructType *argumentListType(llvm::LLVMContext &C) const override;
  llvm::Value *emitHiddenZero(llvm::IRBuilder<> &B) const override;
  void emitForgetCall(llvm::IRBuilder<> &B) const override;
  const char *obstacleIn(const llvm::Function &) const override {
    return nullptr;
  }
  void prepare(llvm::Function &) const override {}
  bool movesForFramePointer() const override { return false; }
  llvm::CallBase *makeVariablesSmall(llvm::Function &) const override {
    return nullptr;
  }
  bool letsSanitizersMakeFrames() const override { return true; }
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORX86_64_H
