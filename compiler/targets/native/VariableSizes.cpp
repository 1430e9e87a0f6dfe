//===- VariableSizes.cpp - alloca and VLAs of functions that spawn -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableSizes.h"
#include "compiler/compat/Branches.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah::native {

namespace {

/// What a function does with memory of variable size.
struct Uses {
  SmallVector<AllocaInst *, 4> Allocas;
  SmallVector<IntrinsicInst *, 4> Saves, Restores;
  SmallVector<Instruction *, 4> Ends; ///< of the function
};

/// Rewrites the uses in one function.
class VariableSizes {
  Function &F;
  RuntimeCalls &Runtime;
  AllocaInst *List;          ///< the newest allocation on the heap
  AllocaInst *Top = nullptr; ///< null: nothing is on the stack
  StructType *Saved;         ///< the top and the list

public:
  VariableSizes(Function &F, RuntimeCalls &Runtime, bool OnStack);

  void allocate(AllocaInst *Alloca);
  void save(IntrinsicInst *Save);
  void restore(IntrinsicInst *Restore);
  void releaseBefore(Instruction *End);

  AllocaInst *top() const { return Top; }

private:
  AllocaInst *newVariable(Type *T, const Twine &Name) {
    return new AllocaInst(T, 0, Name, F.getEntryBlock().begin());
  }
  Value *allocateOnStack(IRBuilder<> &B, Value *Count, uint64_t Element,
                         uint64_t Padding);
  Value *allocateOnHeap(IRBuilder<> &B, Value *Count, uint64_t Element,
                        Align Alignment);
  void release(IRBuilder<> &B, Value *Oldest);
};

} // namespace

VariableSizes::VariableSizes(Function &F, RuntimeCalls &Runtime, bool OnStack)
    : F(F), Runtime(Runtime) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Saved = StructType::get(B.getPtrTy(), B.getPtrTy());
  List = newVariable(B.getPtrTy(), "allocations");
  B.CreateStore(ConstantPointerNull::get(B.getPtrTy()), List);
  if (OnStack)
    Top = newVariable(B.getPtrTy(), "top");
}

Value *VariableSizes::allocateOnStack(IRBuilder<> &B, Value *Count,
                                      uint64_t Element, uint64_t Padding) {
  Value *Size =
      B.CreateAdd(B.CreateMul(Count, B.getInt64(Element)), B.getInt64(Padding));
  AllocaInst *Memory = B.CreateAlloca(B.getInt8Ty(), Size);
  Memory->setAlignment(Align(FrameAlign));
  if (Padding == 0)
    return Memory;
  Value *Last = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Padding);
  int64_t Alignment = Padding + FrameAlign;
  return B.CreateIntrinsic(Intrinsic::ptrmask, {B.getPtrTy(), B.getInt64Ty()},
                           {Last, B.getInt64(-Alignment)});
}

Value *VariableSizes::allocateOnHeap(IRBuilder<> &B, Value *Count,
                                     uint64_t Element, Align Alignment) {
  // What no address can be is no memory for the runtime.
  Value *TooMany = B.CreateICmpUGT(
      Count, B.getInt64(Element ? UINT64_MAX / Element : UINT64_MAX));
  Value *Size = B.CreateSelect(TooMany, B.getInt64(UINT64_MAX),
                               B.CreateMul(Count, B.getInt64(Element)));
  return B.CreateCall(Runtime.allocate(),
                      {List, Size, B.getInt64(Alignment.value())});
}

void VariableSizes::allocate(AllocaInst *Alloca) {
  IRBuilder<> B(Alloca);
  const DataLayout &DL = F.getParent()->getDataLayout();
  uint64_t Element = DL.getTypeAllocSize(Alloca->getAllocatedType());
  Align Alignment = Alloca->getAlign();
  uint64_t Padding = std::max(Alignment.value(), FrameAlign) - FrameAlign;
  uint64_t Most = Runtime.Abi.mostOnStack();
  Value *Count = B.CreateZExtOrTrunc(Alloca->getArraySize(), B.getInt64Ty());
  Value *Memory;
  if (!Top || Padding > Most) {
    Memory = allocateOnHeap(B, Count, Element, Alignment);
  } else {
    Value *IsSmall = B.CreateICmpULE(
        Count, B.getInt64(Element ? (Most - Padding) / Element : UINT64_MAX));
    Instruction *Small, *Large;
    SplitBlockAndInsertIfThenElse(
        IsSmall, Alloca, &Small, &Large,
        MDBuilder(F.getContext()).createLikelyBranchWeights());
    B.SetInsertPoint(Small);
    Value *OnStack = allocateOnStack(B, Count, Element, Padding);
    B.SetInsertPoint(Large);
    Value *OnHeap = allocateOnHeap(B, Count, Element, Alignment);
    B.SetInsertPoint(Alloca);
    PHINode *Either = B.CreatePHI(B.getPtrTy(), 2);
    Either->addIncoming(OnStack, Small->getParent());
    Either->addIncoming(OnHeap, Large->getParent());
    Memory = Either;
  }
  Memory->takeName(Alloca);
  Alloca->replaceAllUsesWith(Memory);
  Alloca->eraseFromParent();
}

void VariableSizes::save(IntrinsicInst *Save) {
  IRBuilder<> B(Save->getNextNode());
  Value *Newest = B.CreateLoad(B.getPtrTy(), List);
  if (!Top) {
    Save->replaceAllUsesWith(Newest);
    Save->eraseFromParent();
    return;
  }
  Value *Token = newVariable(Saved, "saved");
  Save->replaceAllUsesWith(Token);
  B.CreateStore(Save, B.CreateStructGEP(Saved, Token, 0));
  B.CreateStore(Newest, B.CreateStructGEP(Saved, Token, 1));
}

/// Emits the release of all allocations that are newer than \p Oldest. There
/// are hardly ever any.
void VariableSizes::release(IRBuilder<> &B, Value *Oldest) {
  Value *IsNewer = B.CreateICmpNE(B.CreateLoad(B.getPtrTy(), List), Oldest);
  Instruction *Next = &*B.GetInsertPoint();
  Instruction *Then = SplitBlockAndInsertIfThen(
      IsNewer, Next->getIterator(), /*Unreachable=*/false,
      MDBuilder(F.getContext()).createUnlikelyBranchWeights());
  B.SetInsertPoint(Then);
  B.CreateCall(Runtime.release(), {List, Oldest});
  B.SetInsertPoint(Next);
}

void VariableSizes::restore(IntrinsicInst *Restore) {
  IRBuilder<> B(Restore);
  Value *Token = Restore->getArgOperand(0);
  if (!Top) {
    release(B, Token);
    Restore->eraseFromParent();
    return;
  }
  release(B, B.CreateLoad(B.getPtrTy(), B.CreateStructGEP(Saved, Token, 1)));
  Restore->setArgOperand(
      0, B.CreateLoad(B.getPtrTy(), B.CreateStructGEP(Saved, Token, 0)));
}

void VariableSizes::releaseBefore(Instruction *End) {
  IRBuilder<> B(End);
  release(B, ConstantPointerNull::get(B.getPtrTy()));
}

//===----------------------------------------------------------------------===//
// The ways out
//===----------------------------------------------------------------------===//

/// True if exceptions may leave a function by \p Call. What the lowering still
/// has to replace has landing pads where it needs them, and a poll, which is
/// not declared so, does not throw.
static bool mayUnwind(const CallInst &Call, RuntimeCalls &Runtime) {
  const Function *Callee = Call.getCalledFunction();
  return !Call.doesNotThrow() && !Call.isInlineAsm() &&
         !isa<IntrinsicInst>(Call) && !Call.isMustTailCall() &&
         !(Callee && (Callee == Runtime.poll() ||
                      Callee->getName().starts_with(rep::Prefix)));
}

/// Makes all calls by which exceptions leave \p F come to one place, and
/// returns its end; null if there are none. A task's own cleanups have landing
/// pads, but memory on the stack needs no cleanup.
static Instruction *endOfUnwinding(Function &F, RuntimeCalls &Runtime) {
  if (F.doesNotThrow())
    return nullptr;
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && mayUnwind(*Call, Runtime))
      Calls.push_back(Call);
  if (Calls.empty())
    return nullptr;
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "unwind", &F));
  LandingPadInst *Pad =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Pad->setCleanup(true);
  B.SetCurrentDebugLocation(Calls.front()->getDebugLoc());
  ResumeInst *End = B.CreateResume(Pad);
  for (CallInst *Call : Calls)
    changeToInvokeAndSplitBasicBlock(Call, End->getParent());
  return End;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isIntrinsic(const Instruction &I, Intrinsic::ID ID) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && II->getIntrinsicID() == ID;
}

static Uses findUses(Function &F) {
  Uses Found;
  for (Instruction &I : instructions(F)) {
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && !Alloca->isStaticAlloca())
      Found.Allocas.push_back(Alloca);
    if (isIntrinsic(I, Intrinsic::stacksave))
      Found.Saves.push_back(cast<IntrinsicInst>(&I));
    if (isIntrinsic(I, Intrinsic::stackrestore))
      Found.Restores.push_back(cast<IntrinsicInst>(&I));
    if (isa<ReturnInst, ResumeInst>(I))
      Found.Ends.push_back(&I);
  }
  return Found;
}

/// True if nothing comes between \p Restore and the end of the function, which
/// frees all, that could need or use the stack.
static bool isAtEnd(IntrinsicInst *Restore) {
  SmallPtrSet<const BasicBlock *, 8> Seen;
  SmallVector<BasicBlock::const_iterator, 8> Work{
      std::next(Restore->getIterator())};
  while (!Work.empty()) {
    BasicBlock::const_iterator I = Work.pop_back_val();
    const BasicBlock *BB = I->getParent();
    for (; I != BB->end(); ++I)
      if (isa<AllocaInst>(*I) || isa<ResumeInst>(*I) ||
          (isa<CallBase>(*I) && !isa<IntrinsicInst>(*I)))
        return false;
    for (const BasicBlock *Next : successors(BB))
      if (Seen.insert(Next).second)
        Work.push_back(Next->begin());
  }
  return true;
}

/// Erases what saves and restores the stack for nothing.
static void eraseUnneeded(Function &F) {
  Uses Found = findUses(F);
  for (IntrinsicInst *Restore : Found.Restores)
    if (Found.Allocas.empty() || isAtEnd(Restore))
      Restore->eraseFromParent();
  for (IntrinsicInst *Save : Found.Saves)
    if (Save->use_empty())
      Save->eraseFromParent();
}

AllocaInst *prepareVariableSizes(Function &F, RuntimeCalls &Runtime) {
  eraseUnneeded(F);
  Uses Found = findUses(F);
  if (Found.Allocas.empty() && Found.Saves.empty())
    return nullptr;
  if (!Found.Allocas.empty())
    if (Instruction *End = endOfUnwinding(F, Runtime))
      Found.Ends.push_back(End);
  // AddressSanitizer keeps account of what is on the stack by the order in
  // which it is allocated and freed there, in one copy.
  VariableSizes Sizes(F, Runtime,
                      !F.hasFnAttribute(Attribute::SanitizeAddress));
  for (AllocaInst *Alloca : Found.Allocas)
    Sizes.allocate(Alloca);
  for (IntrinsicInst *Save : Found.Saves)
    Sizes.save(Save);
  for (IntrinsicInst *Restore : Found.Restores)
    Sizes.restore(Restore);
  for (Instruction *End : Found.Ends)
    Sizes.releaseBefore(End);
  return Sizes.top();
}

//===----------------------------------------------------------------------===//
// The copies
//===----------------------------------------------------------------------===//

// All accesses of the top are volatile: it lies in the frame at each spawn.

void noteTop(IRBuilder<> &B, AllocaInst *Top) {
  B.CreateStore(B.CreateStackSave(), Top, /*isVolatile=*/true);
}

Value *topOf(IRBuilder<> &B, AllocaInst *Top) {
  return B.CreateLoad(B.getPtrTy(), Top, /*isVolatile=*/true);
}

/// Lets the code that \p Alloca is in be passed by, for large memory.
static void bypass(AllocaInst *Alloca) {
  BasicBlock *BB = Alloca->getParent();
  auto *IsSmall =
      cast<compat::CondBrInst>(BB->getSinglePredecessor()->getTerminator());
  unsigned Large = IsSmall->getSuccessor(0) == BB ? 1 : 0;
  ReplaceInstWithInst(
      IsSmall, compat::UncondBrInst::Create(IsSmall->getSuccessor(Large)));
}

void leaveStackAlone(ArrayRef<BasicBlock *> Blocks, AllocaInst *Top) {
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : make_early_inc_range(*BB)) {
      IRBuilder<> B(&I);
      if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
        bypass(Alloca);
      } else if (isIntrinsic(I, Intrinsic::stacksave)) {
        I.replaceAllUsesWith(topOf(B, Top));
        I.eraseFromParent();
      } else if (isIntrinsic(I, Intrinsic::stackrestore)) {
        B.CreateStore(I.getOperand(0), Top, /*isVolatile=*/true);
        I.eraseFromParent();
      }
    }
}

//===----------------------------------------------------------------------===//
// What calls leave behind
//===----------------------------------------------------------------------===//

/// Overwrites the word below the old stack pointer when \p Alloca has moved it:
/// what is allocated begins with that. So no page of the stack is left out
/// either, as the next one touches the end of this one.
static void forgetCallAt(AllocaInst *Alloca) {
  IRBuilder<> B(Alloca);
  Value *Old = B.CreateStackSave();
  B.SetInsertPoint(Alloca->getNextNode());
  constexpr int64_t Word = sizeof(uint64_t);
  B.CreateStore(B.getInt64(0), B.CreateConstGEP1_64(B.getInt8Ty(), Old, -Word),
                /*isVolatile=*/true);
}

void forgetCalls(Function &F, const Processor &Machine) {
  Uses Found = findUses(F);
  for (AllocaInst *Alloca : Found.Allocas)
    forgetCallAt(Alloca);
  for (IntrinsicInst *Restore : Found.Restores) {
    IRBuilder<> B(Restore);
    Machine.emitForgetCall(B);
  }
}

} // namespace tussah::native
