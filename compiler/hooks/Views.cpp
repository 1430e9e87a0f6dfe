//===- Views.cpp - Views that a tool makes --------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace tussah {

/// The bit of view_prop_t.
static constexpr uint64_t ViewIsRead = 1;

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// True if nothing is done with \p View but to load from it.
static bool isOnlyLoaded(const Value &View) {
  SmallVector<const Value *, 4> Worklist{&View};
  while (!Worklist.empty())
    for (const User *U : Worklist.pop_back_val()->users()) {
      if (isa<GetElementPtrInst>(U))
        Worklist.push_back(U);
      else if (!isa<LoadInst>(U))
        return false;
    }
  return !View.use_empty();
}

/// True if \p Reduce is a function that is known to leave the left view alone:
/// the reducer is storage of strands, not a result.
static bool keepsLeftView(const Value &Reduce) {
  auto *F = dyn_cast<Function>(Reduce.stripPointerCasts());
  if (!F)
    return true;
  if (F->isDeclaration())
    return false;
  for (const BasicBlock &Block : *F)
    for (const Instruction &I : Block)
      // At -O0 the parameters are stored in variables.
      if (auto *Store = dyn_cast<StoreInst>(&I)) {
        if (!isa<AllocaInst>(Store->getPointerOperand()))
          return false;
      } else if (isa<CallBase>(I) && !isa<DbgInfoIntrinsic>(I)) {
        return false;
      }
  return true;
}

/// True where the strand of a function changes.
static bool isBorder(const Instruction &I) {
  return isCallOf(I, rep::Spawn) || isCallOf(I, rep::Sync) ||
         isCallOf(I, rep::SyncUnwind) || isCallOf(I, rep::ParFor);
}

/// True if a call of \p Updates can be reached from \p From, in the direction
/// of time or against it, without a border between.
static bool meets(const CallBase &From,
                  const SmallPtrSetImpl<const Instruction *> &Updates,
                  bool Forward) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Worklist;
  auto AddNext = [&](const BasicBlock &B) {
    auto Add = [&](const BasicBlock *Next) {
      if (Seen.insert(Next).second)
        Worklist.push_back(Next);
    };
    if (Forward)
      for (const BasicBlock *Next : successors(&B))
        Add(Next);
    else
      for (const BasicBlock *Next : predecessors(&B))
        Add(Next);
  };
  // Returns whether it is found, or nothing if the search goes on behind.
  auto Look = [&](const Instruction &I) -> std::optional<bool> {
    if (isBorder(I))
      return false;
    if (Updates.contains(&I))
      return true;
    return std::nullopt;
  };
  auto Walk = [&](const BasicBlock &B,
                  const Instruction *I) -> std::optional<bool> {
    for (; I; I = Forward ? I->getNextNode() : I->getPrevNode())
      if (std::optional<bool> Result = Look(*I))
        return Result;
    AddNext(B);
    return std::nullopt;
  };
  const Instruction &I = From;
  if (std::optional<bool> Result =
          Walk(*I.getParent(), Forward ? I.getNextNode() : I.getPrevNode()))
    if (*Result)
      return true;
  while (!Worklist.empty()) {
    const BasicBlock &B = *Worklist.pop_back_val();
    if (std::optional<bool> Result = Walk(B, Forward ? &B.front() : &B.back()))
      if (*Result)
        return true;
  }
  return false;
}

/// Adds the lookups of \p Views, those of one function, that only read: a
/// strand that also changes the view looks at its own part of the result.
static void addReads(ArrayRef<CallBase *> Views, ViewReads &Reads) {
  for (CallBase *View : Views) {
    if (!isOnlyLoaded(*View) || keepsLeftView(*View->getArgOperand(3)))
      continue;
    SmallPtrSet<const Instruction *, 8> Updates;
    const Value *Reducer = View->getArgOperand(0)->stripPointerCasts();
    for (CallBase *Other : Views) {
      const Value *OtherReducer = Other->getArgOperand(0)->stripPointerCasts();
      // At -O0 one address may be two values.
      bool MayBeSame = OtherReducer == Reducer || !isa<GlobalValue>(Reducer) ||
                       !isa<GlobalValue>(OtherReducer);
      if (MayBeSame && !isOnlyLoaded(*Other))
        Updates.insert(Other);
    }
    if (!meets(*View, Updates, /*Forward=*/true) &&
        !meets(*View, Updates, /*Forward=*/false))
      Reads.insert(View);
  }
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

/// Operands of functions of the C library of reducers.
static SmallVector<Value *, 8> operandsOf(CallBase &Call) {
  return {Call.arg_begin(), Call.arg_end()};
}

/// Calls \p F for all lookups of views, those of each function together.
static void forLookups(Module &M, function_ref<void(ArrayRef<CallBase *>)> F) {
  for (StringRef Name :
       {StringRef(rep::View), StringRef("__cilkrts_reducer_lookup")}) {
    MapVector<Function *, SmallVector<CallBase *, 8>> Views;
    for (CallBase *Call : callsOf(M, Name))
      if (Call->getCalledFunction()->isDeclaration())
        Views[Call->getFunction()].push_back(Call);
    for (auto &[Caller, Calls] : Views)
      F(Calls);
  }
}

ViewReads findReads(Module &M) {
  ViewReads Reads;
  forLookups(M, [&](ArrayRef<CallBase *> Views) { addReads(Views, Reads); });
  return Reads;
}

static void replaceLookup(CallBase *Call, Function *Hook, bool IsRead,
                          Places &P) {
  IRBuilder<> B(Call);
  SmallVector<Value *, 8> Operands = operandsOf(*Call);
  Operands.insert(Operands.begin(), P.id(B, CSI_CALL,
                                         P.add(CSI_CALL, *Call->getFunction(),
                                               Call->getDebugLoc())));
  Operands.push_back(B.getInt64(IsRead ? ViewIsRead : 0));
  replaceCall(Call, Hook, Operands);
}

void replaceViews(Module &M, const Tool &T, Places &P, const ViewReads &Reads) {
  Function *View = T.hook("view"), *Begin = T.hook("reducer_begin"),
           *End = T.hook("reducer_end");
  if (!View || !Begin || !End)
    return;
  Type *I64 = Type::getInt64Ty(M.getContext());
  Constant *One = ConstantInt::get(I64, 1), *None = ConstantInt::get(I64, 0);
  forLookups(M, [&](ArrayRef<CallBase *> Views) {
    for (CallBase *Call : Views)
      replaceLookup(Call, View, Reads.contains(Call), P);
  });
  for (CallBase *Call : callsOf(M, rep::ReducerBegin))
    replaceCall(Call, Begin, operandsOf(*Call));
  for (CallBase *Call : callsOf(M, rep::ReducerEnd))
    replaceCall(Call, End, operandsOf(*Call));
  // The C library's, for one reducer.
  for (CallBase *Call : callsOf(M, "__cilkrts_reducer_register")) {
    SmallVector<Value *, 8> Operands = operandsOf(*Call);
    replaceCall(
        Call, Begin,
        {Operands[0], One, None, Operands[1], Operands[2], Operands[3]});
  }
  for (CallBase *Call : callsOf(M, "__cilkrts_reducer_unregister"))
    replaceCall(Call, End, {Call->getArgOperand(0), One, None});
}

} // namespace tussah
