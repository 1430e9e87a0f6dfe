//===- Captures.cpp - Where the variables of a task live -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Captures.h"
#include "Addresses.h"
#include "DebugVariables.h"
#include "KeptMemory.h"
#include "Markers.h"
#include "Representation.h"
#include "Variables.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

namespace {

/// What a region does with a stack variable, debug records aside.
struct Uses {
  bool InPrepare = false;
  bool StoredInTask = false;
  /// In the task: lifetime markers, and all others.
  SmallVector<Use *, 4> Lifetimes, InTask;
};

class VariablePlacer {
  const MarkedRegion &R;
  KnownVariables &Known;
  Function &F;
  const DataLayout &DL;
  BasicBlock *TaskEntry;
  /// Declared outside, though all uses may be in the region.
  SmallDenseMap<const AllocaInst *, marker::Lives, 8> Outer;
  SmallVector<AllocaInst *, 8> Stored;
  SmallVector<AllocaInst *, 4> Kept;

public:
  VariablePlacer(const MarkedRegion &R, KnownVariables &Known)
      : R(R), Known(Known), F(*R.TaskEntry->getParent()),
        DL(F.getParent()->getDataLayout()), TaskEntry(R.TaskEntry) {
    for (const OuterVariable &O : Known.Outer.lookup(R.Begin))
      if (Value *V = O.Variable)
        Outer[cast<AllocaInst>(V)] = O.Lives;
  }

  CallInst *run();

private:
  SmallVector<std::pair<AllocaInst *, Uses>, 32> usedVariables() const;
  void place(AllocaInst *AI, const Uses &U);
  void placeOuter(AllocaInst *AI, const Uses &U, marker::Lives Lives);
  void shareWithParent(AllocaInst *AI, const Uses &U);
  bool isUsedOutside(const AllocaInst *AI) const;
  bool isReadFrom(const BasicBlock *From, const AllocaInst *AI,
                  bool OnlyTask) const;
  bool isPrivate(AllocaInst *AI, const Uses &U) const;
  bool isOfRegion(const Instruction &I) const;
  void eraseLifetimes(AllocaInst *AI, bool LeavesEnds = false) const;
  AllocaInst *cloneIntoTask(AllocaInst *AI, const Uses &U) const;
  void moveIntoTask(AllocaInst *AI) const;
  BasicBlock::iterator behindVariables() const;
  void captureValue(AllocaInst *AI, const Uses &U) const;
  void declareByAddress(AllocaInst *AI) const;
  void captureReference(AllocaInst *AI) const;
  uint64_t layOut(ArrayRef<AllocaInst *> Variables,
                  SmallVectorImpl<uint64_t> &Offsets, Align &Alignment) const;
  void replaceByMemory(ArrayRef<AllocaInst *> Variables,
                       ArrayRef<uint64_t> Offsets, CallInst *Memory);
  void keep();
  CallInst *makeStorage();
};

} // namespace

static bool isLifetime(const User *U) {
  auto *I = dyn_cast<Instruction>(U);
  return I && I->isLifetimeStartOrEnd();
}

/// Erases the lifetime markers of \p AI that \p IsErased is true of.
static void eraseMarkers(AllocaInst *AI,
                         function_ref<bool(const IntrinsicInst &)> IsErased) {
  for (User *U : make_early_inc_range(AI->users()))
    if (auto *II = dyn_cast<IntrinsicInst>(U); II && isLifetime(II))
      if (IsErased(*II))
        II->eraseFromParent();
}

bool KnownVariables::isValueOnly(const AllocaInst *AI) {
  if (!ValueOnly.contains(AI) && tussah::isValueOnly(AI))
    ValueOnly.insert(AI);
  return ValueOnly.contains(AI);
}

bool VariablePlacer::isOfRegion(const Instruction &I) const {
  auto *BB = const_cast<BasicBlock *>(I.getParent());
  return R.Task.contains(BB) || R.Prepare.contains(BB);
}

/// True if something outside of the region uses \p AI, lifetime markers aside.
/// After a task that shares it, what starts that is the first to be found.
bool VariablePlacer::isUsedOutside(const AllocaInst *AI) const {
  return any_of(AI->users(), [&](const User *U) {
    return !isLifetime(U) && !isOfRegion(*cast<Instruction>(U));
  });
}

/// True if a load of the promotable \p AI may see the value that it has at the
/// start of \p From. With \p OnlyTask, paths end at the border of the task.
/// This goes backwards from the loads, as they are near to the stores in what
/// tasks share; from the task on it would often be all of a large function.
bool VariablePlacer::isReadFrom(const BasicBlock *From, const AllocaInst *AI,
                                bool OnlyTask) const {
  // The first store of each block.
  SmallDenseMap<const BasicBlock *, const StoreInst *, 16> Stores;
  for (const User *U : AI->users())
    if (auto *SI = dyn_cast<StoreInst>(U)) {
      const StoreInst *&First = Stores[SI->getParent()];
      if (!First || SI->comesBefore(First))
        First = SI;
    }
  // At whose start the value is that a load sees.
  SmallSetVector<const BasicBlock *, 16> Before;
  auto Add = [&](const BasicBlock *BB) {
    if (!OnlyTask || R.Task.contains(const_cast<BasicBlock *>(BB)))
      Before.insert(BB);
  };
  for (const User *U : AI->users())
    if (auto *LI = dyn_cast<LoadInst>(U)) {
      const StoreInst *First = Stores.lookup(LI->getParent());
      if (!First || LI->comesBefore(First))
        Add(LI->getParent());
    }
  unsigned Next = 0;
  while (Next < Before.size())
    for (const BasicBlock *Pred : predecessors(Before[Next++]))
      if (!Stores.contains(Pred))
        Add(Pred);
  return Before.contains(From);
}

/// A variable that the task shares with others in name only: it writes before
/// it reads, and nobody after it reads what it wrote. Variables of the program
/// are left alone, so that a debugger sees the task's assignment.
bool VariablePlacer::isPrivate(AllocaInst *AI, const Uses &U) const {
  if (!U.StoredInTask || !Known.isValueOnly(AI) || !findDVRDeclares(AI).empty())
    return false;
  return !isReadFrom(TaskEntry, AI, /*OnlyTask=*/true) &&
         !isReadFrom(R.Join, AI, /*OnlyTask=*/false);
}

/// The life of a variable that moved is the task's; and a variable that is
/// captured by reference must keep its stack slot to itself while the task
/// runs, even if its scope has ended. With \p LeavesEnds tools are told where
/// it has: the markers of ends stay until there are hooks.
void VariablePlacer::eraseLifetimes(AllocaInst *AI, bool LeavesEnds) const {
  if (!Known.Lifeless.insert(AI).second)
    return;
  eraseMarkers(AI, [&](const IntrinsicInst &II) {
    return !LeavesEnds || II.getIntrinsicID() != Intrinsic::lifetime_end;
  });
}

AllocaInst *VariablePlacer::cloneIntoTask(AllocaInst *AI, const Uses &U) const {
  auto *Copy = cast<AllocaInst>(AI->clone());
  Copy->insertBefore(TaskEntry->getFirstInsertionPt());
  Copy->setName(AI->getName());
  for (Use *InTask : U.InTask)
    InTask->set(Copy);
  return Copy;
}

void VariablePlacer::moveIntoTask(AllocaInst *AI) const {
  eraseLifetimes(AI);
  AI->moveBefore(*TaskEntry, TaskEntry->getFirstInsertionPt());
  auto Move = [&](DbgVariableRecord *D) {
    if (R.Task.contains(D->getParent()))
      return;
    D->removeFromParent();
    TaskEntry->insertDbgRecordBefore(D, std::next(AI->getIterator()));
  };
  for (DbgVariableRecord *D : findDVRDeclares(AI))
    Move(D);
  // Or LLVM would not know that the stores to it are the variable's values.
  for (DbgVariableRecord *D : markersOf(AI))
    Move(D);
}

/// Where variables of the task get their first values: behind all variables.
/// One that follows would have no fixed place in the frame of a function that
/// polls.
BasicBlock::iterator VariablePlacer::behindVariables() const {
  return find_if_not(
      make_range(TaskEntry->getFirstInsertionPt(), TaskEntry->end()),
      [](Instruction &I) { return isa<AllocaInst>(I); });
}

void VariablePlacer::captureValue(AllocaInst *AI, const Uses &U) const {
  eraseLifetimes(AI);
  BasicBlock *Before = TaskEntry->getSinglePredecessor();
  IRBuilder<> B(Before->getTerminator());
  Value *V = B.CreateLoad(AI->getAllocatedType(), AI, AI->getName());
  AllocaInst *Copy = cloneIntoTask(AI, U);
  B.SetInsertPoint(TaskEntry, behindVariables());
  B.CreateStore(V, Copy);
  declareInTask(AI, Copy, TaskEntry, /*Indirect=*/false);
}

/// At -O0 a debugger finds the variable only through memory.
void VariablePlacer::declareByAddress(AllocaInst *AI) const {
  if (findDVRDeclares(AI).empty())
    return;
  IRBuilder<> B(TaskEntry, TaskEntry->getFirstInsertionPt());
  AllocaInst *Slot =
      B.CreateAlloca(AI->getType(), nullptr, AI->getName() + ".addr");
  B.SetInsertPoint(TaskEntry, behindVariables());
  B.CreateStore(AI, Slot);
  declareInTask(AI, Slot, TaskEntry, /*Indirect=*/true);
}

void VariablePlacer::captureReference(AllocaInst *AI) const {
  eraseLifetimes(AI, Known.KeepsShared);
  Known.ValueOnly.erase(AI);
  declareByAddress(AI);
}

/// Leaves \p AI in the parent.
void VariablePlacer::shareWithParent(AllocaInst *AI, const Uses &U) {
  bool HasValueOnly = Known.isValueOnly(AI);
  if (U.InTask.empty()) {
    // The task may have its address from what the parent computed.
    if (!HasValueOnly && U.InPrepare)
      eraseLifetimes(AI, Known.KeepsShared);
  } else if (HasValueOnly && !U.StoredInTask) {
    captureValue(AI, U);
  } else {
    captureReference(AI);
  }
}

/// Places a variable that is declared outside of the region.
void VariablePlacer::placeOuter(AllocaInst *AI, const Uses &U,
                                marker::Lives Lives) {
  // Before all others: no instance reads what another one or its parent wrote,
  // so this is right for each variable, and cheaper than any other place.
  if (!Known.KeepsShared && isPrivate(AI, U)) {
    AllocaInst *Copy = cloneIntoTask(AI, U);
    for (Use *Lifetime : U.Lifetimes)
      Lifetime->set(Copy);
    return;
  }
  if (Lives == marker::Lives::Shared || isUsedOutside(AI)) {
    shareWithParent(AI, U);
    return;
  }
  bool Leaves =
      leaves(*AI, [&](const Instruction &I) { return isOfRegion(I); });
  if (!Leaves && !U.InPrepare)
    moveIntoTask(AI);
  else if (!Leaves && !U.InTask.empty() &&
           (U.StoredInTask || !Known.isValueOnly(AI)))
    Stored.push_back(AI);
  else if (Leaves && Lives == marker::Lives::Many && !R.isCalled())
    Kept.push_back(AI);
  else
    shareWithParent(AI, U);
}

void VariablePlacer::place(AllocaInst *AI, const Uses &U) {
  if (auto Found = Outer.find(AI); Found != Outer.end()) {
    placeOuter(AI, U, Found->second);
    return;
  }
  bool Outside = isUsedOutside(AI);
  if (!U.InPrepare && !Outside) {
    // Also if nothing but its lifetime is left of it, which would capture it.
    moveIntoTask(AI);
    return;
  }
  if (isPrivate(AI, U)) {
    AllocaInst *Copy = cloneIntoTask(AI, U);
    for (Use *Lifetime : U.Lifetimes)
      Lifetime->set(Copy);
  } else if (!Outside && U.InPrepare &&
             (!Known.isValueOnly(AI) || U.StoredInTask)) {
    Stored.push_back(AI);
  } else if (!U.InTask.empty()) {
    shareWithParent(AI, U);
  }
}

/// Appends where \p Variables are in memory for all of them, one after another.
/// Returns the size of that.
uint64_t VariablePlacer::layOut(ArrayRef<AllocaInst *> Variables,
                                SmallVectorImpl<uint64_t> &Offsets,
                                Align &Alignment) const {
  uint64_t Size = 0;
  for (AllocaInst *AI : Variables) {
    Size = alignTo(Size, AI->getAlign());
    Offsets.push_back(Size);
    Size += sizeOf(*AI).getFixedValue();
    Alignment = std::max(Alignment, AI->getAlign());
  }
  return Size;
}

void VariablePlacer::replaceByMemory(ArrayRef<AllocaInst *> Variables,
                                     ArrayRef<uint64_t> Offsets,
                                     CallInst *Memory) {
  // One may be what follows the memory.
  for (AllocaInst *AI : Variables)
    eraseMarkers(AI, [](const IntrinsicInst &) { return true; });
  IRBuilder<> B(Memory->getNextNode());
  for (auto [AI, Offset] : zip(Variables, Offsets)) {
    for (DbgVariableRecord *D : findDVRDeclares(AI))
      D->eraseFromParent();
    Value *P = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Offset,
                                            AI->getName());
    AI->replaceAllUsesWith(P);
    Known.forget(AI);
    AI->eraseFromParent();
  }
}

/// Makes one tussah.storage call at the region's entry and puts the variables
/// in Stored there.
CallInst *VariablePlacer::makeStorage() {
  if (Stored.empty())
    return nullptr;
  SmallVector<uint64_t, 8> Offsets;
  Align Alignment(1);
  uint64_t Size = layOut(Stored, Offsets, Alignment);
  BasicBlock *At = R.Prepare.front();
  IRBuilder<> B(At, At->getFirstInsertionPt());
  Function *Storage = getOrInsertRep(*F.getParent(), rep::Storage);
  CallInst *Base =
      B.CreateCall(Storage, {ConstantPointerNull::get(B.getPtrTy()),
                             B.getInt64(Size), B.getInt64(Alignment.value())});
  Base->setDebugLoc(R.End->getDebugLoc());
  replaceByMemory(Stored, Offsets, Base);
  return Base;
}

/// Puts the variables in Kept into memory of this instance, which lives until
/// the task has ended, and their own lives have.
void VariablePlacer::keep() {
  if (Kept.empty())
    return;
  SmallVector<uint64_t, 8> Offsets;
  Align Alignment(1);
  uint64_t Size = layOut(Kept, Offsets, Alignment);
  Instruction *Start = TaskEntry->getSinglePredecessor()->getTerminator();
  IRBuilder<> B(Start);
  if (!R.Prepare.empty())
    B.SetInsertPoint(R.Prepare.front(),
                     R.Prepare.front()->getFirstInsertionPt());
  CallInst *Memory = keepMemory(B, Size, Alignment);
  Memory->setDebugLoc(R.End->getDebugLoc());
  for (AllocaInst *AI : Kept)
    declareByAddress(AI);
  replaceByMemory(Kept, Offsets, Memory);
  shareMemory(Memory, Start, &*behindVariables());
}

/// The variables that the region uses, in the order in which the function has
/// them. This looks at the region, not at all that uses a variable: there may
/// be many other tasks.
SmallVector<std::pair<AllocaInst *, Uses>, 32>
VariablePlacer::usedVariables() const {
  SmallMapVector<AllocaInst *, Uses, 32> Used;
  auto Note = [&](Use &Operand, bool InTask) {
    auto *AI = dyn_cast<AllocaInst>(Operand);
    if (!AI || !AI->isStaticAlloca())
      return;
    Uses &U = Used[AI];
    if (isLifetime(Operand.getUser())) {
      if (InTask)
        U.Lifetimes.push_back(&Operand);
    } else if (InTask) {
      U.InTask.push_back(&Operand);
      U.StoredInTask |= isa<StoreInst>(Operand.getUser());
    } else {
      U.InPrepare = true;
    }
  };
  for (const BlockSet *Blocks : {&R.Prepare, &R.Task})
    for (BasicBlock *BB : *Blocks)
      for (Instruction &I : *BB)
        for (Use &Operand : I.operands())
          Note(Operand, Blocks == &R.Task);
  auto Variables = Used.takeVector();
  sort(Variables, [](const auto &A, const auto &B) {
    return A.first->comesBefore(B.first);
  });
  return Variables;
}

void KnownVariables::takeOuterMarkers(Function &F, const RegionMap &Regions) {
  for (CallBase *Mark : callsIn(F, marker::Outer)) {
    Value *V = Mark->getArgOperand(0);
    Mark->replaceAllUsesWith(V);
    // An array may be named by its first element.
    auto *AI = dyn_cast<AllocaInst>(V->stripPointerCasts());
    auto *Lives = dyn_cast<ConstantInt>(Mark->getArgOperand(1));
    CallBase *Begin = Regions.lookup(Mark->getParent());
    if (AI && Lives && Begin)
      Outer[Begin].push_back(
          {AI, static_cast<marker::Lives>(Lives->getZExtValue())});
    Mark->eraseFromParent();
  }
}

CallInst *VariablePlacer::run() {
  for (const auto &[AI, U] : usedVariables())
    place(AI, U);
  keep();
  return makeStorage();
}

CallInst *placeVariables(const MarkedRegion &R, KnownVariables &Known) {
  return VariablePlacer(R, Known).run();
}

} // namespace tussah
