//===- TailCalls.cpp - Functions that end with a call of themselves -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TailCalls.h"
#include "compiler/compat/Branches.h"

#include "compiler/targets/optimizations/Remarks.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace tussah::native {

//===----------------------------------------------------------------------===//
// What comes behind a call
//===----------------------------------------------------------------------===//

namespace {

/// What a function does with the result of a call before it returns it.
struct Tail {
  /// The operation on the result, and its other operand; null if there is none.
  BinaryOperator *Operation = nullptr;
  Value *Other = nullptr;
  /// What is computed there of other values, in order, and which of them PHIs
  /// are (for others, null).
  SmallVector<std::pair<Instruction *, Value *>, 4> Computed;
};

/// Follows control behind a call to the return.
class TailWalk {
public:
  explicit TailWalk(CallBase &Call) : Call(Call), Result(&Call) {}

  std::optional<Tail> run();

private:
  bool visit(Instruction &I);
  bool enter(BasicBlock *From, BasicBlock *To);

  CallBase &Call;
  Value *Result; ///< what the call's result has become
  Tail Found;
};

} // namespace

/// True if \p I reads only memory of the function itself, or none, and does no
/// harm where it is not needed.
static bool isPure(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple() &&
           isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
  return !I.mayReadOrWriteMemory() && !I.isTerminator() &&
         isSafeToSpeculativelyExecute(&I);
}

/// Takes account of the PHIs of \p To. Returns false if the result is in
/// several of them.
bool TailWalk::enter(BasicBlock *From, BasicBlock *To) {
  Value *Old = Result;
  for (PHINode &Phi : To->phis()) {
    Value *Incoming = Phi.getIncomingValueForBlock(From);
    if (Incoming != Old)
      Found.Computed.push_back({&Phi, Incoming});
    else if (Result != Old)
      return false;
    else
      Result = &Phi;
  }
  return true;
}

/// Takes account of \p I. Returns false if the function does more than what a
/// Tail can say.
bool TailWalk::visit(Instruction &I) {
  if (isa<PHINode>(I) || isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() ||
      isCallOf(I, rep::Sync))
    return true;
  if (none_of(I.operands(), [&](Use &U) { return U.get() == Result; })) {
    Found.Computed.push_back({&I, nullptr});
    return isPure(I);
  }
  auto *Operation = dyn_cast<BinaryOperator>(&I);
  // Numbers of floating point would be added in an order that thefts decide.
  if (!Operation || Found.Operation ||
      !Operation->getType()->isIntOrIntVectorTy() ||
      !Operation->isAssociative() || !Operation->isCommutative() ||
      Operation->getOperand(0) == Operation->getOperand(1))
    return false;
  Found.Operation = Operation;
  Found.Other = Operation->getOperand(Operation->getOperand(0) == Result);
  Result = Operation;
  return true;
}

std::optional<Tail> TailWalk::run() {
  Instruction *I = &Call;
  for (unsigned Steps = 0; Steps < 64; ++Steps) {
    BasicBlock *BB = I->getParent();
    if (auto *Ret = dyn_cast<ReturnInst>(I)) {
      if (Ret->getReturnValue() && Ret->getReturnValue() != Result)
        return std::nullopt;
      return Found;
    }
    BasicBlock *Next = nullptr;
    if (auto *II = dyn_cast<InvokeInst>(I); II && (II == &Call || visit(*II)))
      Next = II->getNormalDest();
    else if (auto *Br = dyn_cast<compat::UncondBrInst>(I))
      Next = Br->getSuccessor();
    else if (I->isTerminator() || (I != &Call && !visit(*I)))
      return std::nullopt;
    if (Next) {
      if (!enter(BB, Next))
        return std::nullopt;
      I = &Next->front();
    } else {
      I = I->getNextNode();
    }
  }
  return std::nullopt;
}

/// True if an exception that comes to \p Pad goes on to the caller, past
/// nothing but syncs.
static bool onlyForwards(const BasicBlock *Pad) {
  const LandingPadInst *Landing = Pad->getLandingPadInst();
  if (!Landing || !Landing->isCleanup() || Landing->getNumClauses() != 0)
    return false;
  for (unsigned Steps = 0; Pad && Steps < 4; ++Steps) {
    for (const Instruction &I : *Pad)
      if (!isa<LandingPadInst, PHINode, ExtractValueInst, InsertValueInst,
               ResumeInst, compat::CondBrInst, compat::UncondBrInst,
               DbgInfoIntrinsic>(I) &&
          !I.isLifetimeStartOrEnd() && !isCallOf(I, rep::SyncUnwind))
        return false;
    if (isa<ResumeInst>(Pad->getTerminator()))
      return true;
    Pad = Pad->getSingleSuccessor();
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Whose memory the call may use
//===----------------------------------------------------------------------===//

namespace {

/// The instructions that may run before a call in the same function, or are the
/// call. What others do with the function's variables is no matter to it: there
/// control does not come to the call any more.
class Before {
public:
  explicit Before(const CallBase &Call) : Call(Call) {
    SmallVector<const BasicBlock *, 16> Work(predecessors(Call.getParent()));
    while (!Work.empty()) {
      const BasicBlock *BB = Work.pop_back_val();
      if (Blocks.insert(BB).second)
        append_range(Work, predecessors(BB));
    }
  }

  bool contains(const Instruction &I) const {
    return &I == &Call || Blocks.contains(I.getParent()) ||
           (I.getParent() == Call.getParent() && I.comesBefore(&Call));
  }

private:
  const CallBase &Call;
  SmallPtrSet<const BasicBlock *, 16> Blocks;
};

/// Who may use a variable of a function when a call is made.
struct Users {
  bool IsKept = false; ///< anybody
  bool InTask = false; ///< a child
  bool ByCall = false; ///< the call
};

} // namespace

/// True if \p Param, of a task, may be kept where the task has ended. LLVM 19
/// does not say that one is not which is passed on by value.
static bool mayBeKept(const Argument &Param) {
  return !Param.hasNoCaptureAttr() && !all_of(Param.uses(), [](const Use &U) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    return CB && CB->isArgOperand(&U) &&
           CB->isByValArgument(CB->getArgOperandNo(&U));
  });
}

/// Notes in \p Found what \p U, an argument of \p Call, lets others do when
/// \p Tail is called.
static void noteArgument(CallBase &Call, const Use &U, const CallBase &Tail,
                         Users &Found) {
  unsigned I = Call.getArgOperandNo(&U);
  if (isCallOf(Call, rep::Spawn)) {
    // The task may use it until the sync. In the fast copy that is until it
    // returns.
    const Function *Task = SpawnCall(&Call).helper();
    unsigned Capture = I - SpawnCall::NumFixed;
    Found.InTask |= I != SpawnCall::StorageArg;
    Found.IsKept |=
        I != SpawnCall::StorageArg &&
        (I < SpawnCall::NumFixed || !Task || Capture >= Task->arg_size() ||
         mayBeKept(*Task->getArg(Capture)));
  } else if (isCallOf(Call, rep::Discard) && I == SpawnCall::StorageArg) {
    return;
  } else if (!Call.isByValArgument(I)) {
    Found.IsKept |= !Call.doesNotCapture(I);
    Found.ByCall |= &Call == &Tail;
  }
}

static Users usersOf(Value &Memory, const CallBase &Tail,
                     const Before &BeforeTail) {
  Users Found;
  SmallPtrSet<Value *, 16> Seen{&Memory};
  SmallVector<Value *, 16> Work{&Memory};
  while (!Work.empty() && !Found.IsKept)
    for (Use &U : Work.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(I)) {
        if (Seen.insert(I).second)
          Work.push_back(I);
        continue;
      }
      if (isa<LoadInst, ICmpInst>(I) || I->isLifetimeStartOrEnd() ||
          !BeforeTail.contains(*I))
        continue;
      if (auto *Store = dyn_cast<StoreInst>(I)) {
        Found.IsKept |= U.getOperandNo() != Store->getPointerOperandIndex();
      } else if (auto *CB = dyn_cast<CallBase>(I); CB && CB->isArgOperand(&U)) {
        noteArgument(*CB, U, Tail, Found);
      } else {
        Found.IsKept = true;
      }
    }
  return Found;
}

/// True if the function may go on in its frame instead of \p Call, a call of
/// itself: nobody uses its variables any more, but for those that it passes on.
static bool mayShareFrame(CallBase &Call, const Before &BeforeCall) {
  return all_of(instructions(*Call.getFunction()), [&](Instruction &I) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    if (!Variable && !isCallOf(I, rep::Storage))
      return true;
    Users Found = usersOf(I, Call, BeforeCall);
    return (!Variable || Variable->isStaticAlloca()) && !Found.IsKept &&
           !Found.ByCall;
  });
}

/// True if what \p Call passes by value are the caller's own parameters, which
/// nobody but the caller uses: then they need no copy.
static bool passesOwnParameters(CallBase &Call, const Before &BeforeCall) {
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    if (!Call.isByValArgument(I))
      continue;
    auto *Param = dyn_cast<Argument>(Call.getArgOperand(I));
    if (!Param || Param->getArgNo() != I)
      return false;
    Users Found = usersOf(*Param, Call, BeforeCall);
    if (Found.IsKept || Found.InTask)
      return false;
  }
  return true;
}

/// True if LLVM, too, would make loops of calls in \p F.
static bool isAllowedIn(const Function &F) {
  return !F.isDeclaration() && !F.isVarArg() && !F.isInterposable() &&
         !F.hasOptNone() && !F.hasFnAttribute(Attribute::SanitizeAddress) &&
         !F.hasFnAttribute(Attribute::SanitizeThread) &&
         !F.getFnAttribute("disable-tail-calls").getValueAsBool();
}

static bool isTailCall(CallBase &Call) {
  auto *CI = dyn_cast<CallInst>(&Call);
  auto *II = dyn_cast<InvokeInst>(&Call);
  if (Call.getFunctionType() != Call.getFunction()->getFunctionType() ||
      Call.hasOperandBundles() ||
      (CI && (CI->isNoTailCall() || CI->isMustTailCall())) ||
      (II && !onlyForwards(II->getUnwindDest())) || !TailWalk(Call).run())
    return false;
  Before BeforeCall(Call);
  return passesOwnParameters(Call, BeforeCall) &&
         mayShareFrame(Call, BeforeCall);
}

static void markTailCalls(Function &F) {
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) || Call->getFunction() != &F ||
        !isTailCall(*Call))
      continue;
    Call->addFnAttr(Attribute::get(F.getContext(), rep::TailAttr));
    remarkDone(*Call, "TailCall", [] {
      return "the function ends with a call of itself, which is a jump while "
             "nothing is stolen";
    });
  }
}

void markTailCalls(Module &M) {
  SmallPtrSet<Function *, 16> Seen;
  for (CallBase *Spawn : callsOf(M, rep::Spawn))
    if (Function *F = Spawn->getFunction();
        Seen.insert(F).second && isAllowedIn(*F))
      markTailCalls(*F);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// The calls of the same operation, or of none, as there is one variable for
/// all results.
void TailLoops::find() {
  std::optional<unsigned> Opcode;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->hasFnAttr(rep::TailAttr))
      continue;
    Call->removeFnAttr(rep::TailAttr);
    std::optional<Tail> T = TailWalk(*Call).run();
    if (Call->getCalledFunction() != &F || !T)
      continue;
    if (T->Operation) {
      if (Opcode && *Opcode != T->Operation->getOpcode())
        continue;
      Opcode = T->Operation->getOpcode();
    }
    Calls.push_back({Call, {}});
  }
}

AllocaInst *TailLoops::addSlot(Value *Initial, const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  auto *Slot = new AllocaInst(Initial->getType(), 0, Name, Entry.begin());
  new StoreInst(Initial, Slot, Entry.getTerminator()->getIterator());
  Slots.push_back(Slot);
  return Slot;
}

/// Lets debuggers look for \p New where they have looked for \p Param.
static void describeInstead(Argument &Param, Instruction &New) {
  BasicBlock *Entry = &New.getFunction()->getEntryBlock();
  for (Instruction &I : instructions(*New.getFunction()))
    for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (I.getParent() != Entry && is_contained(Record.location_ops(), &Param))
        Record.replaceVariableLocationOp(&Param, &New);
}

/// Lets the function read the parameters that its calls change from variables.
void TailLoops::passInSlots() {
  for (Argument &Param : F.args()) {
    unsigned I = Param.getArgNo();
    if (all_of(Calls,
               [&](TailCall &T) { return T.Call->getArgOperand(I) == &Param; }))
      continue;
    AllocaInst *Slot = addSlot(&Param, Param.getName() + ".slot");
    auto *Now = new LoadInst(Param.getType(), Slot, Param.getName() + ".now",
                             Head->begin());
    Param.replaceUsesWithIf(Now, [&](Use &U) {
      return cast<Instruction>(U.getUser())->getParent() != &F.getEntryBlock();
    });
    describeInstead(Param, *Now);
    for (TailCall &T : Calls)
      T.Sets.push_back(
          new StoreInst(T.Call->getArgOperand(I), Slot, T.Call->getIterator()));
  }
}

/// An operation as \p Like, without its flags: another order has other
/// intermediate results.
static Value *emitLike(const BinaryOperator &Like, Value *A, Value *B,
                       Instruction *At) {
  auto *I =
      BinaryOperator::Create(Like.getOpcode(), A, B, "", At->getIterator());
  I->setDebugLoc(Like.getDebugLoc());
  return I;
}

/// Does what calls do with results before the jump, in a variable, which each
/// return adds to what it returns.
void TailLoops::accumulate() {
  SmallVector<Tail, 2> Tails;
  BinaryOperator *Operation = nullptr;
  for (TailCall &T : Calls) {
    // Again: parameters have become values that are read.
    std::optional<Tail> Again = TailWalk(*T.Call).run();
    if (!Again)
      llvm_unreachable("a tail call is none any more");
    Tails.push_back(std::move(*Again));
    if (!Operation)
      Operation = Tails.back().Operation;
  }
  if (!Operation)
    return;
  Type *Ty = Operation->getType();
  AllocaInst *Slot =
      addSlot(ConstantExpr::getBinOpIdentity(Operation->getOpcode(), Ty),
              "accumulated");
  auto Read = [&](Instruction *At) {
    return new LoadInst(Ty, Slot, "", At->getIterator());
  };
  for (auto [T, Behind] : zip_equal(Calls, Tails)) {
    if (!Behind.Operation)
      continue;
    ValueToValueMapTy Map;
    for (auto [I, Incoming] : Behind.Computed) {
      if (Incoming) { // it may have been computed behind the call, too
        Value *Copy = Map.lookup(Incoming);
        Map[I] = Copy ? Copy : Incoming;
        continue;
      }
      Instruction *Copy = I->clone();
      Copy->insertBefore(T.Call->getIterator());
      RemapInstruction(Copy, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      Map[I] = Copy;
    }
    Value *Other = Map.lookup(Behind.Other);
    Value *Sum = emitLike(*Behind.Operation, Read(T.Call),
                          Other ? Other : Behind.Other, T.Call);
    T.Sets.push_back(new StoreInst(Sum, Slot, T.Call->getIterator()));
  }
  for (BasicBlock &BB : F)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      Ret->setOperand(
          0, emitLike(*Operation, Read(Ret), Ret->getReturnValue(), Ret));
}

void TailLoops::prepare() {
  find();
  if (Calls.empty())
    return;
  BasicBlock &Entry = F.getEntryBlock();
  Head = SplitBlock(&Entry, &*Entry.getFirstNonPHIOrDbgOrAlloca());
  passInSlots();
  accumulate();
}

void TailLoops::connect(ValueToValueMapTy &Slow) {
  for (TailCall &T : Calls) {
    for (StoreInst *Set : T.Sets) {
      auto *Copy = cast<StoreInst>(Slow[Set]);
      Value *Stored = Copy->getValueOperand();
      Copy->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(Stored);
    }
    BasicBlock *BB = T.Call->getParent();
    T.Call->replaceAllUsesWith(PoisonValue::get(T.Call->getType()));
    DebugLoc Loc = T.Call->getDebugLoc();
    while (&BB->back() != T.Call)
      BB->back().eraseFromParent();
    T.Call->eraseFromParent();
    compat::UncondBrInst::Create(Head, BB)->setDebugLoc(Loc);
  }
}

} // namespace tussah::native
