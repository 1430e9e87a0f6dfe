//===- Instrument.cpp - Code that keeps pedigrees -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tussah {

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

PedigreeCalls::PedigreeCalls(Module &M, uint64_t NodeSize, uint64_t NodeAlign)
    : NodeSize(NodeSize), NodeAlign(NodeAlign) {
  LLVMContext &C = M.getContext();
  Type *Void = Type::getVoidTy(C), *I64 = Type::getInt64Ty(C);
  Type *Ptr = PointerType::getUnqual(C);
  auto Declare = [&](StringRef Name, Type *Result, ArrayRef<Type *> Params) {
    FunctionCallee F =
        M.getOrInsertFunction(Name, FunctionType::get(Result, Params, false));
    cast<Function>(F.getCallee())->setDoesNotThrow();
    return F;
  };
  Get = Declare("tussah_pedigree_get", StructType::get(I64, Ptr), {});
  Next = Declare("tussah_pedigree_next", Void, {I64, Ptr});
  Catch = Declare("tussah_pedigree_catch", Void, {I64, Ptr});
  Term = Declare("tussah_pedigree_term", Void, {Ptr, I64, Ptr});
  Enter = Declare("tussah_pedigree_enter", Void, {Ptr});
}

std::pair<Value *, Value *> PedigreeCalls::get(IRBuilder<> &B) const {
  Value *Both = B.CreateCall(Get);
  return {B.CreateExtractValue(Both, 0, "rank"),
          B.CreateExtractValue(Both, 1, "parent")};
}

void PedigreeCalls::next(IRBuilder<> &B, Value *Rank, Value *Parent) const {
  B.CreateCall(Next, {Rank, Parent});
}

void PedigreeCalls::catchException(IRBuilder<> &B, Value *Rank,
                                   Value *Parent) const {
  B.CreateCall(Catch, {Rank, Parent});
}

void PedigreeCalls::enter(IRBuilder<> &B, Value *Node) const {
  B.CreateCall(Enter, {Node});
}

Value *PedigreeCalls::term(IRBuilder<> &B, Value *Rank, Value *Parent) const {
  Function &F = *B.GetInsertBlock()->getParent();
  clearTailMarkers(F);
  Value *Node = createStackSlot(F, NodeSize, NodeAlign, "pedigree");
  B.CreateCall(Term, {Node, Rank, Parent});
  return Node;
}

//===----------------------------------------------------------------------===//
// Tasks and bodies
//===----------------------------------------------------------------------===//

/// Lets the strand of \p F, a task or iteration, begin with a node of its own.
static void beginStrand(Function &F, Value *Rank, Value *Parent,
                        const PedigreeCalls &Calls) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(locationIn(F));
  Calls.enter(B, Calls.term(B, Rank, Parent));
}

/// Gives each task the rank and the parent of the strand that spawns it, and
/// each body the node of its loop.
static void extendTasks(Module &M, const ConstFunctionSet &Quiet,
                        const PedigreeCalls &Calls) {
  SmallSetVector<Function *, 16> Tasks, Bodies;
  for (CallBase *Call : callsOf(M, rep::Spawn))
    if (!Quiet.contains(SpawnCall(Call).helper()))
      Tasks.insert(SpawnCall(Call).helper());
  for (CallBase *Call : callsOf(M, rep::ParFor))
    if (!Quiet.contains(ParForCall(Call).body()))
      Bodies.insert(ParForCall(Call).body());
  Type *Ptr = PointerType::getUnqual(M.getContext());
  for (Function *Task : Tasks) {
    Function *F =
        appendParameters(*Task, {Type::getInt64Ty(M.getContext()), Ptr});
    Argument *Rank = F->getArg(F->arg_size() - 2), *Parent = Rank + 1;
    Rank->setName("rank");
    Parent->setName("parent");
    beginStrand(*F, Rank, Parent, Calls);
  }
  for (Function *Body : Bodies) {
    Function *F = appendParameters(*Body, {Ptr});
    Argument *Loop = F->getArg(F->arg_size() - 1);
    Loop->setName("loop");
    beginStrand(*F, F->getArg(0), Loop, Calls);
  }
}

//===----------------------------------------------------------------------===//
// Strands
//===----------------------------------------------------------------------===//

namespace {

/// Instruments the strands of one function.
class StrandInstrumentation {
public:
  StrandInstrumentation(Function &F, const PedigreeCalls &Calls)
      : F(F), Calls(Calls) {}

  void run();

private:
  /// Where a strand was: its rank and parent.
  using Place = std::pair<Value *, Value *>;

  Place placeBefore(Instruction *I);
  void enterScopes();
  static Instruction *entryOf(const Instruction &Frame,
                              ArrayRef<CallBase *> Users, DominatorTree &DT);
  void catchAt(CallBase *&Call, Place From);
  void instrumentSpawn(CallBase *Call);
  void instrumentSync(CallBase *Call);
  void instrumentLoop(CallBase *Call);

  Function &F;
  const PedigreeCalls &Calls;
  /// Spawns, syncs, and loops.
  SmallVector<CallBase *, 16> Constructs;
  /// Where the strand entered each sync scope, by frame.
  DenseMap<Value *, Place> Scopes;
};

} // namespace

static bool isConstruct(const Instruction &I) {
  return isCallOf(I, rep::Spawn) || isCallOf(I, rep::Sync) ||
         isCallOf(I, rep::SyncUnwind) || isCallOf(I, rep::ParFor);
}

StrandInstrumentation::Place
StrandInstrumentation::placeBefore(Instruction *I) {
  IRBuilder<> B(I);
  return Calls.get(B);
}

/// True if control may come back to \p BB without passing \p Frame again.
static bool isInCycle(const BasicBlock &BB, const BasicBlock &Frame) {
  SmallPtrSet<const BasicBlock *, 32> Seen{&Frame};
  SmallVector<const BasicBlock *, 16> Work(successors(&BB));
  while (!Work.empty()) {
    const BasicBlock *Next = Work.pop_back_val();
    if (Next == &BB)
      return true;
    if (Seen.insert(Next).second)
      append_range(Work, successors(Next));
  }
  return false;
}

/// Returns the last instruction that all \p Users of \p Frame come after, and
/// that is executed once for it: not the start of the function, which may be
/// left before.
Instruction *StrandInstrumentation::entryOf(const Instruction &Frame,
                                            ArrayRef<CallBase *> Users,
                                            DominatorTree &DT) {
  BasicBlock *BB = Users.front()->getParent();
  for (CallBase *User : drop_begin(Users))
    BB = DT.findNearestCommonDominator(BB, User->getParent());
  while (BB != Frame.getParent() && isInCycle(*BB, *Frame.getParent()))
    BB = DT.getNode(BB)->getIDom()->getBlock();
  for (Instruction &I : *BB)
    if (is_contained(Users, &I))
      return &I;
  return BB->getTerminator();
}

/// Notes where the strand enters the sync scopes, for exceptions.
void StrandInstrumentation::enterScopes() {
  MapVector<Value *, SmallVector<CallBase *, 8>> Users;
  DominatorTree DT(F);
  for (CallBase *Call : Constructs)
    if (!isCallOf(*Call, rep::ParFor) &&
        DT.isReachableFromEntry(Call->getParent()))
      Users[Call->getArgOperand(0)].push_back(Call);
  for (auto &[Frame, Calls] : Users)
    Scopes[Frame] = placeBefore(entryOf(*cast<Instruction>(Frame), Calls, DT));
}

/// Lets what \p Call throws be caught as docs/guides/pedigrees.md says, in a
/// scope that was entered at \p From. \p Call may become an invoke.
void StrandInstrumentation::catchAt(CallBase *&Call, Place From) {
  // What unwinds from a spawn goes through a sync first, so the task of one
  // that is not an invoke does not throw.
  if (isa<CallInst>(Call) && (F.doesNotThrow() || isCallOf(*Call, rep::Spawn)))
    return;
  IRBuilder<> B(placeOfException(Call, "pedigree"));
  Calls.catchException(B, From.first, From.second);
}

void StrandInstrumentation::instrumentSpawn(CallBase *Call) {
  Value *Frame = Call->getArgOperand(0);
  Place Before = placeBefore(Call);
  // The task has its parameters already, unless it is quiet.
  if (SpawnCall(Call).helper()->arg_size() >
      range_size(SpawnCall(Call).captures()))
    Call = appendOperands(Call, {Before.first, Before.second});
  IRBuilder<> B(placeBehind(Call));
  Calls.next(B, Before.first, Before.second);
  catchAt(Call, Scopes.lookup(Frame));
}

void StrandInstrumentation::instrumentSync(CallBase *Call) {
  Place Entry = Scopes.lookup(Call->getArgOperand(0));
  if (isCallOf(*Call, rep::SyncUnwind)) {
    IRBuilder<> B(placeBehind(Call));
    Calls.catchException(B, Entry.first, Entry.second);
  } else {
    Place Before = placeBefore(Call);
    IRBuilder<> B(placeBehind(Call));
    Calls.next(B, Before.first, Before.second);
  }
  catchAt(Call, Entry);
}

void StrandInstrumentation::instrumentLoop(CallBase *Call) {
  Place Before = placeBefore(Call);
  if (ParForCall(Call).body()->arg_size() - 1 >
      range_size(ParForCall(Call).captures())) {
    IRBuilder<> B(Call);
    Call = appendOperands(Call, {Calls.term(B, Before.first, Before.second)});
  }
  IRBuilder<> B(placeBehind(Call));
  Calls.next(B, Before.first, Before.second);
  catchAt(Call, Before);
}

void StrandInstrumentation::run() {
  for (Instruction &I : instructions(F))
    if (isConstruct(I))
      Constructs.push_back(cast<CallBase>(&I));
  if (!F.doesNotThrow() || F.hasPersonalityFn())
    enterScopes();
  for (CallBase *Call : Constructs) {
    if (isCallOf(*Call, rep::Spawn))
      instrumentSpawn(Call);
    else if (isCallOf(*Call, rep::ParFor))
      instrumentLoop(Call);
    else
      instrumentSync(Call);
  }
}

void instrumentPedigrees(Module &M, const ConstFunctionSet &Quiet,
                         const PedigreeCalls &Calls) {
  extendTasks(M, Quiet, Calls);
  for (Function &F : M)
    if (!F.isDeclaration() && !Quiet.contains(&F))
      StrandInstrumentation(F, Calls).run();
}

} // namespace tussah
