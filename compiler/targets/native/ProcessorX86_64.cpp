//===- ProcessorX86_64.cpp - The native target on x86-64 -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessorX86_64.h"

#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace tussah::native {

Processor::Registers
ProcessorX86_64::registersFor(CallingConv::ID Convention) const {
  return {Convention == CallingConv::PreserveNone ? 10u : 6u, 8};
}

StructType *ProcessorX86_64::argumentListType(LLVMContext &C) const {
  // struct __va_list_tag.
  Type *I32 = Type::getInt32Ty(C), *Ptr = PointerType::getUnqual(C);
  return StructType::get(I32, I32, Ptr, Ptr);
}

Value *ProcessorX86_64::emitHiddenZero(IRBuilder<> &B) const {
  auto *Type = FunctionType::get(B.getInt64Ty(), false);
  auto *Zero = InlineAsm::get(Type, "xorl ${0:k}, ${0:k}", "=r,~{flags}",
                              /*hasSideEffects=*/true);
  CallInst *Hidden = B.CreateCall(Zero);
  Hidden->setDoesNotThrow();
  return Hidden;
}

void ProcessorX86_64::emitForgetCall(IRBuilder<> &B) const {
  auto *Type = FunctionType::get(B.getPtrTy(), {B.getPtrTy()}, false);
  // It says that it changes the stack pointer, which is restored behind it.
  auto *Push = InlineAsm::get(Type, "pushq $$0\n\taddq $$8, %rsp",
                              "={rsp},{rsp},~{memory},~{flags}",
                              /*hasSideEffects=*/true);
  B.CreateCall(Push, {B.CreateStackSave()})->setDoesNotThrow();
}

} // namespace tussah::native
