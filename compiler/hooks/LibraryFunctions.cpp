//===- LibraryFunctions.cpp - Functions that tools know -------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunctions.h"

#include "compiler/tasks/Markers.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

bool isInternal(const Function &F) {
  StringRef Name = F.getName();
  return Name.starts_with("tussah_") || Name.starts_with("__tussah_") ||
         Name.starts_with(rep::Prefix) || Name == "__clang_call_terminate";
}

bool isHook(const Function &F) { return F.getName().starts_with("__csi_"); }

bool isForHooks(const CallBase &Call) {
  if (Call.isInlineAsm())
    return false;
  if (isa<IntrinsicInst>(Call))
    return isa<MemIntrinsic>(Call);
  const Function *Callee = Call.getCalledFunction();
  return !Callee || !isInternal(*Callee);
}

namespace {

struct NamedAllocation {
  StringLiteral Name;
  Allocation Meaning;
};

struct NamedFree {
  StringLiteral Prefix;
  uint64_t Kind;
};

} // namespace

static const Function *declaredCallee(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() ? Callee : nullptr;
}

std::optional<Allocation> allocationOf(const CallBase &Call) {
  static constexpr NamedAllocation Allocations[] = {
      {"malloc", {0, 0, -1, -1, -1}},
      {"calloc", {1, 1, 0, -1, -1}},
      {"realloc", {2, 1, -1, -1, 0}},
      {"aligned_alloc", {3, 1, -1, 0, -1}},
      {"_Znwm", {4, 0, -1, -1, -1}},
      {"_ZnwmRKSt9nothrow_t", {4, 0, -1, -1, -1}},
      {"_ZnwmSt11align_val_t", {4, 0, -1, 1, -1}},
      {"_ZnwmSt11align_val_tRKSt9nothrow_t", {4, 0, -1, 1, -1}},
      {"_Znam", {5, 0, -1, -1, -1}},
      {"_ZnamRKSt9nothrow_t", {5, 0, -1, -1, -1}},
      {"_ZnamSt11align_val_t", {5, 0, -1, 1, -1}},
      {"_ZnamSt11align_val_tRKSt9nothrow_t", {5, 0, -1, 1, -1}}};
  const Function *Callee = declaredCallee(Call);
  if (!Callee || !Call.getType()->isPointerTy())
    return std::nullopt;
  for (const NamedAllocation &A : Allocations)
    if (Callee->getName() == A.Name &&
        int(Call.arg_size()) > std::max(A.Meaning.Size, A.Meaning.Count))
      return A.Meaning;
  return std::nullopt;
}

std::optional<uint64_t> freeOf(const CallBase &Call) {
  const Function *Callee = declaredCallee(Call);
  if (!Callee || Call.arg_empty() ||
      !Call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (Name == "free")
    return 0;
  // With sizes, alignments and the like behind the pointer.
  if (Name.starts_with("_ZdlPv"))
    return 1;
  if (Name.starts_with("_ZdaPv"))
    return 2;
  return std::nullopt;
}

bool isNamesake(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  TargetLibraryInfoImpl Library(Triple(Callee->getParent()->getTargetTriple()));
  LibFunc Known;
  return Library.getLibFunc(Callee->getName(), Known) &&
         !Library.getLibFunc(*Callee, Known);
}

std::optional<LibraryCall> libraryCallOf(const CallBase &Call) {
  LibraryCall Result;
  Type *Int = Type::getInt32Ty(Call.getContext());
  Type *Size = Type::getInt64Ty(Call.getContext());
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    Result.Name = isa<MemMoveInst>(Copy) ? "memmove" : "memcpy";
    Value *From = Copy->getRawSource(), *To = Copy->getRawDest();
    Result.Arguments = {{To, To->getType()},
                        {From, From->getType()},
                        {Copy->getLength(), Size}};
    return Result;
  }
  if (auto *Set = dyn_cast<MemSetInst>(&Call)) {
    Result.Name = "memset";
    Result.Arguments = {{Set->getRawDest(), Set->getRawDest()->getType()},
                        {Set->getValue(), Int},
                        {Set->getLength(), Size}};
    return Result;
  }
  const Function *Callee = declaredCallee(Call);
  if (!Callee || Callee->isIntrinsic())
    return std::nullopt;
  Result.Name = Callee->getName();
  for (unsigned I = 0; I != Callee->arg_size() && I < Call.arg_size(); ++I) {
    Value *Argument = Call.getArgOperand(I);
    Result.Arguments.push_back({Argument, Argument->getType()});
  }
  return Result;
}

} // namespace tussah
