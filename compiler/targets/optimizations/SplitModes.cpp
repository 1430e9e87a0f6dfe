//===- SplitModes.cpp - Loops apart from what spawns by hand --------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitModes.h"
#include "compiler/compat/Branches.h"

#include "CallSpawn.h"
#include "compiler/targets/lowering/OutOfLine.h"
#include "compiler/targets/lowering/ThreadLocalUses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

static cl::opt<bool>
    Enabled("tussah-split-modes", cl::init(true), cl::Hidden,
            cl::desc("separate parallel loops from other spawns of a function "
                     "if a parameter decides between them"));

namespace {

/// The branch of a function on one of its parameters, which goes to what
/// spawns (successor Spawning) or to what only has parallel loops.
struct Mode {
  compat::CondBrInst *Branch;
  unsigned Param, Spawning;
  /// The parameter is this where the function spawns, or it is not.
  Constant *Value;
  bool IsValue;

  bool decidesAs(const Mode &Other) const {
    return Param == Other.Param && Value == Other.Value &&
           IsValue == Other.IsValue;
  }
};

/// What has been split off a function, and why.
struct Part {
  Function *Spawning;
  Mode When;
};

/// By the functions that they are parts of.
using Parts = MapVector<Function *, Part>;

} // namespace

/// True if \p I may run again, in the part of the function that is split off,
/// with the same result: only variables of its own have been written.
static bool mayRunAgain(const Instruction &I) {
  if (isa<AllocaInst, DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() ||
      isCallOf(I, rep::Frame))
    return true;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple() &&
           isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
  return !I.mayHaveSideEffects() && !I.isVolatile() && !I.isAtomic();
}

/// True if a call of \p Name is reached from \p From.
static bool reaches(BasicBlock *From, StringRef Name) {
  SmallPtrSet<BasicBlock *, 16> Seen{From};
  SmallVector<BasicBlock *, 16> Open{From};
  while (!Open.empty()) {
    BasicBlock *BB = Open.pop_back_val();
    if (any_of(*BB, [&](const Instruction &I) { return isCallOf(I, Name); }))
      return true;
    for (BasicBlock *Next : successors(BB))
      if (Seen.insert(Next).second)
        Open.push_back(Next);
  }
  return false;
}

/// Finds what \p Branch decides, if it is the mode of its function.
static bool isMode(compat::CondBrInst &Branch, Mode &Result) {
  auto *Compare = dyn_cast<ICmpInst>(Branch.getCondition());
  if (!Compare || !Compare->isEquality())
    return false;
  auto *Param = dyn_cast<Argument>(Compare->getOperand(0));
  auto *Value = dyn_cast<ConstantInt>(Compare->getOperand(1));
  if (!Param || !Value)
    return false;
  unsigned Spawning = reaches(Branch.getSuccessor(0), rep::Spawn) ? 0 : 1;
  BasicBlock *Loops = Branch.getSuccessor(1 - Spawning);
  if (!reaches(Branch.getSuccessor(Spawning), rep::Spawn) ||
      reaches(Loops, rep::Spawn) || !reaches(Loops, rep::ParFor))
    return false;
  bool OnEqual = Compare->getPredicate() == ICmpInst::ICMP_EQ;
  Result = {&Branch, Param->getArgNo(), Spawning, Value,
            OnEqual == (Spawning == 0)};
  return true;
}

static bool findMode(Function &F, Mode &Result) {
  BasicBlock *BB = &F.getEntryBlock();
  // In front there may be a test whether there is anything to do.
  for (unsigned Blocks = 0; Blocks < 4; ++Blocks) {
    if (!all_of(make_range(BB->begin(), BB->getTerminator()->getIterator()),
                mayRunAgain))
      return false;
    Instruction *Branch = BB->getTerminator();
    if (!isa<compat::CondBrInst, compat::UncondBrInst>(Branch))
      return false;
    auto *Decision = dyn_cast<compat::CondBrInst>(Branch);
    if (Decision && isMode(*Decision, Result))
      return true;
    BasicBlock *Way = nullptr;
    for (BasicBlock *Next : successors(BB))
      if (reaches(Next, rep::Spawn)) {
        if (Way)
          return false;
        Way = Next;
      }
    if (!Way || !Way->getSinglePredecessor())
      return false;
    BB = Way;
  }
  return false;
}

static bool mayBeSplit(const Function &F) {
  return !F.isDeclaration() && !F.isInterposable() && mayDecideIn(F) &&
         !F.hasMinSize() && !F.isVarArg() &&
         !F.hasFnAttribute(Attribute::Naked) &&
         !F.hasFnAttribute(Attribute::AlwaysInline) &&
         none_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); });
}

/// Lets \p Branch always go to its successor \p Taken.
static void fold(compat::CondBrInst &Branch, unsigned Taken) {
  BasicBlock *BB = Branch.getParent();
  Branch.getSuccessor(1 - Taken)->removePredecessor(BB);
  compat::UncondBrInst::Create(Branch.getSuccessor(Taken), Branch.getIterator())
      ->setDebugLoc(Branch.getDebugLoc());
  Branch.eraseFromParent();
}

/// Emits a call of \p Spawning with the arguments of \p F, and a return of what
/// it returns. Returns the block.
static BasicBlock *emitCall(Function &F, Function &Spawning,
                            const DebugLoc &Where) {
  auto *BB = BasicBlock::Create(F.getContext(), "spawning", &F);
  IRBuilder<> B(BB);
  B.SetCurrentDebugLocation(Where);
  SmallVector<Value *, 8> Args(llvm::make_pointer_range(F.args()));
  CallInst *Call = B.CreateCall(&Spawning, Args);
  Call->setCallingConv(F.getCallingConv());
  AttributeList Known = F.getAttributes();
  Call->setAttributes(Known.removeFnAttributes(F.getContext()));
  if (F.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  return BB;
}

static Function *split(Function &F, const Mode &M) {
  ValueToValueMapTy Map;
  Function *Spawning = CloneFunction(&F, Map);
  Spawning->setName(F.getName() + ".spawning");
  Spawning->setLinkage(GlobalValue::InternalLinkage);
  Spawning->setVisibility(GlobalValue::DefaultVisibility);
  Spawning->setComdat(nullptr);
  Spawning->setDSOLocal(true);
  fold(cast<compat::CondBrInst>(*Map[M.Branch]), M.Spawning);
  EliminateUnreachableBlocks(*Spawning);

  BasicBlock *BB = M.Branch->getParent();
  M.Branch->getSuccessor(M.Spawning)->removePredecessor(BB);
  M.Branch->setSuccessor(M.Spawning,
                         emitCall(F, *Spawning, M.Branch->getDebugLoc()));
  EliminateUnreachableBlocks(F);
  forgetTasks(F);
  forgetTasks(*Spawning);
  if (F.hasFnAttribute(Attribute::PresplitCoroutine) && !usesThreadLocal(F))
    makeOrdinary(F);
  return Spawning;
}

/// In \p F parameter \p Param has a value with which others like \p Known
/// spawn: calls them as such.
static void redirectCalls(Function &F, unsigned Param, const Mode &Known,
                          const Parts &All) {
  for (User *U : F.getArg(Param)->users()) {
    auto *Call = dyn_cast<CallBase>(U);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    auto Found = Callee ? All.find(Callee) : All.end();
    if (Call && Found != All.end() && Found->second.When.decidesAs(Known) &&
        Call->getArgOperand(Known.Param) == F.getArg(Param))
      Call->setCalledFunction(Found->second.Spawning);
  }
}

/// The same in \p P and in tasks which only \p P spawns.
static void redirectCalls(const Part &P, const Parts &All) {
  redirectCalls(*P.Spawning, P.When.Param, P.When, All);
  Argument *Param = P.Spawning->getArg(P.When.Param);
  for (CallBase *Call : callsIn(*P.Spawning, rep::Spawn)) {
    Function *Helper = SpawnCall(Call).helper();
    if (!Helper || Helper->isDeclaration() || !Helper->hasOneUse())
      continue;
    for (unsigned I = SpawnCall::NumFixed; I < Call->arg_size(); ++I)
      if (Call->getArgOperand(I) == Param)
        redirectCalls(*Helper, I - SpawnCall::NumFixed, P.When, All);
  }
}

PreservedAnalyses SplitModesPass::run(Module &M, ModuleAnalysisManager &) {
  if (!Enabled || !M.getFunction(rep::ParFor))
    return PreservedAnalyses::all();
  SmallSetVector<Function *, 16> Spawners;
  for (CallBase *Call : callsOf(M, rep::Spawn))
    Spawners.insert(Call->getFunction());
  Parts All;
  for (Function *F : Spawners)
    if (Mode When; mayBeSplit(*F) && findMode(*F, When))
      All.insert({F, {split(*F, When), When}});
  for (const auto &[F, P] : All)
    redirectCalls(P, All);
  return All.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tussah
