//===- KeptMemory.cpp - Objects that outlive a task -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptMemory.h"
#include "Addresses.h"
#include "BranchProtection.h"
#include "Markers.h"
#include "Representation.h"
#include "compiler/compat/IR.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

//===----------------------------------------------------------------------===//
// The code that programs call
//===----------------------------------------------------------------------===//

/// Before each object are a count of who uses it, or the next one of a list,
/// and the block that is to be freed.
static constexpr StringLiteral Code = R"(
@tussah_kept_error = private constant [53 x i8] c"tussah: no memory for an object that outlives a task\00"

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @perror(ptr)
declare void @abort()
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define ptr @tussah_kept_allocate(i64 %size, i64 %align) {
  %header = add i64 %align, 16
  %all = call i64 @llvm.uadd.sat.i64(i64 %size, i64 %header)
  %block = call ptr @malloc(i64 %all)
  %none = icmp eq ptr %block, null
  br i1 %none, label %fail, label %place
fail:
  call void @perror(ptr @tussah_kept_error)
  call void @abort()
  unreachable
place:
  %most = add i64 %align, 15
  %last = getelementptr i8, ptr %block, i64 %most
  %mask = sub i64 0, %align
  %object = call ptr @llvm.ptrmask.p0.i64(ptr %last, i64 %mask)
  %behind = getelementptr i8, ptr %object, i64 -8
  store ptr %block, ptr %behind, align 8
  ret ptr %object
}

define void @tussah_kept_free(ptr %object) {
  %behind = getelementptr i8, ptr %object, i64 -8
  %block = load ptr, ptr %behind, align 8
  call void @free(ptr %block)
  ret void
}

define void @tussah_kept_end(ptr %object) {
  %none = icmp eq ptr %object, null
  br i1 %none, label %done, label %count
count:
  %users = getelementptr i8, ptr %object, i64 -16
  %before = atomicrmw sub ptr %users, i64 1 acq_rel, align 8
  %last = icmp eq i64 %before, 1
  br i1 %last, label %free, label %done
free:
  call void @tussah_kept_free(ptr %object)
  br label %done
done:
  ret void
}

define void @tussah_kept_close(ptr %slot) {
  %object = load ptr, ptr %slot, align 8
  call void @tussah_kept_end(ptr %object)
  ret void
}

define ptr @tussah_kept_new(ptr %slot, i64 %size, i64 %align) {
  call void @tussah_kept_close(ptr %slot)
  %object = call ptr @tussah_kept_allocate(i64 %size, i64 %align)
  %users = getelementptr i8, ptr %object, i64 -16
  store atomic i64 1, ptr %users monotonic, align 8
  store ptr %object, ptr %slot, align 8
  ret ptr %object
}

define void @tussah_kept_share(ptr %object) {
  %users = getelementptr i8, ptr %object, i64 -16
  store atomic i64 2, ptr %users monotonic, align 8
  ret void
}

define ptr @tussah_kept_alloca(ptr %list, i64 %size, i64 %align) {
  %object = call ptr @tussah_kept_allocate(i64 %size, i64 %align)
  %next = getelementptr i8, ptr %object, i64 -16
  %first = load atomic ptr, ptr %list monotonic, align 8
  br label %again
again:
  %seen = phi ptr [ %first, %0 ], [ %now, %again ]
  store ptr %seen, ptr %next, align 8
  %pair = cmpxchg weak ptr %list, ptr %seen, ptr %object acq_rel monotonic, align 8
  %now = extractvalue { ptr, i1 } %pair, 0
  %done = extractvalue { ptr, i1 } %pair, 1
  br i1 %done, label %listed, label %again
listed:
  ret ptr %object
}

define void @tussah_kept_close_list(ptr %list) {
  %first = load atomic ptr, ptr %list acquire, align 8
  br label %head
head:
  %object = phi ptr [ %first, %0 ], [ %following, %free ]
  %none = icmp eq ptr %object, null
  br i1 %none, label %done, label %free
free:
  %next = getelementptr i8, ptr %object, i64 -16
  %following = load ptr, ptr %next, align 8
  call void @tussah_kept_free(ptr %object)
  br label %head
done:
  ret void
}
)";

static constexpr StringLiteral New = "tussah_kept_new";
static constexpr StringLiteral Close = "tussah_kept_close";
static constexpr StringLiteral Share = "tussah_kept_share";
static constexpr StringLiteral End = "tussah_kept_end";
static constexpr StringLiteral Alloca = "tussah_kept_alloca";
static constexpr StringLiteral CloseList = "tussah_kept_close_list";

/// Adds the functions above to the module of \p F, and compiles them like it.
static void linkCode(const Function &F) {
  Module &M = const_cast<Module &>(*F.getParent());
  SMDiagnostic Error;
  // Text refers to values by names, which clang discards.
  LLVMContext &C = M.getContext();
  bool Discards = C.shouldDiscardValueNames();
  C.setDiscardValueNames(false);
  std::unique_ptr<Module> Functions =
      parseIR(MemoryBufferRef(Code, "kept memory"), Error, C);
  C.setDiscardValueNames(Discards);
  if (!Functions)
    report_fatal_error("kept memory: " + Error.getMessage());
  compat::copyTargetTriple(*Functions, M);
  Functions->setDataLayout(M.getDataLayout());
  SmallVector<std::string, 8> Names;
  for (Function &G : *Functions)
    if (!G.isDeclaration())
      Names.push_back(G.getName().str());
  if (Linker::linkModules(M, std::move(Functions)))
    return; // it has reported the error
  for (StringRef Name : Names) {
    Function *G = M.getFunction(Name);
    G->setLinkage(GlobalValue::InternalLinkage);
    G->setDSOLocal(true);
    G->setDoesNotThrow();
    G->setUWTableKind(F.getUWTableKind());
    for (Attribute::AttrKind Sanitizer :
         {Attribute::SanitizeAddress, Attribute::SanitizeMemory,
          Attribute::SanitizeThread})
      if (F.hasFnAttribute(Sanitizer))
        G->addFnAttr(Sanitizer);
  }
}

static Function *code(StringRef Name, const Function &User) {
  const Module &M = *User.getParent();
  if (!M.getFunction(Name))
    linkCode(User);
  return M.getFunction(Name);
}

//===----------------------------------------------------------------------===//
// While regions become functions
//===----------------------------------------------------------------------===//

// Where memory is needed, where a task ends its use of some, and a list of the
// function. They are gone when lowerKeptMemory has seen all functions.
static constexpr StringLiteral NeedName = "tussah.kept";
static constexpr StringLiteral UseName = "tussah.kept.use";
static constexpr StringLiteral ListName = "tussah.kept.list";

static Function *declare(Module &M, StringRef Name, Type *Result,
                         ArrayRef<Type *> Parameters) {
  auto *F = cast<Function>(
      M.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false))
          .getCallee());
  F->setDoesNotThrow();
  return F;
}

CallInst *keepMemory(IRBuilderBase &B, uint64_t Size, Align Alignment) {
  // The header has its own.
  Alignment = std::max(Alignment, Align(16));
  Module &M = *B.GetInsertBlock()->getModule();
  Type *I64 = B.getInt64Ty();
  return B.CreateCall(declare(M, NeedName, B.getPtrTy(), {I64, I64}),
                      {B.getInt64(Size), B.getInt64(Alignment.value())},
                      "kept");
}

void shareMemory(CallInst *Memory, Instruction *Start, Instruction *InTask) {
  IRBuilder<> B(Start);
  B.CreateCall(code(Share, *Memory->getFunction()), {Memory});
  B.SetInsertPoint(InTask);
  B.CreateCall(
      declare(*Memory->getModule(), UseName, B.getVoidTy(), {B.getPtrTy()}),
      {Memory});
}

void takeAllocaMarkers(Function &F, const RegionMap &Regions) {
  AllocaInst *List = nullptr;
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (CallBase *Mark : callsIn(F, marker::Alloca)) {
    Value *V = Mark->getArgOperand(0);
    Mark->replaceAllUsesWith(V);
    auto *AI = dyn_cast<AllocaInst>(V->stripPointerCasts());
    CallBase *Region = Regions.lookup(Mark->getParent());
    Mark->eraseFromParent();
    auto IsInRegion = [&](const Instruction &I) {
      return Regions.lookup(I.getParent()) == Region;
    };
    if (!AI || !Region || !leaves(*AI, IsInRegion))
      continue;
    IRBuilder<> B(F.getContext());
    if (!List) {
      BasicBlock &Entry = F.getEntryBlock();
      B.SetInsertPoint(&Entry, Entry.begin());
      List = B.CreateAlloca(B.getPtrTy(), nullptr, "allocations");
      B.SetInsertPoint(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
      B.CreateCall(
          declare(*F.getParent(), ListName, B.getVoidTy(), {B.getPtrTy()}),
          {List});
    }
    B.SetInsertPoint(AI);
    Value *Size =
        B.CreateMul(B.CreateZExtOrTrunc(AI->getArraySize(), B.getInt64Ty()),
                    B.getInt64(DL.getTypeAllocSize(AI->getAllocatedType())));
    uint64_t Alignment = std::max(AI->getAlign(), Align(16)).value();
    CallInst *Memory =
        B.CreateCall(code(Alloca, F), {List, Size, B.getInt64(Alignment)});
    Memory->takeName(AI);
    AI->replaceAllUsesWith(Memory);
    AI->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Ways out
//===----------------------------------------------------------------------===//

static bool mayUnwind(const CallInst &Call) {
  return !Call.doesNotThrow() && !Call.isInlineAsm() &&
         !isa<IntrinsicInst>(Call) && !Call.isMustTailCall();
}

/// Lets exceptions that leave \p F by calls come to one `resume`.
static void gatherExceptions(Function &F) {
  SmallVector<CallInst *, 16> Calls;
  if (!F.doesNotThrow() && F.hasPersonalityFn())
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && mayUnwind(*Call))
        Calls.push_back(Call);
  if (Calls.empty())
    return;
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "unwind", &F));
  LandingPadInst *Pad =
      B.CreateLandingPad(StructType::get(B.getPtrTy(), B.getInt32Ty()), 0);
  Pad->setCleanup(true);
  B.SetCurrentDebugLocation(Calls.front()->getDebugLoc());
  ResumeInst *Resume = B.CreateResume(Pad);
  for (CallInst *Call : Calls)
    changeToInvokeAndSplitBasicBlock(Call, Resume->getParent());
}

namespace {

/// What a function does before it ends.
struct LastCall {
  Function *Callee;
  Value *Argument;
};

} // namespace

/// A variable of \p F that is null at first.
static AllocaInst *makeSlot(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.begin());
  AllocaInst *Slot = B.CreateAlloca(B.getPtrTy(), nullptr, "kept.slot");
  B.SetInsertPoint(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  B.CreateStore(ConstantPointerNull::get(B.getPtrTy()), Slot);
  return Slot;
}

void lowerKeptMemory(Function &F) {
  SmallVector<LastCall, 4> Last;
  for (CallBase *Use : callsIn(F, UseName)) {
    Last.push_back({code(End, F), Use->getArgOperand(0)});
    Use->eraseFromParent();
  }
  for (CallBase *Need : callsIn(F, NeedName)) {
    AllocaInst *Slot = makeSlot(F);
    IRBuilder<> B(Need);
    CallInst *Memory = B.CreateCall(
        code(New, F), {Slot, Need->getArgOperand(0), Need->getArgOperand(1)});
    Memory->takeName(Need);
    Need->replaceAllUsesWith(Memory);
    Need->eraseFromParent();
    Last.push_back({code(Close, F), Slot});
  }
  for (CallBase *List : callsIn(F, ListName)) {
    IRBuilder<> B(List);
    Value *Slot = List->getArgOperand(0);
    B.CreateStore(ConstantPointerNull::get(B.getPtrTy()), Slot);
    List->eraseFromParent();
    Last.push_back({code(CloseList, F), Slot});
  }
  if (Last.empty())
    return;
  gatherExceptions(F);
  for (BasicBlock &BB : F)
    if (isa<ReturnInst, ResumeInst>(BB.getTerminator()))
      for (const LastCall &Call : Last)
        IRBuilder<>(BB.getTerminator())
            .CreateCall(Call.Callee, {Call.Argument});
}

void eraseKeptMarkers(Module &M) {
  for (StringRef Name : {NeedName, UseName, ListName})
    if (Function *F = M.getFunction(Name))
      F->eraseFromParent();
}

} // namespace tussah
