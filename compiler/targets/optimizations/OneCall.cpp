//===- OneCall.cpp - Tasks that are one call ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneCall.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

/// True if \p Stores, of one part of \p Result each, store all of it as one
/// store to \p Place would.
static bool storeWhole(ArrayRef<StoreInst *> Stores, const CallInst &Result,
                       Value *&Place) {
  auto *Struct = dyn_cast<StructType>(Result.getType());
  if (!Struct || Stores.size() != Struct->getNumElements())
    return false;
  const DataLayout &DL = Result.getModule()->getDataLayout();
  const StructLayout &Layout = *DL.getStructLayout(Struct);
  SmallBitVector Seen(Struct->getNumElements());
  for (StoreInst *Store : Stores) {
    auto *Part = dyn_cast<ExtractValueInst>(Store->getValueOperand());
    if (!Part || Part->getNumIndices() != 1)
      return false;
    unsigned Number = Part->getIndices().front();
    APInt Offset(DL.getIndexTypeSizeInBits(Store->getPointerOperandType()), 0);
    Value *Base = Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true);
    if (Seen.test(Number) ||
        Offset != Layout.getElementOffset(Number).getFixedValue() ||
        (Place && Base != Place))
      return false;
    Seen.set(Number);
    Place = Base;
  }
  return true;
}

/// True if \p I, which comes behind the call of \p Result, only has to do with
/// storing it. Adds stores to \p Stores.
static bool storesPart(Instruction &I, const CallInst &Result,
                       SmallVectorImpl<StoreInst *> &Stores) {
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Value *Stored = Store->getValueOperand();
    auto *Part = dyn_cast<ExtractValueInst>(Stored);
    Stores.push_back(Store);
    return Store->isSimple() &&
           (Stored == &Result ||
            (Part && Part->getAggregateOperand() == &Result));
  }
  return isa<ExtractValueInst, GetElementPtrInst>(I);
}

std::optional<OneCall> asOneCall(Function &Task,
                                 function_ref<bool(Function *)> IsCallee) {
  if (Task.size() != 1)
    return std::nullopt;
  OneCall Result;
  SmallVector<StoreInst *, 4> Stores;
  for (Instruction &I : Task.getEntryBlock()) {
    if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd())
      continue;
    if (Result.Call) {
      if (!isa<ReturnInst>(I) && !storesPart(I, *Result.Call, Stores))
        return std::nullopt;
      continue;
    }
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && IsCallee(Call->getCalledFunction()))
      Result.Call = Call;
    else if (isa<AllocaInst>(I) || isa<CallBase>(I) || I.isTerminator())
      return std::nullopt;
  }
  if (!Result.Call)
    return std::nullopt;
  if (Stores.size() == 1 && Stores[0]->getValueOperand() == Result.Call)
    Result.Place = Stores[0]->getPointerOperand();
  else if (!Stores.empty() ? !storeWhole(Stores, *Result.Call, Result.Place)
                           : !Result.Call->use_empty())
    return std::nullopt;
  return Result;
}

/// True if code of \p Callee is the same in \p Task, which LLVM's inliner asks
/// before it inlines, but the function that does it does not.
static bool isSameIn(const Function &Task, const Function &Callee) {
  // Instructions of another processor cannot be selected.
  for (StringRef Kind : {"target-cpu", "target-features"})
    if (Task.getFnAttribute(Kind) != Callee.getFnAttribute(Kind))
      return false;
  // Addresses of labels would stay those of the callee.
  return AttributeFuncs::areInlineCompatible(Task, Callee) &&
         none_of(Callee,
                 [](const BasicBlock &BB) { return BB.hasAddressTaken(); }) &&
         none_of(instructions(Callee), [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && Call->hasFnAttr(Attribute::ReturnsTwice);
         });
}

bool inlineCall(Function &Task, const OneCall &One) {
  // Each function has one task for each place where it is spawned. With -Os and
  // -Oz the copy must not be larger than the call.
  unsigned MostInstructions = Task.hasOptSize() ? 10 : 400;
  Function *Callee = One.Call->getCalledFunction();
  if (Callee == &Task || Callee->hasFnAttribute(Attribute::OptimizeNone) ||
      Callee->getInstructionCount() > MostInstructions ||
      !isSameIn(Task, *Callee))
    return false;
  // A function without landing pads may have any.
  Task.setPersonalityFn(Callee->hasPersonalityFn() ? Callee->getPersonalityFn()
                                                   : nullptr);
  InlineFunctionInfo Info;
  return InlineFunction(*One.Call, Info, /*MergeAttributes=*/true).isSuccess();
}

} // namespace tussah
