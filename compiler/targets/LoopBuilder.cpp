//===- LoopBuilder.cpp - The functions of a parallel loop -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "Generated.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Appends the types of the captured values of \p Body to \p Types, makes a
/// function void(Types...), and gives its last parameters the attributes and
/// names of the captured values.
static Function *createWithCaptures(Function &Body,
                                    SmallVector<Type *, 8> Types,
                                    StringRef Suffix) {
  unsigned First = Types.size();
  append_range(Types, drop_begin(Body.getFunctionType()->params()));
  auto *F = createFunctionLike(
      Body, FunctionType::get(Type::getVoidTy(Body.getContext()), Types, false),
      Suffix);
  for (unsigned I = 1; I < Body.arg_size(); ++I)
    copyParameter(*F, First + I - 1, Body, I);
  return F;
}

namespace {

/// Emits the blocks of a <body>.dac.
class DacBuilder {
  Function &Body;
  Function &Dac;
  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  Value *Lo, *Hi, *Grain;
  SmallVector<Value *, 8> Captures;
  /// Result of tussah.frame. Null if the loop is not divided.
  Value *Frame = nullptr;
  /// Where a task or iteration that throws continues. Null if none can, or if
  /// there is nothing to do.
  BasicBlock *Unwind = nullptr;

public:
  DacBuilder(Function &Body, Function &Dac)
      : Body(Body), Dac(Dac), M(*Body.getParent()), C(Body.getContext()), B(C),
        Lo(Dac.getArg(0)), Hi(Dac.getArg(1)), Grain(Dac.getArg(2)),
        Captures(llvm::make_pointer_range(drop_begin(Dac.args(), 3))) {
    Lo->setName("lo");
    Hi->setName("hi");
    Grain->setName("grain");
    B.SetCurrentDebugLocation(locationIn(Dac));
  }

  DacFunction build(bool Divides);

private:
  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(C, Name, &Dac);
  }
  CallBase *call(FunctionCallee Callee, ArrayRef<Value *> Args,
                 BasicBlock *Next);
  void emitUnwind();
  Value *emitDivision(BasicBlock *Leaf);
  CallBase *emitLeaf(Value *First, BasicBlock *Before, BasicBlock *Leaf,
                     BasicBlock *Done);
};

} // namespace

/// Emits a call that goes on in \p Next, also if it throws, then by way of
/// Unwind.
CallBase *DacBuilder::call(FunctionCallee Callee, ArrayRef<Value *> Args,
                           BasicBlock *Next) {
  if (Unwind)
    return B.CreateInvoke(Callee, Next, Unwind, Args);
  CallInst *Call = B.CreateCall(Callee, Args);
  B.CreateBr(Next);
  return Call;
}

/// Emits a cleanup which waits for the tasks before the exception leaves.
void DacBuilder::emitUnwind() {
  if (!Dac.hasPersonalityFn()) {
    // Runs cleanups for the exceptions of any language.
    FunctionCallee Personality = M.getOrInsertFunction(
        "__gcc_personality_v0", FunctionType::get(B.getInt32Ty(), true));
    Dac.setPersonalityFn(cast<Constant>(Personality.getCallee()));
  }
  Unwind = block("unwind");
  B.SetInsertPoint(Unwind);
  auto *Type = StructType::get(B.getPtrTy(), B.getInt32Ty());
  LandingPadInst *Pad = B.CreateLandingPad(Type, 0);
  Pad->setCleanup(true);
  B.CreateCall(getOrInsertRep(M, rep::SyncUnwind),
               {Frame, B.CreateExtractValue(Pad, 0)});
  B.CreateResume(Pad);
}

/// Emits the loop that spawns first halves. Returns the first iteration of what
/// is left for the leaf loop.
Value *DacBuilder::emitDivision(BasicBlock *Leaf) {
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Test = block("test"), *Divide = block("divide");
  B.CreateBr(Test);

  B.SetInsertPoint(Test);
  PHINode *First = B.CreatePHI(B.getInt64Ty(), 2, "first");
  Value *Size = B.CreateSub(Hi, First, "size", /*HasNUW=*/true);
  B.CreateCondBr(B.CreateICmpUGT(Size, Grain), Divide, Leaf);

  B.SetInsertPoint(Divide);
  Value *Middle = B.CreateAdd(First, B.CreateLShr(Size, 1), "middle",
                              /*HasNUW=*/true);
  Constant *NoStorage = ConstantPointerNull::get(B.getPtrTy());
  SmallVector<Value *, 8> Args{Frame, NoStorage, &Dac, First, Middle, Grain};
  append_range(Args, Captures);
  call(getOrInsertRep(M, rep::Spawn), Args, Test);

  First->addIncoming(Lo, Before);
  First->addIncoming(Middle, Divide);
  return First;
}

CallBase *DacBuilder::emitLeaf(Value *First, BasicBlock *Before,
                               BasicBlock *Leaf, BasicBlock *Done) {
  B.SetInsertPoint(Leaf);
  BasicBlock *Latch = block("latch");
  PHINode *K = B.CreatePHI(B.getInt64Ty(), 2, "k");
  SmallVector<Value *, 8> Args{K};
  append_range(Args, Captures);
  CallBase *BodyCall = call(&Body, Args, Latch);
  BodyCall->setCallingConv(Body.getCallingConv());

  B.SetInsertPoint(Latch);
  Value *Next = B.CreateAdd(K, B.getInt64(1), "k.next", /*HasNUW=*/true);
  B.CreateCondBr(B.CreateICmpEQ(Next, Hi), Done, Leaf);
  K->addIncoming(First, Before);
  K->addIncoming(Next, Latch);
  return BodyCall;
}

DacFunction DacBuilder::build(bool Divides) {
  BasicBlock *Entry = block("entry");
  B.SetInsertPoint(Entry);
  if (Divides) {
    Frame = B.CreateCall(getOrInsertRep(M, rep::Frame), {}, "frame");
    if (!Body.doesNotThrow()) {
      emitUnwind();
      B.SetInsertPoint(Entry);
    }
  }
  BasicBlock *Ready = block("ready"), *Leaf = block("leaf"),
             *Done = block("done");
  Value *First = Lo;
  if (Divides)
    First = emitDivision(Ready);
  else
    B.CreateBr(Ready);

  B.SetInsertPoint(Ready);
  B.CreateBr(Leaf);
  CallBase *BodyCall = emitLeaf(First, Ready, Leaf, Done);

  B.SetInsertPoint(Done);
  if (Divides)
    B.CreateCall(getOrInsertRep(M, rep::Sync), {Frame});
  B.CreateRetVoid();
  return {&Dac, Leaf, BodyCall};
}

DacFunction buildDac(Function &Body, bool Divides) {
  Type *I64 = Type::getInt64Ty(Body.getContext());
  Function *Dac = createWithCaptures(Body, {I64, I64, I64}, ".dac");
  Dac->addFnAttr(rep::TaskAttr);
  return DacBuilder(Body, *Dac).build(Divides);
}

Function *declareLoop(Function &Body) {
  Type *I64 = Type::getInt64Ty(Body.getContext());
  Function *Loop = createWithCaptures(Body, {I64, I64}, ".loop");
  Loop->getArg(0)->setName("n");
  Loop->getArg(1)->setName("grain");
  return Loop;
}

/// Emits the choice of the grain of a loop of \p N iterations: \p Grain, unless
/// it is 0, which means automatic.
static Value *emitGrain(IRBuilder<> &B, Value *N, Value *Grain, uint64_t Cost) {
  BasicBlock *Before = B.GetInsertBlock();
  Function *F = Before->getParent();
  auto *Automatic = BasicBlock::Create(F->getContext(), "automatic", F);
  auto *Run = BasicBlock::Create(F->getContext(), "run", F);
  B.CreateCondBr(B.CreateICmpEQ(Grain, B.getInt64(0)), Automatic, Run);

  B.SetInsertPoint(Automatic);
  Value *Chosen = B.CreateCall(getOrInsertRep(*F->getParent(), rep::Grain),
                               {N, B.getInt64(Cost)});
  B.CreateBr(Run);

  B.SetInsertPoint(Run);
  PHINode *Phi = B.CreatePHI(B.getInt64Ty(), 2);
  Phi->addIncoming(Grain, Before);
  Phi->addIncoming(Chosen, Automatic);
  return Phi;
}

void emitLoop(Function &Loop, Function &Body, Function &Dac, bool Divides,
              uint64_t Cost, bool OneIsSpecial) {
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(Loop.getContext(), Name, &Loop);
  };
  auto Call = [&](IRBuilder<> &B, Function &Callee, ArrayRef<Value *> Fixed) {
    SmallVector<Value *, 8> Args(Fixed);
    append_range(Args, llvm::make_pointer_range(drop_begin(Loop.args(), 2)));
    B.CreateCall(&Callee, Args)->setCallingConv(Callee.getCallingConv());
  };
  Value *N = Loop.getArg(0);
  IRBuilder<> B(Block("entry"));
  B.SetCurrentDebugLocation(locationIn(Loop));
  Value *Zero = B.getInt64(0);
  BasicBlock *Some = Block("some"), *Done = Block("done");
  B.CreateCondBr(B.CreateICmpEQ(N, Zero), Done, Some);

  B.SetInsertPoint(Some);
  if (OneIsSpecial) {
    BasicBlock *One = Block("one"), *Many = Block("many");
    B.CreateCondBr(B.CreateICmpEQ(N, B.getInt64(1)), One, Many);
    B.SetInsertPoint(One);
    Call(B, Body, {Zero});
    B.CreateBr(Done);
    B.SetInsertPoint(Many);
  }
  Value *Grain = Divides ? emitGrain(B, N, Loop.getArg(1), Cost) : N;
  Call(B, Dac, {Zero, N, Grain});
  B.CreateBr(Done);

  B.SetInsertPoint(Done);
  B.CreateRetVoid();
}

} // namespace tussah
