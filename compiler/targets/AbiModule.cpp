//===- AbiModule.cpp - A runtime's bitcode file -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbiModule.h"

#include "runtime/abi/abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tussah {

static constexpr StringLiteral Interface = "runtime/abi/abi.h";

static constexpr StringLiteral AbiFunctions[] = {
    abi::Enter, abi::Task,       abi::Discard, abi::Spawn,
    abi::Sync,  abi::SyncUnwind, abi::Grain};

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
  return FunctionType::get(Void, {Ptr}, false);
}

FunctionCallee getAbiFunction(Module &M, StringRef Name) {
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, typeOf(Name, M.getContext()));
  // As abi.h says. The others deliver the exceptions of tasks.
  if (Name == abi::Enter || Name == abi::Task || Name == abi::Discard ||
      Name == abi::Grain)
    cast<Function>(Callee.getCallee())->setDoesNotThrow();
  return Callee;
}

Expected<AbiModule> AbiModule::read(const std::string &Path,
                                    const Module &User) {
  Expected<BitcodeFile> File = BitcodeFile::read(
      "ABI", Path, User, "name a target, or the path of its bitcode file");
  if (!File)
    return File.takeError();
  AbiModule Abi(std::move(*File));
  if (Error E = Abi.checkInterface())
    return std::move(E);
  if (Error E = Abi.checkLinkage())
    return std::move(E);
  return std::move(Abi);
}

Error AbiModule::checkInterface() {
  Expected<uint64_t> Version = File.constant("tussah_abi_version", Interface);
  if (!Version)
    return Version.takeError();
  if (*Version != TUSSAH_ABI_VERSION)
    return File.error("implements version " + Twine(*Version) +
                      " of the interface, but this compiler uses version " +
                      Twine(TUSSAH_ABI_VERSION) + "; rebuild it");
  Expected<uint64_t> Size = File.constant("tussah_abi_frame_size", Interface);
  if (!Size)
    return Size.takeError();
  Expected<uint64_t> Align = File.constant("tussah_abi_frame_align", Interface);
  if (!Align)
    return Align.takeError();
  if (!isPowerOf2_64(*Align))
    return File.error("has a frame alignment of " + Twine(*Align) +
                      ", which is not a power of two");
  FrameSize = *Size;
  FrameAlign = *Align;
  for (StringRef Name : AbiFunctions) {
    const Function *F = File.module().getFunction(Name);
    if (!F || F->isDeclaration())
      return File.error("does not define the function '" + Name +
                        "'; see runtime/abi/abi.h");
    if (F->getFunctionType() != typeOf(Name, F->getContext()))
      return File.error("defines the function '" + Name +
                        "' with another type than runtime/abi/abi.h");
  }
  return Error::success();
}

Error AbiModule::checkLinkage() const {
  for (const GlobalVariable &G : File.module().globals())
    // Only one translation unit of a program may define a strong name.
    if (!G.isDeclaration() && G.hasExternalLinkage() && !G.isConstant())
      return File.error("defines the variable '" + G.getName() +
                        "' in every translation unit; declare it inline");
  return Error::success();
}

Expected<SmallVector<Function *, 8>> AbiModule::linkInto(Module &User) && {
  SmallVector<StringRef, 8> Names(std::begin(AbiFunctions),
                                  std::end(AbiFunctions));
  return std::move(File).linkInto(User, Names);
}

} // namespace tussah
