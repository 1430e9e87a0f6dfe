//===- LeafLoop.cpp - Makes leaf loops as fast as serial ones -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafLoop.h"

#include "compiler/compat/IR.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/ThreadLocalUses.h"
#include "compiler/targets/optimizations/Remarks.h"
#include "compiler/targets/optimizations/Views.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <set>

using namespace llvm;

namespace tussah {

/// In a larger body the call costs nothing, and it is too large to vectorize.
static constexpr unsigned MaxInlinedBody = 1000;

//===----------------------------------------------------------------------===//
// Independent iterations
//===----------------------------------------------------------------------===//

/// A call of a function may return what depends on the thread, even if it
/// accesses no memory (pthread_self), and the memory that it names is then
/// shared by iterations. A loop with such calls is not vectorized anyway.
static bool callsFunction(const Instruction &I) {
  return isa<CallBase>(I) && !isa<IntrinsicInst>(I) &&
         !isCallOf(I, rep::LeafHooks);
}

/// True if \p V are counters of a profile, or the bits of -fcoverage-mcdc,
/// which iterations write without regard to each other.
static bool isCounter(const Value *V) {
  auto *G = dyn_cast<GlobalVariable>(V);
  return G && (G->getSection() == "__llvm_prf_cnts" ||
               G->getSection() == "__llvm_prf_bits" ||
               G->getName().starts_with("__llvm_gcov_ctr"));
}

namespace {

/// Decides which memory of a body is the same for each iteration only if the
/// iterations race. Local variables are not: once the body is inlined, all
/// iterations of a leaf use the same stack slot.
class SharedMemory {
  bool LocalsAreKnownElsewhere;

public:
  explicit SharedMemory(const Function &Body)
      : LocalsAreKnownElsewhere(
            any_of(instructions(Body), [](const Instruction &I) {
              return isa<AllocaInst>(I) && compat::mayBeCaptured(I);
            })) {}

  bool contains(const Value *Pointer) const {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Pointer, Objects);
    return all_of(Objects, [&](const Value *Object) {
      if (isa<AllocaInst>(Object) || isCounter(Object))
        return false;
      // What existed before the iteration cannot be a local variable of it.
      return isa<Argument, GlobalVariable>(Object) || !LocalsAreKnownElsewhere;
    });
  }
};

} // namespace

namespace {

/// The addresses, the same in each iteration, that an iteration stores to.
///
/// If two iterations run at once, these stores race, and the program has no
/// meaning. But people run such a program on one worker to find out what is
/// wrong with it, and expect what its serial elision does. So nothing is
/// assumed of accesses through such an address: they stay in the order of the
/// leaf's iterations.
class StoredAddresses {
  /// A value from before the loop, and the offsets at which to load from there
  /// one pointer after another. The last one is that of the access.
  using Address = std::pair<const Value *, SmallVector<int64_t, 2>>;
  std::set<Address> Stored;

  static Address addressOf(const Value *Pointer, const DataLayout &DL) {
    Address A;
    // A longer chain is found to be another address each time.
    for (unsigned I = 0; I < 4; ++I) {
      int64_t Offset = 0;
      A.first = GetPointerBaseWithConstantOffset(Pointer, Offset, DL);
      A.second.insert(A.second.begin(), Offset);
      auto *Load = dyn_cast<LoadInst>(A.first);
      if (!Load)
        break;
      Pointer = Load->getPointerOperand();
    }
    return A;
  }

public:
  explicit StoredAddresses(const Function &F) {
    for (const Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I)) {
        Address A = addressOf(Store->getPointerOperand(),
                              F.getParent()->getDataLayout());
        if (isa<Argument, GlobalVariable>(A.first))
          Stored.insert(std::move(A));
      }
  }

  bool contains(const Value *Pointer, const DataLayout &DL) const {
    return !Stored.empty() && Stored.count(addressOf(Pointer, DL));
  }
};

} // namespace

/// Accesses no memory of the program, but LLVM says that they access some.
static bool isOnlyHint(const Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  return II &&
         (II->getIntrinsicID() == Intrinsic::assume ||
          II->getIntrinsicID() == Intrinsic::experimental_noalias_scope_decl);
}

/// Puts the accesses of \p Body that are independent of those of other
/// iterations into the access group \p Group.
static void tagAccesses(Function &Body, MDNode *Group) {
  if (usesThreadLocal(Body) || any_of(instructions(Body), callsFunction))
    return;
  SharedMemory Shared(Body);
  StoredAddresses Stored(Body);
  const DataLayout &DL = Body.getParent()->getDataLayout();
  for (Instruction &I : instructions(Body)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    bool IsIndependent = Pointer ? !I.isVolatile() && !I.isAtomic() &&
                                       Shared.contains(Pointer) &&
                                       !Stored.contains(Pointer, DL)
                                 : isOnlyHint(I);
    if (IsIndependent)
      I.setMetadata(LLVMContext::MD_access_group,
                    uniteAccessGroups(
                        I.getMetadata(LLVMContext::MD_access_group), Group));
  }
}

/// Gives the loop of \p Leaf, which is to run \p Body, its loop metadata.
static void tagLoop(const LeafFunction &Leaf, MDNode *Group,
                    const Function &Body) {
  LLVMContext &C = Body.getContext();
  auto Node = [&](StringRef Name) { return MDString::get(C, Name); };
  SmallVector<Metadata *, 4> Operands{nullptr};
  Operands.push_back(
      MDNode::get(C, {Node("llvm.loop.parallel_accesses"), Group}));
  if (Body.mustProgress())
    Operands.push_back(MDNode::get(C, {Node("llvm.loop.mustprogress")}));
  MDNode *Loop = MDNode::getDistinct(C, Operands);
  Loop->replaceOperandWith(0, Loop);
  Leaf.Latch->setMetadata(LLVMContext::MD_loop, Loop);
}

bool inlineBody(Function &Body, const LeafFunction &Leaf) {
  if (Body.hasFnAttribute(Attribute::NoInline) || Body.hasOptNone() ||
      Body.getInstructionCount() > MaxInlinedBody)
    return false;
  MDNode *Group = MDNode::getDistinct(Body.getContext(), {});
  tagAccesses(Body, Group);
  tagLoop(Leaf, Group, Body);
  InlineFunctionInfo Info;
  if (!InlineFunction(*Leaf.BodyCall, Info).isSuccess())
    return false;
  for (CallBase *Mark : callsIn(*Leaf.F, rep::LeafHooks))
    eraseCall(Mark);
  return true;
}

//===----------------------------------------------------------------------===//
// Invariant loads
//===----------------------------------------------------------------------===//
//
// The leaf loop of
//
//     cilk_for (long i = 0; i < n; ++i) s.w[i] = s.k * s.x[i];
//
// loads the pointers s.w and s.x and the factor s.k in each iteration, because
// the store to s.w[i] might change them. It cannot:
//
// Let every iteration load location X, before anything in the iteration that
// may let it see what another thread has done before: an acquire operation, or
// a call. Relaxed and release operations do not. Assume that iteration A writes
// X, and let B be another iteration; there is one if the whole loop (not only
// the leaf) has two or more. Iterations may run in any order or at once, so
// consider an execution in which A completes before B begins. Nothing orders
// A's write before B's load: B has not acquired anything since the loop began.
// Nor is B's load ordered before A's write, because A has completed. The two
// conflict and are unordered: a data race, for which C and C++ give the program
// no meaning.
//
// So in a program that has a meaning no iteration writes X, X holds the same
// value in all iterations of a leaf, and it may be loaded once before them.
// Nothing is loaded that would not be: a leaf has at least one iteration, and
// the load is one that each iteration reaches.
//
// A program without a meaning is still run on one worker, to find out what is
// wrong: loads from an address that the iteration also stores to stay
// (StoredAddresses).
//
// The argument is about memory that exists once. It does not hold for variables
// of the thread or of the iteration, for views, or for counters of a profile.

/// True if \p I is an atomic operation or fence that is an acquire.
static bool isAcquire(const Instruction &I) {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return isAcquireOrStronger(Fence->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isAcquireOrStronger(Exchange->getMergedOrdering());
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return isAcquireOrStronger(Update->getOrdering());
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isAcquireOrStronger(Load->getOrdering());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isAcquireOrStronger(Store->getOrdering());
  return false;
}

/// True if \p I may order its iteration after what another thread has done.
static bool mayBeOrdered(const Instruction &I) {
  if (isAcquire(I) || I.isVolatile())
    return true;
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || CB->hasFnAttr(Attribute::NoSync) || CB->doesNotAccessMemory())
    return false;
  return !isa<MemIntrinsic>(CB) && !isOnlyHint(I) && !I.isLifetimeStartOrEnd();
}

/// True if \p Pointer may lead to a variable of the iteration, to a view, which
/// the iterations of a leaf share, or to a counter.
static bool mayChangeInLeaf(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return any_of(Objects, [](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return isCounter(V) ||
           (I && (isa<AllocaInst>(I) || isCallOf(*I, rep::View)));
  });
}

/// Moves \p Load out of \p Leaf if its address is the same in each iteration.
static bool hoistLoad(LoadInst &Load, const Loop &Leaf,
                      const StoredAddresses &Stored) {
  const DataLayout &DL = Load.getModule()->getDataLayout();
  if (!Load.isSimple() || mayChangeInLeaf(Load.getPointerOperand()) ||
      Stored.contains(Load.getPointerOperand(), DL))
    return false;
  Instruction *Where = Leaf.getLoopPreheader()->getTerminator();
  bool Changed = false;
  if (!Leaf.makeLoopInvariant(Load.getPointerOperand(), Changed, Where))
    return false;
  Load.moveBefore(*Where->getParent(), Where->getIterator());
  // What the body says about aliases may hold only within an iteration.
  for (unsigned Kind : {LLVMContext::MD_access_group,
                        LLVMContext::MD_alias_scope, LLVMContext::MD_noalias})
    Load.setMetadata(Kind, nullptr);
  return true;
}

namespace {

/// A load that each iteration of a leaf does, and what stands before it.
struct KeptLoad {
  const LoadInst *Load;
  const Instruction *Before;
};

} // namespace

/// What \p I, which keeps loads behind it in the loop, is called.
static std::string describe(const Instruction &I) {
  std::string Name = "what may not end";
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Callee = Call->getCalledFunction();
    Name =
        Callee ? "the call of '" + demangle(Callee->getName()) + "'" : "a call";
  } else if (isAcquire(I)) {
    Name = "an acquire operation";
  } else if (I.isVolatile()) {
    Name = "a volatile access";
  }
  if (const DebugLoc &Where = I.getDebugLoc())
    Name += " in line " + std::to_string(Where.getLine());
  return Name;
}

/// True if \p Load, which each iteration of \p Leaf does, would be hoisted if
/// nothing before it kept it.
static bool isInvariant(const LoadInst &Load, const Loop &Leaf) {
  return Load.isSimple() && Leaf.isLoopInvariant(Load.getPointerOperand()) &&
         !mayChangeInLeaf(Load.getPointerOperand());
}

/// Returns true if something was hoisted. \p Kept becomes the loads that were
/// not, because of what comes before them.
static bool hoistInvariantLoads(const LeafFunction &Leaf,
                                SmallVectorImpl<KeptLoad> &Kept) {
  Kept.clear();
  if (usesThreadLocal(*Leaf.F))
    return false;
  DominatorTree DT(*Leaf.F);
  LoopInfo LI(DT);
  const Loop *L = LI.getLoopFor(Leaf.Header);
  // There is no loop if no iteration returns.
  if (!L || !L->getLoopPreheader() || !L->getLoopLatch())
    return false;
  StoredAddresses Stored(*Leaf.F);
  bool Hoisted = false;
  // What loads stay behind: those that only one instruction keeps are told.
  const Instruction *Before = nullptr;
  LoopBlocksRPO Blocks(const_cast<Loop *>(L));
  Blocks.perform(&LI);
  for (BasicBlock *BB : Blocks) {
    // An inner loop may not end, so what follows it may not be reached.
    if (LI.getLoopFor(BB) != L)
      return Hoisted;
    bool AlwaysRuns = DT.dominates(BB, L->getLoopLatch());
    for (Instruction &I : make_early_inc_range(*BB)) {
      auto *Load = dyn_cast<LoadInst>(&I);
      bool Keeps =
          mayBeOrdered(I) || !isGuaranteedToTransferExecutionToSuccessor(&I);
      if (Before && Keeps)
        return Hoisted;
      if (Before) {
        if (Load && AlwaysRuns && isInvariant(*Load, *L))
          Kept.push_back({Load, Before});
      } else if (Load && AlwaysRuns && hoistLoad(*Load, *L, Stored)) {
        Hoisted = true;
      } else if (Keeps) {
        Before = &I;
      }
    }
  }
  return Hoisted;
}

bool hoistInvariants(const LeafFunction &Leaf,
                     const TargetLibraryInfo &Libraries) {
  simplifyViews(*Leaf.F, Libraries);
  SmallVector<KeptLoad, 4> Kept;
  bool Hoisted = hoistInvariantLoads(Leaf, Kept);
  if (Hoisted && simplifyViews(*Leaf.F, Libraries))
    hoistInvariantLoads(Leaf, Kept);
  for (const KeptLoad &K : Kept)
    remarkMissed(*K.Load, "LoadStays", [&] {
      return "loaded in each iteration, because it is behind " +
             describe(*K.Before);
    });
  return Hoisted;
}

} // namespace tussah
