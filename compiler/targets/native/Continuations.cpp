//===- Continuations.cpp - Spawns become calls that thieves can leave -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Continuations.h"
#include "StolenScopes.h"
#include "TailCalls.h"
#include "VariableSizes.h"

#include "Memory.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tussah::native {

/// Weights of a branch that is hardly ever taken.
static MDNode *unlikely(LLVMContext &C) {
  return MDBuilder(C).createUnlikelyBranchWeights();
}

namespace {

/// Lowers one function.
class ContinuationLowering {
public:
  ContinuationLowering(Function &F, RuntimeCalls &Runtime, AllocaInst *Top)
      : F(F), Runtime(Runtime), Top(Top), C(F.getContext()) {}

  void run();

private:
  void numberRegions();
  void splitNormalEdges();
  void isolateSpawn(CallBase *Spawn);
  void isolateSync(CallBase *Sync);
  BasicBlock *ownLandingPad(InvokeInst *Spawn);
  BasicBlock *newLandingPad(const DebugLoc &Loc);
  void emitExceptionCall(BasicBlock *Pad, Constant *Region);
  CallInst *arrivalAt(BasicBlock *Pad);
  void demoteValues();
  void cloneBody(ValueToValueMapTy &Slow);
  void lowerSpawn(InvokeInst *Spawn, BasicBlock *SlowNext);
  void lowerSlowSync(CallBase *Sync, BasicBlock *FastNext);
  void restoreStack();
  void promoteValues();

  /// The block that control goes on to after \p Call.
  static BasicBlock *next(CallBase *Call) {
    if (auto *II = dyn_cast<InvokeInst>(Call))
      return II->getNormalDest();
    return Call->getParent()->getSingleSuccessor();
  }

  Constant *regionOf(CallBase *Call) {
    return ConstantExpr::getPtrToInt(cast<Constant>(Call->getArgOperand(0)),
                                     Type::getInt64Ty(C));
  }

  Function &F;
  RuntimeCalls &Runtime;
  AllocaInst *Top;
  LLVMContext &C;
  unsigned NumRegions = 0;
  SmallVector<InvokeInst *, 8> Spawns;
  SmallVector<CallBase *, 8> Syncs;
  bool MovesStack = false; ///< of the frame, between two spawns
  /// Where the slow copy goes on behind each sync, and where one throws to.
  SmallVector<BasicBlock *, 16> Synced;
  /// Stack slots of values that live longer than a block.
  SmallVector<AllocaInst *, 32> Demoted;
};

} // namespace

//===----------------------------------------------------------------------===//
// Preparing the body
//===----------------------------------------------------------------------===//

/// Replaces the frames by their numbers.
void ContinuationLowering::numberRegions() {
  auto *I64 = Type::getInt64Ty(C);
  for (CallBase *Frame : callsIn(F, rep::Frame)) {
    Frame->replaceAllUsesWith(ConstantExpr::getIntToPtr(
        ConstantInt::get(I64, NumRegions++), Frame->getType()));
    eraseCall(Frame);
  }
}

/// Gives each invoke a normal destination of its own, so that there is a place
/// for what comes after it.
void ContinuationLowering::splitNormalEdges() {
  for (BasicBlock &BB : make_early_inc_range(F))
    if (auto *II = dyn_cast<InvokeInst>(BB.getTerminator());
        II && (!II->getNormalDest()->getSinglePredecessor() ||
               isa<PHINode>(II->getNormalDest()->front())))
      SplitEdge(&BB, II->getNormalDest());
}

/// A landing pad for a spawn without one: the exception goes on to the caller.
BasicBlock *ContinuationLowering::newLandingPad(const DebugLoc &Loc) {
  BasicBlock *Pad = BasicBlock::Create(C, "spawn.unwind", &F);
  IRBuilder<> B(Pad);
  B.SetCurrentDebugLocation(Loc);
  auto *Type = StructType::get(B.getPtrTy(), B.getInt32Ty());
  LandingPadInst *Landing = B.CreateLandingPad(Type, 0);
  B.CreateResume(Landing);
  return Pad;
}

/// Gives the invoke \p Spawn a landing pad block that no other one uses.
BasicBlock *ContinuationLowering::ownLandingPad(InvokeInst *Spawn) {
  BasicBlock *Pad = Spawn->getUnwindDest();
  if (Pad->getSinglePredecessor()) {
    FoldSingleEntryPHINodes(Pad);
    return Pad;
  }
  SmallVector<BasicBlock *, 2> Pads;
  SplitLandingPadPredecessors(Pad, {Spawn->getParent()}, ".spawn", ".rest",
                              Pads);
  return Pads.front();
}

/// Lets the runtime look at what arrives at \p Pad, the landing pad of a spawn
/// in region \p Region, and marks it as one.
void ContinuationLowering::emitExceptionCall(BasicBlock *Pad,
                                             Constant *Region) {
  LandingPadInst *Old = Pad->getLandingPadInst();
  IRBuilder<> B(Old);
  // A cleanup too: it must be entered by every exception.
  LandingPadInst *Landing =
      B.CreateLandingPad(Old->getType(), Old->getNumClauses() + 1);
  Landing->setCleanup(true);
  Landing->addClause(Runtime.spawnTag());
  for (unsigned I = 0; I < Old->getNumClauses(); ++I)
    Landing->addClause(Old->getClause(I));
  // Nothing may be stored here before the call: if it is an exception, a thief
  // may use the frame. The call returns its operands, so nothing has to be. And
  // it comes before the test for a thief: an edge from a block may have copies
  // to make, which are made before its branch.
  Value *Selector =
      B.CreateZExt(B.CreateExtractValue(Landing, 1), B.getInt64Ty());
  CallInst *Result = B.CreateCall(Runtime.exception(),
                                  {B.CreateExtractValue(Landing, 0), Selector,
                                   Runtime.framePointer(B), Region});
  Value *New = B.CreateInsertValue(PoisonValue::get(Old->getType()),
                                   B.CreateExtractValue(Result, 0), 0);
  New = B.CreateInsertValue(
      New, B.CreateTrunc(B.CreateExtractValue(Result, 1), B.getInt32Ty()), 1);
  Old->replaceAllUsesWith(New);
  Old->eraseFromParent();
}

/// Makes \p Spawn an invoke with a normal destination and a landing pad of its
/// own.
void ContinuationLowering::isolateSpawn(CallBase *Spawn) {
  auto *II = dyn_cast<InvokeInst>(Spawn);
  if (!II) {
    BasicBlock *BB = Spawn->getParent();
    BasicBlock *Next = SplitBlock(BB, Spawn->getNextNode());
    BasicBlock *Pad = newLandingPad(Spawn->getDebugLoc());
    BB->getTerminator()->eraseFromParent();
    SmallVector<Value *, 8> Args(Spawn->args());
    II = InvokeInst::Create(Spawn->getFunctionType(), Spawn->getCalledOperand(),
                            Next, Pad, Args, "", BB);
    II->setDebugLoc(Spawn->getDebugLoc());
    Spawn->eraseFromParent();
  }
  emitExceptionCall(ownLandingPad(II), regionOf(II));
  Spawns.push_back(II);
}

/// Makes \p Sync the end of its block.
void ContinuationLowering::isolateSync(CallBase *Sync) {
  if (!isa<InvokeInst>(Sync)) {
    SplitBlock(Sync->getParent(), Sync->getNextNode());
    // Else a breakpoint on the next line is at the branch, which thieves do not
    // pass.
    Sync->getNextNode()->setDebugLoc(Sync->getDebugLoc());
  } else if (MovesStack) {
    ownLandingPad(cast<InvokeInst>(Sync));
  }
  Syncs.push_back(Sync);
}

//===----------------------------------------------------------------------===//
// Two copies
//===----------------------------------------------------------------------===//

/// Moves all values that live longer than a block to memory, so that the copies
/// can be connected at will. The entry block has only allocas afterwards.
void ContinuationLowering::demoteValues() {
  BasicBlock *Entry = &F.getEntryBlock();
  SplitBlock(Entry, &*Entry->getFirstNonPHIOrDbgOrAlloca());
  BasicBlock::iterator Place = Entry->getTerminator()->getIterator();
  auto LivesLonger = [](Instruction &I) {
    return any_of(I.users(), [&](User *U) {
      auto *UI = cast<Instruction>(U);
      return UI->getParent() != I.getParent() || isa<PHINode>(UI);
    });
  };
  SmallVector<Instruction *, 32> Values;
  for (BasicBlock &BB : drop_begin(F))
    for (Instruction &I : BB)
      if (!I.getType()->isVoidTy() && LivesLonger(I))
        Values.push_back(&I);
  for (Instruction *I : Values)
    if (AllocaInst *Slot = DemoteRegToStack(*I, false, Place))
      Demoted.push_back(Slot);
  SmallVector<PHINode *, 16> Phis;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      Phis.push_back(&Phi);
  for (PHINode *Phi : Phis)
    if (AllocaInst *Slot = DemotePHIToStack(Phi, Place))
      Demoted.push_back(Slot);
}

/// Copies all blocks but the entry.
void ContinuationLowering::cloneBody(ValueToValueMapTy &Slow) {
  SmallVector<BasicBlock *, 32> Blocks(llvm::make_pointer_range(drop_begin(F))),
      Copies;
  for (BasicBlock *BB : Blocks) {
    BasicBlock *Copy = CloneBasicBlock(BB, Slow, ".slow", &F);
    Slow[BB] = Copy;
    Copies.push_back(Copy);
  }
  const RemapFlags Flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  for (BasicBlock *Copy : Copies)
    for (Instruction &I : *Copy) {
      RemapDbgRecordRange(F.getParent(), I.getDbgRecordRange(), Slow, Flags);
      RemapInstruction(&I, Slow, Flags);
    }
  makeStolenScopes(F, Copies);
  leaveStackAlone(Copies, Top);
}

//===----------------------------------------------------------------------===//
// Spawns and syncs
//===----------------------------------------------------------------------===//

/// What a call of \p Callee has to say of its arguments.
static AttributeList parametersOf(const Function &Callee) {
  AttributeList All = Callee.getAttributes();
  SmallVector<AttributeSet, 8> Params;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    Params.push_back(All.getParamAttrs(I));
  return AttributeList::get(Callee.getContext(), AttributeSet(),
                            All.getRetAttrs(), Params);
}

/// Emits nothing, at a place that LLVM keeps. The block of it is not empty, so
/// what an edge to a PHI has to copy is not done before the branch to the
/// block.
static void emitBarrier(IRBuilder<> &B) {
  auto *Type = FunctionType::get(B.getVoidTy(), false);
  B.CreateCall(InlineAsm::get(Type, "", "", /*hasSideEffects=*/true))
      ->setDoesNotThrow();
}

/// The call of emitExceptionCall at \p Pad.
CallInst *ContinuationLowering::arrivalAt(BasicBlock *Pad) {
  for (Instruction &I : *Pad)
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() == Runtime.exception())
      return Call;
  llvm_unreachable("the landing pad of a spawn begins with the call");
}

/// Turns \p Spawn into the call of its task. \p SlowNext is where thieves
/// continue.
void ContinuationLowering::lowerSpawn(InvokeInst *Spawn, BasicBlock *SlowNext) {
  BasicBlock *BB = Spawn->getParent(), *Next = Spawn->getNormalDest();
  BasicBlock *Pad = Spawn->getUnwindDest();
  Function *Task = SpawnCall(Spawn).helper();
  Value *Result = SpawnCall(Spawn).storage();
  SmallVector<Value *, 8> Args(SpawnCall(Spawn).captures());
  DebugLoc Loc = Spawn->getDebugLoc();
  Spawn->eraseFromParent();

  BasicBlock *Returned = BasicBlock::Create(C, "returned", &F, Next);
  auto *Call = InvokeInst::Create(Task, Returned, Pad, Args, "", BB);
  Call->setCallingConv(Task->getCallingConv());
  Call->setAttributes(parametersOf(*Task));
  Call->setDebugLoc(Loc);
  hideVirtualFunctions(*Call);

  // If the frame is promoted, only the result may be stored before the runtime
  // is asked: a thief may use the frame.
  IRBuilder<> B(Returned);
  B.SetCurrentDebugLocation(Loc);
  if (!isa<ConstantPointerNull>(Result)) {
    IRBuilder<> Before(Call);
    emitEscape(Result, Before);
    // A member of a packed structure is not aligned as its type is.
    B.CreateAlignedStore(
        Call, Result, getKnownAlignment(Result, F.getParent()->getDataLayout()),
        /*isVolatile=*/true);
  }
  Value *IsPromoted =
      B.CreateICmpEQ(Runtime.Abi.emit(B, "mark"), Runtime.framePointer(B));
  BasicBlock *Promoted = BasicBlock::Create(C, "promoted", &F);
  BasicBlock *Kept = BasicBlock::Create(C, "kept", &F, Next);
  B.CreateCondBr(IsPromoted, Promoted, Kept, unlikely(C));
  B.SetInsertPoint(Kept);
  emitBarrier(B);
  B.CreateBr(Next);
  B.SetInsertPoint(Promoted);
  B.CreateCall(Runtime.childDone())
      ->setCallingConv(Runtime.childDone()->getCallingConv());
  // Not to Next: what an edge to a PHI has to compute is ordered within its
  // block alone, so it may come before the call, and be stored in the frame.
  B.CreateBr(Kept);

  CallInst *Arrival = arrivalAt(Pad);
  BasicBlock *Exception = SplitBlock(Pad, Arrival->getNextNode());
  Exception->setName("exception");
  Pad->getTerminator()->eraseFromParent();
  B.SetInsertPoint(Pad);
  B.SetCurrentDebugLocation(Loc);
  Value *IsThief = B.CreateICmpEQ(B.CreateExtractValue(Arrival, 1),
                                  B.getInt64(Runtime.Abi.resumeSelector()));
  B.CreateCondBr(IsThief, SlowNext, Exception);
}

/// Turns \p Sync, in the slow copy, into a call of the runtime. It goes on at
/// \p FastNext, or, if there are exceptions for other regions, in the slow
/// copy.
void ContinuationLowering::lowerSlowSync(CallBase *Sync, BasicBlock *FastNext) {
  BasicBlock *BB = Sync->getParent(), *SlowNext = next(Sync);
  bool IsUnwinding = isCallOf(*Sync, rep::SyncUnwind);
  Function *Callee = IsUnwinding ? Runtime.syncUnwind() : Runtime.sync();
  SmallVector<Value *, 2> Args{regionOf(Sync)};
  if (IsUnwinding)
    Args.push_back(Sync->getArgOperand(1));
  BasicBlock *Returned = BasicBlock::Create(C, "synced", &F);
  Synced.push_back(Returned);
  IRBuilder<> B(Sync);
  CallBase *Call;
  if (auto *II = dyn_cast<InvokeInst>(Sync)) {
    Call = B.CreateInvoke(Callee, Returned, II->getUnwindDest(), Args);
    Synced.push_back(II->getUnwindDest());
  } else {
    Call = B.CreateCall(Callee, Args);
    B.CreateBr(Returned);
    BB->getTerminator()->eraseFromParent();
  }
  Call->setCallingConv(Callee->getCallingConv());
  Sync->eraseFromParent();
  B.SetInsertPoint(Returned);
  if (NumRegions > 1)
    B.CreateCondBr(B.CreateICmpNE(Call, B.getInt64(0)), SlowNext, FastNext);
  else
    B.CreateBr(FastNext);
}

void ContinuationLowering::promoteValues() {
  DominatorTree DT(F);
  erase_if(Demoted, [](AllocaInst *A) { return !isAllocaPromotable(A); });
  PromoteMemToReg(Demoted, DT);
}

/// If spawned calls pass arguments on the stack, or it holds memory of variable
/// size, it may be deeper behind a sync than it was before: the strand that
/// continues there does not know how much. Lets the slow copy free that.
void ContinuationLowering::restoreStack() {
  if (!MovesStack)
    return;
  IRBuilder<> B(F.getEntryBlock().getTerminator());
  Value *Saved = Top ? nullptr : B.CreateStackSave();
  for (BasicBlock *BB : Synced) {
    B.SetInsertPoint(BB, BB->getFirstInsertionPt());
    B.CreateStackRestore(Top ? topOf(B, Top) : Saved);
  }
}

void ContinuationLowering::run() {
  MovesStack = Top || any_of(callsIn(F, rep::Spawn), [&](CallBase *Spawn) {
                 return needStack(Runtime.Machine, Spawn->getType(),
                                  SpawnCall(Spawn).captures(),
                                  CallingConv::PreserveNone);
               });
  numberRegions();
  splitNormalEdges();
  for (CallBase *Spawn : callsIn(F, rep::Spawn))
    isolateSpawn(Spawn);
  for (StringRef Name : {rep::Sync, rep::SyncUnwind})
    for (CallBase *Sync : callsIn(F, Name))
      isolateSync(Sync);
  if (Spawns.empty()) {
    for (CallBase *Sync : Syncs)
      eraseCall(Sync);
    return;
  }
  TailLoops Loops(F);
  Loops.prepare();
  demoteValues();
  append_range(Demoted, Loops.slots());
  SmallVector<CallBase *, 4> Questions(callsIn(F, "__cilkrts_synched"));
  ValueToValueMapTy Slow;
  cloneBody(Slow);
  // Nothing was stolen from who is in the fast copy.
  for (CallBase *Question : Questions) {
    Question->replaceAllUsesWith(ConstantInt::get(Question->getType(), 1));
    eraseCall(Question);
  }
  for (CallBase *Sync : Syncs) {
    lowerSlowSync(cast<CallBase>(Slow[Sync]), next(Sync));
    eraseCall(Sync);
  }
  restoreStack();
  for (InvokeInst *Spawn : Spawns) {
    auto *Copy = cast<InvokeInst>(Slow[Spawn]);
    BasicBlock *SlowNext = Copy->getNormalDest();
    if (IRBuilder<> B(Spawn); Top)
      noteTop(B, Top);
    lowerSpawn(Spawn, SlowNext);
    lowerSpawn(Copy, SlowNext);
  }
  Loops.connect(Slow);
  // What described values at terminators that are gone.
  for (BasicBlock &BB : F)
    BB.flushTerminatorDbgRecords();
  removeUnreachableBlocks(F);
  promoteValues();
}

void lowerContinuations(Function &F, RuntimeCalls &Runtime, AllocaInst *Top) {
  ContinuationLowering(F, Runtime, Top).run();
}

//===----------------------------------------------------------------------===//
// Polling
//===----------------------------------------------------------------------===//

void insertPoll(Function &F, RuntimeCalls &Runtime, bool AtStart) {
  BasicBlock *BB = nullptr;
  if (!AtStart) {
    DominatorTree DT(F);
    for (CallBase *Spawn : callsIn(F, rep::Spawn))
      if (DT.isReachableFromEntry(Spawn->getParent()))
        BB = BB ? DT.findNearestCommonDominator(BB, Spawn->getParent())
                : Spawn->getParent();
  }
  if (!BB)
    BB = &F.getEntryBlock();
  Instruction *At = BB->isEntryBlock() ? &*BB->getFirstNonPHIOrDbgOrAlloca()
                                       : &*BB->getFirstInsertionPt();
  // Unoptimized, a debugger stops with the parameters in place, at the line of
  // what comes next.
  while (isCallOf(*At, rep::Frame) ||
         (isa<StoreInst>(At) && isa<Argument>(At->getOperand(0))))
    At = At->getNextNode();
  DebugLoc Loc = At->getDebugLoc() ? At->getDebugLoc() : locationIn(F);
  IRBuilder<> B(At);
  B.SetCurrentDebugLocation(Loc);
  Value *Asked = B.CreateICmpNE(Runtime.Abi.emit(B, "request"), B.getInt64(0));
  Instruction *Then =
      SplitBlockAndInsertIfThen(Asked, At->getIterator(), /*Unreachable=*/false,
                                unlikely(F.getContext()));
  B.SetInsertPoint(Then);
  B.CreateCall(Runtime.poll())
      ->setCallingConv(Runtime.poll()->getCallingConv());
}

} // namespace tussah::native
