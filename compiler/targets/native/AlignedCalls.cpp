//===- AlignedCalls.cpp - Over-aligned arguments on the stack -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AlignedCalls.h"

#include "Functions.h"
#include "Memory.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah::native {

/// What the calling convention guarantees.
static const Align StackAlign = Align::Constant<16>();

static bool isOverAlignedObject(const CallBase &Call, unsigned I) {
  Type *T = Call.getParamByValType(I);
  if (!T)
    return false;
  const DataLayout &DL = Call.getModule()->getDataLayout();
  return Call.getParamAlign(I).value_or(DL.getABITypeAlign(T)) > StackAlign;
}

static bool isWideVector(const CallBase &Call, unsigned I) {
  auto *T = dyn_cast<FixedVectorType>(Call.getArgOperand(I)->getType());
  return T && T->getPrimitiveSizeInBits() > 8 * StackAlign.value();
}

static bool passesOverAligned(const Processor &Machine, const CallBase &Call) {
  if (isa<IntrinsicInst>(Call) || Call.isInlineAsm() ||
      Call.getCallingConv() == CallingConv::PreserveNone)
    return false;
  bool VectorsOnStack =
      needStack(Machine, Call.getType(), Call.args(), Call.getCallingConv());
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (isOverAlignedObject(Call, I) ||
        (VectorsOnStack && isWideVector(Call, I)))
      return true;
  return false;
}

namespace {

/// Puts a function between one call and its callee.
class AlignedCall {
  CallBase &Call;
  Function &Caller;
  SmallVector<Value *, 8> Args; ///< for the function between
  AttributeList Attributes;     ///< of its call

public:
  explicit AlignedCall(CallBase &Call)
      : Call(Call), Caller(*Call.getFunction()),
        Attributes(Call.getAttributes()) {}

  void replace() {
    for (unsigned I = 0; I < Call.arg_size(); ++I)
      Args.push_back(passed(I));
    if (Call.isIndirectCall())
      Args.push_back(Call.getCalledOperand());
    Function *Between = makeFunction();
    IRBuilder<> B(&Call);
    CallBase *New;
    if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
      New = B.CreateInvoke(Between, Invoke->getNormalDest(),
                           Invoke->getUnwindDest(), Args);
    else
      New = B.CreateCall(Between, Args);
    New->setAttributes(Attributes);
    New->takeName(&Call);
    New->setDebugLoc(Call.getDebugLoc());
    Call.replaceAllUsesWith(New);
    Call.eraseFromParent();
  }

private:
  /// The argument \p I as the function between gets it.
  Value *passed(unsigned I) {
    Value *Arg = Call.getArgOperand(I);
    LLVMContext &Context = Call.getContext();
    // Each object is passed by its address, or the function between would not
    // find what is on the stack.
    if (Call.isByValArgument(I)) {
      Attributes =
          Attributes.removeParamAttribute(Context, I, Attribute::ByVal);
      return Arg;
    }
    if (!isWideVector(Call, I))
      return Arg;
    Attributes = Attributes.removeParamAttributes(Context, I);
    const DataLayout &DL = Call.getModule()->getDataLayout();
    auto *Copy =
        new AllocaInst(Arg->getType(), DL.getAllocaAddrSpace(), nullptr,
                       StackAlign, "vector", Caller.getEntryBlock().begin());
    IRBuilder<>(&Call).CreateAlignedStore(Arg, Copy, StackAlign);
    return Copy;
  }

  Function *makeFunction() {
    SmallVector<Type *, 8> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    auto *Between =
        Function::Create(FunctionType::get(Call.getType(), Types, false),
                         GlobalValue::InternalLinkage,
                         Caller.getName() + ".aligned", Caller.getParent());
    Between->addFnAttr(Attribute::NoInline);
    Between->setUWTableKind(UWTableKind::Async);
    copyTargetAttributes(*Between, Caller);
    for (const char *Kind :
         {"frame-pointer", "min-legal-vector-width", "prefer-vector-width"})
      if (Attribute A = Caller.getFnAttribute(Kind); A.isValid())
        Between->addFnAttr(A);
    IRBuilder<> B(BasicBlock::Create(Call.getContext(), "", Between));
    CallInst *Inner = makeCall(*Between, B);
    if (Call.getType()->isVoidTy())
      B.CreateRetVoid();
    else
      B.CreateRet(Inner);
    return Between;
  }

  /// The call itself, as it was.
  CallInst *makeCall(Function &Between, IRBuilder<> &B) {
    SmallVector<Value *, 8> Own;
    for (unsigned I = 0; I < Call.arg_size(); ++I) {
      Value *Arg = Between.getArg(I);
      if (isWideVector(Call, I))
        Arg = B.CreateAlignedLoad(Call.getArgOperand(I)->getType(), Arg,
                                  StackAlign);
      Own.push_back(Arg);
    }
    Value *Callee = Call.isIndirectCall() ? Between.getArg(Own.size())
                                          : Call.getCalledOperand();
    SmallVector<OperandBundleDef, 1> Bundles;
    Call.getOperandBundlesAsDefs(Bundles);
    CallInst *Inner =
        B.CreateCall(Call.getFunctionType(), Callee, Own, Bundles);
    Inner->setAttributes(Call.getAttributes());
    Inner->setCallingConv(Call.getCallingConv());
    return Inner;
  }
};

} // namespace

void alignCalls(Function &F, const Processor &Machine) {
  SmallVector<CallBase *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (passesOverAligned(Machine, *Call))
        Calls.push_back(Call);
  for (CallBase *Call : Calls)
    AlignedCall(*Call).replace();
}

} // namespace tussah::native
