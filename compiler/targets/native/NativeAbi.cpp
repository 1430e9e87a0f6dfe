//===- NativeAbi.cpp - The native runtime's inline functions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeAbi.h"

#include "compiler/targets/Diagnostics.h"
#include "compiler/targets/Generated.h"
#include "compiler/tasks/Representation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tussah::native {

static constexpr StringLiteral Interface = "runtime/abi/native.c";
static constexpr StringLiteral Prefix = "tussah_native_";

namespace {
struct Signature {
  StringLiteral Name;
  bool TakesPointer, ReturnsWord;
};
} // namespace

static constexpr Signature Signatures[] = {
    {"request", false, true}, {"mark", false, true},  {"worker", false, true},
    {"views", false, true},   {"scope", false, true}, {"must_ask", true, true},
    {"enter", true, false},   {"spawn", true, false}, {"sync", true, false},
    {"call", true, false},    {"return", true, false}};

static FunctionType *typeOf(const Signature &S, LLVMContext &C) {
  SmallVector<Type *, 1> Parameters;
  if (S.TakesPointer)
    Parameters.push_back(PointerType::getUnqual(C));
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
                   {"frame_align", FrameAlign}};
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

void NativeAbi::erase() {
  for (auto &Entry : Functions)
    Entry.second->eraseFromParent();
  Functions.clear();
}

} // namespace tussah::native
