//===- Frames.cpp - A tool's structure in each frame ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames.h"

#include "Deferred.h"
#include "LibraryFunctions.h"
#include "Tool.h"
#include "VectorAccesses.h"
#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Constructs.h"
#include "compiler/tasks/Representation.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tussah {

namespace {

/// What is to be done in a function, found before anything is changed.
struct FramePlaces {
  /// Leaves call no code with hooks.
  SmallVector<CallBase *, 16> Calls, Leaves, Constructs;
  SmallVector<Instruction *, 4> Ends;
  SmallVector<LandingPadInst *, 4> Pads;
};

} // namespace

/// True if the function that \p Call calls cannot call code with hooks.
static bool isLeaf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Call.isInlineAsm() || isa<IntrinsicInst>(Call) ||
         (Callee && (isInternal(*Callee) || isHook(*Callee) ||
                     Callee->hasFnAttribute(Attribute::NoCallback) ||
                     allocationOf(Call) || freeOf(Call)));
}

static FramePlaces placesIn(Function &F) {
  FramePlaces Found;
  for (Instruction &I : instructions(F)) {
    if (auto *Pad = dyn_cast<LandingPadInst>(&I)) {
      Found.Pads.push_back(Pad);
    } else if (auto *CI = dyn_cast<CallInst>(&I); CI && CI->isMustTailCall()) {
      Found.Ends.push_back(CI);
    } else if (isa<ResumeInst>(I) ||
               (isa<ReturnInst>(I) &&
                !I.getParent()->getTerminatingMustTailCall())) {
      Found.Ends.push_back(&I);
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (isCallOf(I, rep::Spawn) || isCallOf(I, rep::Sync) ||
          isCallOf(I, rep::SyncUnwind) || isCallOf(I, rep::ParFor))
        Found.Constructs.push_back(Call);
      else
        (isLeaf(*Call) ? Found.Leaves : Found.Calls).push_back(Call);
    }
  }
  return Found;
}

/// The name of what \p Call calls, if it may access memory of the program that
/// nothing tells the tool of.
static std::string unknownCallee(const CallBase &Call, const Tool &T) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || isInternal(*Callee) ||
      isHook(*Callee) || allocationOf(Call) || freeOf(Call) ||
      Call.onlyAccessesInaccessibleMemory())
    return {};
  if (Callee->isIntrinsic())
    return Callee->isTargetIntrinsic() && !isMaskedAccess(Call)
               ? Callee->getName().str()
               : std::string();
  for (StringRef When : {"before", "after"})
    if (T.libraryHook(When, Callee->getName()))
      return {};
  return demangle(Callee->getName().str());
}

/// Tells \p T of functions without hooks to which \p F gives pointers.
static void addUnknownLeaves(Function &F, ArrayRef<CallBase *> Leaves,
                             const Tool &T, Places &P) {
  for (const CallBase *Call : Leaves) {
    if (none_of(Call->args(),
                [](Value *V) { return V->getType()->isPointerTy(); }))
      continue;
    std::string Name = unknownCallee(*Call, T);
    if (!Name.empty())
      P.add(CSI_CALL, F, Call->getDebugLoc(), Name);
  }
}

void addFrame(Function &F, const Tool &T, Places &P) {
  constexpr uint64_t FrameAlign = 16;
  Function *Entry = T.hook("frame_entry"), *Exit = T.hook("frame_exit"),
           *Resume = T.hook("frame_resume"), *Before = T.hook("frame_call");
  if (!T.frameSize() || !Entry || !Exit || !Resume || !Before)
    return;
  const FramePlaces Found = placesIn(F);
  Value *Frame = createStackSlot(F, T.frameSize(), FrameAlign, "tool.frame");
  clearTailMarkers(F);
  auto Call = [&](Function *Hook, DeferredHook::Kind Kind, Instruction *Where,
                  const DebugLoc &L, std::optional<uint64_t> Number = {}) {
    IRBuilder<> B(Where);
    B.SetCurrentDebugLocation(L);
    bool IsEntry = Kind == DeferredHook::FrameEntry;
    bool BeginsStrand = IsEntry && (F.hasFnAttribute(rep::TaskAttr) ||
                                    F.hasFnAttribute(rep::BodyAttr));
    csi_kind_t Place = IsEntry ? CSI_FUNC : CSI_CALL;
    if (T.ignoresRepetition()) {
      DeferredHook::add(B, Hook, Kind, Frame, B.getInt64(BeginsStrand),
                        Number ? P.baseOf(Place) : nullptr, Number.value_or(0));
      return;
    }
    SmallVector<Value *, 3> Operands{Frame};
    if (Number)
      Operands.insert(Operands.begin(), P.id(B, Place, *Number));
    if (IsEntry)
      Operands.push_back(B.getInt64(BeginsStrand));
    B.CreateCall(Hook, Operands)->setDoesNotThrow();
  };
  for (CallBase *Callee : Found.Calls) {
    uint64_t Number =
        P.add(CSI_CALL, F, Callee->getDebugLoc(), unknownCallee(*Callee, T));
    Call(Before, DeferredHook::FrameCall, Callee, Callee->getDebugLoc(),
         Number);
    // A root that the function has entered may have ended in another thread:
    // then the function's own thread has the frame of something else.
    if (!Callee->isMustTailCall())
      Call(Resume, DeferredHook::FrameResume, placeBehind(Callee),
           Callee->getDebugLoc());
  }
  addUnknownLeaves(F, Found.Leaves, T, P);
  for (CallBase *Construct : Found.Constructs)
    Call(Resume, DeferredHook::FrameResume, placeBehind(Construct),
         Construct->getDebugLoc());
  for (LandingPadInst *Pad : Found.Pads)
    Call(Resume, DeferredHook::FrameResume,
         &*Pad->getParent()->getFirstInsertionPt(), Pad->getDebugLoc());
  for (Instruction *End : Found.Ends)
    Call(Exit, DeferredHook::FrameExit, End,
         End->getDebugLoc() ? End->getDebugLoc() : locationIn(F));
  Call(Entry, DeferredHook::FrameEntry,
       &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), locationIn(F),
       P.numberOf(F));
}

} // namespace tussah
