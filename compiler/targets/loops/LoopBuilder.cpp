//===- LoopBuilder.cpp - The functions of a parallel loop -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
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

/// Lets \p F, whose parameters are the bounds of a leaf and the captured values
/// of \p Body, which it calls by \p BodyCall, call what tools want around a
/// leaf (compiler/hooks/Leaves.h).
static void addLeafHooks(Function &Body, Function &F, CallBase *&BodyCall) {
  constexpr unsigned NumFunctions = 2, NumBounds = 2;
  for (CallBase *Mark : callsIn(Body, rep::LeafHooks)) {
    SmallVector<Value *, 4> Values;
    for (Value *V : drop_begin(Mark->args(), NumFunctions)) {
      // The first parameter of a body is the iteration.
      if (auto *Captured = dyn_cast<Argument>(V))
        V = F.getArg(Captured->getArgNo() - 1 + NumBounds);
      Values.push_back(V);
    }
    auto *Begin = cast<Function>(Mark->getArgOperand(0));
    auto *End = cast<Function>(Mark->getArgOperand(1));
    auto Call = [&](Instruction *Where, Function *Callee,
                    ArrayRef<Value *> Arguments) {
      IRBuilder<> B(Where);
      B.SetCurrentDebugLocation(locationIn(F));
      B.CreateCall(Callee, Arguments)->setDoesNotThrow();
    };
    SmallVector<Value *, 4> All{F.getArg(0), F.getArg(1)};
    append_range(All, Values);
    Call(F.getEntryBlock().getTerminator(), Begin, All);
    for (BasicBlock &BB : F)
      if (isa<ReturnInst>(BB.getTerminator()))
        Call(BB.getTerminator(), End, Values);
    if (!Body.doesNotThrow())
      Call(placeOfException(BodyCall, "tool"), End, Values);
  }
}

void eraseLeafHooks(Module &M) {
  for (CallBase *Mark : callsOf(M, rep::LeafHooks))
    eraseCall(Mark);
  if (Function *F = M.getFunction(rep::LeafHooks))
    F->eraseFromParent();
}

/// Creates <body><suffix>(lo, hi, captures...), a loop that calls \p Body.
/// \p IsCareful: it stops between iterations when it is cancelled.
static LeafFunction buildLoop(Function &Body, StringRef Suffix,
                              bool IsCareful) {
  LLVMContext &C = Body.getContext();
  Type *I64 = Type::getInt64Ty(C);
  Function *F = createWithCaptures(Body, {I64, I64}, Suffix);
  Value *Lo = F->getArg(0), *Hi = F->getArg(1);
  Lo->setName("lo");
  Hi->setName("hi");
  auto *Entry = BasicBlock::Create(C, "entry", F);
  auto *Header = BasicBlock::Create(C, "leaf", F);
  auto *Iteration = IsCareful ? BasicBlock::Create(C, "iteration", F) : Header;
  auto *Done = BasicBlock::Create(C, "done", F);
  IRBuilder<> B(Entry);
  B.SetCurrentDebugLocation(locationIn(*F));
  B.CreateBr(Header);

  B.SetInsertPoint(Header);
  PHINode *K = B.CreatePHI(I64, 2, "k");
  if (IsCareful) {
    Value *Cancelled =
        B.CreateCall(getOrInsertRep(*Body.getParent(), rep::Cancelled));
    B.CreateCondBr(Cancelled, Done, Iteration);
    B.SetInsertPoint(Iteration);
  }
  SmallVector<Value *, 8> Args{K};
  append_range(Args, llvm::make_pointer_range(drop_begin(F->args(), 2)));
  CallBase *BodyCall = B.CreateCall(&Body, Args);
  BodyCall->setCallingConv(Body.getCallingConv());
  Value *Next = B.CreateAdd(K, B.getInt64(1), "k.next", /*HasNUW=*/true);
  Instruction *Latch = B.CreateCondBr(B.CreateICmpEQ(Next, Hi), Done, Header);
  K->addIncoming(Lo, Entry);
  K->addIncoming(Next, Iteration);

  B.SetInsertPoint(Done);
  B.CreateRetVoid();
  addLeafHooks(Body, *F, BodyCall);
  return {F, Header, BodyCall, Latch};
}

LeafFunction buildLeaf(Function &Body) {
  return buildLoop(Body, ".leaf", /*IsCareful=*/false);
}

/// Emits a call of \p Callee and a return, in \p BB.
static void emitCallAndReturn(BasicBlock *BB, Function &Callee,
                              ArrayRef<Value *> Args) {
  IRBuilder<> B(BB);
  B.SetCurrentDebugLocation(locationIn(*BB->getParent()));
  B.CreateCall(&Callee, Args)->setCallingConv(Callee.getCallingConv());
  B.CreateRetVoid();
}

Function *makeCancellable(Function &Leaf, Function &Body) {
  Function *Careful = buildLoop(Body, ".cancellable", /*IsCareful=*/true).F;
  BasicBlock *Old = &Leaf.getEntryBlock();
  LLVMContext &C = Leaf.getContext();
  auto *Entry = BasicBlock::Create(C, "entry", &Leaf, Old);
  auto *InScope = BasicBlock::Create(C, "in.scope", &Leaf);
  // Variables stay in the entry block.
  for (Instruction &I : make_early_inc_range(*Old))
    if (isa<AllocaInst>(I))
      I.moveBefore(*Entry, Entry->end());
  IRBuilder<> B(Entry);
  B.SetCurrentDebugLocation(locationIn(Leaf));
  Value *Scope = B.CreateCall(getOrInsertRep(*Leaf.getParent(), rep::Scope));
  B.CreateCondBr(B.CreateIsNull(Scope), Old, InScope);
  SmallVector<Value *, 8> Args(llvm::make_pointer_range(Leaf.args()));
  emitCallAndReturn(InScope, *Careful, Args);
  return Careful;
}

namespace {

/// Emits the blocks of a <body>.dac.
class DacBuilder {
  FunctionCallee Leaf;
  CallingConv::ID LeafConvention;
  bool Throws;
  Function &Dac;
  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  Value *Lo, *Hi, *Grain;
  /// What is passed on to tasks, and to leaves.
  SmallVector<Value *, 8> Captures, LeafArgs;
  /// Result of tussah.frame.
  Value *Frame = nullptr;
  /// Where a task or iteration that throws continues. Null if none can.
  BasicBlock *Unwind = nullptr;
  bool IsCancellable;

public:
  /// Divides for \p Leaf, or, if it is null, for leaves of type \p Packed that
  /// are the first captured value, and take the second one.
  DacBuilder(Function *Leaf, FunctionType *Packed, bool Throws, Function &Dac,
             bool IsCancellable)
      : Leaf(Leaf ? FunctionCallee(Leaf)
                  : FunctionCallee(Packed, Dac.getArg(3))),
        LeafConvention(Leaf ? Leaf->getCallingConv() : CallingConv::C),
        Throws(Throws), Dac(Dac), M(*Dac.getParent()), C(Dac.getContext()),
        B(C), Lo(Dac.getArg(0)), Hi(Dac.getArg(1)), Grain(Dac.getArg(2)),
        Captures(llvm::make_pointer_range(drop_begin(Dac.args(), 3))),
        LeafArgs(
            llvm::make_pointer_range(drop_begin(Dac.args(), Leaf ? 3 : 4))),
        IsCancellable(IsCancellable) {
    Lo->setName("lo");
    Hi->setName("hi");
    Grain->setName("grain");
    B.SetCurrentDebugLocation(locationIn(Dac));
  }

  void build();

private:
  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(C, Name, &Dac);
  }
  CallBase *call(FunctionCallee Callee, ArrayRef<Value *> Fixed,
                 ArrayRef<Value *> Rest, BasicBlock *Next);
  void emitUnwind();
  Value *emitDivision(BasicBlock *Rest);
};

} // namespace

/// Emits a call with the arguments \p Fixed and \p Rest. It goes on in \p Next,
/// also if it throws, then by way of Unwind.
CallBase *DacBuilder::call(FunctionCallee Callee, ArrayRef<Value *> Fixed,
                           ArrayRef<Value *> Rest, BasicBlock *Next) {
  SmallVector<Value *, 8> Args(Fixed);
  append_range(Args, Rest);
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
/// is left for the leaf.
Value *DacBuilder::emitDivision(BasicBlock *Rest) {
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Test = block("test"), *Divide = block("divide");
  B.CreateBr(Test);

  B.SetInsertPoint(Test);
  PHINode *First = B.CreatePHI(B.getInt64Ty(), 2, "first");
  Value *Size = B.CreateSub(Hi, First, "size", /*HasNUW=*/true);
  B.CreateCondBr(B.CreateICmpUGT(Size, Grain), Divide, Rest);

  B.SetInsertPoint(Divide);
  Value *Middle = B.CreateAdd(First, B.CreateLShr(Size, 1), "middle",
                              /*HasNUW=*/true);
  Constant *NoStorage = ConstantPointerNull::get(B.getPtrTy());
  call(getOrInsertRep(M, rep::Spawn),
       {Frame, NoStorage, &Dac, First, Middle, Grain}, Captures, Test);

  First->addIncoming(Lo, Before);
  First->addIncoming(Middle, Divide);
  return First;
}

void DacBuilder::build() {
  BasicBlock *Entry = block("entry");
  B.SetInsertPoint(Entry);
  Frame = B.CreateCall(getOrInsertRep(M, rep::Frame), {}, "frame");
  if (Throws) {
    emitUnwind();
    B.SetInsertPoint(Entry);
  }
  BasicBlock *Rest = block("rest"), *Done = block("done");
  if (IsCancellable) {
    BasicBlock *Goes = block("goes.on");
    B.CreateCondBr(B.CreateCall(getOrInsertRep(M, rep::Cancelled)), Done, Goes);
    B.SetInsertPoint(Goes);
  }
  Value *First = emitDivision(Rest);

  B.SetInsertPoint(Rest);
  call(Leaf, {First, Hi}, LeafArgs, Done)->setCallingConv(LeafConvention);

  B.SetInsertPoint(Done);
  B.CreateCall(getOrInsertRep(M, rep::Sync), {Frame});
  B.CreateRetVoid();
}

Function *buildDac(Function &Body, Function &Leaf, bool IsCancellable) {
  Type *I64 = Type::getInt64Ty(Body.getContext());
  Function *Dac = createWithCaptures(Body, {I64, I64, I64}, ".dac");
  Dac->addFnAttr(rep::TaskAttr);
  DacBuilder(&Leaf, nullptr, !Leaf.doesNotThrow(), *Dac, IsCancellable).build();
  return Dac;
}

/// The type of leaves that take their captured values in memory.
static FunctionType *packedType(LLVMContext &C) {
  Type *I64 = Type::getInt64Ty(C);
  return FunctionType::get(Type::getVoidTy(C),
                           {I64, I64, PointerType::getUnqual(C)}, false);
}

/// The captured values of \p Body as they lie in memory.
static StructType *packetOf(const Function &Body) {
  SmallVector<Type *, 8> Types(drop_begin(Body.getFunctionType()->params()));
  return StructType::get(Body.getContext(), Types);
}

Function *buildPacked(Function &Body, Function &Leaf) {
  Function *F =
      createFunctionLike(Body, packedType(Body.getContext()), ".packed");
  IRBuilder<> B(BasicBlock::Create(Body.getContext(), "entry", F));
  B.SetCurrentDebugLocation(locationIn(*F));
  StructType *Packet = packetOf(Body);
  SmallVector<Value *, 8> Args{F->getArg(0), F->getArg(1)};
  for (unsigned I = 0; I < Packet->getNumElements(); ++I)
    Args.push_back(B.CreateLoad(Packet->getElementType(I),
                                B.CreateStructGEP(Packet, F->getArg(2), I)));
  B.CreateCall(&Leaf, Args)->setCallingConv(Leaf.getCallingConv());
  B.CreateRetVoid();
  return F;
}

Function *buildSharedDac(Function &Like, bool Throws) {
  LLVMContext &C = Like.getContext();
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  auto *Type =
      FunctionType::get(Type::getVoidTy(C), {I64, I64, I64, Ptr, Ptr}, false);
  Function *Dac = createFunctionLike(Like, Type, "");
  Dac->setName("__tussah_dac");
  Dac->setSubprogram(nullptr); // it is of no place in the source
  Dac->addFnAttr(rep::TaskAttr);
  DacBuilder(nullptr, packedType(C), Throws, *Dac, /*IsCancellable=*/false)
      .build();
  return Dac;
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

/// Emits a call of \p Dac, which several loops share, for the captured values
/// of \p Loop and the leaf \p Packed.
static void emitSharedCall(IRBuilder<> &B, Function &Loop, Function &Dac,
                           Function &Packed, ArrayRef<Value *> Fixed) {
  SmallVector<Value *, 8> Values(
      llvm::make_pointer_range(drop_begin(Loop.args(), 2)));
  SmallVector<Type *, 8> Types;
  for (Value *V : Values)
    Types.push_back(V->getType());
  auto *Type = StructType::get(Loop.getContext(), Types);
  BasicBlock &Entry = Loop.getEntryBlock();
  Value *Packet = IRBuilder<>(&Entry, Entry.begin())
                      .CreateAlloca(Type, nullptr, "captures");
  for (auto [I, V] : enumerate(Values))
    B.CreateStore(V, B.CreateStructGEP(Type, Packet, I));
  SmallVector<Value *, 8> Args(Fixed);
  append_range(Args, ArrayRef<Value *>{&Packed, Packet});
  B.CreateCall(&Dac, Args)->setCallingConv(Dac.getCallingConv());
}

void emitLoop(Function &Loop, Function &Leaf, Division By, uint64_t Cost,
              Function *One) {
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(Loop.getContext(), Name, &Loop);
  };
  Value *N = Loop.getArg(0);
  IRBuilder<> B(Block("entry"));
  B.SetCurrentDebugLocation(locationIn(Loop));
  Value *Zero = B.getInt64(0);
  BasicBlock *Some = Block("some"), *Serial = Block("serial"),
             *Done = Block("done");
  auto Call = [&](BasicBlock *Where, Function &Callee,
                  ArrayRef<Value *> Fixed) {
    B.SetInsertPoint(Where);
    SmallVector<Value *, 8> Args(Fixed);
    append_range(Args, llvm::make_pointer_range(drop_begin(Loop.args(), 2)));
    B.CreateCall(&Callee, Args)->setCallingConv(Callee.getCallingConv());
    B.CreateBr(Done);
  };
  B.CreateCondBr(B.CreateICmpEQ(N, Zero), Done, Some);

  B.SetInsertPoint(Some);
  if (One) {
    BasicBlock *IsOne = Block("one"), *Many = Block("many");
    B.CreateCondBr(B.CreateICmpEQ(N, B.getInt64(1)), IsOne, Many);
    // A body takes the iteration, a leaf where to begin and to end.
    SmallVector<Value *, 2> Range{Zero};
    if (One->arg_size() == Leaf.arg_size())
      Range.push_back(N);
    Call(IsOne, *One, Range);
    B.SetInsertPoint(Many);
  }
  if (By.Dac) {
    // What is not divided needs nothing of the runtime.
    Value *Grain = emitGrain(B, N, Loop.getArg(1), Cost);
    BasicBlock *Parallel = Block("parallel");
    B.CreateCondBr(B.CreateICmpULE(N, Grain), Serial, Parallel);
    if (By.Packed) {
      B.SetInsertPoint(Parallel);
      emitSharedCall(B, Loop, *By.Dac, *By.Packed, {Zero, N, Grain});
      B.CreateBr(Done);
    } else {
      Call(Parallel, *By.Dac, {Zero, N, Grain});
    }
  } else {
    B.CreateBr(Serial);
  }
  Call(Serial, Leaf, {Zero, N});

  B.SetInsertPoint(Done);
  B.CreateRetVoid();
}

} // namespace tussah
