//===- ReducerFacts.cpp - What functions do to reducers -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducerFacts.h"

#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

//===----------------------------------------------------------------------===//
// Identity functions
//===----------------------------------------------------------------------===//

/// True if what \p F does can be seen in its body. Other definitions of an
/// inline function have the same source, though LLVM derives nothing from
/// that: one of them may have had a choice that is optimized away here, but
/// only one between what other threads do.
static bool hasBody(const Function *F) {
  return F && !F->isDeclaration() && !F->isInterposable();
}

bool neverThrows(const Function *Identity) {
  return Identity &&
         (Identity->doesNotThrow() ||
          (hasBody(Identity) && none_of(instructions(*Identity), [](auto &I) {
             return I.mayThrow() || I.isAtomic();
           })));
}

/// True if \p Pointer leads to the view that \p Identity makes, or to its own
/// variables.
static bool isViewOrLocal(const Function &Identity, const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  return isa<AllocaInst>(Object) || Object == Identity.getArg(0);
}

static bool isConstantMemory(const Value *Pointer) {
  auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(Pointer));
  return G && G->isConstant();
}

static bool staysWithinView(const Function &Identity, const Instruction &I) {
  if (I.isVolatile() || I.isAtomic() || isa<FenceInst>(I))
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isViewOrLocal(Identity, Load->getPointerOperand()) ||
           isConstantMemory(Load->getPointerOperand());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isViewOrLocal(Identity, Store->getPointerOperand());
  if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
    return isViewOrLocal(Identity, Transfer->getDest()) &&
           (isViewOrLocal(Identity, Transfer->getSource()) ||
            isConstantMemory(Transfer->getSource()));
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return isViewOrLocal(Identity, Set->getDest());
  if (I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst())
    return true;
  return !I.mayReadOrWriteMemory() && !I.mayThrow() && I.willReturn();
}

static bool hasCycles(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Edges;
  FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

bool dependsOnNothing(const Function *Identity) {
  return hasBody(Identity) && Identity->arg_size() == 1 &&
         (Identity->mustProgress() || !hasCycles(*Identity)) &&
         all_of(instructions(*Identity), [&](const Instruction &I) {
           return staysWithinView(*Identity, I);
         });
}

//===----------------------------------------------------------------------===//
// Changes of views
//===----------------------------------------------------------------------===//

static bool mayBeSameObject(const Value *A, const Value *B) {
  const Value *First = getUnderlyingObject(A), *Second = getUnderlyingObject(B);
  if (First == Second)
    return true;
  if (isIdentifiedObject(First) && isIdentifiedObject(Second))
    return false;
  // What an argument leads to is older than the function's own objects.
  return !(isIdentifiedFunctionLocal(First) && isa<Argument>(Second)) &&
         !(isa<Argument>(First) && isIdentifiedFunctionLocal(Second));
}

/// Functions of the C and C++ libraries do not know the program's reducers.
bool ViewChanges::isOfLibrary(const Function &F) const {
  LibFunc Known;
  if (Libraries.getLibFunc(F, Known))
    return Known != LibFunc_qsort;
  return any_of(
      ArrayRef<StringRef>{"_ZSt", "_ZNSt", "_ZNKSt", "__cxa_"},
      [&](StringRef Prefix) { return F.getName().starts_with(Prefix); });
}

/// The function that a call of \p Callee with \p Call's arguments runs.
static const Value *calleeOf(const CallBase &Call) {
  if (isCallOf(Call, rep::Spawn))
    return SpawnCall(const_cast<CallBase *>(&Call)).helper();
  if (isCallOf(Call, rep::ParFor))
    return ParForCall(const_cast<CallBase *>(&Call)).body();
  return Call.getCalledOperand()->stripPointerCasts();
}

/// True if \p F, or what it calls, may end reducers that it has not begun.
/// Identity and reduce functions are taken not to: they have their views.
bool ViewChanges::mayEndReducers(const Function &Root) {
  auto [Entry, IsNew] = MayEnd.try_emplace(&Root, true);
  if (!IsNew)
    return Entry->second;
  // More is not worth the time.
  constexpr unsigned MostFunctions = 200;
  SmallPtrSet<const Function *, 16> Seen{&Root};
  SmallVector<const Function *, 16> Worklist{&Root};
  while (!Worklist.empty()) {
    const Function &F = *Worklist.pop_back_val();
    if (F.onlyReadsMemory() || (F.isDeclaration() && isOfLibrary(F)))
      continue;
    if (F.isDeclaration() || F.isInterposable() || Seen.size() > MostFunctions)
      return true;
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm() || isa<IntrinsicInst>(Call))
        continue;
      if (isCallOf(*Call, rep::ReducerEnd)) {
        if (!isa<AllocaInst>(getUnderlyingObject(Call->getArgOperand(0))))
          return true;
        continue;
      }
      auto *Callee = dyn_cast_or_null<Function>(calleeOf(*Call));
      if (!Callee)
        return true;
      if (Callee->getName().starts_with("tussah."))
        continue;
      if (auto Known = MayEnd.find(Callee);
          Known != MayEnd.end() && Callee != &Root && Known->second)
        return true;
      if (Seen.insert(Callee).second)
        Worklist.push_back(Callee);
    }
  }
  for (const Function *F : Seen)
    MayEnd[F] = false;
  return false;
}

bool ViewChanges::mayChange(const Instruction &I, const Value *Reducer) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->isInlineAsm() || isa<IntrinsicInst>(Call))
    return false;
  for (StringRef Name : {rep::Spawn, rep::Sync, rep::SyncUnwind})
    if (isCallOf(*Call, Name))
      return true;
  for (StringRef Name : {rep::ReducerBegin, rep::ReducerEnd})
    if (isCallOf(*Call, Name))
      return mayBeSameObject(Call->getArgOperand(0), Reducer);
  auto *Callee = dyn_cast_or_null<Function>(calleeOf(*Call));
  if (Callee && Callee->getName().starts_with("tussah."))
    return false;
  return !Callee || mayEndReducers(*Callee);
}

} // namespace tussah
