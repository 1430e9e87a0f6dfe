//===- KnownCaptures.cpp - What tasks do with captured pointers -----------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM knows nothing of tussah.spawn and tussah.parfor: each may keep and write
// what its operands point to, and so may every call that follows. In
//
//     template <class F> void each(size_t n, F f, size_t grain) {
//       if (grain == 0)
//         cilk_for (size_t i = 0; i < n; ++i) f(i);
//       else
//         for (size_t i = 0; i < n; ++i) f(i);
//     }
//
// the serial loop would load the members of f in each iteration, because the
// parallel one captures f. What the body or helper does with its parameter is
// therefore written at the operand, as if it were called there.
//
// A parallel loop is such a call: it returns when all its iterations have. A
// spawn is not: the helper may read the object until the sync. A store that
// follows the sync must stay behind it, although for LLVM nothing reads the
// object any more. So a spawn's operand is marked only if it points into a
// variable or an argument that is passed by value, and if nothing writes that
// object on any path from the spawn on: there is no store that could move.
// No operand is `noalias`: LLVM would replace a copy by its original then,
// which others may write while the helper runs.
//
//===----------------------------------------------------------------------===//

#include "KnownCaptures.h"

#include "compiler/compat/IR.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-known-captures", cl::init(true), cl::Hidden,
            cl::desc("say which captured pointers tasks and loops only read"));

/// Objects that are used more often are not looked at.
static constexpr unsigned MostUses = 128;

/// Returns whether \p Visit returns true for all uses of \p Object and of the
/// pointers that are computed of it.
static bool allUses(const Value &Object,
                    function_ref<bool(const Use &)> Visit) {
  SmallVector<const Value *, 8> Worklist{&Object};
  SmallPtrSet<const Value *, 16> Seen;
  unsigned Count = 0;
  while (!Worklist.empty()) {
    const Value *V = Worklist.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses()) {
      if (++Count > MostUses)
        return false;
      if (isa<GetElementPtrInst, PHINode, SelectInst>(U.getUser()))
        Worklist.push_back(U.getUser());
      else if (!Visit(U))
        return false;
    }
  }
  return true;
}

/// The call of which \p U is an argument whose pointer is not kept, or null.
static const CallBase *callThatForgets(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  if (!Call || !Call->isArgOperand(&U))
    return nullptr;
  unsigned I = Call->getArgOperandNo(&U);
  if (Call->isByValArgument(I))
    return Call;
  return Call->doesNotCapture(I) && !Call->paramHasAttr(I, Attribute::Returned)
             ? Call
             : nullptr;
}

/// True if \p U reads at most, and keeps no pointer.
static bool isRead(const Use &U) {
  if (auto *Load = dyn_cast<LoadInst>(U.getUser()))
    return Load->isSimple();
  const CallBase *Call = callThatForgets(U);
  if (!Call)
    return false;
  if (auto *Copy = dyn_cast<MemIntrinsic>(Call); Copy && Copy->isVolatile())
    return false;
  unsigned I = Call->getArgOperandNo(&U);
  return Call->isByValArgument(I) || Call->onlyReadsMemory(I);
}

static bool isOnlyRead(const Argument &Param) {
  return (Param.hasNoCaptureAttr() && Param.onlyReadsMemory()) ||
         allUses(Param, isRead);
}

/// The parameter that operand \p I of \p Call, a spawn or a parallel loop, is
/// given to. Null if it is none that is captured.
static const Argument *parameterOf(const CallBase &Call, unsigned I) {
  bool IsLoop = isCallOf(Call, rep::ParFor);
  if (!IsLoop && !isCallOf(Call, rep::Spawn))
    return nullptr;
  auto &Mutable = const_cast<CallBase &>(Call);
  const Function *F =
      IsLoop ? ParForCall(&Mutable).body() : SpawnCall(&Mutable).helper();
  unsigned Skip = IsLoop ? ParForCall::NumFixed : SpawnCall::NumFixed;
  // A body has the iteration number before what is captured.
  unsigned Index = I - Skip + (IsLoop ? 1 : 0);
  if (I < Skip || !F || F->isDeclaration() || Index >= F->arg_size())
    return nullptr;
  return F->getArg(Index);
}

/// True if \p U gives the pointer to a task or loop that only reads.
static bool isKnownCapture(const Use &U) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  if (!Call || !Call->isArgOperand(&U))
    return false;
  const Argument *Param = parameterOf(*Call, Call->getArgOperandNo(&U));
  return Param && isOnlyRead(*Param);
}

/// True if \p U writes at most, and keeps no pointer.
static bool isWrite(const Use &U) {
  if (auto *Store = dyn_cast<StoreInst>(U.getUser()))
    return Store->isSimple() &&
           U.getOperandNo() == StoreInst::getPointerOperandIndex();
  return callThatForgets(U);
}

/// True if all that uses \p Object is known, and nothing that can follow \p
/// Spawn writes it.
static bool isUnchangedAfter(const CallBase &Spawn, const Value &Object,
                             const DominatorTree &DT) {
  return allUses(Object, [&](const Use &U) {
    if (isRead(U) || isKnownCapture(U))
      return true;
    return isWrite(U) &&
           !isPotentiallyReachable(&Spawn, cast<Instruction>(U.getUser()),
                                   nullptr, &DT);
  });
}

/// Memory that belongs to one activation of its function.
static bool isOwn(const Value &Object) {
  if (auto *Param = dyn_cast<Argument>(&Object))
    return Param->hasByValAttr();
  return isa<AllocaInst>(Object);
}

static bool isKnown(const CallBase &Call, unsigned I, const DominatorTree &DT) {
  const Argument *Param = parameterOf(Call, I);
  if (!Param || !isOnlyRead(*Param))
    return false;
  if (isCallOf(Call, rep::ParFor))
    return true;
  const Value *Object = getUnderlyingObject(Call.getArgOperand(I));
  return isOwn(*Object) && isUnchangedAfter(Call, *Object, DT);
}

PreservedAnalyses KnownCapturesPass::run(Function &F,
                                         FunctionAnalysisManager &FAM) {
  PreservedAnalyses Preserved = PreservedAnalyses::all();
  if (!Enabled)
    return Preserved;
  LLVMContext &C = F.getContext();
  for (StringRef Name : {rep::ParFor, rep::Spawn})
    for (CallBase *Call : callsIn(F, Name))
      for (unsigned I = 0; I < Call->arg_size(); ++I) {
        if (!Call->getArgOperand(I)->getType()->isPointerTy() ||
            Call->paramHasAttr(I, Attribute::ReadOnly) ||
            !isKnown(*Call, I, FAM.getResult<DominatorTreeAnalysis>(F)))
          continue;
        Call->addParamAttr(I, Attribute::ReadOnly);
        Call->addParamAttr(I, compat::capturesNothing(C));
        Preserved = PreservedAnalyses::none();
        Preserved.preserveSet<CFGAnalyses>();
      }
  return Preserved;
}

} // namespace tussah
