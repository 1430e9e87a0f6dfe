//===- NativeAbi.cpp - The native runtime's inline functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeAbi.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/targets/lowering/Diagnostics.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tussah::native {

static constexpr StringLiteral Interface = "runtime/abi/native.c";
static constexpr StringLiteral Prefix = "tussah_native_";

/// Of memory whose size alone is the runtime's affair: it consists of words.
static constexpr Align WordAlign = Align::Of<uint64_t>();

namespace {
struct Signature {
  StringLiteral Name;
  unsigned Pointers; ///< that it takes
  bool ReturnsWord;
};
} // namespace

static constexpr Signature Signatures[] = {
    {"request", 0, true}, {"mark", 0, true},    {"inside", 0, true},
    {"views", 0, true},   {"scope", 0, true},   {"must_ask", 1, true},
    {"enter", 1, false},  {"spawn", 1, false},  {"sync", 1, false},
    {"call", 2, false},   {"return", 1, false}, {"catch", 1, false},
    {"caught", 1, false}};

static FunctionType *typeOf(const Signature &S, LLVMContext &C) {
  SmallVector<Type *, 2> Parameters(S.Pointers, PointerType::getUnqual(C));
  return FunctionType::get(S.ReturnsWord ? Type::getInt64Ty(C)
                                         : Type::getVoidTy(C),
                           Parameters, false);
}

Error NativeAbi::readConstants(const BitcodeFile &File) {
  struct {
    StringLiteral Name;
    uint64_t &Value;
  } Constants[] = {{"resume", Resume},
                   {"frame_size", FrameSize},
                   {"frame_align", FrameAlign},
                   {"call_size", CallSize},
                   {"handler_size", HandlerSize},
                   {"most_on_stack", MostOnStack}};
  for (auto &[Name, Value] : Constants) {
    Expected<uint64_t> Read = File.constant((Prefix + Name).str(), Interface);
    if (!Read)
      return Read.takeError();
    Value = *Read;
  }
  return Error::success();
}

/// Checks the functions of \p File, and declares them in \p M.
Error NativeAbi::checkFunctions(const BitcodeFile &File, Module &M) {
  for (const Signature &S : Signatures) {
    std::string Name = (Prefix + S.Name).str();
    FunctionType *Type = typeOf(S, M.getContext());
    const Function *F = File.module().getFunction(Name);
    if (!F || F->isDeclaration() || F->getFunctionType() != Type)
      return File.error("does not define the function '" + Name +
                        "' as it has to be; see " + Interface);
    M.getOrInsertFunction(Name, Type);
  }
  return Error::success();
}

Expected<NativeAbi> NativeAbi::link(Module &M, const std::string &Path) {
  Expected<BitcodeFile> File =
      BitcodeFile::read("native ABI", Path, M, "build or install Tussah again");
  if (!File)
    return File.takeError();
  NativeAbi Abi;
  if (Error E = Abi.readConstants(*File))
    return std::move(E);
  if (Error E = Abi.checkFunctions(*File, M))
    return std::move(E);
  SmallVector<std::string, 16> Names;
  for (const Signature &S : Signatures)
    Names.push_back((Prefix + S.Name).str());
  Expected<SmallVector<Function *, 8>> Linked = std::move(*File).linkInto(
      M, SmallVector<StringRef, 16>(Names.begin(), Names.end()));
  if (!Linked)
    return Linked.takeError();
  for (Function *F : *Linked) {
    if (F->size() != 1)
      return makeError("native ABI file '" + Path + "' has branches in '" +
                       F->getName() + "'; see " + Interface);
    Abi.Functions[F->getName().drop_front(Prefix.size())] = F;
  }
  return std::move(Abi);
}

Value *NativeAbi::emit(IRBuilder<> &B, StringRef Name,
                       ArrayRef<Value *> Args) const {
  Function &F = *Functions.lookup(Name);
  ValueToValueMapTy Map;
  for (auto [Parameter, Arg] : zip_equal(F.args(), Args))
    Map[&Parameter] = Arg;
  for (Instruction &I : F.getEntryBlock()) {
    if (auto *Return = dyn_cast<ReturnInst>(&I)) {
      Value *Result = Return->getReturnValue();
      return Result ? MapValue(Result, Map) : nullptr;
    }
    Instruction *Copy = I.clone();
    // What is marked must not have the address of a variable of the caller.
    if (auto *Call = dyn_cast<CallInst>(Copy))
      Call->setTailCallKind(CallInst::TCK_None);
    RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
    B.Insert(Copy);
    Map[&I] = Copy;
  }
  llvm_unreachable("the block has no other end");
}

void NativeAbi::emitFrame(Function &F) const {
  // Without memory there is nothing to do something with.
  if (FrameSize == 0)
    return;
  Value *Frame = createStackSlot(F, FrameSize, FrameAlign, "runtime.frame");
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  B.SetCurrentDebugLocation(locationIn(F));
  emit(B, "enter", {Frame});
  static constexpr struct {
    StringLiteral Call, Function;
  } Events[] = {
      {rep::Spawn, "spawn"}, {rep::Sync, "sync"}, {rep::SyncUnwind, "sync"}};
  for (const auto &Event : Events)
    for (CallBase *Call : callsOf(*F.getParent(), Event.Call))
      if (Call->getFunction() == &F) {
        B.SetInsertPoint(Call);
        emit(B, Event.Function, {Frame});
      }
}

AllocaInst *NativeAbi::emitCall(IRBuilder<> &B) const {
  AllocaInst *Memory = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), CallSize),
                                      nullptr, "runtime.call");
  Memory->setAlignment(WordAlign);
  return Memory;
}

/// Gives \p Call, which may throw, a landing pad of its own. LLVM has made a
/// call of an invoke whose landing pad did nothing.
static InvokeInst *giveLandingPad(CallInst *Call) {
  Function &F = *Call->getFunction();
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "unwind", &F));
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  Type *Pair = StructType::get(B.getPtrTy(), B.getInt32Ty());
  LandingPadInst *Pad = B.CreateLandingPad(Pair, 0);
  Pad->setCleanup(true);
  B.CreateResume(Pad);
  BasicBlock *Unwind = B.GetInsertBlock(), *Before = Call->getParent();
  changeToInvokeAndSplitBasicBlock(Call, Unwind);
  return cast<InvokeInst>(Before->getTerminator());
}

/// Emits a call of tussah_native_caught where control goes on behind \p Call.
void NativeAbi::emitCaught(CallBase *Call, Value *Handler) const {
  Function &F = *Call->getFunction();
  if (auto *CI = dyn_cast<CallInst>(Call);
      CI && !CI->doesNotThrow() && !F.doesNotThrow() && F.hasPersonalityFn())
    Call = giveLandingPad(CI);
  IRBuilder<> B(Call);
  B.SetCurrentDebugLocation(Call->getDebugLoc());
  auto Emit = [&](BasicBlock::iterator Place) {
    B.SetInsertPoint(Place->getParent(), Place);
    emit(B, "caught", {Handler});
  };
  auto *II = dyn_cast<InvokeInst>(Call);
  if (!II) {
    Emit(std::next(Call->getIterator()));
    return;
  }
  // Others come to the landing pad too. That does no harm, nor is it slow: they
  // have thrown an exception.
  Emit(II->getUnwindDest()->getFirstInsertionPt());
  BasicBlock *Next = SplitEdge(II->getParent(), II->getNormalDest());
  Emit(Next->getFirstInsertionPt());
}

void NativeAbi::emitHandlers(Module &M,
                             function_ref<bool(Function &)> IsNative) const {
  if (HandlerSize == 0)
    return;
  DenseMap<Function *, Value *> Handlers;
  for (StringRef Name : {"__cxa_begin_catch", "__cxa_end_catch"})
    for (CallBase *Call : callsOf(M, Name)) {
      Function &F = *Call->getFunction();
      if (!IsNative(F))
        continue;
      Value *&Handler = Handlers[&F];
      if (!Handler)
        Handler = createStackSlot(F, HandlerSize, WordAlign.value(),
                                  "runtime.handler");
      if (Name == "__cxa_begin_catch") {
        IRBuilder<> B(Call);
        B.SetCurrentDebugLocation(Call->getDebugLoc());
        emit(B, "catch", {Handler});
      }
      emitCaught(Call, Handler);
    }
}

void NativeAbi::erase() {
  for (auto &Entry : Functions)
    Entry.second->eraseFromParent();
  Functions.clear();
}

} // namespace tussah::native
