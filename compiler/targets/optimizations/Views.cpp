//===- Views.cpp - Fewer lookups of reducers' views -----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"

#include "ReducerFacts.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tussah {

/// The lookups of \p F that can be reached, those that dominate others first.
static SmallVector<CallBase *, 8> lookupsOf(Function &F) {
  SmallVector<CallBase *, 8> Lookups;
  if (F.getParent()->getFunction(rep::View))
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
      for (Instruction &I : *BB)
        if (isCallOf(I, rep::View))
          Lookups.push_back(cast<CallBase>(&I));
  return Lookups;
}

/// Sets what is known of the identity functions. Returns true if an invoke has
/// become a call.
static bool annotate(ArrayRef<CallBase *> Lookups) {
  bool Changed = false;
  for (CallBase *Call : Lookups) {
    const Function *Identity = ViewCall(Call).identity();
    if (!neverThrows(Identity))
      continue;
    Call->setDoesNotThrow();
    if (dependsOnNothing(Identity))
      Call->addFnAttr(Attribute::WillReturn);
    if (auto *Invoke = dyn_cast<InvokeInst>(Call)) {
      changeToCall(Invoke);
      Changed = true;
    }
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Local reducers
//===----------------------------------------------------------------------===//

static bool isOfReducer(const CallBase &Call) {
  return isCallOf(Call, rep::View) || isCallOf(Call, rep::ReducerBegin) ||
         isCallOf(Call, rep::ReducerEnd);
}

/// True if \p Object is used only by its function, perhaps as a reducer. What
/// others know of its views does not make it one of theirs.
static bool isPrivate(const AllocaInst &Object) {
  SmallVector<const Value *, 8> Worklist{&Object};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I))
        Worklist.push_back(I);
      else if (auto *Call = dyn_cast<CallBase>(I)) {
        if (!isa<MemIntrinsic>(Call) && !I->isLifetimeStartOrEnd() &&
            !(isOfReducer(*Call) && U.getOperandNo() == 0))
          return false;
      } else if (!isa<LoadInst>(I) &&
                 !(isa<StoreInst>(I) &&
                   U.getOperandNo() == StoreInst::getPointerOperandIndex()))
        return false;
    }
  return true;
}

/// A reducer that no other strand can use has one view only.
static bool removePrivateReducers(Function &F) {
  SmallPtrSet<const Value *, 4> Private;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Object = dyn_cast<AllocaInst>(&I); Object && isPrivate(*Object))
      Private.insert(Object);
  if (Private.empty())
    return false;
  bool Changed = false;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : make_early_inc_range(*BB)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !isOfReducer(*Call))
        continue;
      // Of a reducer in a view of another one the object is known now.
      Value *Reducer = Call->getArgOperand(0);
      if (!Private.contains(getUnderlyingObject(Reducer, /*MaxLookup=*/0)))
        continue;
      if (!Call->getType()->isVoidTy())
        Call->replaceAllUsesWith(Reducer);
      eraseCall(Call);
      Changed = true;
    }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool changesIn(const Loop &L, const Value *Reducer,
                      ViewChanges &Changes) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return Changes.mayChange(I, Reducer);
    });
  });
}

/// Moves \p Call in front of \p L if each iteration has the same view, and if
/// the first one looks it up in any case.
static bool hoist(CallBase &Call, const Loop &L, ICFLoopSafetyInfo &Safety,
                  const DominatorTree &DT, ViewChanges &Changes) {
  if (!isa<CallInst>(Call) || !Safety.isGuaranteedToExecute(Call, &DT, &L) ||
      changesIn(L, ViewCall(&Call).reducer(), Changes))
    return false;
  if (!dependsOnNothing(ViewCall(&Call).identity()) &&
      !Safety.doesNotWriteMemoryBefore(Call, &L))
    return false;
  Instruction *Where = L.getLoopPreheader()->getTerminator();
  for (Value *Operand : Call.args()) {
    bool Changed = false;
    if (!L.makeLoopInvariant(Operand, Changed, Where))
      return false;
  }
  Safety.removeInstruction(&Call);
  Call.moveBefore(*Where->getParent(), Where->getIterator());
  Call.updateLocationAfterHoist();
  return true;
}

static bool hoistAll(ArrayRef<CallBase *> Lookups, const DominatorTree &DT,
                     LoopInfo &LI, ViewChanges &Changes) {
  bool Changed = false;
  SmallVector<Loop *, 4> Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    if (!L->getLoopPreheader())
      continue;
    ICFLoopSafetyInfo Safety;
    Safety.computeLoopSafetyInfo(L);
    for (CallBase *Call : Lookups)
      if (LI.getLoopFor(Call->getParent()) == L)
        Changed |= hoist(*Call, *L, Safety, DT, Changes);
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Repeated lookups
//===----------------------------------------------------------------------===//

static bool changesBetween(BasicBlock::const_iterator Begin,
                           BasicBlock::const_iterator End, const Value *Reducer,
                           ViewChanges &Changes) {
  return any_of(make_range(Begin, End), [&](const Instruction &I) {
    return Changes.mayChange(I, Reducer);
  });
}

/// True if the view may be another one at \p Second than at \p First, which
/// dominates it.
static bool changesBetween(const CallBase &First, const CallBase &Second,
                           ViewChanges &Changes) {
  // More is not worth the time.
  constexpr unsigned MostBlocks = 500;
  const Value *Reducer = ViewCall(const_cast<CallBase *>(&First)).reducer();
  const BasicBlock *Start = First.getParent(), *End = Second.getParent();
  auto Behind = std::next(First.getIterator());
  if (Start == End)
    return changesBetween(Behind, Second.getIterator(), Reducer, Changes);
  if (changesBetween(End->begin(), Second.getIterator(), Reducer, Changes))
    return true;
  SmallVector<const BasicBlock *, 16> Worklist(predecessors(End));
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Seen.size() > MostBlocks ||
        changesBetween(BB == Start ? Behind : BB->begin(), BB->end(), Reducer,
                       Changes))
      return true;
    if (BB != Start)
      append_range(Worklist, predecessors(BB));
  }
  return false;
}

static bool haveSameOperands(const CallBase &A, const CallBase &B) {
  return equal(A.args(), B.args(),
               [](const Use &X, const Use &Y) { return X.get() == Y.get(); });
}

static bool removeRepeated(Function &F, const DominatorTree &DT,
                           ViewChanges &Changes) {
  bool Changed = false;
  SmallVector<CallBase *, 8> Kept;
  for (CallBase *Call : lookupsOf(F)) {
    auto Same = find_if(reverse(Kept), [&](CallBase *Earlier) {
      return haveSameOperands(*Earlier, *Call) && DT.dominates(Earlier, Call) &&
             !changesBetween(*Earlier, *Call, Changes);
    });
    if (Same == Kept.rend()) {
      Kept.push_back(Call);
      continue;
    }
    Call->replaceAllUsesWith(*Same);
    eraseCall(Call);
    Changed = true;
  }
  return Changed;
}

bool simplifyViews(Function &F, const TargetLibraryInfo &Libraries) {
  bool Changed = removePrivateReducers(F);
  SmallVector<CallBase *, 8> Lookups = lookupsOf(F);
  if (Lookups.empty())
    return Changed;
  Changed |= annotate(Lookups);
  // Changing invokes has made new instructions.
  Lookups = lookupsOf(F);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  ViewChanges Changes(Libraries);
  Changed |= hoistAll(Lookups, DT, LI, Changes);
  Changed |= removeRepeated(F, DT, Changes);
  return Changed;
}

static bool usesReducers(const Function &F) {
  return any_of(ArrayRef<StringRef>{rep::View, rep::ReducerBegin},
                [&](StringRef Name) {
                  return F.getParent()->getFunction(Name) != nullptr;
                });
}

PreservedAnalyses ViewsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!usesReducers(F) ||
      !simplifyViews(F, FAM.getResult<TargetLibraryAnalysis>(F)))
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

//===----------------------------------------------------------------------===//
// Lookups that stay
//===----------------------------------------------------------------------===//

/// The outermost loop around \p Call in which the view does not change; null if
/// there is none.
static Loop *loopOfOneView(CallBase &Call, const LoopInfo &LI,
                           ViewChanges &Changes) {
  Loop *Found = nullptr;
  for (Loop *L = LI.getLoopFor(Call.getParent()); L; L = L->getParentLoop()) {
    if (!all_of(Call.args(), [&](Value *V) { return L->isLoopInvariant(V); }) ||
        changesIn(*L, ViewCall(&Call).reducer(), Changes))
      break;
    if (L->getLoopPreheader())
      Found = L;
  }
  return Found;
}

/// Lets \p Call be executed only if \p Slot does not have its result yet.
static void keepIn(AllocaInst &Slot, CallBase &Call) {
  IRBuilder<> B(&Call);
  Value *Known = B.CreateLoad(Slot.getAllocatedType(), &Slot, "kept");
  PHINode *View = makeConditional(Call, B.CreateIsNull(Known), Known);
  B.SetInsertPoint(View->getParent()->getFirstNonPHIIt());
  B.CreateStore(View, &Slot);
}

PreservedAnalyses KeepViewsPass::run(Function &F,
                                     FunctionAnalysisManager &FAM) {
  SmallVector<CallBase *, 8> Lookups = lookupsOf(F);
  if (Lookups.empty() || F.hasOptNone())
    return PreservedAnalyses::all();
  ViewChanges Changes(FAM.getResult<TargetLibraryAnalysis>(F));
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  MapVector<std::pair<Loop *, Value *>, SmallVector<CallBase *, 2>> Loops;
  for (CallBase *Call : Lookups)
    if (Loop *L = loopOfOneView(*Call, LI, Changes))
      Loops[{L, ViewCall(Call).reducer()}].push_back(Call);
  if (Loops.empty())
    return PreservedAnalyses::all();

  SmallVector<AllocaInst *, 4> Slots;
  for (auto &[Key, Calls] : Loops) {
    Type *Ptr = Calls.front()->getType();
    IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
    Slots.push_back(B.CreateAlloca(Ptr));
    B.SetInsertPoint(Key.first->getLoopPreheader()->getTerminator());
    B.CreateStore(ConstantPointerNull::get(cast<PointerType>(Ptr)),
                  Slots.back());
  }
  for (auto [Slot, Entry] : zip_equal(Slots, Loops))
    for (CallBase *Call : Entry.second)
      keepIn(*Slot, *Call);
  DominatorTree DT(F);
  PromoteMemToReg(Slots, DT);
  return PreservedAnalyses::none();
}

} // namespace tussah
