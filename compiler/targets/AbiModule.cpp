//===- AbiModule.cpp - A runtime's bitcode file -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbiModule.h"

#include "Diagnostics.h"
#include "compiler/compat/IR.h"
#include "runtime/abi/abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tussah {

static constexpr StringLiteral AbiFunctions[] = {
    abi::Enter,        abi::Task,       abi::Discard, abi::Spawn,
    abi::Sync,         abi::SyncUnwind, abi::Grain,   abi::View,
    abi::ReducerBegin, abi::ReducerEnd};

static FunctionType *typeOf(StringRef Name, LLVMContext &C) {
  Type *Void = Type::getVoidTy(C);
  Type *Ptr = PointerType::getUnqual(C);
  Type *I64 = Type::getInt64Ty(C);
  if (Name == abi::Task)
    return FunctionType::get(Ptr, {Ptr, I64, I64}, false);
  if (Name == abi::Discard || Name == abi::SyncUnwind)
    return FunctionType::get(Void, {Ptr, Ptr}, false);
  if (Name == abi::Spawn)
    return FunctionType::get(Void, {Ptr, Ptr, Ptr}, false);
  if (Name == abi::Grain)
    return FunctionType::get(I64, {I64, I64}, false);
  if (Name == abi::View)
    return FunctionType::get(Ptr, {Ptr, I64, Ptr, Ptr}, false);
  if (Name == abi::ReducerBegin)
    return FunctionType::get(Void, {Ptr, I64, I64, I64, Ptr, Ptr}, false);
  if (Name == abi::ReducerEnd)
    return FunctionType::get(Void, {Ptr, I64, I64}, false);
  return FunctionType::get(Void, {Ptr}, false);
}

FunctionCallee getAbiFunction(Module &M, StringRef Name) {
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, typeOf(Name, M.getContext()));
  // As abi.h says. The others deliver the exceptions of tasks.
  if (Name == abi::Enter || Name == abi::Task || Name == abi::Discard ||
      Name == abi::Grain || Name == abi::ReducerBegin)
    cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Callee;
}

Error AbiModule::error(const Twine &What) const {
  return makeError("ABI file '" + Path + "' " + What);
}

Expected<AbiModule> AbiModule::read(const std::string &Path,
                                    const Module &User) {
  AbiModule Abi;
  Abi.Path = Path;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Abi.error("cannot be read: " + Buffer.getError().message() +
                     "; name a target, or the path of its bitcode file");
  // Bodies of functions are read when something uses them.
  Expected<std::unique_ptr<Module>> M = getOwningLazyBitcodeModule(
      std::move(*Buffer), User.getContext(), /*ShouldLazyLoadMetadata=*/true);
  if (!M)
    return Abi.error("is not bitcode that LLVM " + Twine(LLVM_VERSION_MAJOR) +
                     " can read: " + toString(M.takeError()) +
                     "; build it with clang " + Twine(LLVM_VERSION_MAJOR) +
                     " -emit-llvm -c");
  Abi.M = std::move(*M);
  if (Error E = Abi.checkMachine(User))
    return std::move(E);
  if (Error E = Abi.checkInterface())
    return std::move(E);
  if (Error E = Abi.checkLinkage())
    return std::move(E);
  Abi.adaptTo(User);
  return std::move(Abi);
}

/// \p A and \p B can be linked, which their vendors do not decide.
static bool isSameMachine(const Triple &A, const Triple &B) {
  return A.getArch() == B.getArch() && A.getOS() == B.getOS() &&
         A.getEnvironment() == B.getEnvironment() &&
         A.getObjectFormat() == B.getObjectFormat();
}

Error AbiModule::checkMachine(const Module &User) const {
  Triple Mine = compat::targetTriple(*M), Theirs = compat::targetTriple(User);
  if (isSameMachine(Mine, Theirs) && M->getDataLayout() == User.getDataLayout())
    return Error::success();
  return error("is for '" + Mine.str() + "', but this compilation is for '" +
               Theirs.str() + "'; build it with the same target options");
}

Expected<uint64_t> AbiModule::constant(StringRef Name) const {
  if (auto *G = M->getNamedGlobal(Name); G && G->hasInitializer())
    if (auto *Value = dyn_cast<ConstantInt>(G->getInitializer()))
      return Value->getZExtValue();
  return error("does not define the constant '" + Name +
               "'; see runtime/abi/abi.h");
}

Error AbiModule::checkInterface() {
  Expected<uint64_t> Version = constant("tussah_abi_version");
  if (!Version)
    return Version.takeError();
  if (*Version != TUSSAH_ABI_VERSION)
    return error("implements version " + Twine(*Version) +
                 " of the interface, but this compiler uses version " +
                 Twine(TUSSAH_ABI_VERSION) + "; rebuild it");
  Expected<uint64_t> Size = constant("tussah_abi_frame_size");
  if (!Size)
    return Size.takeError();
  Expected<uint64_t> Align = constant("tussah_abi_frame_align");
  if (!Align)
    return Align.takeError();
  if (!isPowerOf2_64(*Align))
    return error("has a frame alignment of " + Twine(*Align) +
                 ", which is not a power of two");
  FrameSize = *Size;
  FrameAlign = *Align;
  for (StringRef Name : AbiFunctions) {
    Function *F = M->getFunction(Name);
    if (!F || F->isDeclaration())
      return error("does not define the function '" + Name +
                   "'; see runtime/abi/abi.h");
    if (F->getFunctionType() != typeOf(Name, M->getContext()))
      return error("defines the function '" + Name +
                   "' with another type than runtime/abi/abi.h");
  }
  return Error::success();
}

/// True if \p G is defined with a name that only one translation unit of a
/// program may define.
static bool isStrongDefinition(const GlobalValue &G) {
  return !G.isDeclaration() && G.hasExternalLinkage();
}

Error AbiModule::checkLinkage() const {
  for (const GlobalVariable &G : M->globals())
    if (isStrongDefinition(G) && !G.isConstant())
      return error("defines the variable '" + G.getName() +
                   "' in every translation unit; declare it inline");
  return Error::success();
}

/// What the file was compiled for gives way to what \p User is compiled for.
void AbiModule::adaptTo(const Module &User) {
  compat::copyTargetTriple(*M, User);
  // Flags of a module, such as its PIC level, are the user's to choose.
  for (StringRef Name : {"llvm.module.flags", "llvm.ident", "llvm.errno.tbaa"})
    if (NamedMDNode *Node = M->getNamedMetadata(Name))
      Node->eraseFromParent();
}

/// Makes \p G private to its module, unless it is one of those that all modules
/// of a program share.
static void internalize(GlobalValue &G) {
  if (!isStrongDefinition(G))
    return;
  if (auto *Object = dyn_cast<GlobalObject>(&G))
    Object->setComdat(nullptr);
  G.setVisibility(GlobalValue::DefaultVisibility);
  G.setLinkage(GlobalValue::InternalLinkage);
  G.setDSOLocal(true);
}

/// The runtime's own functions are compiled for the CPU of the command line,
/// not for the one that the ABI file was compiled for, nor for that of a user's
/// function with a target attribute: they may be called from any.
static void useDefaultCpu(Function &F) {
  for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
    F.removeFnAttr(Name);
}

Expected<SmallVector<Function *, 8>> AbiModule::linkInto(Module &User) && {
  if (Error E = M->materializeMetadata())
    return std::move(E);
  StripDebugInfo(*M);
  SmallPtrSet<Function *, 32> Before;
  for (Function &F : User)
    if (!F.isDeclaration())
      Before.insert(&F);
  // The names of the interface are needed to link; all others are made internal
  // before, so that they cannot meet the user's.
  for (GlobalValue &G : M->global_values())
    if (!is_contained(AbiFunctions, G.getName()))
      internalize(G);
  if (Linker::linkModules(User, std::move(M), Linker::LinkOnlyNeeded))
    return error("cannot be linked into this module");
  SmallVector<Function *, 8> Entries;
  for (Function &F : User) {
    if (F.isDeclaration() || Before.contains(&F))
      continue;
    if (is_contained(AbiFunctions, F.getName())) {
      internalize(F);
      Entries.push_back(&F);
    }
    if (F.hasLocalLinkage())
      useDefaultCpu(F);
  }
  return Entries;
}

} // namespace tussah
