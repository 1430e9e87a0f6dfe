//===- Observers.cpp - Who can read a pedigree -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observers.h"

#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

/// The task or body that \p Call starts; null if it starts none.
static Function *startedBy(CallBase &Call) {
  if (isCallOf(Call, rep::Spawn))
    return SpawnCall(&Call).helper();
  if (isCallOf(Call, rep::ParFor))
    return ParForCall(&Call).body();
  return nullptr;
}

/// The function that \p Call calls, if its code is known.
static Function *definitionCalledBy(const CallBase &Call) {
  auto *F = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  return F && !F->isDeclaration() && !F->isInterposable() ? F : nullptr;
}

/// What throwing an exception calls. The end of a handler is missing: it calls
/// the destructor of an object.
static bool isOfExceptions(StringRef Name) {
  static constexpr StringLiteral Names[] = {"__cxa_allocate_exception",
                                            "__cxa_free_exception",
                                            "__cxa_throw",
                                            "__cxa_rethrow",
                                            "__cxa_begin_catch",
                                            "_Unwind_Resume"};
  return is_contained(Names, Name);
}

/// True if \p Call, of code that is not known, certainly reads no pedigree.
static bool isBlind(const CallBase &Call, const TargetLibraryInfo &TLI) {
  if (Call.isInlineAsm() || Call.onlyAccessesInaccessibleMemOrArgMem())
    return true;
  auto *F = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!F)
    return false;
  LibFunc Known;
  return F->isIntrinsic() || F->getName().starts_with("tussah.") ||
         isOfExceptions(F->getName()) ||
         // Which calls nothing of the program, but for one function.
         (TLI.getLibFunc(Call, Known) && F->getName() != "qsort");
}

void Observers::scan(Function &F, const TargetLibraryInfo &TLI) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    Function *Callee = startedBy(*Call);
    if (!Callee)
      Callee = definitionCalledBy(*Call);
    if (Callee)
      Users[Callee].push_back(&F);
    else if (!isBlind(*Call, TLI))
      Found.insert(&F);
  }
}

Observers::Observers(Module &M, FunctionAnalysisManager &FAM) {
  for (Function &F : M)
    if (!F.isDeclaration())
      scan(F, FAM.getResult<TargetLibraryAnalysis>(F));
  SmallVector<const Function *, 32> Work(Found.begin(), Found.end());
  while (!Work.empty())
    for (const Function *User : Users.lookup(Work.pop_back_val()))
      if (Found.insert(User).second)
        Work.push_back(User);
}

//===----------------------------------------------------------------------===//
// Quiet functions
//===----------------------------------------------------------------------===//

/// The functions that would change the pedigree of a strand that calls them:
/// they spawn, sync or have loops, or call such.
static ConstFunctionSet strandUsers(Module &M) {
  ConstFunctionSet Found;
  SmallVector<const Function *, 32> Work;
  auto Add = [&](const Function *F) {
    if (Found.insert(F).second)
      Work.push_back(F);
  };
  for (StringRef Name : {rep::Spawn, rep::ParFor})
    for (CallBase *Call : callsOf(M, Name))
      Add(Call->getFunction());
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      // The operand of a spawn is no call.
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && !isCallOf(*Call, rep::Spawn) && !isCallOf(*Call, rep::ParFor))
        Add(Call->getFunction());
  return Found;
}

static Function *cloneQuietly(Function &F) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Copy->setName(F.getName() + ".quiet");
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Copy->setComdat(nullptr);
  Copy->setDSOLocal(true);
  return Copy;
}

ConstFunctionSet makeQuietFunctions(Module &M, const Observers &O) {
  ConstFunctionSet Quiet, Noisy = strandUsers(M);
  SmallVector<Function *, 16> Work;
  for (StringRef Name : {rep::Spawn, rep::ParFor})
    for (CallBase *Call : callsOf(M, Name))
      if (Function *Task = startedBy(*Call);
          !O.contains(*Task) && Quiet.insert(Task).second)
        Work.push_back(Task);
  DenseMap<Function *, Function *> Copies;
  while (!Work.empty())
    for (Instruction &I : instructions(*Work.pop_back_val())) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? definitionCalledBy(*Call) : nullptr;
      if (!Callee || !Noisy.contains(Callee) || startedBy(*Call))
        continue;
      Function *&Copy = Copies[Callee];
      if (!Copy) {
        Copy = cloneQuietly(*Callee);
        Quiet.insert(Copy);
        Work.push_back(Copy);
      }
      Call->setCalledFunction(Copy);
    }
  return Quiet;
}

} // namespace tussah
