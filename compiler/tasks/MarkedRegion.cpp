//===- MarkedRegion.cpp - Marked tasks and loop bodies -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedRegion.h"
#include "Markers.h"
#include "Places.h"
#include "Representation.h"
#include "compiler/compat/Branches.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tussah {

bool isBegin(const Instruction &I) {
  return isCallOf(I, marker::TaskBegin) || isCallOf(I, marker::LoopBegin);
}

bool MarkedRegion::isCalled() const {
  return !IsLoop && cast<ConstantInt>(Begin->getArgOperand(0))
                        ->equalsInt(marker::CalledRegion);
}

static CallBase *findMarker(BasicBlock &BB, StringRef Name) {
  for (Instruction &I : BB)
    if (isCallOf(I, Name))
      return cast<CallBase>(&I);
  return nullptr;
}

/// The blocks reachable from \p From without entering \p Join. A block that
/// hands an exception over to the parent (the unwind marker) is included, what
/// follows it is not. In a module without that marker, unwind edges lead to the
/// parent's cleanups and are not followed.
static BlockSet blocksUpTo(BasicBlock *From, BasicBlock *Join) {
  const Function *Unwind = From->getModule()->getFunction(marker::TaskUnwind);
  BlockSet Blocks;
  SmallVector<BasicBlock *, 16> Worklist{From};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (BB == Join || !Blocks.insert(BB))
      continue;
    if (Unwind && findMarker(*BB, marker::TaskUnwind))
      continue;
    if (auto *II = dyn_cast<InvokeInst>(BB->getTerminator()); II && !Unwind) {
      Worklist.push_back(II->getNormalDest());
      continue;
    }
    append_range(Worklist, successors(BB));
  }
  return Blocks;
}

std::optional<MarkedRegion> matchRegion(CallBase *Begin) {
  MarkedRegion R;
  R.Begin = Begin;
  R.IsLoop = isCallOf(*Begin, marker::LoopBegin);
  auto *Cmp =
      Begin->hasOneUse() ? dyn_cast<ICmpInst>(Begin->user_back()) : nullptr;
  if (!Cmp || Cmp->getPredicate() != ICmpInst::ICMP_NE || !Cmp->hasOneUse())
    return std::nullopt;
  auto *Br = dyn_cast<compat::CondBrInst>(Cmp->user_back());
  if (!Br || Br->getCondition() != Cmp)
    return std::nullopt;
  R.Entry = Br->getSuccessor(0);
  R.Join = Br->getSuccessor(1);
  R.End = findMarker(*R.Join, R.IsLoop ? marker::LoopEnd : marker::TaskEnd);
  if (!R.End || !R.Entry->getSinglePredecessor())
    return std::nullopt;
  return R;
}

BlockSet blocksOf(const MarkedRegion &R) { return blocksUpTo(R.Entry, R.Join); }

bool holdsBegin(const BlockSet &Blocks) {
  return any_of(Blocks, [](BasicBlock *BB) { return any_of(*BB, isBegin); });
}

static SmallVector<CallBase *, 8> beginsOf(Function &F) {
  SmallVector<CallBase *, 8> Begins;
  for (Instruction &I : instructions(F))
    if (isBegin(I))
      Begins.push_back(cast<CallBase>(&I));
  return Begins;
}

RegionMap regionsOf(Function &F) {
  RegionMap EntryOf, Regions;
  for (CallBase *Begin : beginsOf(F))
    if (std::optional<MarkedRegion> R = matchRegion(Begin))
      EntryOf[R->Entry] = Begin;
  DominatorTree DT(F);
  for (const DomTreeNode *Node : depth_first(DT.getRootNode())) {
    CallBase *Begin = EntryOf.lookup(Node->getBlock());
    if (!Begin && Node->getIDom())
      Begin = Regions.lookup(Node->getIDom()->getBlock());
    if (Begin)
      Regions[Node->getBlock()] = Begin;
  }
  return Regions;
}

SmallVector<WeakVH, 8> beginsInnermostFirst(Function &F,
                                            const RegionMap &Regions) {
  DenseMap<const CallBase *, SmallVector<CallBase *, 2>> Inner;
  for (CallBase *Begin : beginsOf(F))
    Inner[Regions.lookup(Begin->getParent())].push_back(Begin);
  // Backwards: the last one first, and each before those in its region.
  SmallVector<WeakVH, 8> Result;
  SmallVector<CallBase *, 8> Stack(Inner.lookup(nullptr));
  while (!Stack.empty()) {
    CallBase *Begin = Stack.pop_back_val();
    Result.push_back(Begin);
    append_range(Stack, Inner.lookup(Begin));
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

//===----------------------------------------------------------------------===//
// Ways out of tasks without handlers
//===----------------------------------------------------------------------===//

/// The variable that \p Leave is the cleanup of, or null if there is none that
/// serves for nothing else.
static AllocaInst *guardOf(const CallBase *Leave) {
  auto *Guard = dyn_cast<AllocaInst>(Leave->getArgOperand(0));
  if (!Guard)
    return nullptr;
  for (const User *U : Guard->users()) {
    auto *I = cast<Instruction>(U);
    auto *SI = dyn_cast<StoreInst>(I);
    if (!(SI && SI->getPointerOperand() == Guard) &&
        !I->isLifetimeStartOrEnd() && !isCallOf(*I, marker::TaskLeave))
      return nullptr;
  }
  return Guard;
}

/// True if control comes to \p Leave, the cleanup of \p Guard, with an
/// exception in flight. clang emits a cleanup once for each of the two ways.
/// The search ends where the guard is initialized, as it should be, so that it
/// does not go through all of the function.
static bool isUnwinding(const CallBase *Leave, const AllocaInst *Guard) {
  SmallVector<const BasicBlock *, 8> Worklist{Leave->getParent()};
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second || BB->isLandingPad())
      continue;
    if (BB->isEntryBlock())
      return false;
    for (const User *U : Guard->users())
      if (auto *SI = dyn_cast<StoreInst>(U); SI && SI->getParent() == BB)
        return false;
    append_range(Worklist, predecessors(BB));
  }
  return true;
}

void lowerLeaves(Function &F) {
  Module &M = *F.getParent();
  if (!M.getFunction(marker::TaskLeave))
    return;
  SmallPtrSet<AllocaInst *, 8> Guards;
  for (CallBase *Leave : callsIn(F, marker::TaskLeave)) {
    AllocaInst *Guard = guardOf(Leave);
    if (!Guard)
      Leave->getContext().emitError(Leave, "tussah: malformed leave marker");
    else
      Guards.insert(Guard);
    if (Guard && isUnwinding(Leave, Guard)) {
      FunctionCallee Unwind = M.getOrInsertFunction(
          marker::TaskUnwind, Type::getVoidTy(M.getContext()));
      CallInst::Create(Unwind, "", Leave->getIterator());
    }
    Leave->eraseFromParent();
  }
  for (AllocaInst *Guard : Guards) {
    for (User *U : make_early_inc_range(Guard->users()))
      cast<Instruction>(U)->eraseFromParent();
    Guard->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Splitting argument evaluation from the task
//===----------------------------------------------------------------------===//

/// True if \p U is a pointer of the kind that it is made from: another address,
/// or one through which objects are known anew (-fstrict-vtable-pointers).
static bool isAdjustedPointer(const User &U) {
  if (auto *I = dyn_cast<IntrinsicInst>(&U))
    return I->getIntrinsicID() == Intrinsic::launder_invariant_group ||
           I->getIntrinsicID() == Intrinsic::strip_invariant_group;
  return isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(U) &&
         U.getType()->isPointerTy();
}

/// The call whose callee or object argument passed through the callee marker
/// \p Mark, directly or adjusted to a base class.
static CallBase *findSpawnedCall(CallBase *Mark) {
  SmallVector<Value *, 4> Worklist{Mark};
  CallBase *Found = nullptr;
  while (!Worklist.empty()) {
    Value *V = Worklist.pop_back_val();
    for (User *U : V->users()) {
      if (isAdjustedPointer(*U))
        Worklist.push_back(U);
      auto *CB = dyn_cast<CallBase>(U);
      if (!CB || isa<IntrinsicInst>(CB))
        continue;
      bool IsObject = CB->arg_size() > 0 && CB->getArgOperand(0) == V;
      bool IsObjectAfterResult = CB->arg_size() > 1 &&
                                 CB->getArgOperand(1) == V &&
                                 CB->paramHasAttr(0, Attribute::StructRet);
      if (CB->getCalledOperand() == V || IsObject || IsObjectAfterResult)
        Found = CB;
    }
  }
  return Found;
}

/// Removes the start marker of \p Blocks, and returns what follows it; null if
/// there is none.
static Instruction *takeStart(const BlockSet &Blocks) {
  for (BasicBlock *BB : Blocks)
    if (CallBase *Mark = findMarker(*BB, marker::TaskStart)) {
      Instruction *Start = Mark->getNextNode();
      Mark->eraseFromParent();
      return Start;
    }
  return nullptr;
}

/// Removes the callee marker of \p Blocks and returns the spawned call, or null
/// if the region is no call of a function with an address.
static CallBase *takeSpawnedCall(const BlockSet &Blocks) {
  for (BasicBlock *BB : Blocks) {
    CallBase *Mark = findMarker(*BB, marker::TaskCallee);
    if (!Mark)
      continue;
    CallBase *Call = findSpawnedCall(Mark);
    if (!Call)
      BB->getContext().emitError(
          Mark, "'cilk_spawn' of a call that the compiler has removed; call a "
                "function that is not folded away");
    Mark->replaceAllUsesWith(Mark->getArgOperand(0));
    Mark->eraseFromParent();
    return Call;
  }
  return nullptr;
}

/// True if \p Argument is a temporary of \p Region that holds an argument of
/// \p Call and nothing else: all other uses only write it.
static bool isTemporaryOf(const CallBase &Call, const Value &Argument,
                          const BlockSet &Region) {
  auto *AI = dyn_cast<AllocaInst>(&Argument);
  if (!AI || !AI->isStaticAlloca())
    return false;
  unsigned Calls = 0;
  return all_of(AI->uses(), [&](const Use &U) {
    auto *I = cast<Instruction>(U.getUser());
    if (I->isLifetimeStartOrEnd())
      return true;
    if (!Region.contains(I->getParent()))
      return false;
    if (I == &Call)
      return ++Calls == 1;
    if (isa<StoreInst>(I))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    constexpr unsigned DestinationOperand = 0;
    return isa<MemIntrinsic>(I) && U.getOperandNo() == DestinationOperand;
  });
}

/// An argument that is passed by value in memory is copied when the call is
/// made, which is too late: the copy is an argument's evaluation. A temporary
/// of \p Region that is made for the call is the copy.
static void copyByValueArguments(CallBase *Call, const BlockSet &Region) {
  const DataLayout &DL = Call->getModule()->getDataLayout();
  for (unsigned I = 0; I < Call->arg_size(); ++I) {
    if (!Call->isByValArgument(I))
      continue;
    Type *T = Call->getParamByValType(I);
    Align Alignment =
        std::max(Call->getParamAlign(I).valueOrOne(), DL.getABITypeAlign(T));
    Value *Original = Call->getArgOperand(I);
    Call->addParamAttr(I, Attribute::get(Call->getContext(), rep::OwnCopyAttr));
    if (isTemporaryOf(*Call, *Original, Region)) {
      auto *Temporary = cast<AllocaInst>(Original);
      Temporary->setAlignment(std::max(Temporary->getAlign(), Alignment));
      continue;
    }
    IRBuilder<> B(&*Call->getFunction()->getEntryBlock().begin());
    AllocaInst *Copy = B.CreateAlloca(T, nullptr, "byval");
    Copy->setAlignment(Alignment);
    B.SetInsertPoint(Call);
    B.CreateMemCpy(Copy, Alignment, Original, Alignment,
                   DL.getTypeAllocSize(T).getFixedValue());
    Call->setArgOperand(I, Copy);
  }
}

/// Clones \p Blocks; branches among them go to the clones, all others stay.
/// PHIs of the clones keep only incoming edges from cloned blocks.
static BlockSet cloneBlocks(const BlockSet &Blocks) {
  ValueToValueMapTy VMap;
  SmallVector<BasicBlock *, 16> Clones;
  for (BasicBlock *BB : Blocks) {
    BasicBlock *Clone = CloneBasicBlock(BB, VMap, "", BB->getParent());
    if (BB->hasName())
      Clone->setName(BB->getName() + ".task");
    VMap[BB] = Clone;
    Clones.push_back(Clone);
  }
  remapInstructionsInBlocks(Clones, VMap);
  BlockSet Result(Clones.begin(), Clones.end());
  for (BasicBlock *BB : Clones)
    for (PHINode &Phi : BB->phis())
      for (unsigned I = Phi.getNumIncomingValues(); I-- > 0;)
        if (!Result.contains(Phi.getIncomingBlock(I)))
          Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
  return Result;
}

static CallBase *callOfRuntime(BasicBlock &BB, StringRef Name) {
  for (Instruction &I : BB)
    if (isCallOf(I, Name))
      return cast<CallBase>(&I);
  return nullptr;
}

/// Landing pads that reach \p BB without another exception being thrown.
static SmallVector<LandingPadInst *, 8> padsReaching(BasicBlock *BB) {
  SmallVector<LandingPadInst *, 8> Pads;
  SmallVector<BasicBlock *, 8> Worklist{BB};
  SmallPtrSet<BasicBlock *, 16> Seen;
  while (!Worklist.empty()) {
    BasicBlock *B = Worklist.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    if (LandingPadInst *Pad = B->getLandingPadInst())
      Pads.push_back(Pad);
    else
      append_range(Worklist, predecessors(B));
  }
  return Pads;
}

/// Turns \p Pad's last clause, the catch-all around the task, into a cleanup.
static void dropCatchAll(LandingPadInst *Pad) {
  unsigned N = Pad->getNumClauses();
  if (N == 0 || !Pad->isCatch(N - 1) ||
      !isa<ConstantPointerNull>(Pad->getClause(N - 1)))
    return;
  auto *New =
      LandingPadInst::Create(Pad->getType(), N - 1, "", Pad->getIterator());
  for (unsigned I = 0; I + 1 < N; ++I)
    New->addClause(Pad->getClause(I));
  New->setCleanup(true);
  New->setDebugLoc(Pad->getDebugLoc());
  New->takeName(Pad);
  Pad->replaceAllUsesWith(New);
  Pad->eraseFromParent();
}

/// Returns the slot in which clang keeps element \p Index of the landing pad.
static Value *slotOf(LandingPadInst *Pad, unsigned Index) {
  for (User *U : Pad->users())
    if (auto *EV = dyn_cast<ExtractValueInst>(U);
        EV && EV->getIndices()[0] == Index)
      for (User *S : EV->users())
        if (auto *SI = dyn_cast<StoreInst>(S);
            SI && SI->getValueOperand() == EV)
          return SI->getPointerOperand();
  return nullptr;
}

/// In the task, the handler around it, or the cleanup in its place, becomes
/// `resume`: the exception leaves the helper without being caught, so nothing
/// is counted twice and a caller that inlines the helper sees an ordinary
/// unwind edge.
static void unwindOutOfTask(BasicBlock *BB) {
  CallBase *Mark = findMarker(*BB, marker::TaskUnwind);
  CallBase *Catch = callOfRuntime(*BB, "__cxa_begin_catch");
  SmallVector<LandingPadInst *, 8> Pads = padsReaching(BB);
  Value *Slots[2] = {};
  if (!Pads.empty())
    for (unsigned I : {0, 1})
      Slots[I] = slotOf(Pads.front(), I);
  if (!Slots[0] || !Slots[1]) {
    BB->getContext().emitError(Mark, "tussah: malformed handler of a task");
    return;
  }
  auto *PadTy = cast<StructType>(Pads.front()->getType());
  for (LandingPadInst *Pad : Pads)
    dropCatchAll(Pad);

  IRBuilder<> B(Catch ? Catch : Mark);
  Value *Agg = PoisonValue::get(PadTy);
  for (unsigned I : {0, 1})
    Agg = B.CreateInsertValue(
        Agg, B.CreateLoad(PadTy->getElementType(I), Slots[I]), I);
  Instruction *Resume = B.CreateResume(Agg);
  // Everything from there on is gone, and so are its edges to the parent.
  for (BasicBlock *Succ : successors(BB))
    Succ->removePredecessor(BB);
  while (&BB->back() != Resume) {
    Instruction &Last = BB->back();
    Last.replaceAllUsesWith(PoisonValue::get(Last.getType()));
    Last.eraseFromParent();
  }
}

/// Invokes whose unwind edge leaves the task become calls.
static void cutUnwindEdges(BlockSet &Task) {
  for (BasicBlock *BB : Task) {
    auto *II = dyn_cast<InvokeInst>(BB->getTerminator());
    if (II && !Task.contains(II->getUnwindDest()))
      changeToCall(II);
  }
}

/// Deletes the blocks that have been reachable by way of \p Left only, and are
/// not any more. A search from the function's entry would find them too, but
/// takes all of the function, for each of its tasks.
static void deleteUnreachable(const BlockSet &Left) {
  BlockSet Live, Dead;
  for (BasicBlock *BB : Left)
    if (any_of(predecessors(BB),
               [&](BasicBlock *Pred) { return !Left.contains(Pred); }))
      Live.insert(BB);
  for (unsigned I = 0; I < Live.size(); ++I)
    for (BasicBlock *Succ : successors(Live[I]))
      if (Left.contains(Succ))
        Live.insert(Succ);
  for (BasicBlock *BB : Left)
    if (!Live.contains(BB))
      Dead.insert(BB);
  for (unsigned I = 0; I < Dead.size(); ++I)
    for (BasicBlock *Succ : successors(Dead[I]))
      if (all_of(predecessors(Succ),
                 [&](BasicBlock *Pred) { return Dead.contains(Pred); }))
        Dead.insert(Succ);
  DeleteDeadBlocks(Dead.getArrayRef());
}

void splitRegion(MarkedRegion &R) {
  BasicBlock *Head = R.Begin->getParent();
  BlockSet Original = blocksUpTo(R.Entry, R.Join);
  if (resolvePlaces(Original.getArrayRef()))
    Original = blocksUpTo(R.Entry, R.Join);
  CallBase *Call = takeSpawnedCall(Original);
  if (Call)
    copyByValueArguments(Call, Original);
  if (Instruction *Start = Call ? Call : takeStart(Original)) {
    BasicBlock *Cut = SplitBlock(Start->getParent(), Start->getIterator());
    BasicBlock *Last = Cut->getSinglePredecessor();
    Original = blocksUpTo(Cut, R.Join);
    Instruction *ToTask = Last->getTerminator();
    R.Prepare = blocksUpTo(R.Entry, Cut);
    R.Task = cloneBlocks(Original);
    R.TaskEntry = R.Task.front();
    ToTask->setSuccessor(0, R.TaskEntry);
  } else {
    // Cloned as well: dead ends, such as the block that calls
    // std::terminate, are shared by the whole function.
    R.Task = cloneBlocks(Original);
    R.TaskEntry = R.Task.front();
    Head->getTerminator()->setSuccessor(0, R.TaskEntry);
  }
  for (BasicBlock *BB : R.Task)
    if (findMarker(*BB, marker::TaskUnwind))
      unwindOutOfTask(BB);
  cutUnwindEdges(R.Task);
  deleteUnreachable(Original);
}

} // namespace tussah
