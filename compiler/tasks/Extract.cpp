//===- Extract.cpp - Regions become functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"
#include "DebugVariables.h"
#include "Markers.h"
#include "Representation.h"
#include "compiler/compat/Branches.h"
#include "compiler/compat/Extractor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace tussah {

Constant *regionPlaceholder(Value *Region) {
  // Not null, which would be folded.
  auto *Id = cast<ConstantInt>(Region);
  Type *I64 = Type::getInt64Ty(Id->getContext());
  return ConstantExpr::getIntToPtr(
      ConstantInt::get(I64, Id->getZExtValue() + 1),
      PointerType::getUnqual(Id->getContext()));
}

/// Replaces all calls of \p Marker in \p Blocks by \p V (if any), and erases
/// them.
static void replaceMarkers(const BlockSet &Blocks, StringRef Marker, Value *V) {
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : make_early_inc_range(*BB))
      if (isCallOf(I, Marker)) {
        if (V)
          I.replaceAllUsesWith(V);
        I.eraseFromParent();
      }
}

/// Removes attributes that describe the parent, not the task, and adds \p Kind.
static void fixAttributes(Function *Task, StringRef Kind) {
  for (Attribute::AttrKind A :
       {Attribute::AlwaysInline, Attribute::InlineHint, Attribute::NoRecurse,
        Attribute::NoReturn, Attribute::Naked})
    Task->removeFnAttr(A);
  if (!Task->hasOptNone()) // which requires it
    Task->removeFnAttr(Attribute::NoInline);
  // A task of a noexcept function may throw: its sync terminates, in the
  // parent. One without resume is compiled without exceptions, and so is its
  // parent.
  if (any_of(*Task, [](const BasicBlock &BB) {
        return isa<ResumeInst>(BB.getTerminator());
      }))
    Task->removeFnAttr(Attribute::NoUnwind);
  if (!Kind.empty())
    Task->addFnAttr(Kind);
  Task->setLinkage(GlobalValue::InternalLinkage);
  Task->setDSOLocal(true);
}

/// Gives \p Body the signature (i64 k, captures...), where \p Index is the
/// argument of \p Call that carries k, if the body uses it at all. Returns the
/// new function; \p Captures receives the rest of the arguments.
static Function *putIndexFirst(Function *Body, CallBase *Call, Value *Index,
                               SmallVectorImpl<Value *> &Captures) {
  SmallVector<Type *, 8> Types{Index->getType()};
  for (Value *V : Call->args())
    if (V != Index) {
      Captures.push_back(V);
      Types.push_back(V->getType());
    }
  auto *Type =
      FunctionType::get(Body->getReturnType(), Types, /*isVarArg=*/false);
  auto *New = Function::Create(Type, Body->getLinkage(), "", Body->getParent());
  New->copyAttributesFrom(Body);
  New->setAttributes(AttributeList::get(Body->getContext(),
                                        Body->getAttributes().getFnAttrs(),
                                        AttributeSet(), {}));
  New->setSubprogram(Body->getSubprogram());
  Body->setSubprogram(nullptr);
  New->splice(New->begin(), Body);
  New->takeName(Body);
  unsigned Next = 1;
  for (unsigned I = 0; I < Body->arg_size(); ++I) {
    Argument *Old = Body->getArg(I);
    Argument *Arg =
        Call->getArgOperand(I) == Index ? New->getArg(0) : New->getArg(Next++);
    Old->replaceAllUsesWith(Arg);
    if (Arg->getArgNo() != 0)
      Arg->takeName(Old);
  }
  New->getArg(0)->setName("k");
  return New;
}

/// Replaces \p Marker by a call of \p Callee. Keeps its unwind edge and its
/// place in the program.
static CallBase *replaceByCall(CallBase *Marker, Function *Callee,
                               ArrayRef<Value *> Args) {
  CallBase *New;
  if (auto *II = dyn_cast<InvokeInst>(Marker))
    New = InvokeInst::Create(Callee, II->getNormalDest(), II->getUnwindDest(),
                             Args, "", Marker->getIterator());
  else
    New = CallInst::Create(Callee, Args, "", Marker->getIterator());
  New->setDebugLoc(Marker->getDebugLoc());
  Marker->eraseFromParent();
  return New;
}

/// The parent failed before the spawn: gives the storage back where the
/// exception passes on to the parent's handlers.
static void discardOnUnwind(const MarkedRegion &R, Constant *Frame,
                            CallInst *Storage) {
  for (BasicBlock *BB : R.Prepare)
    for (Instruction &I : make_early_inc_range(*BB)) {
      if (!isCallOf(I, marker::TaskUnwind))
        continue;
      if (Storage)
        replaceByCall(cast<CallBase>(&I),
                      getOrInsertRep(*I.getModule(), rep::Discard),
                      {Frame, Storage});
      else
        I.eraseFromParent();
    }
}

static CallInst *placeIndex(const MarkedRegion &R) {
  auto *Before = R.TaskEntry->getSinglePredecessor();
  Function *Marker = R.End->getModule()->getFunction(marker::LoopIndex);
  if (!Marker)
    return nullptr;
  auto *Index =
      CallInst::Create(Marker, "k", Before->getTerminator()->getIterator());
  replaceMarkers(R.Task, marker::LoopIndex, Index);
  return Index;
}

/// The code extractor refuses llvm.eh.typeid.for, whose value belongs to one
/// function's exception table. Here it moves together with all landing pads
/// that use it, so it is hidden behind another callee meanwhile.
class HiddenTypeIds {
  Function *Hidden = nullptr;
  Function *Real = nullptr;

public:
  explicit HiddenTypeIds(const BlockSet &Blocks) {
    for (BasicBlock *BB : Blocks)
      for (Instruction &I : *BB)
        if (auto *II = dyn_cast<IntrinsicInst>(&I);
            II && II->getIntrinsicID() == Intrinsic::eh_typeid_for)
          hide(II);
  }
  HiddenTypeIds(const HiddenTypeIds &) = delete;
  HiddenTypeIds &operator=(const HiddenTypeIds &) = delete;
  ~HiddenTypeIds() {
    if (!Hidden)
      return;
    Hidden->replaceAllUsesWith(Real);
    Hidden->eraseFromParent();
  }

private:
  void hide(IntrinsicInst *II) {
    if (!Hidden) {
      Real = II->getCalledFunction();
      Hidden = Function::Create(Real->getFunctionType(),
                                GlobalValue::ExternalLinkage,
                                "tussah.hidden.typeid", II->getModule());
    }
    II->setCalledFunction(Hidden);
  }
};

/// The blocks of the task of \p R that it reaches, its entry first. A dominator
/// tree would tell the code extractor the same, but takes all of the parent,
/// for each of its tasks.
static BlockSet reachableInTask(const MarkedRegion &R) {
  BlockSet Reachable;
  SmallVector<BasicBlock *, 16> Worklist{R.TaskEntry};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (R.Task.contains(BB) && Reachable.insert(BB))
      append_range(Worklist, successors(BB));
  }
  return Reachable;
}

/// Runs LLVM's code extractor on the task's blocks. Returns the call that it
/// leaves behind, or null.
static CallInst *outline(const MarkedRegion &R, StringRef Suffix) {
  HiddenTypeIds Hide(R.Task);
  // Of a function without code: the extractor would look at all variables of
  // the parent, for each of its tasks. Those of the task are in it already.
  CodeExtractorAnalysisCache Cache(*cast<Function>(R.End->getCalledOperand()));
  BlockSet Blocks = reachableInTask(R);
  CodeExtractor Extractor =
      compat::makeExtractor(Blocks.getArrayRef(), Suffix.str());
  Function *Task =
      Extractor.isEligible() ? Extractor.extractCodeRegion(Cache) : nullptr;
  if (!Task || !Task->hasOneUse())
    return nullptr;
  // The variables that were placed in the task belong into the entry block, or
  // they count as dynamic.
  MergeBlockIntoPredecessor(R.TaskEntry);
  auto *Call = dyn_cast<CallInst>(Task->user_back());
  if (Call)
    describeReferences(Call);
  return Call;
}

/// From the parent's view a task always starts, and always goes on to its
/// spawn, whether or not it returns.
static void makeUnconditional(const MarkedRegion &R, CallInst *Call) {
  BasicBlock *Head = R.Begin->getParent();
  auto *Br = cast<compat::CondBrInst>(Head->getTerminator());
  IRBuilder<>(Br).CreateBr(Br->getSuccessor(0));
  R.Join->removePredecessor(Head, /*KeepOneInputPHIs=*/true);
  Value *Condition = Br->getCondition();
  Br->eraseFromParent();
  cast<Instruction>(Condition)->eraseFromParent();
  R.Begin->eraseFromParent();
  // The extractor ends the parent after a call that does not return.
  Instruction *End = Call->getParent()->getTerminator();
  if (End->getNumSuccessors() == 0) {
    IRBuilder<>(End).CreateBr(R.Join);
    End->eraseFromParent();
  }
}

/// With -Og, clang marks where variables end, so that debuggers find them until
/// then. LLVM drops the marks of what it inlines, and with them the variables
/// that a task captures and does not use.
static void keepDebugUses(Function *Task) {
  if (any_of(instructions(*Task), [](const Instruction &I) {
        auto *Call = dyn_cast<CallInst>(&I);
        return Call && isCallOf(*Call, "llvm.fake.use");
      }))
    Task->addFnAttr(Attribute::NoInline);
}

Function *extractTask(MarkedRegion &R, CallInst *Storage) {
  LLVMContext &C = R.Begin->getContext();
  Constant *Frame = regionPlaceholder(R.Begin->getArgOperand(0));
  if (Storage)
    Storage->setArgOperand(0, Frame);
  discardOnUnwind(R, Frame, Storage);
  Value *N = R.IsLoop ? R.Begin->getArgOperand(1) : nullptr;
  Value *Grain = R.IsLoop ? R.Begin->getArgOperand(2) : nullptr;
  CallInst *Index = R.IsLoop ? placeIndex(R) : nullptr;

  bool IsCalled = R.isCalled();
  CallInst *Call = outline(R, R.IsLoop ? "body" : IsCalled ? "scope" : "task");
  if (!Call) {
    C.emitError(R.End, "cannot move this task out of its function; it holds "
                       "something that must stay, such as a label whose "
                       "address is taken");
    return nullptr;
  }
  makeUnconditional(R, Call);
  Function *Task = Call->getCalledFunction();
  fixAttributes(Task, R.IsLoop   ? StringRef(rep::BodyAttr)
                      : IsCalled ? StringRef()
                                 : StringRef(rep::TaskAttr));
  SmallVector<Value *, 8> Args;
  if (R.IsLoop) {
    SmallVector<Value *, 8> Captures;
    Value *K = Index ? static_cast<Value *>(Index)
                     : PoisonValue::get(Type::getInt64Ty(C));
    Function *Body = putIndexFirst(Task, Call, K, Captures);
    Call->eraseFromParent();
    Task->eraseFromParent();
    Task = Body;
    Args = {Frame, Task, N, Grain};
    append_range(Args, Captures);
  } else if (IsCalled) {
    append_range(Args, Call->args());
    Call->eraseFromParent();
    replaceByCall(R.End, Task, Args);
    return Task;
  } else {
    keepDebugUses(Task);
    Value *Memory = Storage
                        ? static_cast<Value *>(Storage)
                        : ConstantPointerNull::get(PointerType::getUnqual(C));
    Args = {Frame, Memory, Task};
    append_range(Args, Call->args());
    Call->eraseFromParent();
  }
  if (Index)
    Index->eraseFromParent();
  replaceByCall(
      R.End,
      getOrInsertRep(*Task->getParent(), R.IsLoop ? rep::ParFor : rep::Spawn),
      Args);
  return Task;
}

} // namespace tussah
