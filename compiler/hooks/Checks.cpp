//===- Checks.cpp - Calls of hooks that the optimizer sees ----------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "Deferred.h"
#include "compiler/compat/IR.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah {

static constexpr StringLiteral CheckName = "csi.check";
static constexpr StringLiteral RangeName = "csi.check.range";

static Function *declareCheck(Module &M, bool IsRange) {
  StringRef Name = IsRange ? RangeName : CheckName;
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  SmallVector<Type *, 4> Types{Ptr, Ptr};
  if (IsRange)
    Types.append({I64, I64});
  return declareForOptimizer(M, Name, Types);
}

void addCheck(IRBuilder<> &B, Function *Hook, Function *RangeHook,
              GlobalVariable *Base, uint64_t Number, const Access &A,
              Value *Count) {
  Module &M = *B.GetInsertBlock()->getModule();
  Constant *Range = RangeHook;
  if (!Range)
    Range = ConstantPointerNull::get(B.getPtrTy());
  Constant *What = ConstantStruct::getAnon(
      {Hook, Range, Base, B.getInt64(Number), B.getInt64(A.IsStore),
       B.getInt64(A.Size), B.getInt64(A.Properties)});
  auto *Access =
      new GlobalVariable(M, What->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, What, "csi.access");
  if (Count)
    B.CreateCall(declareCheck(M, /*IsRange=*/true),
                 {Access, A.Address, Count, B.getInt64(A.Size)});
  else
    B.CreateCall(declareCheck(M, /*IsRange=*/false), {Access, A.Address});
}

std::optional<CheckCall> CheckCall::find(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isDeclaration() ||
      (Callee->getName() != CheckName && Callee->getName() != RangeName))
    return std::nullopt;
  return CheckCall(Call);
}

Constant *CheckCall::member(Member Which) const {
  return cast<GlobalVariable>(Call->getArgOperand(Access))
      ->getInitializer()
      ->getAggregateElement(Which);
}

uint64_t CheckCall::constant(Member Which) const {
  return cast<ConstantInt>(member(Which))->getZExtValue();
}

CheckCall CheckCall::makeRange(Instruction *Where, Value *Address, Value *Count,
                               Value *Stride) const {
  IRBuilder<> B(Where);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  return CheckCall(
      B.CreateCall(declareCheck(*Where->getModule(), /*IsRange=*/true),
                   {Call->getArgOperand(Access), Address, Count, Stride}));
}

Constant *CheckCall::accessOf(uint64_t Size, uint64_t Alignment) const {
  Module &M = *Call->getModule();
  auto *Old = cast<ConstantStruct>(
      cast<GlobalVariable>(Call->getArgOperand(Access))->getInitializer());
  SmallVector<Constant *, 8> Members;
  for (const Use &U : Old->operands())
    Members.push_back(cast<Constant>(U.get()));
  Type *I64 = Type::getInt64Ty(M.getContext());
  Members[Member::Size] = ConstantInt::get(I64, Size);
  Members[Properties] = ConstantInt::get(
      I64, (constant(Properties) & ~uint64_t(AccessAlignment)) | Alignment);
  return new GlobalVariable(M, Old->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage,
                            ConstantStruct::getAnon(Members), "csi.access");
}

void CheckCall::makeBytes(Instruction *Where, Value *Address,
                          Value *Count) const {
  IRBuilder<> B(Where);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  B.CreateCall(declareCheck(*Where->getModule(), /*IsRange=*/true),
               {accessOf(1, 1), Address, Count, B.getInt64(1)});
}

void CheckCall::makeLarger(CheckCall First, Value *Address,
                           uint64_t Size) const {
  IRBuilder<> B(Call);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  B.CreateCall(
      declareCheck(*Call->getModule(), /*IsRange=*/false),
      {accessOf(Size, First.constant(Properties) & AccessAlignment), Address});
}

bool hasChecks(Function &F) {
  return any_of(instructions(F),
                [](Instruction &I) { return CheckCall::find(I).has_value(); });
}

/// Moves \p I to its users, if they are in one other block: what a hook seldom
/// needs is not computed before it.
static void sink(Instruction *I) {
  BasicBlock *Block = nullptr;
  for (const User *U : I->users()) {
    auto *At = dyn_cast<Instruction>(U);
    if (!At || isa<PHINode>(At) || (Block && At->getParent() != Block))
      return;
    Block = const_cast<BasicBlock *>(At->getParent());
  }
  if (Block && Block != I->getParent())
    I->moveBefore(*Block, Block->getFirstInsertionPt());
}

void CheckCall::lower() const {
  IRBuilder<> B(Call);
  // The base is set before the program runs.
  LoadInst *First = B.CreateLoad(B.getInt64Ty(), member(Base));
  First->setMetadata(LLVMContext::MD_invariant_load,
                     MDNode::get(B.getContext(), {}));
  Value *Id = B.CreateAdd(First, member(Number), "id");
  auto *Callee = cast<Function>(member(isRange() ? RangeHook : Hook));
  SmallVector<Value *, 6> Arguments{Id, address(), B.getInt32(size())};
  if (isRange())
    Arguments.append({count(), stride()});
  Arguments.push_back(member(Properties));
  CallInst *New = B.CreateCall(Callee, Arguments);
  New->setDoesNotThrow();
  Call->eraseFromParent();
  InlineFunctionInfo Info;
  InlineFunction(*New, Info);
  sink(cast<Instruction>(Id));
  sink(First);
}

static SetVector<Function *> functionsWithChecks(Module &M) {
  SetVector<Function *> Functions;
  for (StringRef Name : {CheckName, RangeName, DeferredName})
    if (Function *Called = M.getFunction(Name))
      for (User *U : Called->users())
        Functions.insert(cast<Instruction>(U)->getFunction());
  return Functions;
}

void lowerChecks(Module &M) {
  // What was inferred of them is not true of the hooks.
  for (Function *F : functionsWithChecks(M)) {
    F->removeFnAttr(Attribute::Memory);
    F->removeFnAttr(Attribute::NoSync);
    F->removeFnAttr(Attribute::NoFree);
  }
  for (StringRef Name : {CheckName, RangeName}) {
    Function *Check = M.getFunction(Name);
    if (!Check)
      continue;
    for (User *U : make_early_inc_range(Check->users()))
      if (std::optional<CheckCall> Call =
              CheckCall::find(*cast<Instruction>(U)))
        Call->lower();
    Check->eraseFromParent();
  }
  lowerDeferredHooks(M);
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    if (G.getName().starts_with("csi.access") && G.use_empty())
      G.eraseFromParent();
  // Hooks that nothing but checks used.
  for (Function &F : make_early_inc_range(M))
    if (F.getName().starts_with("__csi_") && F.hasLocalLinkage() &&
        F.use_empty())
      F.eraseFromParent();
}

bool endsChecks(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->onlyReadsMemory())
    return false;
  if (CheckCall::find(const_cast<Instruction &>(I)))
    return false;
  if (auto D = DeferredHook::find(const_cast<Instruction &>(I)))
    return !D->isOfFrame();
  // No intrinsic calls the program, or frees memory, but for those of
  // coroutines, which other functions have.
  if (isa<IntrinsicInst>(Call))
    return false;
  // What spawns or syncs, or calls the tool, touches other memory, too.
  MemoryEffects Effects = Call->getMemoryEffects();
  Effects = Effects.getWithoutLoc(IRMemLocation::ArgMem)
                .getWithoutLoc(IRMemLocation::InaccessibleMem);
  return !Effects.doesNotAccessMemory() || !Call->hasFnAttr(Attribute::NoFree);
}

PreservedAnalyses ChecksPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (functionsWithChecks(M).empty())
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SetVector<Function *> Functions = functionsWithChecks(M);
  for (Function *F : Functions) {
    if (F->hasOptNone())
      continue;
    removePrivateChecks(*F);
    removeRepeatedChecks(*F);
    joinAdjacentChecks(*F, FAM);
    moveChecksOutOfLoops(*F, FAM);
    removeRepeatedChecks(*F);
    makeStreamChecks(*F, FAM);
    removeIdleFrames(*F);
  }
  lowerChecks(M);
  for (Function *F : Functions)
    FAM.invalidate(*F, PreservedAnalyses::none());
  return PreservedAnalyses::none();
}

} // namespace tussah
