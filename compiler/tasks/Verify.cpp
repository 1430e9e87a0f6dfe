//===- Verify.cpp - Rules of the task representation -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "Markers.h"
#include "Outstanding.h"
#include "Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

namespace {

class TaskVerifier {
  Module &M;
  raw_ostream &OS;
  bool Ok = true;

public:
  TaskVerifier(Module &M, raw_ostream &OS) : M(M), OS(OS) {}

  bool run();

private:
  void fail(const Function &F, const Twine &What) {
    OS << "function '" << F.getName() << "': " << What << '\n';
    Ok = false;
  }
  void checkCall(CallBase &CB);
  void checkCallee(CallBase &CB, Function *Callee, unsigned NumFixed,
                   bool IsBody);
  void checkSyncs(const Function &F);
};

} // namespace

void TaskVerifier::checkCallee(CallBase &CB, Function *Callee,
                               unsigned NumFixed, bool IsBody) {
  const Function &F = *CB.getFunction();
  StringRef Kind = IsBody ? "body" : "helper";
  if (!Callee || Callee->isDeclaration()) {
    fail(F, Kind + " operand is not a function defined in this module");
    return;
  }
  SmallVector<Type *, 8> Types;
  if (IsBody)
    Types.push_back(Type::getInt64Ty(M.getContext()));
  for (Value *V : drop_begin(CB.args(), NumFixed))
    Types.push_back(V->getType());
  if (!Callee->getReturnType()->isVoidTy() ||
      Callee->getFunctionType()->params() != ArrayRef<Type *>(Types))
    fail(F, "captured values do not match the parameters of '" +
                Callee->getName() + "'");
}

void TaskVerifier::checkCall(CallBase &CB) {
  const Function &F = *CB.getFunction();
  StringRef Name = CB.getCalledOperand()->getName();
  auto *FrameCall = dyn_cast<Instruction>(CB.getArgOperand(0));
  if (!FrameCall || !isCallOf(*FrameCall, rep::Frame))
    fail(F, "frame operand of " + Name + " is not a " + rep::Frame + " call");
  if (Name == rep::Spawn) {
    SpawnCall Spawn(&CB);
    checkCallee(CB, Spawn.helper(), SpawnCall::NumFixed, /*IsBody=*/false);
    auto *Storage = dyn_cast<Instruction>(Spawn.storage());
    if (!isa<ConstantPointerNull>(Spawn.storage()) &&
        !(Storage && isCallOf(*Storage, rep::Storage)))
      fail(F, Twine("storage operand of ") + rep::Spawn +
                  " is neither null nor a " + rep::Storage + " call");
  } else if (Name == rep::ParFor) {
    checkCallee(CB, ParForCall(&CB).body(), ParForCall::NumFixed,
                /*IsBody=*/true);
  }
}

/// A task that outlives its parent's frame would use dead variables.
void TaskVerifier::checkSyncs(const Function &F) {
  OutstandingTasks Analysis(F);
  for (const BasicBlock &BB : F) {
    const Instruction *T = BB.getTerminator();
    if (!isa<ReturnInst, ResumeInst>(T))
      continue;
    OutstandingTasks::FrameSet State = Analysis.atEntry(BB);
    for (const Instruction &I : BB)
      OutstandingTasks::transfer(I, State);
    if (!State.empty())
      fail(F, Twine("a spawn reaches a ") + T->getOpcodeName() +
                  " without a sync");
  }
}

bool TaskVerifier::run() {
  for (Function &F : M)
    if (F.isDeclaration() && marker::isMarker(F.getName()) && !F.use_empty())
      fail(F, "marker is left after outlining");
  static constexpr StringLiteral Checked[] = {rep::Spawn,      rep::Storage,
                                              rep::Discard,    rep::Sync,
                                              rep::SyncUnwind, rep::ParFor};
  SmallPtrSet<const Function *, 16> Spawners;
  for (StringRef Name : Checked)
    for (CallBase *CB : callsOf(M, Name)) {
      checkCall(*CB);
      if (Name == rep::Spawn)
        Spawners.insert(CB->getFunction());
    }
  for (Function &F : M)
    if (Spawners.contains(&F))
      checkSyncs(F);
  return Ok;
}

bool verifyTasks(Module &M, raw_ostream &OS) {
  return TaskVerifier(M, OS).run();
}

PreservedAnalyses VerifyPass::run(Module &M, ModuleAnalysisManager &) {
  std::string Text;
  raw_string_ostream OS(Text);
  // One diagnostic: a context without a handler exits at the first.
  if (!verifyTasks(M, OS))
    M.getContext().emitError("tussah: invalid task representation: " +
                             StringRef(OS.str()).rtrim());
  return PreservedAnalyses::all();
}

} // namespace tussah
