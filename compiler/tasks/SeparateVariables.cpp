//===- SeparateVariables.cpp - What regions share in name only ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateVariables.h"
#include "Addresses.h"
#include "Markers.h"
#include "Representation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tussah {

/// True if an exception is kept in \p AI while handlers are looked for.
static bool isExceptionSlot(const AllocaInst *AI) {
  return any_of(AI->users(), [](const User *U) {
    auto *SI = dyn_cast<StoreInst>(U);
    auto *Part =
        SI ? dyn_cast<ExtractValueInst>(SI->getValueOperand()) : nullptr;
    return Part && isa<LandingPadInst>(Part->getAggregateOperand());
  });
}

namespace {

/// The webs of a variable: stores and the loads that may see them, together
/// with the blocks that the value passes.
class Webs {
  /// Those of the variable, in the order of each block.
  MapVector<BasicBlock *, SmallVector<Instruction *, 2>> Accesses;
  /// Of stores, and of blocks at whose start the value is that a load sees.
  EquivalenceClasses<Value *> Classes;
  SmallVector<BasicBlock *, 16> Live;

  StoreInst *lastStore(BasicBlock *BB) const {
    auto Found = Accesses.find(BB);
    if (Found != Accesses.end())
      for (Instruction *I : reverse(Found->second))
        if (auto *SI = dyn_cast<StoreInst>(I))
          return SI;
    return nullptr;
  }
  void beLive(BasicBlock *BB) {
    if (Classes.findLeader(BB) == Classes.member_end()) {
      Classes.insert(BB);
      Live.push_back(BB);
    }
  }

public:
  /// \p Unwinds are calls that will read \p AI.
  Webs(AllocaInst *AI, ArrayRef<CallBase *> Unwinds);

  /// Calls \p F for each access and each block at whose start the value is
  /// needed, with what stands for its web.
  void forEach(function_ref<void(Value *Web, Value *Part)> F) const;
};

} // namespace

Webs::Webs(AllocaInst *AI, ArrayRef<CallBase *> Unwinds) {
  for (User *U : AI->users())
    Accesses[cast<Instruction>(U)->getParent()].push_back(cast<Instruction>(U));
  for (CallBase *Unwind : Unwinds)
    Accesses[Unwind->getParent()].push_back(Unwind);
  for (auto &[BB, Ordered] : Accesses) {
    sort(Ordered, [](const Instruction *A, const Instruction *B) {
      return A->comesBefore(B);
    });
    if (!isa<StoreInst>(Ordered.front()))
      beLive(BB);
    for (Instruction *I : Ordered)
      if (isa<StoreInst>(I))
        Classes.insert(I);
  }
  unsigned Next = 0;
  while (Next < Live.size()) {
    BasicBlock *BB = Live[Next++];
    for (BasicBlock *Pred : predecessors(BB)) {
      if (StoreInst *Store = lastStore(Pred)) {
        Classes.unionSets(BB, Store);
        continue;
      }
      beLive(Pred);
      Classes.unionSets(BB, Pred);
    }
  }
}

void Webs::forEach(function_ref<void(Value *Web, Value *Part)> F) const {
  for (BasicBlock *BB : Live)
    F(Classes.getLeaderValue(BB), BB);
  for (const auto &[BB, Ordered] : Accesses) {
    Value *Source = BB;
    for (Instruction *I : Ordered) {
      if (isa<StoreInst>(I))
        Source = I;
      F(Classes.getLeaderValue(Source), I);
    }
  }
}

/// The innermost region that \p A and \p B are in, which are regions, or null
/// for none.
static CallBase *commonRegion(CallBase *A, CallBase *B,
                              const RegionMap &Regions) {
  SmallPtrSet<CallBase *, 8> Around;
  for (; A; A = Regions.lookup(A->getParent()))
    Around.insert(A);
  while (B && !Around.contains(B))
    B = Regions.lookup(B->getParent());
  return B;
}

/// True if regions write \p AI, of which nothing but its value is known, and
/// more than one does.
static bool isSharedByName(AllocaInst *AI, const RegionMap &Regions) {
  SmallPtrSet<CallBase *, 4> Writers;
  for (User *U : AI->users())
    if (auto *SI = dyn_cast<StoreInst>(U))
      if (CallBase *Region = Regions.lookup(SI->getParent()))
        Writers.insert(Region);
  return Writers.size() > 1 && isValueOnly(AI) &&
         all_of(AI->users(), IsaPred<LoadInst, StoreInst>) &&
         findDVRDeclares(AI).empty();
}

/// Replaces \p AI in each region in which whole webs of it lie.
static void separate(AllocaInst *AI, ArrayRef<CallBase *> Unwinds,
                     const RegionMap &Regions) {
  if (!isExceptionSlot(AI))
    Unwinds = {};
  Webs OfAI(AI, Unwinds);
  DenseMap<Value *, CallBase *> RegionOf;
  OfAI.forEach([&](Value *Web, Value *Part) {
    auto *I = dyn_cast<Instruction>(Part);
    CallBase *Region =
        Regions.lookup(I ? I->getParent() : cast<BasicBlock>(Part));
    auto [At, IsFirst] = RegionOf.try_emplace(Web, Region);
    if (!IsFirst)
      At->second = commonRegion(At->second, Region, Regions);
  });
  DenseMap<CallBase *, AllocaInst *> Own;
  OfAI.forEach([&](Value *Web, Value *Part) {
    CallBase *Region = RegionOf.lookup(Web);
    auto *I = dyn_cast<Instruction>(Part);
    if (!Region || !I)
      return;
    AllocaInst *&Copy = Own[Region];
    if (!Copy) {
      Copy = cast<AllocaInst>(AI->clone());
      Copy->insertBefore(AI->getIterator());
      Copy->setName(AI->getName());
    }
    I->replaceUsesOfWith(AI, Copy);
  });
  if (AI->use_empty())
    AI->eraseFromParent();
}

void separateVariables(Function &F, const RegionMap &Regions) {
  SmallVector<AllocaInst *, 8> Shared;
  for (Instruction &I : F.getEntryBlock())
    if (auto *AI = dyn_cast<AllocaInst>(&I);
        AI && AI->isStaticAlloca() && isSharedByName(AI, Regions))
      Shared.push_back(AI);
  if (Shared.empty())
    return;
  // What they become reads the exception.
  SmallVector<CallBase *, 8> Unwinds = callsIn(F, marker::TaskUnwind);
  for (AllocaInst *AI : Shared)
    separate(AI, Unwinds, Regions);
}

} // namespace tussah
