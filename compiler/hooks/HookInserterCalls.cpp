//===- HookInserterCalls.cpp - Hooks of calls -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookInserter.h"

#include "Checks.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

Value *HookInserter::functionId(IRBuilder<> &B, const Function *Callee) {
  if (!Callee || Callee->isDeclaration() || isInternal(*Callee))
    return B.getInt64(UNKNOWN_CSI_ID);
  return P.id(B, CSI_FUNC, P.numberOf(*Callee));
}

void HookInserter::instrumentAllocation(CallBase *Call, const Allocation &A) {
  Hooks Before = hooks("before_allocfn"), After = hooks("after_allocfn");
  if (Before.empty() && After.empty())
    return;
  uint64_t Number = P.add(CSI_ALLOCFN, F, Call->getDebugLoc());
  auto Arguments = [&](IRBuilder<> &B, Value *Result) {
    auto Operand = [&](int Index, uint64_t Otherwise) -> Value * {
      return Index < 0 ? B.getInt64(Otherwise)
                       : B.CreateZExtOrTrunc(Call->getArgOperand(Index),
                                             B.getInt64Ty());
    };
    SmallVector<Value *, 8> Values{P.id(B, CSI_ALLOCFN, Number)};
    if (Result)
      Values.push_back(Result);
    Values.append({Operand(A.Size, 0), Operand(A.Count, 1), Operand(A.Align, 0),
                   A.Old < 0 ? ConstantPointerNull::get(B.getPtrTy())
                             : Call->getArgOperand(A.Old),
                   B.getInt64(A.Kind)});
    return Values;
  };
  if (!Before.empty()) {
    IRBuilder<> B(Call);
    call(B, Before, Arguments(B, nullptr));
  }
  if (!After.empty()) {
    IRBuilder<> B(placeBehind(Call));
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, After, Arguments(B, Call));
  }
}

void HookInserter::instrumentFree(CallBase *Call, uint64_t Kind) {
  Hooks Called = hooks("before_free");
  if (Called.empty())
    return;
  IRBuilder<> B(Call);
  call(B, Called,
       {place(B, CSI_FREE, Call->getDebugLoc()), Call->getArgOperand(0),
        B.getInt64(Kind)});
}

/// Checks what \p Call copies or sets, if that is an intrinsic, as an access
/// that LLVM optimizes around. Returns false if that is not possible.
bool HookInserter::addRangeChecks(CallBase *Call, const Tool &T) {
  auto *Intrinsic = dyn_cast<MemIntrinsic>(Call);
  if (!Intrinsic || !T.ignoresRepetition())
    return false;
  auto Add = [&](Value *Address, bool IsStore) {
    Function *Hook = T.hook(IsStore ? "before_store" : "before_load"),
             *Range =
                 T.hook(IsStore ? "before_store_range" : "before_load_range");
    const Access A = Finder.byteAt(*Call, *Address, IsStore);
    if (!wants(T, A))
      return;
    csi_kind_t Kind = IsStore ? CSI_STORE : CSI_LOAD;
    IRBuilder<> B(Call);
    addCheck(B, Hook, Range, P.baseOf(Kind),
             P.add(Kind, F, Call->getDebugLoc(), variableAt(*Address)), A,
             B.CreateZExtOrTrunc(Intrinsic->getLength(), B.getInt64Ty()));
  };
  if (!T.hook("before_store") || !T.hook("before_load") ||
      !T.hook("before_store_range") || !T.hook("before_load_range"))
    return false;
  if (auto *Copy = dyn_cast<MemTransferInst>(Call))
    Add(Copy->getRawSource(), /*IsStore=*/false);
  Add(Intrinsic->getRawDest(), /*IsStore=*/true);
  return true;
}

/// May make \p Call an invoke.
Error HookInserter::instrumentLibraryCall(CallBase *&Call, const LibraryCall &L,
                                          const Tool &T) {
  for (StringRef When : {"before", "after", "unwind"}) {
    const bool IsBefore = When == "before", IsUnwind = When == "unwind";
    Function *Hook = T.libraryHook(When, L.Name);
    if (!Hook || (!hasAccesses(T) && T.isOfAccesses(*Hook)))
      continue;
    if (IsBefore && addRangeChecks(Call, T))
      continue;
    if (IsUnwind && (F.doesNotThrow() || Call->doesNotThrow()))
      continue;
    IRBuilder<> B(IsBefore   ? Call
                  : IsUnwind ? placeOfException(Call, "tool")
                             : placeBehind(Call));
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    SmallVector<Value *, 8> Arguments{place(B, CSI_CALL, Call->getDebugLoc())};
    if (When == "after" && !Call->getType()->isVoidTy())
      Arguments.push_back(Call);
    for (auto [Argument, Type] : L.Arguments)
      Arguments.push_back(Argument->getType()->isIntegerTy()
                              ? B.CreateZExtOrTrunc(Argument, Type)
                              : Argument);
    auto Types = map_range(Arguments, [](Value *V) { return V->getType(); });
    bool HasMore = Call->getFunctionType()->isVarArg();
    if ((Hook->isVarArg() && !HasMore) ||
        Hook->arg_size() != Arguments.size() ||
        !equal(Hook->getFunctionType()->params(), Types)) {
      if (isNamesake(*Call))
        continue;
      return T.error("defines '" + Hook->getName() +
                     "' with a type that does not fit a call of '" + L.Name +
                     "' in '" + F.getName() + "'");
    }
    if (Hook->isVarArg())
      Arguments.append(Call->arg_begin() + L.Arguments.size(), Call->arg_end());
    B.CreateCall(Hook, Arguments)->setDoesNotThrow();
  }
  return Error::success();
}

Error HookInserter::instrumentCall(CallBase *Call) {
  if (std::optional<LibraryCall> L = libraryCallOf(*Call))
    for (const Tool &T : All)
      if (Error E = instrumentLibraryCall(Call, *L, T))
        return E;
  if (std::optional<Allocation> A = allocationOf(*Call)) {
    instrumentAllocation(Call, *A);
    return Error::success();
  }
  if (std::optional<uint64_t> Kind = freeOf(*Call)) {
    instrumentFree(Call, *Kind);
    return Error::success();
  }
  Hooks Before = hooks("before_call"), After = hooks("after_call");
  if (isa<IntrinsicInst>(Call) || (Before.empty() && After.empty()))
    return Error::success();
  uint64_t Number = P.add(CSI_CALL, F, Call->getDebugLoc());
  const Function *Callee = Call->getCalledFunction();
  auto Add = [&](const Hooks &Called, Instruction *Where) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(Call->getDebugLoc());
    call(B, Called,
         {P.id(B, CSI_CALL, Number), functionId(B, Callee),
          B.getInt64(Callee ? 0 : CallIsIndirect)});
  };
  if (!Before.empty())
    Add(Before, Call);
  if (!After.empty())
    Add(After, placeBehind(Call));
  return Error::success();
}

} // namespace tussah
