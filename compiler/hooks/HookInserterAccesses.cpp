//===- HookInserterAccesses.cpp - Hooks of variables and accesses ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "Checks.h"
#include "Deferred.h"
#include "Lifetimes.h"
#include "VectorAccesses.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;

namespace tussah {

void HookInserter::instrumentVariable(Instruction *Where, Value *Address,
                                      Value *Size, uint64_t Properties,
                                      const DebugLoc &L) {
  Hooks Called = hooks("after_alloca");
  if (Called.empty() || Address->getType()->getPointerAddressSpace() != 0)
    return;
  IRBuilder<> B(Where);
  B.SetCurrentDebugLocation(L);
  auto *Variable = dyn_cast<AllocaInst>(Address);
  const DbgVariableRecord *D = Variable ? declarationOf(*Variable) : nullptr;
  // Of those that are assigned, the record itself has no line.
  DebugLoc Declared =
      D ? DebugLoc(DILocation::get(F.getContext(), D->getVariable()->getLine(),
                                   0, D->getDebugLoc()->getScope()))
        : L;
  uint64_t Number = P.add(CSI_ALLOCA, F, Declared, variableAt(*Address));
  for (auto [T, Hook] : zip(All, Called))
    if (Hook && T.ignoresRepetition()) {
      DeferredHook::add(B, Hook, DeferredHook::Variable, Address, Size,
                        P.baseOf(CSI_ALLOCA), Number, Properties);
      Hook = nullptr;
    }
  if (any_of(Called, [](Function *Hook) { return Hook; }))
    call(B, Called,
         {P.id(B, CSI_ALLOCA, Number), Address, Size, B.getInt64(Properties)});
}

/// Only a function that has tasks can leave a variable that a strand in
/// parallel has got to know without a race of its own, unless by atomics or
/// locks.
void HookInserter::instrumentLifetimeEnds() {
  Hooks Called = hooks("lifetime_end"), Ranges = hooks("lifetime_end_range");
  if (!MaySpawn || Called.empty() || Ranges.empty())
    return;
  for (auto [Where, Variable] : findLifetimeEnds(F, Variables, Ends)) {
    const DataLayout &DL = F.getParent()->getDataLayout();
    auto *Alloca = dyn_cast<AllocaInst>(Variable);
    Access A = Finder.byteAt(*Where, *Variable, /*IsStore=*/true);
    if (A.isPrivate() || A.Address->getType()->getPointerAddressSpace() != 0)
      continue;
    DebugLoc L = Where->getDebugLoc() ? Where->getDebugLoc() : locationIn(F);
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    Value *Count = nullptr;
    if (Alloca && !Alloca->isStaticAlloca())
      Count = B.CreateMul(
          B.CreateZExtOrTrunc(Alloca->getArraySize(), B.getInt64Ty()),
          B.getInt64(DL.getTypeAllocSize(Alloca->getAllocatedType())
                         .getKnownMinValue()));
    else
      A.Size = Alloca ? sizeOf(*Alloca).getKnownMinValue()
                      : DL.getTypeAllocSize(
                            cast<Argument>(Variable)->getParamByValType());
    uint64_t Number = P.add(CSI_ALLOCA, F, L, variableAt(*Variable));
    for (auto [T, Hook, Range] : zip(All, Called, Ranges))
      if (Hook && Range && T.ignoresRepetition() && hasAccesses(T))
        addCheck(B, Hook, Range, P.baseOf(CSI_ALLOCA), Number, A, Count);
  }
}

/// True for what asks, inlined, whether an initialiser has ended: of a static
/// variable, or of libc++'s std::call_once.
static bool isGuardLoad(const Access &A) {
  auto *Load = dyn_cast<LoadInst>(A.I);
  if (!Load || !isAcquireOrStronger(Load->getOrdering()) ||
      !Load->getType()->isIntegerTy())
    return false;
  auto *Guard = dyn_cast<GlobalVariable>(getUnderlyingObject(A.Address));
  return (Guard && Guard->getName().starts_with("_ZGV")) ||
         Load->getFunction()->getName().contains("21__libcpp_acquire_load");
}

/// The hook is a call that no check passes by: it changes what later accesses
/// race with.
void HookInserter::instrumentGuardLoad(const Access &A) {
  Hooks Called = hooks("after_guard_load");
  if (Called.empty() || !isGuardLoad(A))
    return;
  IRBuilder<> B(A.I->getNextNode());
  B.SetCurrentDebugLocation(A.I->getDebugLoc());
  call(B, Called,
       {place(B, CSI_LOAD, A.I->getDebugLoc()), A.Address, B.getInt32(A.Size),
        B.CreateZExtOrTrunc(A.I, B.getInt64Ty())});
}

void HookInserter::instrumentAccess(const Access &A) {
  instrumentGuardLoad(A);
  csi_kind_t Kind = A.IsStore ? CSI_STORE : CSI_LOAD;
  StringRef BeforeName = A.IsStore ? "before_store" : "before_load";
  Hooks Before;
  for (const Tool &T : All)
    if (Function *Hook = T.hook(BeforeName); Hook && wants(T, A))
      Before.push_back(Hook);
  Hooks After = hooks(A.IsStore ? "after_store" : "after_load");
  if (Before.empty() && After.empty())
    return;
  uint64_t Number = P.add(Kind, F, A.I->getDebugLoc(), variableAt(*A.Address));
  auto Call = [&](const Hooks &Called, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(A.I->getDebugLoc());
    call(B, Called,
         {P.id(B, Kind, Number), A.Address, B.getInt32(A.Size),
          B.getInt64(A.Properties)});
  };
  for (const Tool &T : All) {
    Function *Hook = T.hook(BeforeName);
    if (!is_contained(Before, Hook))
      continue;
    if (!T.ignoresRepetition()) {
      Call({Hook}, A.I);
      continue;
    }
    IRBuilder<> B(A.I);
    B.SetCurrentDebugLocation(A.I->getDebugLoc());
    addCheck(B, Hook,
             T.hook(A.IsStore ? "before_store_range" : "before_load_range"),
             P.baseOf(Kind), Number, A);
  }
  if (!After.empty())
    Call(After, A.I->getNextNode());
}

/// Each lane is a range of one access, or none.
void HookInserter::instrumentLanes(Instruction &I) {
  IRBuilder<> B(&I);
  B.SetCurrentDebugLocation(I.getDebugLoc());
  // All lanes are one place.
  std::optional<uint64_t> Place;
  for (const LaneAccess &Lane : lanesOf(B, I)) {
    Access A = Finder.byteAt(I, *Lane.Address, Lane.IsStore);
    A.Size = Lane.Size;
    if (A.isPrivate() || Serial.contains(I))
      continue;
    csi_kind_t Kind = A.IsStore ? CSI_STORE : CSI_LOAD;
    if (!Place)
      Place = P.add(Kind, F, I.getDebugLoc(), variableAt(*A.Address));
    for (const Tool &T : All) {
      Function *Hook = T.hook(A.IsStore ? "before_store" : "before_load"),
               *Range = T.hook(A.IsStore ? "before_store_range"
                                         : "before_load_range");
      if (Hook && Range && T.ignoresRepetition() && hasAccesses(T))
        addCheck(B, Hook, Range, P.baseOf(Kind), *Place, A, Lane.Count);
    }
  }
}

} // namespace tussah
