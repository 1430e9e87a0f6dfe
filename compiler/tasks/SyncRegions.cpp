//===- SyncRegions.cpp - Guards and sync markers become syncs -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SyncRegions.h"
#include "Extract.h"
#include "Frames.h"
#include "Markers.h"
#include "Representation.h"
#include "compiler/compat/Branches.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

/// Creates a call before \p At, or an invoke in place of it if \p Unwind is
/// given, that goes on to \p Normal.
static void emit(CallBase *At, StringRef Name, ArrayRef<Value *> Args,
                 BasicBlock *Unwind) {
  Function *Callee = getOrInsertRep(*At->getModule(), Name);
  CallBase *New;
  if (!Unwind) {
    New = CallInst::Create(Callee, Args, "", At->getIterator());
    if (auto *II = dyn_cast<InvokeInst>(At)) {
      II->getUnwindDest()->removePredecessor(II->getParent());
      compat::UncondBrInst::Create(II->getNormalDest(), At->getIterator());
    }
  } else if (auto *II = dyn_cast<InvokeInst>(At)) {
    BasicBlock *Old = II->getUnwindDest();
    New = InvokeInst::Create(Callee, II->getNormalDest(), Unwind, Args, "",
                             At->getIterator());
    if (Old != Unwind)
      Old->removePredecessor(II->getParent());
  } else {
    BasicBlock *Rest = At->getParent()->splitBasicBlock(At);
    Instruction *Br = Rest->getSinglePredecessor()->getTerminator();
    New = InvokeInst::Create(Callee, Rest, Unwind, Args, "", Br->getIterator());
    Br->eraseFromParent();
  }
  New->setDebugLoc(At->getDebugLoc());
  At->eraseFromParent();
}

static BasicBlock *unwindOf(CallBase *CB) {
  auto *II = dyn_cast<InvokeInst>(CB);
  return II ? II->getUnwindDest() : nullptr;
}

/// Returns the landing pad from which control came to \p I with an exception in
/// flight, or null if \p I is on an ordinary path. clang emits a cleanup
/// once for each of the two.
static LandingPadInst *exceptionAt(Instruction *I) {
  auto Catches = [](BasicBlock::iterator B, BasicBlock::iterator E) {
    return any_of(make_range(B, E), [](Instruction &X) {
      return isCallOf(X, "__cxa_begin_catch");
    });
  };
  SmallVector<BasicBlock *, 8> Worklist{I->getParent()};
  SmallPtrSet<BasicBlock *, 16> Seen;
  LandingPadInst *Found = nullptr;
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    auto End = BB == I->getParent() ? I->getIterator() : BB->end();
    if (BB->isEntryBlock() || Catches(BB->begin(), End))
      return nullptr;
    if (LandingPadInst *Pad = BB->getLandingPadInst())
      Found = Pad;
    else
      append_range(Worklist, predecessors(BB));
  }
  return Found;
}

/// The exception that \p Pad received, where clang keeps it during cleanups.
static Value *loadException(LandingPadInst *Pad, Instruction *At) {
  for (User *U : Pad->users()) {
    auto *EV = dyn_cast<ExtractValueInst>(U);
    if (!EV || EV->getIndices()[0] != 0)
      continue;
    for (User *S : EV->users())
      if (auto *SI = dyn_cast<StoreInst>(S); SI && SI->getValueOperand() == EV)
        return IRBuilder<>(At).CreateLoad(EV->getType(),
                                          SI->getPointerOperand(), "exn");
  }
  return ConstantPointerNull::get(PointerType::getUnqual(At->getContext()));
}

/// The open marker whose result initializes the guard \p Guard.
static CallBase *openOf(Value *Guard) {
  for (User *U : Guard->users())
    if (auto *SI = dyn_cast<StoreInst>(U))
      if (isa<CallBase>(SI->getValueOperand()) &&
          isCallOf(*cast<CallBase>(SI->getValueOperand()), marker::RegionOpen))
        return cast<CallBase>(SI->getValueOperand());
  return nullptr;
}

static void lowerClose(CallBase *Close) {
  CallBase *Open = openOf(Close->getArgOperand(0));
  if (!Open) {
    Close->getContext().emitError(Close, "tussah: malformed guard");
    return;
  }
  Constant *Frame = regionPlaceholder(Open->getArgOperand(0));
  if (LandingPadInst *Pad = exceptionAt(Close))
    // clang lets cleanups that throw while unwinding terminate. A task's
    // exception takes the place of the one in flight, so it leaves as one
    // thrown just outside the guard's scope would: as Open's.
    emit(Close, rep::SyncUnwind, {Frame, loadException(Pad, Close)},
         unwindOf(Open));
  else
    emit(Close, rep::Sync, {Frame}, unwindOf(Close));
}

/// Removes the guard variables once nothing closes them.
static void eraseOpen(CallBase *Open) {
  if (auto *II = dyn_cast<InvokeInst>(Open)) {
    compat::UncondBrInst::Create(II->getNormalDest(), II->getIterator());
    II->getUnwindDest()->removePredecessor(II->getParent());
  }
  for (User *U : make_early_inc_range(Open->users())) {
    auto *SI = dyn_cast<StoreInst>(U);
    auto *Guard = SI ? dyn_cast<AllocaInst>(SI->getPointerOperand()) : nullptr;
    if (!Guard)
      continue;
    for (User *G : make_early_inc_range(Guard->users()))
      cast<Instruction>(G)->eraseFromParent();
    for (DbgVariableRecord *D : findDVRDeclares(Guard))
      D->eraseFromParent();
    Guard->eraseFromParent();
  }
  Open->replaceAllUsesWith(PoisonValue::get(Open->getType()));
  Open->eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

static void createFrames(Function &F) {
  MapVector<Constant *, SmallVector<Use *, 8>> Uses;
  auto IsFrameUser = [](Instruction &I) {
    for (StringRef Name : {rep::Spawn, rep::Storage, rep::Discard, rep::Sync,
                           rep::SyncUnwind, rep::ParFor})
      if (isCallOf(I, Name))
        return true;
    return false;
  };
  for (Instruction &I : instructions(F))
    if (IsFrameUser(I))
      if (auto *C = dyn_cast<Constant>(I.getOperand(0)))
        Uses[C].push_back(&I.getOperandUse(0));
  if (Uses.empty())
    return;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  Function *Frame = getOrInsertRep(*F.getParent(), rep::Frame);
  for (auto &[Placeholder, Users] : Uses) {
    auto It = framePoint(F, DT, LI, Users);
    auto *Call = CallInst::Create(Frame, "frame", It);
    Call->setDebugLoc(
        cast<Instruction>(Users.front()->getUser())->getDebugLoc());
    for (Use *U : Users)
      U->set(Call);
  }
}

void lowerSyncRegions(Function &F) {
  for (CallBase *Sync : callsIn(F, marker::Sync))
    emit(Sync, rep::Sync, {regionPlaceholder(Sync->getArgOperand(0))},
         unwindOf(Sync));
  for (CallBase *Close : callsIn(F, marker::RegionClose))
    lowerClose(Close);
  for (CallBase *Open : callsIn(F, marker::RegionOpen))
    eraseOpen(Open);
  EliminateUnreachableBlocks(F);
  createFrames(F);
}

} // namespace tussah
