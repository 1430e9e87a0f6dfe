//===- Leaves.cpp - Hooks around the leaves of parallel loops -------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Leaves.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tussah {

/// loop_prop_t of <tussah/csi.h>.
static constexpr uint64_t IsParallel = 1;

/// Creates a function that calls the hook \p Name of each tool. It has \p
/// NumBounds parameters for the bounds of the leaf, and one for the value of
/// each tool.
static Function *createCaller(Function &Body, const Tools &All, Places &P,
                              uint64_t Loop, StringRef Name,
                              unsigned NumBounds) {
  LLVMContext &C = Body.getContext();
  SmallVector<Type *, 4> Types(NumBounds + All.size(), Type::getInt64Ty(C));
  Function *F = createFunctionLike(
      Body, FunctionType::get(Type::getVoidTy(C), Types, false),
      (".tool." + Name).str());
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(C, "entry", F));
  B.SetCurrentDebugLocation(locationIn(*F));
  for (auto [Index, T] : enumerate(All))
    if (Function *Hook = T.hook(Name)) {
      SmallVector<Value *, 8> Arguments{P.id(B, CSI_LOOP, Loop),
                                        B.getInt64(IsParallel),
                                        F->getArg(NumBounds + Index)};
      for (unsigned I = 0; I != NumBounds; ++I)
        Arguments.push_back(F->getArg(I));
      B.CreateCall(Hook, Arguments)->setDoesNotThrow();
    }
  B.CreateRetVoid();
  return F;
}

void markLeafHooks(Function &Body, const Tools &All, Places &P, uint64_t Loop,
                   ArrayRef<Argument *> Values) {
  if (none_of(All, [](const Tool &T) {
        return T.hook("loopleaf_entry") || T.hook("loopleaf_exit");
      }))
    return;
  Instruction *Entry = &*Body.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> B(Entry);
  B.SetCurrentDebugLocation(locationIn(Body));
  SmallVector<Value *, 4> Arguments{
      createCaller(Body, All, P, Loop, "loopleaf_entry", 2),
      createCaller(Body, All, P, Loop, "loopleaf_exit", 0)};
  for (Argument *V : Values)
    Arguments.push_back(V ? static_cast<Value *>(V) : B.getInt64(0));
  B.CreateCall(getOrInsertRep(*Body.getParent(), rep::LeafHooks), Arguments);
}

} // namespace tussah
