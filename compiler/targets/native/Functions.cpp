//===- Functions.cpp - The native form of functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include "compiler/compat/IR.h"
#include "compiler/targets/lowering/Diagnostics.h"
#include "compiler/tasks/BranchProtection.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tussah::native {

void copyTargetAttributes(Function &To, const Function &From) {
  SmallVector<StringRef, 8> Kinds{"target-cpu", "target-features", "tune-cpu"};
  append_range(Kinds, branchProtectionAttributes());
  for (StringRef Kind : Kinds)
    if (From.hasFnAttribute(Kind))
      To.addFnAttr(From.getFnAttribute(Kind));
}

//===----------------------------------------------------------------------===//
// What cannot be lowered
//===----------------------------------------------------------------------===//

/// A function that spawns the task \p F, if possible one that somebody wrote.
static const Function *parentOf(const Function &F) {
  const Function *Parent = nullptr;
  for (const Use &U : F.uses())
    if (isHelperOfSpawn(U) &&
        (!Parent || Parent->hasFnAttribute(rep::TaskAttr)))
      Parent = cast<Instruction>(U.getUser())->getFunction();
  return Parent;
}

/// An error that says of \p F, which spawns or is a task, \p What is the matter
/// with it, at \p L if that is known. Nobody wrote a task as a function: it is
/// named by one that spawns it.
static Error unsupported(const Function &F, const Twine &What,
                         const DebugLoc &L = DebugLoc()) {
  const Function *Parent =
      F.hasFnAttribute(rep::TaskAttr) ? parentOf(F) : nullptr;
  const Function &Written = Parent ? *Parent : F;
  std::string Name = "'" + demangle(Written.getName()) + "' ";
  return makeError(
      (Parent ? "a task of " + Name : "function " + Name + "spawns and ") +
          What +
          ", which the target 'native' does not support; choose "
          "another one with -ftussah-target=",
      Written, L);
}

/// What the driver refuses for whole programs, for one function.
static Error checkInstrumentation(const Function &F) {
  static constexpr const char *Kinds[][2] = {
      {"safestack", "with SafeStack"},
      {"sanitize_hwaddress", "with -fsanitize=hwaddress"},
      {"sanitize_memory", "with -fsanitize=memory"},
      {"sanitize_type", "with -fsanitize=type"},
      {"speculative_load_hardening", "with speculative load hardening"}};
  for (auto [Name, What] : Kinds) {
    // Not all are known to all versions of LLVM.
    Attribute::AttrKind Kind = Attribute::getAttrKindFromName(Name);
    if (Kind != Attribute::None && F.hasFnAttribute(Kind))
      return unsupported(F, Twine("is compiled ") + What);
  }
  if (F.hasFnAttribute("split-stack"))
    return unsupported(F, "is compiled with split stacks");
  return Error::success();
}

static Error checkFunction(const Function &F, RuntimeCalls &Runtime) {
  if (Error E = checkInstrumentation(F))
    return E;
  if (F.hasFnAttribute(Attribute::Naked))
    return unsupported(F, "is naked");
  if (const char *Obstacle = Runtime.Machine.obstacleIn(F))
    return unsupported(F, Obstacle);
  const Constant *Personality =
      F.hasPersonalityFn() ? F.getPersonalityFn() : nullptr;
  if (!Runtime.personalityFor(Personality))
    return unsupported(F, "handles exceptions of another language");
  if (F.isVarArg() && F.getCallingConv() != CallingConv::C)
    return unsupported(F, "takes variable arguments in a foreign "
                          "calling convention");
  for (const BasicBlock &BB : F)
    if (BB.hasAddressTaken())
      return unsupported(F, "takes the address of a label");
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (isa<CallBrInst>(I))
      return unsupported(F, "has an asm goto", I.getDebugLoc());
    if (Call->hasFnAttr(Attribute::ReturnsTwice) ||
        Call->getIntrinsicID() == Intrinsic::eh_sjlj_setjmp)
      return unsupported(F, "calls setjmp or the like", I.getDebugLoc());
    if (Call->isMustTailCall())
      return unsupported(F, "has a call that must be a tail call",
                         I.getDebugLoc());
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The native form
//===----------------------------------------------------------------------===//

/// What does not hold for the native form: its callers and callees differ from
/// those that it was inferred from.
static AttributeMask removedAttributes() {
  AttributeMask Mask;
  for (Attribute::AttrKind Kind :
       {Attribute::AlwaysInline, Attribute::Memory, Attribute::NoFree,
        Attribute::NoRecurse, Attribute::NoSync, Attribute::NoUnwind,
        Attribute::StackAlignment, Attribute::WillReturn})
    Mask.addAttribute(Kind);
  Mask.addAttribute("stackrealign");
  return Mask;
}

/// LLVM sees that a task does not keep what its parameters point to; but it may
/// use it until the sync, which is long after it has returned for LLVM.
static void forgetCaptures(Function &F) {
  for (unsigned I = 0; I < F.arg_size(); ++I)
    F.removeParamAttr(I, compat::CapturesAttribute);
}

/// Makes the frames of \p F ones that the runtime can walk.
static void setFrameAttributes(Function &F, RuntimeCalls &Runtime) {
  F.addFnAttr("frame-pointer", "all");
  F.setUWTableKind(UWTableKind::Async);
  F.setPersonalityFn(Runtime.personalityFor(
      F.hasPersonalityFn() ? F.getPersonalityFn() : nullptr));
}

/// True if AddressSanitizer, which comes next, is to protect the variables of
/// \p F. It does not in a coroutine, which only a link-time optimizer must
/// take \p F for; clang marks modules that go to one.
static bool protectsVariables(const Function &F, const Processor &Machine) {
  return Machine.letsSanitizersMakeFrames() &&
         F.hasFnAttribute(Attribute::SanitizeAddress) &&
         !F.getParent()->getModuleFlag("EnableSplitLTOUnit");
}

void makeNative(Function &F, RuntimeCalls &Runtime) {
  F.removeFnAttrs(removedAttributes());
  forgetCaptures(F);
  setFrameAttributes(F, Runtime);
  F.setCallingConv(CallingConv::PreserveNone);
  for (unsigned I = 0; I < F.arg_size(); ++I)
    F.removeParamAttr(I, Attribute::ByVal); // see copyByValueArguments
  // The frame is left and entered with another stack pointer, so nothing may be
  // addressed relative to it, or lie below it.
  F.addFnAttr("no-realign-stack");
  F.addFnAttr(Attribute::NoRedZone);
  F.addFnAttr("nooutline");
  F.addFnAttr("disable-tail-calls", "true");
  // A link-time optimizer must not inline it, or infer something from its code,
  // or keep the address of a thread-local variable across a spawn.
  F.addFnAttr(Attribute::NoInline);
  if (protectsVariables(F, Runtime.Machine))
    F.removeFnAttr(Attribute::PresplitCoroutine);
  else
    F.setPresplitCoroutine();
  for (Instruction &I : instructions(F)) {
    if (auto *CI = dyn_cast<CallInst>(&I))
      CI->setTailCallKind(CallInst::TCK_None);
    // Of a caller with 'flatten'. What could be inlined has been; some calls
    // must not be by a link-time optimizer (keepStackPointer, alignCalls).
    if (auto *CB = dyn_cast<CallBase>(&I))
      CB->removeFnAttr(Attribute::AlwaysInline);
  }
}

/// True if the argument \p I of \p Call, in a task, is a copy that the parent
/// has made for it alone.
static bool isOwnCopy(const CallBase &Call, unsigned I) {
  auto *Param = dyn_cast<Argument>(Call.getArgOperand(I));
  return Param && Param->hasOneUse() &&
         Call.getFunction()->hasFnAttribute(rep::TaskAttr) &&
         Call.getParamAttr(I, rep::OwnCopyAttr).isValid();
}

/// True if the argument \p I of \p Call is memory that is the caller's own, and
/// that the caller does not use any more (markTailCalls).
static bool isGivenAway(const CallBase &Call, unsigned I) {
  return Call.hasFnAttr(rep::TailAttr) && isa<Argument>(Call.getArgOperand(I));
}

/// Copies what \p Call passes by value: the native calling convention passes
/// where it lies, so the caller makes the copy that is the callee's own.
static void copyByValueArguments(CallBase &Call) {
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  const DataLayout &DL = Call.getModule()->getDataLayout();
  for (unsigned I = 0; I < Call.arg_size(); ++I) {
    Type *Type = Call.getParamByValType(I);
    if (!Type)
      continue;
    if (isOwnCopy(Call, I) || isGivenAway(Call, I)) {
      Call.removeParamAttr(I, Attribute::ByVal);
      // LLVM may have seen that the call only reads it, to copy it.
      auto *Param = cast<Argument>(Call.getArgOperand(I));
      Param->removeAttr(Attribute::ReadOnly);
      continue;
    }
    MaybeAlign Given = Call.getParamAlign(I);
    Value *Original = Call.getArgOperand(I);
    auto *Copy =
        new AllocaInst(Type, DL.getAllocaAddrSpace(), nullptr,
                       std::max(DL.getABITypeAlign(Type), Given.valueOrOne()),
                       Original->getName() + ".copy", Entry.begin());
    IRBuilder<>(&Call).CreateMemCpy(Copy, Copy->getAlign(), Original, Given,
                                    DL.getTypeAllocSize(Type));
    Call.setArgOperand(I, Copy);
    Call.removeParamAttr(I, Attribute::ByVal);
  }
}

/// Lets all spawns of \p F, and all direct calls in functions of \p Callers,
/// call \p Native.
static void redirectCalls(Function &F, Function &Native,
                          const FunctionSet &Callers) {
  AttributeMask Removed = removedAttributes();
  for (Use &U : make_early_inc_range(F.uses())) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    if (isHelperOfSpawn(U)) {
      U.set(&Native);
      continue;
    }
    if (!CB || !CB->isCallee(&U) || !Callers.contains(CB->getFunction()) ||
        CB->getFunctionType() != Native.getFunctionType())
      continue;
    CB->setCalledFunction(&Native);
    CB->setCallingConv(Native.getCallingConv());
    CB->removeFnAttrs(Removed);
    copyByValueArguments(*CB);
  }
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

/// The type of the native form of \p F, which has a fixed number of parameters:
/// the last one is the list of the variable arguments.
static FunctionType *nativeType(const Function &F) {
  if (!F.isVarArg())
    return F.getFunctionType();
  SmallVector<Type *, 8> Types(F.getFunctionType()->params());
  Types.push_back(PointerType::getUnqual(F.getContext()));
  return FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false);
}

/// Lets \p Native, of a function with variable arguments, take them from its
/// last parameter.
static void replaceVaStart(Function &Native) {
  Value *List = Native.getArg(Native.arg_size() - 1);
  for (Instruction &I : make_early_inc_range(instructions(Native)))
    if (auto *Start = dyn_cast<VAStartInst>(&I)) {
      IRBuilder<> B(Start);
      B.CreateIntrinsic(Intrinsic::vacopy, {List->getType()},
                        {Start->getArgList(), List});
      Start->eraseFromParent();
    }
}

/// Moves what is known of the body of \p F to \p Native. What belongs to the
/// address, such as the types by which indirect calls are checked, stays.
static void moveMetadata(Function &F, Function &Native) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> All;
  F.getAllMetadata(All);
  for (auto [Kind, Node] : All)
    switch (Kind) {
    case LLVMContext::MD_dbg:
    case LLVMContext::MD_prof:
    case LLVMContext::MD_section_prefix:
    case LLVMContext::MD_pcsections:
      Native.addMetadata(Kind, *Node);
      F.eraseMetadata(Kind);
      break;
    default:
      break;
    }
}

static constexpr StringLiteral NativeSuffix = ".native";

StringRef nameBefore(const Function &Native) {
  StringRef Name = Native.getName();
  Name.consume_back(NativeSuffix);
  return Name;
}

/// Moves the body of \p F to a new internal function.
static Function *moveBody(Function &F) {
  auto *Native =
      Function::Create(nativeType(F), GlobalValue::InternalLinkage,
                       F.getAddressSpace(), F.getName() + NativeSuffix);
  F.getParent()->getFunctionList().insert(std::next(F.getIterator()), Native);
  Native->copyAttributesFrom(&F);
  Native->setLinkage(GlobalValue::InternalLinkage);
  Native->setVisibility(GlobalValue::DefaultVisibility);
  Native->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Native->setComdat(nullptr);
  Native->setDSOLocal(true);
  moveMetadata(F, *Native);
  Native->splice(Native->begin(), &F);
  for (auto [Old, New] : zip(F.args(), Native->args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
  if (F.isVarArg())
    replaceVaStart(*Native);
  return Native;
}

/// A call of \p Native that passes \p Args as \p Like's parameters are passed.
static CallInst *emitCall(IRBuilder<> &B, Function &Native,
                          ArrayRef<Value *> Args) {
  CallInst *Call = B.CreateCall(&Native, Args);
  Call->setCallingConv(Native.getCallingConv());
  SmallVector<AttributeSet, 8> Params;
  for (unsigned I = 0; I < Native.arg_size(); ++I)
    Params.push_back(Native.getAttributes().getParamAttrs(I));
  Call->setAttributes(AttributeList::get(Native.getContext(), AttributeSet(),
                                         Native.getAttributes().getRetAttrs(),
                                         Params));
  return Call;
}

static void emitReturn(IRBuilder<> &B, Value *Result) {
  if (Result->getType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Result);
}

/// Emits a list of the variable arguments of the function that \p B emits into.
/// It lives as long as that function.
static Value *emitArgumentList(IRBuilder<> &B, const Processor &Machine) {
  Value *List = B.CreateAlloca(Machine.argumentListType(B.getContext()),
                               nullptr, "arguments");
  B.CreateIntrinsic(Intrinsic::vastart, {B.getPtrTy()}, {List});
  return List;
}

/// What a root is given: its arguments, and place for its result.
static StructType *packetOf(const Function &Native) {
  SmallVector<Type *, 8> Types(Native.getFunctionType()->params());
  if (!Native.getReturnType()->isVoidTy())
    Types.push_back(Native.getReturnType());
  return StructType::get(Native.getContext(), Types);
}

/// Creates the function that is a root's first one.
static Function *createRoot(Function &Native, RuntimeCalls &Runtime) {
  LLVMContext &C = Native.getContext();
  auto *Type =
      FunctionType::get(Type::getVoidTy(C), {PointerType::getUnqual(C)}, false);
  auto *Root = Function::Create(Type, GlobalValue::InternalLinkage,
                                Native.getName() + ".root", Native.getParent());
  copyTargetAttributes(*Root, Native);
  setFrameAttributes(*Root, Runtime);
  IRBuilder<> B(BasicBlock::Create(C, "entry", Root));
  StructType *Packet = packetOf(Native);
  auto Field = [&](unsigned I) {
    return B.CreateStructGEP(Packet, Root->getArg(0), I);
  };
  SmallVector<Value *, 8> Args;
  for (const Argument &A : Native.args())
    Args.push_back(B.CreateLoad(A.getType(), Field(A.getArgNo())));
  CallInst *Result = emitCall(B, Native, Args);
  if (!Result->getType()->isVoidTy())
    B.CreateStore(Result, Field(Native.arg_size()));
  B.CreateRetVoid();
  return Root;
}

/// Gives \p F, whose body is now in \p Native, a body that calls it: directly
/// if the caller is in a root, else as a root.
static void emitWrapper(Function &F, Function &Native, RuntimeCalls &Runtime) {
  LLVMContext &C = F.getContext();
  F.removeFnAttrs(removedAttributes());
  for (Attribute::AttrKind Kind :
       {Attribute::OptimizeNone, Attribute::StackProtect,
        Attribute::StackProtectReq, Attribute::StackProtectStrong})
    F.removeFnAttr(Kind);
  F.addFnAttr(Attribute::NoInline);
  // A link-time optimizer would do what these say, whatever F says. Those in
  // other modules it leaves alone because F is a coroutine.
  for (const Use &U : F.uses())
    if (auto *CB = dyn_cast<CallBase>(U.getUser()); CB && CB->isCallee(&U))
      CB->removeFnAttr(Attribute::AlwaysInline);
  setFrameAttributes(F, Runtime);
  SmallVector<Value *, 8> Args(llvm::make_pointer_range(F.args()));

  BasicBlock *Entry = BasicBlock::Create(C, "entry", &F);
  BasicBlock *Inside = BasicBlock::Create(C, "inside", &F);
  BasicBlock *Outside = BasicBlock::Create(C, "outside", &F);
  IRBuilder<> B(Entry);
  StructType *Type = packetOf(Native);
  AllocaInst *Packet = B.CreateAlloca(Type, nullptr, "packet");
  AllocaInst *Memory = Runtime.Abi.emitCall(B);
  if (F.isVarArg())
    Args.push_back(emitArgumentList(B, Runtime.Machine));
  Value *IsInside = Runtime.Abi.emit(B, "inside");
  B.CreateCondBr(B.CreateICmpNE(IsInside, B.getInt64(0)), Inside, Outside);

  B.SetInsertPoint(Inside);
  Runtime.Abi.emit(B, "call",
                   {Memory, B.CreateIntToPtr(IsInside, B.getPtrTy())});
  CallInst *Result = emitCall(B, Native, Args);
  Runtime.Abi.emit(B, "return", {Memory});
  emitReturn(B, Result);

  B.SetInsertPoint(Outside);
  for (auto [I, Arg] : enumerate(Args))
    B.CreateStore(Arg, B.CreateStructGEP(Type, Packet, I));
  CallInst *Call =
      B.CreateCall(Runtime.root(), {createRoot(Native, Runtime), Packet});
  if (Native.getReturnType()->isVoidTy())
    emitReturn(B, Call);
  else
    emitReturn(B, B.CreateLoad(Native.getReturnType(),
                               B.CreateStructGEP(Type, Packet, Args.size())));
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

/// True if all uses of \p F are calls in \p Callers, or spawns.
static bool isCalledOnlyFrom(const Function &F, const FunctionSet &Callers) {
  return F.hasLocalLinkage() && !F.isVarArg() &&
         all_of(F.uses(), [&](const Use &U) {
           auto *CB = dyn_cast<CallBase>(U.getUser());
           return CB && Callers.contains(CB->getFunction()) &&
                  (CB->isCallee(&U) || isHelperOfSpawn(U));
         });
}

Expected<FunctionSet> makeNativeFunctions(Module &M, RuntimeCalls &Runtime) {
  FunctionSet Spawning;
  for (StringRef Name : {rep::Spawn, rep::Frame})
    for (CallBase *Call : callsOf(M, Name))
      Spawning.insert(Call->getFunction());
  for (CallBase *Call : callsOf(M, rep::Spawn))
    Spawning.insert(SpawnCall(Call).helper());
  for (Function *F : Spawning)
    if (Error E = checkFunction(*F, Runtime))
      return E;

  // Other modules define what is only available here for inlining.
  FunctionSet Defined;
  for (Function *F : Spawning)
    if (F->hasAvailableExternallyLinkage())
      F->deleteBody();
    else
      Defined.insert(F);

  FunctionSet Natives;
  SmallVector<std::pair<Function *, Function *>, 8> Wrapped;
  for (Function *F : Defined)
    if (isCalledOnlyFrom(*F, Defined))
      Natives.insert(F);
    else
      Wrapped.push_back({F, nullptr});
  // Calls move to other functions here.
  for (auto &[F, Native] : Wrapped)
    Natives.insert(Native = moveBody(*F));
  for (Function *F : Natives)
    makeNative(*F, Runtime);
  for (Function *F : Natives)
    redirectCalls(*F, *F, Natives);
  for (auto [F, Native] : Wrapped) {
    if (!F->isInterposable())
      redirectCalls(*F, *Native, Natives);
    emitWrapper(*F, *Native, Runtime);
  }
  return Natives;
}

} // namespace tussah::native
