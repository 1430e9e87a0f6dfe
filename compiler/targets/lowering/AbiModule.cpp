//===- AbiModule.cpp - A runtime's bitcode file -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbiModule.h"

#include "runtime/abi/abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tussah {

static constexpr StringLiteral Interface = "lib/tussah/abi/abi.h";

/// Each function that spawns has a frame on its stack. Larger ones are
/// mistakes.
static constexpr uint64_t MostFrameSize = 1 << 16, MostFrameAlign = 4096;

namespace {

/// A function of the interface, as it is declared there in C.
struct AbiFunction {
  StringLiteral Name, Result, Parameters;
  bool MayThrow;
};

} // namespace

static constexpr AbiFunction AbiFunctions[] = {
    {abi::Enter, "void", "void *frame", false},
    {abi::Task, "void *", "void *frame, uint64_t size, uint64_t align", false},
    {abi::Discard, "void", "void *frame, void *task", false},
    {abi::Spawn, "void", "void *frame, void *task, void (*run)(void *task)",
     true},
    {abi::Sync, "void", "void *frame", true},
    {abi::SyncUnwind, "void", "void *frame, void *exception", true},
    {abi::Grain, "uint64_t", "uint64_t iterations, uint64_t instructions",
     false},
    {abi::View, "void *",
     "void *reducer, uint64_t size, void (*identity)(void *), void "
     "(*reduce)(void *, void *)",
     true},
    {abi::ReducerBegin, "void",
     "void *first, uint64_t count, uint64_t stride, uint64_t size, void "
     "(*identity)(void *), void (*reduce)(void *, void *)",
     false},
    {abi::ReducerEnd, "void", "void *first, uint64_t count, uint64_t stride",
     true}};

/// What \p C, the beginning of a declaration in C, gives to LLVM.
static Type *typeOf(StringRef C, LLVMContext &Context) {
  if (C.contains('*'))
    return PointerType::getUnqual(Context);
  return C.starts_with("void") ? Type::getVoidTy(Context)
                               : Type::getInt64Ty(Context);
}

static FunctionType *typeOf(const AbiFunction &F, LLVMContext &Context) {
  SmallVector<Type *, 6> Parameters;
  // Commas in parentheses belong to a parameter that is a function.
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I <= F.Parameters.size(); ++I) {
    char Next = I == F.Parameters.size() ? ',' : F.Parameters[I];
    Depth += (Next == '(') - (Next == ')');
    if (Next != ',' || Depth != 0)
      continue;
    Parameters.push_back(typeOf(F.Parameters.slice(Begin, I).ltrim(), Context));
    Begin = I + 1;
  }
  return FunctionType::get(typeOf(F.Result, Context), Parameters, false);
}

static std::string prototypeOf(const AbiFunction &F) {
  return (F.Result + (F.Result.ends_with("*") ? "" : " ") + F.Name + "(" +
          F.Parameters + ")")
      .str();
}

FunctionCallee getAbiFunction(Module &M, StringRef Name) {
  const auto *F = find_if(AbiFunctions,
                          [&](const AbiFunction &F) { return F.Name == Name; });
  assert(F != std::end(AbiFunctions) && "no function of the ABI");
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, typeOf(*F, M.getContext()));
  if (!F->MayThrow)
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
  if (*Size > MostFrameSize)
    return File.error("has a frame of " + Twine(*Size) +
                      " bytes; expected at most " + Twine(MostFrameSize) +
                      ", as it is on the stack");
  if (!isPowerOf2_64(*Align) || *Align > MostFrameAlign)
    return File.error("has a frame alignment of " + Twine(*Align) +
                      "; expected a power of two up to " +
                      Twine(MostFrameAlign));
  FrameSize = *Size;
  FrameAlign = *Align;
  LLVMContext &Context = File.module().getContext();
  for (const AbiFunction &F : AbiFunctions)
    if (Error E = checkFunction(F.Name, typeOf(F, Context), prototypeOf(F)))
      return E;
  return Error::success();
}

/// The name by which C++ without extern "C" has \p Name, a function of \p M; or
/// an empty one.
static StringRef cxxNameOf(const Module &M, StringRef Name) {
  std::string Mangled = ("_Z" + Twine(Name.size()) + Name).str();
  for (const Function &F : M)
    if (F.getName().starts_with(Mangled))
      return F.getName();
  return "";
}

Error AbiModule::checkFunction(StringRef Name, FunctionType *Type,
                               StringRef Prototype) const {
  std::string Expected = ("; expected '" + Prototype + "', as in ").str();
  const Function *F = File.module().getFunction(Name);
  if (F && !F->isDeclaration() && F->getFunctionType() == Type)
    return Error::success();
  if (F && !F->isDeclaration()) {
    std::string Found;
    raw_string_ostream(Found) << *F->getFunctionType();
    return File.error("defines the function '" + Name + "' with the type '" +
                      Found + "'" + Expected + Interface);
  }
  if (!cxxNameOf(File.module(), Name).empty())
    return File.error("defines the function '" + Name +
                      "' for C++ only; include 'abi.h', or declare it extern "
                      "\"C\"");
  return File.error("does not define the function '" + Name + "'" + Expected +
                    Interface);
}

Error AbiModule::checkLinkage() const {
  for (const GlobalVariable &G : File.module().globals())
    // Only one translation unit of a program may define a strong name.
    if (!G.isDeclaration() && G.hasExternalLinkage() && !G.isConstant())
      return File.error("defines the variable '" + G.getName() +
                        "' in every translation unit; declare it inline "
                        "(in C: weak)");
  return Error::success();
}

/// Lets exceptions of tasks pass through code in C, which clang takes for code
/// that does not throw without -fexceptions. It has no cleanups to lose.
Error AbiModule::letTasksThrow() {
  Module &M = File.module();
  if (!M.getFunction(abi::Sync)->doesNotThrow())
    return Error::success();
  if (Error E = M.materializeAll())
    return E;
  for (Function &F : M) {
    const auto *Known = find_if(AbiFunctions, [&](const AbiFunction &Known) {
      return Known.Name == F.getName();
    });
    if (F.isDeclaration() ||
        (Known != std::end(AbiFunctions) && !Known->MayThrow))
      continue;
    F.removeFnAttr(Attribute::NoUnwind);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->removeFnAttr(Attribute::NoUnwind);
  }
  return Error::success();
}

Expected<SmallVector<Function *, 8>> AbiModule::linkInto(Module &User) && {
  if (Error E = letTasksThrow())
    return std::move(E);
  SmallVector<StringRef, 16> Names;
  for (const AbiFunction &F : AbiFunctions)
    Names.push_back(F.Name);
  Names.append(std::begin(abi::Questions), std::end(abi::Questions));
  return std::move(File).linkInto(User, Names);
}

} // namespace tussah
