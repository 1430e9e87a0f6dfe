//===- CallUtils.cpp - Functions that lowering makes ----------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallUtils.h"
#include "compiler/compat/Branches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tussah {

/// What LLVM has inferred from the body of a function, or is said about its
/// calls, does not hold for another function that calls it.
static AttributeMask ofItsOwnBody() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::AlwaysInline, Attribute::InlineHint, Attribute::Memory,
        Attribute::Naked, Attribute::NoFree, Attribute::NoInline,
        Attribute::NoRecurse, Attribute::NoReturn, Attribute::NoSync,
        Attribute::Speculatable, Attribute::WillReturn})
    Mask.addAttribute(Kind);
  Mask.addAttribute("tussah-body");
  Mask.addAttribute("tussah-task");
  return Mask;
}

/// The line of \p F, or, as outlined code has none, that of its first
/// statement. Without one a debugger shows the last line of the function
/// before.
static unsigned lineOf(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  if (unsigned Line = SP->getLine())
    return Line;
  for (const Instruction &I : instructions(F))
    if (const DILocation *At = I.getDebugLoc())
      if (At->getLine() && At->getScope()->getSubprogram() == SP)
        return At->getLine();
  return 0;
}

static void addSubprogram(Function &F, const Function &Like) {
  DISubprogram *Old = Like.getSubprogram();
  if (!Old)
    return;
  DIBuilder Builder(*F.getParent(), /*AllowUnresolved=*/false, Old->getUnit());
  auto *Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  DISubprogram::DISPFlags Flags =
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit;
  if (Old->isOptimized())
    Flags |= DISubprogram::SPFlagOptimized;
  unsigned Line = lineOf(Like);
  DISubprogram *New = Builder.createFunction(
      Old->getFile(), F.getName(), F.getName(), Old->getFile(), Line, Type,
      Line, DINode::FlagArtificial, Flags);
  Builder.finalizeSubprogram(New);
  F.setSubprogram(New);
}

Function *createFunctionLike(const Function &Like, FunctionType *Type,
                             StringRef Suffix) {
  auto *F = Function::Create(Type, GlobalValue::InternalLinkage,
                             Like.getAddressSpace(), Like.getName() + Suffix,
                             const_cast<Module *>(Like.getParent()));
  AttrBuilder Attrs(F->getContext(), Like.getAttributes().getFnAttrs());
  Attrs.remove(ofItsOwnBody());
  F->addFnAttrs(Attrs);
  if (Like.hasOptNone()) // which requires it
    F->addFnAttr(Attribute::NoInline);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  F->setDSOLocal(true);
  if (Like.hasPersonalityFn())
    F->setPersonalityFn(Like.getPersonalityFn());
  if (Like.hasGC())
    F->setGC(Like.getGC());
  addSubprogram(*F, Like);
  return F;
}

DebugLoc locationIn(const Function &F) {
  DISubprogram *SP = F.getSubprogram();
  if (!SP)
    return DebugLoc();
  return DILocation::get(F.getContext(), SP->getLine(), 0, SP);
}

void copyParameter(Function &Target, unsigned To, const Function &Source,
                   unsigned From) {
  for (Attribute::AttrKind Kind :
       {Attribute::Alignment, Attribute::Dereferenceable,
        Attribute::DereferenceableOrNull, Attribute::NonNull,
        Attribute::NoUndef})
    if (Source.hasParamAttribute(From, Kind))
      Target.addParamAttr(To, Source.getParamAttribute(From, Kind));
  Target.getArg(To)->setName(Source.getArg(From)->getName());
}

/// Makes what follows \p Call a block of its own, and returns it.
static BasicBlock *splitBehind(CallBase &Call) {
  BasicBlock *Head = Call.getParent();
  if (isa<CallInst>(Call)) {
    BasicBlock *Rest = Head->splitBasicBlock(std::next(Call.getIterator()));
    Head->getTerminator()->eraseFromParent();
    return Rest;
  }
  auto &Invoke = cast<InvokeInst>(Call);
  BasicBlock *Normal = Invoke.getNormalDest();
  auto *Rest =
      BasicBlock::Create(Call.getContext(), "", Head->getParent(), Normal);
  compat::UncondBrInst::Create(Normal, Rest)->setDebugLoc(Call.getDebugLoc());
  Normal->replacePhiUsesWith(Head, Rest);
  Invoke.setNormalDest(Rest);
  return Rest;
}

PHINode *makeConditional(CallBase &Call, Value *Condition, Value *Otherwise) {
  BasicBlock *Head = Call.getParent();
  BasicBlock *Rest = splitBehind(Call);
  auto *Then =
      BasicBlock::Create(Call.getContext(), "", Head->getParent(), Rest);
  IRBuilder<> B(Head);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  B.CreateCondBr(Condition, Then, Rest);
  Call.moveBefore(*Then, Then->end());
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    Invoke->getUnwindDest()->replacePhiUsesWith(Head, Then);
  } else {
    B.SetInsertPoint(Then);
    B.CreateBr(Rest);
  }
  if (!Otherwise)
    return nullptr;
  B.SetInsertPoint(Rest, Rest->begin());
  PHINode *Result = B.CreatePHI(Call.getType(), 2, Call.getName());
  Call.replaceAllUsesWith(Result);
  Result->addIncoming(Otherwise, Head);
  Result->addIncoming(&Call, Then);
  return Result;
}

void eraseCall(CallBase *Old) {
  if (auto *II = dyn_cast<InvokeInst>(Old))
    Old = changeToCall(II);
  Old->eraseFromParent();
}

void hideVirtualFunctions(CallBase &Call) {
  const Module &M = *Call.getModule();
  if (none_of(ArrayRef({"llvm.type.test", "llvm.public.type.test",
                        "llvm.type.checked.load",
                        "llvm.type.checked.load.relative"}),
              [&](StringRef Name) { return M.getFunction(Name); }))
    return;
  IRBuilder<> B(&Call);
  for (Use &Arg : Call.args())
    if (Arg->getType()->isPointerTy() &&
        isa<LoadInst, ExtractValueInst, IntrinsicInst>(Arg))
      Arg.set(B.CreateFreeze(Arg));
}

bool inlineOnlyCall(Function &F) {
  if (!F.hasLocalLinkage() || F.isDeclaration() || !F.hasOneUse() ||
      F.hasFnAttribute(Attribute::NoInline))
    return false;
  auto *CB = dyn_cast<CallBase>(F.user_back());
  if (!CB || CB->getCalledOperand() != &F || CB->getFunction() == &F)
    return false;
  InlineFunctionInfo Info;
  if (!InlineFunction(*CB, Info).isSuccess())
    return false;
  F.eraseFromParent();
  return true;
}

void inlineCalls(Function &F) {
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallBase>(U);
    // A wrong declaration makes a call that is not this function's.
    if (!Call || Call->getCalledOperand() != &F ||
        Call->getFunctionType() != F.getFunctionType())
      continue;
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  if (F.use_empty())
    F.eraseFromParent();
}

void clearTailMarkers(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      if (auto *CI = dyn_cast<CallInst>(&I); CI && !CI->isMustTailCall())
        CI->setTailCall(false);
}

Value *createStackSlot(Function &F, uint64_t Size, uint64_t Align,
                       const Twine &Name) {
  BasicBlock &Entry = F.getEntryBlock();
  auto *Type = ArrayType::get(Type::getInt8Ty(F.getContext()), Size);
  const DataLayout &DL = F.getParent()->getDataLayout();
  return new AllocaInst(Type, DL.getAllocaAddrSpace(), nullptr,
                        llvm::Align(Align), Name, Entry.begin());
}

} // namespace tussah
