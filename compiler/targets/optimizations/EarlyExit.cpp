//===- EarlyExit.cpp - The cheap way out of a function -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyExit.h"
#include "compiler/compat/Branches.h"

#include "OneCall.h"
#include "Remarks.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;

namespace tussah {

/// Most instructions that are copied to each call.
static constexpr unsigned MaxCopied = 12;

namespace {

/// A function that begins with \p Test and, if its outcome is \p ExitsIf,
/// returns \p Result, null for void.
struct EarlyExit {
  compat::CondBrInst *Test = nullptr;
  bool ExitsIf = false;
  Value *Result = nullptr;
  /// What computes the condition, and on the way out computes the result, and
  /// stores it where the caller wants it, in order: stores may overlap.
  SmallVector<Instruction *, 8> Condition, Exit;
  /// What PHIs on the way out are there.
  DenseMap<const Value *, Value *> Phis;

  /// \p V on the way out.
  Value *resolve(Value *V) const {
    Value *Known = Phis.lookup(V);
    return Known ? Known : V;
  }
};

} // namespace

/// True if \p V is an argument that is in a call what it is in the function.
/// One that is passed by value is a copy here.
static bool isSameInCaller(const Value *V) {
  auto *A = dyn_cast<Argument>(V);
  return A && !A->hasPassPointeeByValueCopyAttr();
}

/// True if \p SI stores to the memory that the caller wants a result in. LLVM
/// forgets that it is a result if it changes the calling convention.
static bool storesResult(const StoreInst &SI) {
  auto *A = dyn_cast<Argument>(
      SI.getPointerOperand()->stripInBoundsConstantOffsets());
  return A && SI.isSimple() &&
         (A->hasStructRetAttr() || A->hasAttribute(Attribute::DeadOnUnwind));
}

/// True for what is only about the function's own allocas. They are not copied.
static bool isSaveOrRestore(const Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && (II->getIntrinsicID() == Intrinsic::stacksave ||
                II->getIntrinsicID() == Intrinsic::stackrestore);
}

/// Appends the instructions of \p BB that compute something to \p Found. If \p
/// Stores is not null these may store the function's result, and once through
/// another argument, which \p Stores becomes true for. Returns false if one of
/// them may do more than that.
static bool collect(BasicBlock &BB, SmallVectorImpl<Instruction *> &Found,
                    bool *Stores = nullptr) {
  for (Instruction &I : BB) {
    if (I.isTerminator() || isa<PHINode>(I) || isa<AllocaInst>(I) ||
        isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() ||
        isSaveOrRestore(I) || isCallOf(I, rep::Frame))
      continue;
    // A result, which other ways out store too. Another store may be what the
    // task is for.
    auto *SI = dyn_cast<StoreInst>(&I);
    if (SI && Stores != nullptr && storesResult(*SI)) {
      Found.push_back(SI);
      continue;
    }
    if (SI && Stores && !*Stores && SI->isSimple() &&
        isa<PHINode>(SI->getValueOperand()) &&
        isSameInCaller(SI->getPointerOperand())) {
      *Stores = true;
      Found.push_back(SI);
      continue;
    }
    if (I.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&I))
      return false;
    Found.push_back(&I);
  }
  return Found.size() <= MaxCopied;
}

/// Follows the way out from \p From over its successor \p BB. Returns true if
/// it ends in a return.
static bool followExit(BasicBlock *From, BasicBlock *BB, EarlyExit &E) {
  bool Stores = false;
  for (unsigned Steps = 0; Steps < 4; ++Steps) {
    for (PHINode &Phi : BB->phis())
      E.Phis[&Phi] = E.resolve(Phi.getIncomingValueForBlock(From));
    if (!collect(*BB, E.Exit, &Stores))
      return false;
    if (auto *Ret = dyn_cast<ReturnInst>(BB->getTerminator())) {
      E.Result =
          Ret->getReturnValue() ? E.resolve(Ret->getReturnValue()) : nullptr;
      return true;
    }
    auto *Br = dyn_cast<compat::UncondBrInst>(BB->getTerminator());
    if (!Br)
      return false;
    From = BB;
    BB = Br->getSuccessor();
  }
  return false;
}

/// True if what is copied depends on nothing but arguments and constants.
static bool isSelfContained(const EarlyExit &E) {
  SmallPtrSet<const Value *, 16> Known;
  auto IsKnown = [&](const Value *V) {
    return isa<Constant>(V) || isSameInCaller(V) || Known.count(V);
  };
  for (const auto *Part : {&E.Condition, &E.Exit})
    for (Instruction *I : *Part) {
      if (!all_of(I->operands(),
                  [&](Use &U) { return IsKnown(E.resolve(U.get())); }))
        return false;
      Known.insert(I);
    }
  return IsKnown(E.Test->getCondition()) && (!E.Result || IsKnown(E.Result));
}

static std::optional<EarlyExit> findEarlyExit(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  auto *Br = dyn_cast<compat::CondBrInst>(Entry.getTerminator());
  if (!Br || F.hasFnAttribute(Attribute::OptimizeNone) || F.isInterposable() ||
      Br->getSuccessor(0) == Br->getSuccessor(1))
    return std::nullopt;
  for (bool ExitsIf : {true, false}) {
    EarlyExit E;
    E.Test = Br;
    E.ExitsIf = ExitsIf;
    if (collect(Entry, E.Condition) &&
        followExit(&Entry, Br->getSuccessor(ExitsIf ? 0 : 1), E) &&
        isSelfContained(E))
      return E;
  }
  return std::nullopt;
}

/// True if \p BB calls no function.
static bool callsNothing(const BasicBlock &BB) {
  return none_of(BB, [](const Instruction &I) {
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I) &&
           !isCallOf(I, rep::Frame);
  });
}

/// True if \p BB leads to a return without a decision or a call.
static bool returnsSoon(const BasicBlock *BB) {
  for (unsigned Steps = 0; BB && Steps < 4; ++Steps) {
    if (!callsNothing(*BB))
      return false;
    if (isa<ReturnInst>(BB->getTerminator()))
      return true;
    BB = BB->getSingleSuccessor();
  }
  return false;
}

/// Why \p F, in which no early exit was found, has none, though it looks as if
/// it had. Empty if it does not, or if nothing is optimized.
static StringRef whyNoEarlyExit(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  auto *Br = dyn_cast<compat::CondBrInst>(Entry.getTerminator());
  if (F.hasOptNone() || !Br || !callsNothing(Entry) ||
      none_of(Br->successors(), returnsSoon))
    return "";
  if (F.isInterposable())
    return "another definition may replace it";
  SmallVector<Instruction *, 8> Condition;
  if (!collect(Entry, Condition))
    return "its test accesses memory, or takes too many instructions";
  return "it does more than to return what is known there";
}

/// The values of a function in terms of one of its calls.
static Value *valueAt(Value *V, ValueToValueMapTy &Map) {
  auto It = Map.find(V);
  return It == Map.end() ? V : static_cast<Value *>(It->second);
}

static void copyTo(ArrayRef<Instruction *> Instructions, Instruction *At,
                   ValueToValueMapTy &Map) {
  for (Instruction *I : Instructions) {
    Instruction *Copy = I->clone();
    Copy->insertBefore(At->getIterator());
    Copy->setDebugLoc(At->getDebugLoc());
    // The rest, as what a store is an assignment to, is about its function.
    Copy->dropUnknownNonDebugMetadata(LLVMContext::MD_tbaa);
    Copy->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
    Map[I] = Copy;
  }
}

/// Does the test of \p E before \p Call, whose arguments begin with number \p
/// First, and goes around it on the way out. A spawn stores the result to its
/// storage.
static void guardCall(CallBase *Call, unsigned First, const EarlyExit &E) {
  Function &Callee = *E.Test->getFunction();
  ValueToValueMapTy Map;
  for (Argument &A : Callee.args())
    Map[&A] = Call->getArgOperand(First + A.getArgNo());
  copyTo(E.Condition, Call, Map);
  Value *Exits = valueAt(E.Test->getCondition(), Map);

  BasicBlock *Before = Call->getParent();
  BasicBlock *Calls = SplitBlock(Before, Call);
  BasicBlock *Next;
  if (auto *II = dyn_cast<InvokeInst>(Call))
    Next = II->getNormalDest()->getSinglePredecessor() &&
                   !isa<PHINode>(II->getNormalDest()->front())
               ? II->getNormalDest()
               : SplitEdge(Calls, II->getNormalDest());
  else
    Next = SplitBlock(Calls, Call->getNextNode());
  BasicBlock *Early = BasicBlock::Create(Call->getContext(), "early",
                                         Call->getFunction(), Calls);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  Instruction *Br = E.ExitsIf ? B.CreateCondBr(Exits, Early, Calls)
                              : B.CreateCondBr(Exits, Calls, Early);
  if (MDNode *Weights = E.Test->getMetadata(LLVMContext::MD_prof))
    Br->setMetadata(LLVMContext::MD_prof, Weights);
  B.SetInsertPoint(Early);
  Instruction *End = B.CreateBr(Next);
  for (Instruction *I : E.Exit) {
    for (Value *V : I->operands())
      if (E.Phis.contains(V))
        Map[V] = valueAt(E.resolve(V), Map);
    copyTo(I, End, Map);
  }
  Value *Result = E.Result ? valueAt(E.Result, Map) : nullptr;

  if (isCallOf(*Call, rep::Spawn)) {
    Value *Place = SpawnCall(Call).storage();
    if (!isa<ConstantPointerNull>(Place))
      // A member of a packed structure is not aligned as its type is.
      IRBuilder<>(End).CreateAlignedStore(
          Result, Place,
          getKnownAlignment(Place, Callee.getParent()->getDataLayout()));
    return;
  }
  if (Call->use_empty())
    return;
  B.SetInsertPoint(Next, Next->begin());
  PHINode *Phi = B.CreatePHI(Call->getType(), 2);
  Call->replaceAllUsesWith(Phi);
  Phi->addIncoming(Call, Calls);
  Phi->addIncoming(Result, Early);
}

/// The function that is all that \p Task calls, or itself.
static Function &startOf(Function &Task) {
  std::optional<OneCall> One = asOneCall(Task, [](Function *Callee) {
    return Callee && !Callee->isDeclaration();
  });
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): it is known
  return One ? *One->Call->getCalledFunction() : Task;
}

static void explainNoEarlyExit(Instruction &Spawn, StringRef Why) {
  remarkMissed(Spawn, "NoEarlyExit", [&] {
    return "the early exit of the task is not taken at its spawn: " + Why.str();
  });
}

/// Says at the spawns of \p Task why its early exit, if it has one, is not
/// taken.
static void explainNoEarlyExit(Function &Task, StringRef Why) {
  for (Use &U : Task.uses())
    if (!Why.empty() && isHelperOfSpawn(U))
      explainNoEarlyExit(*cast<Instruction>(U.getUser()), Why);
}

namespace {

/// Functions and their early exits.
using EarlyExits = MapVector<Function *, EarlyExit>;

} // namespace

/// The early exits of \p Functions.
static EarlyExits findEarlyExits(const FunctionSet &Functions) {
  EarlyExits Exits;
  for (Function *F : Functions)
    if (std::optional<EarlyExit> E = findEarlyExit(*F))
      Exits[F] = std::move(*E);
  for (Function *F : Functions)
    if (wantsRemarks(*F) && !Exits.contains(F) && !Exits.contains(&startOf(*F)))
      explainNoEarlyExit(*F, whyNoEarlyExit(startOf(*F)));
  return Exits;
}

void explainReplaceable(Module &M) {
  for (CallBase *Call : callsOf(M, rep::Spawn)) {
    Function *Task = SpawnCall(Call).helper();
    if (!Task || Task->isDeclaration() || !wantsRemarks(*Call->getFunction()))
      continue;
    Function &Start = startOf(*Task);
    StringRef Why = Start.isInterposable() ? whyNoEarlyExit(Start) : "";
    if (!Why.empty())
      explainNoEarlyExit(*Call, Why);
  }
}

/// True if \p U is a spawn or call of \p F that may go around it.
static bool mayGuard(const Use &U, const Function &F) {
  auto *CB = cast<CallBase>(U.getUser());
  if (CB->getFunction()->hasFnAttribute(Attribute::OptimizeNone) ||
      // Nothing may come between such a call and its return.
      CB->isMustTailCall() ||
      // It becomes a jump to the test.
      CB->hasFnAttr(rep::TailAttr))
    return false;
  bool IsSpawn = isHelperOfSpawn(U);
  if (IsSpawn && CB->getFunction()->hasMinSize())
    explainNoEarlyExit(*CB, "code is to be small");
  return !CB->getFunction()->hasMinSize() &&
         // In C a call without a prototype may have other arguments.
         (IsSpawn ||
          (CB->isCallee(&U) && CB->getFunctionType() == F.getFunctionType()));
}

/// Takes \p Exits at calls in \p Callers. Returns the functions that have such
/// a call.
static FunctionSet takeEarlyExits(const EarlyExits &Exits,
                                  const FunctionSet &Callers) {
  // All are found first: guards change how a function begins.
  SmallVector<std::pair<CallBase *, const EarlyExit *>, 16> Calls;
  for (auto &[F, E] : Exits)
    for (Use &U : F->uses()) {
      auto *CB = dyn_cast<CallBase>(U.getUser());
      if (CB && Callers.contains(CB->getFunction()) && mayGuard(U, *F))
        Calls.push_back({CB, &E});
    }
  FunctionSet Changed;
  for (auto [Call, Exit] : Calls) {
    bool IsSpawn = isCallOf(*Call, rep::Spawn);
    if (IsSpawn)
      remarkDone(*Call, "EarlyExit", [] {
        return "the early exit of the task is taken without a spawn";
      });
    Changed.insert(Call->getFunction());
    guardCall(Call, IsSpawn ? SpawnCall::NumFixed : 0, *Exit);
  }
  return Changed;
}

bool inlineEarlyExits(const FunctionSet &Functions,
                      const FunctionSet &Callers) {
  EarlyExits Exits = findEarlyExits(Functions);
  FunctionSet Changed = takeEarlyExits(Exits, Callers);
  // A task that only calls a function has that one's early exit now.
  FunctionSet Tasks;
  for (Function *F : Changed)
    if (!Exits.contains(F) && any_of(F->uses(), isHelperOfSpawn))
      Tasks.insert(F);
  takeEarlyExits(findEarlyExits(Tasks), Callers);
  return !Changed.empty();
}

} // namespace tussah
