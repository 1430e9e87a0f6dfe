//===- Marks.cpp - Front ends mark tasks ----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/tasks/Extract.h"
#include "compiler/tasks/Markers.h"
#include "compiler/tasks/Representation.h"
#include "include/tussah/pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// Returns the declaration of the marker \p Name.
static Function *declare(IRBuilderBase &B, StringRef Name, Type *Result,
                         ArrayRef<Type *> Parameters, bool MayThrow) {
  Module &M = *B.GetInsertBlock()->getModule();
  if (Function *F = M.getFunction(Name))
    return F;
  auto *F = Function::Create(FunctionType::get(Result, Parameters, false),
                             GlobalValue::ExternalLinkage, Name, M);
  if (!MayThrow)
    F->setDoesNotThrow();
  return F;
}

/// Emits a call, or an invoke after which \p B is in a new block.
static void createCall(IRBuilderBase &B, Function *Callee,
                       ArrayRef<Value *> Args, BasicBlock *UnwindDest) {
  if (!UnwindDest) {
    B.CreateCall(Callee, Args);
    return;
  }
  auto *Next = BasicBlock::Create(B.getContext(), "parallel.cont",
                                  B.GetInsertBlock()->getParent());
  B.CreateInvoke(Callee, Next, UnwindDest, Args);
  B.SetInsertPoint(Next);
}

/// Emits `if (Begin(Args))`, and enters it.
static OpenRegion begin(IRBuilderBase &B, Function *Begin,
                        ArrayRef<Value *> Args, StringRef Name) {
  Function *F = B.GetInsertBlock()->getParent();
  OpenRegion Region;
  Region.Begin = B.CreateCall(Begin, Args);
  auto *Body = BasicBlock::Create(B.getContext(), Name, F);
  Region.Join = BasicBlock::Create(B.getContext(), Name + ".end", F);
  B.CreateCondBr(B.CreateIsNotNull(Region.Begin), Body, Region.Join);
  B.SetInsertPoint(Body);
  return Region;
}

static void end(IRBuilderBase &B, const OpenRegion &Region, StringRef Marker,
                BasicBlock *UnwindDest) {
  B.CreateBr(Region.Join);
  Region.Join->moveAfter(B.GetInsertBlock());
  B.SetInsertPoint(Region.Join);
  Function *End = declare(B, Marker, B.getVoidTy(), {B.getInt32Ty()}, true);
  createCall(B, End, {Region.Begin->getArgOperand(0)}, UnwindDest);
}

OpenRegion beginTask(IRBuilderBase &B, unsigned Region) {
  Function *Begin = declare(B, marker::TaskBegin, B.getInt32Ty(),
                            {B.getInt32Ty()}, /*MayThrow=*/false);
  return begin(B, Begin, {B.getInt32(Region)}, "task");
}

void endTask(IRBuilderBase &B, const OpenRegion &Task, BasicBlock *UnwindDest) {
  end(B, Task, marker::TaskEnd, UnwindDest);
}

OpenLoop beginLoop(IRBuilderBase &B, Value *Count, Value *Grain,
                   unsigned Region) {
  Type *I64 = B.getInt64Ty();
  Function *Begin = declare(B, marker::LoopBegin, B.getInt32Ty(),
                            {B.getInt32Ty(), I64, I64}, /*MayThrow=*/false);
  OpenLoop Loop;
  static_cast<OpenRegion &>(Loop) = begin(
      B, Begin, {B.getInt32(Region), Count, Grain ? Grain : B.getInt64(0)},
      "parallel.loop");
  Loop.Index = B.CreateCall(
      declare(B, marker::LoopIndex, I64, {}, /*MayThrow=*/false), {}, "index");
  return Loop;
}

void endLoop(IRBuilderBase &B, const OpenLoop &Loop, BasicBlock *UnwindDest) {
  end(B, Loop, marker::LoopEnd, UnwindDest);
}

void createSync(IRBuilderBase &B, unsigned Region, BasicBlock *UnwindDest) {
  Function *Sync =
      declare(B, marker::Sync, B.getVoidTy(), {B.getInt32Ty()}, true);
  createCall(B, Sync, {B.getInt32(Region)}, UnwindDest);
}

void createSyncUnwind(IRBuilderBase &B, Value *Exception, unsigned Region,
                      BasicBlock *UnwindDest) {
  // There is no marker for it: those of clang are guards, which tell by
  // themselves whether an exception passes.
  Module &M = *B.GetInsertBlock()->getModule();
  createCall(B, getOrInsertRep(M, rep::SyncUnwind),
             {regionPlaceholder(B.getInt32(Region)), Exception}, UnwindDest);
}

} // namespace tussah
