//===- BitcodeFile.cpp - Code that is linked into user's modules -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitcodeFile.h"

#include "Diagnostics.h"
#include "compiler/compat/IR.h"
#include "compiler/tasks/BranchProtection.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tussah {

Error BitcodeFile::error(const Twine &What) const {
  return makeError(Kind + " file '" + Path + "' " + What);
}

/// The major version of the LLVM that wrote the bitcode \p Buffer; 0 if that is
/// not known.
static unsigned producerOf(MemoryBufferRef Buffer) {
  Expected<std::string> Producer = getBitcodeProducerString(Buffer);
  if (!Producer) {
    consumeError(Producer.takeError());
    return 0;
  }
  StringRef Name = *Producer;
  unsigned Major = 0;
  if (!Name.consume_front("LLVM") || Name.consumeInteger(10, Major))
    return 0;
  return Major;
}

Expected<BitcodeFile> BitcodeFile::read(const Twine &Kind,
                                        const std::string &Path,
                                        const Module &User, StringRef Advice) {
  BitcodeFile File;
  File.Kind = Kind.str();
  File.Path = Path;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return File.error("cannot be read: " + Buffer.getError().message() + "; " +
                      Advice);
  std::string Build = "; build it with clang " +
                      std::to_string(LLVM_VERSION_MAJOR) + " -emit-llvm -c";
  // What a newer LLVM has added may be misunderstood, or end the compiler.
  if (unsigned Major = producerOf(**Buffer); Major > LLVM_VERSION_MAJOR)
    return File.error("is from LLVM " + Twine(Major) +
                      ", but this compiler is of LLVM " +
                      Twine(LLVM_VERSION_MAJOR) + Build);
  // Bodies of functions are read when something uses them.
  Expected<std::unique_ptr<Module>> M = getOwningLazyBitcodeModule(
      std::move(*Buffer), User.getContext(), /*ShouldLazyLoadMetadata=*/true);
  if (!M)
    return File.error("is not bitcode that LLVM " + Twine(LLVM_VERSION_MAJOR) +
                      " can read: " + toString(M.takeError()) + Build);
  File.M = std::move(*M);
  if (Error E = File.checkMachine(User))
    return std::move(E);
  File.adaptTo(User);
  return std::move(File);
}

/// The C library that \p T names. To clang x86_64-linux is x86_64-linux-gnu.
static Triple::EnvironmentType environment(const Triple &T) {
  return T.isOSLinux() && T.getEnvironment() == Triple::UnknownEnvironment
             ? Triple::GNU
             : T.getEnvironment();
}

/// \p A and \p B can be linked, which their vendors do not decide.
static bool isSameMachine(const Triple &A, const Triple &B) {
  return A.getArch() == B.getArch() && A.getOS() == B.getOS() &&
         environment(A) == environment(B) &&
         A.getObjectFormat() == B.getObjectFormat();
}

Error BitcodeFile::checkMachine(const Module &User) const {
  Triple Mine = compat::targetTriple(*M), Theirs = compat::targetTriple(User);
  if (isSameMachine(Mine, Theirs) && M->getDataLayout() == User.getDataLayout())
    return Error::success();
  // Written by hand, for any machine.
  if (Theirs.getTriple().empty() && User.getDataLayoutStr().empty())
    return Error::success();
  return error("is for '" + Mine.str() + "', but this compilation is for '" +
               Theirs.str() + "'; build it with the same target options");
}

Expected<uint64_t> BitcodeFile::constant(StringRef Name,
                                         StringRef Interface) const {
  // What the program would compute has another initializer until then.
  if (auto *G = M->getNamedGlobal(Name);
      G && G->isConstant() && G->hasInitializer())
    if (auto *Value = dyn_cast<ConstantInt>(G->getInitializer()))
      return Value->getZExtValue();
  return error("does not define the constant '" + Name + "'; see " + Interface);
}

/// What the file was compiled for gives way to what \p User is compiled for.
void BitcodeFile::adaptTo(const Module &User) {
  compat::copyTargetTriple(*M, User);
  M->setDataLayout(User.getDataLayout());
  // Flags of a module, such as its PIC level, are the user's to choose.
  for (StringRef Name : {"llvm.module.flags", "llvm.ident", "llvm.errno.tbaa"})
    if (NamedMDNode *Node = M->getNamedMetadata(Name))
      Node->eraseFromParent();
}

/// True if \p G is defined with a name that only one translation unit of a
/// program may define.
static bool isStrongDefinition(const GlobalValue &G) {
  return !G.isDeclaration() && G.hasExternalLinkage();
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

Expected<SmallVector<Function *, 8>>
BitcodeFile::linkInto(Module &User, ArrayRef<StringRef> Names) && {
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
    if (!is_contained(Names, G.getName()))
      internalize(G);
  BranchProtection Protection(User);
  if (Linker::linkModules(User, std::move(M), Linker::LinkOnlyNeeded))
    return error("cannot be linked into this module");
  Protection.restore(User);
  SmallVector<Function *, 8> Entries;
  for (Function &F : User) {
    if (F.isDeclaration() || Before.contains(&F))
      continue;
    if (is_contained(Names, F.getName())) {
      internalize(F);
      Entries.push_back(&F);
    }
    Protection.protect(F);
    if (F.hasLocalLinkage())
      useDefaultCpu(F);
  }
  return Entries;
}

} // namespace tussah
