//===- Tool.cpp - The hooks that a tool defines ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"

#include "compiler/targets/lowering/CallUtils.h"
#include "compiler/tasks/Representation.h"
#include "include/tussah/csi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tussah {

static constexpr StringLiteral Prefix = "__csi_";
static constexpr StringLiteral ScopeSizeName = "__csi_scope_size";
static constexpr StringLiteral FrameSizeName = "__csi_frame_size";
static constexpr StringLiteral UnsupportedName = "__csi_unsupported";
static constexpr StringLiteral RepetitionName = "__csi_ignores_repetition";

static constexpr StringLiteral NoSanitizeName = "__csi_heeds_no_sanitize";

/// More is a mistake: the structure is on the stack.
static constexpr uint64_t MostScopeSize = 1 << 16;

namespace {

/// A hook of <tussah/csi.h>. Its type is a letter for the result and each
/// parameter: v(oid), l(ong), i(nt), p(ointer).
struct HookType {
  StringLiteral Name, Type;
};

} // namespace

static constexpr HookType Hooks[] = {{"init", "vp"},
                                     {"unit_init", "vp"},
                                     {"func_entry", "vll"},
                                     {"func_exit", "vlll"},
                                     {"before_call", "vlll"},
                                     {"after_call", "vlll"},
                                     {"bb_entry", "vll"},
                                     {"bb_exit", "vll"},
                                     {"before_load", "vlpil"},
                                     {"after_load", "vlpil"},
                                     {"after_guard_load", "vlpil"},
                                     {"before_store", "vlpil"},
                                     {"after_store", "vlpil"},
                                     {"before_load_range", "vlpilll"},
                                     {"before_store_range", "vlpilll"},
                                     {"detach", "llp"},
                                     {"task", "vllll"},
                                     {"task_exit", "vllll"},
                                     {"detach_continue", "vlllpl"},
                                     {"before_sync", "vllp"},
                                     {"after_sync", "vllp"},
                                     {"before_loop", "llll"},
                                     {"loopbody_entry", "vllll"},
                                     {"loopbody_exit", "vll"},
                                     {"after_loop", "vlll"},
                                     {"loopleaf_entry", "vlllll"},
                                     {"loopleaf_exit", "vlll"},
                                     {"after_alloca", "vlpll"},
                                     {"before_allocfn", "vllllpl"},
                                     {"after_allocfn", "vlplllpl"},
                                     {"before_free", "vlpl"},
                                     {"lifetime_end", "vlpil"},
                                     {"lifetime_end_range", "vlpilll"},
                                     {"frame_entry", "vlpl"},
                                     {"frame_exit", "vp"},
                                     {"frame_resume", "vp"},
                                     {"frame_call", "vlp"},
                                     {"view", "plplppl"},
                                     {"reducer_begin", "vplllpp"},
                                     {"reducer_end", "vpll"}};

/// Functions that the runtime has, not the tool.
static constexpr StringLiteral Questions[] = {"__csi_get_source_loc",
                                              "__csi_get_count"};

static Type *typeOf(char Letter, LLVMContext &C) {
  switch (Letter) {
  case 'v':
    return Type::getVoidTy(C);
  case 'i':
    return Type::getInt32Ty(C);
  case 'p':
    return PointerType::getUnqual(C);
  default:
    return Type::getInt64Ty(C);
  }
}

static FunctionType *typeOf(const HookType &Hook, LLVMContext &C) {
  SmallVector<Type *, 8> Parameters;
  for (char Letter : Hook.Type.drop_front())
    Parameters.push_back(typeOf(Letter, C));
  return FunctionType::get(typeOf(Hook.Type.front(), C), Parameters, false);
}

static bool isLibraryHook(StringRef Name) {
  return Name.starts_with("before_lib_") || Name.starts_with("after_lib_") ||
         Name.starts_with("unwind_lib_");
}

Expected<Tool> Tool::read(const std::string &Path, Module &M, unsigned Index) {
  Expected<BitcodeFile> File = BitcodeFile::read(
      "tool", Path, M, "name a tool, or the path of its bitcode file");
  if (!File)
    return File.takeError();
  Tool Result(std::move(*File), M);
  if (Error E = Result.check())
    return std::move(E);
  // Tools of one program have hooks of the same names.
  if (Index != 0)
    Result.rename(".tool" + std::to_string(Index));
  return std::move(Result);
}

static constexpr StringLiteral Interface = "tussah/csi.h";

Error Tool::readSize(StringRef Name, StringRef Where, uint64_t &Size) {
  if (!File.module().getNamedGlobal(Name))
    return Error::success();
  Expected<uint64_t> Read = File.constant(Name, Interface);
  if (!Read)
    return Read.takeError();
  if (*Read > MostScopeSize)
    return error("wants " + Twine(*Read) + " bytes in each " + Where +
                 ", but " + Twine(MostScopeSize) + " is the most");
  Size = *Read;
  return Error::success();
}

Error Tool::check() {
  const Module &Defined = File.module();
  if (Error E = readSize(ScopeSizeName, "sync scope", ScopeSize))
    return E;
  if (Error E = readSize(FrameSizeName, "frame", FrameSize))
    return E;
  if (Defined.getNamedGlobal(UnsupportedName)) {
    Expected<uint64_t> Kinds = File.constant(UnsupportedName, Interface);
    if (!Kinds)
      return Kinds.takeError();
    Unsupported = *Kinds;
  }
  HeedsNoSanitize = Defined.getNamedGlobal(NoSanitizeName);
  IgnoresRepetition = Defined.getNamedGlobal(RepetitionName);
  bool HasHooks = false;
  for (const Function &F : Defined) {
    StringRef Name = F.getName();
    if (F.isDeclaration() || F.hasLocalLinkage() || !Name.consume_front(Prefix))
      continue;
    HasHooks = true;
    if (isLibraryHook(Name))
      continue;
    const auto *Hook =
        find_if(Hooks, [&](const HookType &H) { return H.Name == Name; });
    if (Hook == std::end(Hooks))
      return error("defines '" + F.getName() +
                   "', which is no hook that exists; see " + Interface);
    if (F.getFunctionType() != typeOf(*Hook, F.getContext()))
      return error("defines '" + F.getName() + "' with another type; see " +
                   Interface);
  }
  if (!HasHooks)
    return error("defines no hook; see " + Twine(Interface));
  return Error::success();
}

void Tool::rename(const std::string &WithSuffix) {
  Suffix = WithSuffix;
  for (Function &F : File.module())
    if (!F.isDeclaration() && !F.hasLocalLinkage() &&
        F.getName().starts_with(Prefix))
      F.setName(F.getName() + Suffix);
}

Error Tool::checkSupport() const {
  static constexpr struct {
    uint64_t Bit;
    StringLiteral Call, Name;
  } Kinds[] = {{CSI_REDUCERS, rep::View, "reducers"},
               {CSI_CANCELLATION, rep::Cancelled, "cancellation"},
               {CSI_CANCELLATION, rep::Scope, "cancellation"}};
  for (const auto &Kind : Kinds)
    if (Unsupported & Kind.Bit && !callsOf(M, Kind.Call).empty())
      return error("does not support " + Kind.Name + ", which '" +
                   M.getSourceFileName() + "' uses; compile that without it");
  return Error::success();
}

/// Hooks that call the program.
static bool mayThrow(StringRef Name) {
  return Name.starts_with("__csi_view") ||
         Name.starts_with("__csi_reducer_end");
}

Function *Tool::declare(StringRef Name) const {
  const Function *F = File.module().getFunction(Name);
  if (!F || F->isDeclaration() || F->hasLocalLinkage())
    return nullptr;
  auto *Declared = cast<Function>(
      M.getOrInsertFunction(Name, F->getFunctionType()).getCallee());
  if (!mayThrow(Name))
    Declared->setDoesNotThrow();
  return Declared;
}

Function *Tool::hook(StringRef Name) const {
  return declare((Prefix + Name + Suffix).str());
}

Function *Tool::libraryHook(StringRef When, StringRef Name) const {
  return declare((Prefix + When + "_lib_" + Name + Suffix).str());
}

bool Tool::isOfAccesses(const Function &Hook) const {
  return File.module().getFunction(Hook.getName())->getSection() ==
         CSI_ACCESSES;
}

Error Tool::linkAndInline() && {
  // It has said what it is for.
  for (Function &F : File.module())
    F.setSection("");
  // Names of the file, which is gone afterwards.
  SmallVector<std::string, 32> Names;
  for (const Function &F : File.module())
    if (F.getName().starts_with(Prefix) &&
        !is_contained(Questions, F.getName()))
      Names.push_back(F.getName().str());
  SmallVector<StringRef, 32> Interface(Names.begin(), Names.end());
  Expected<SmallVector<Function *, 8>> Linked =
      std::move(File).linkInto(M, Interface);
  if (!Linked)
    return Linked.takeError();
  // What the tool accesses is not the program's.
  MDNode *Empty = MDNode::get(M.getContext(), {});
  for (Function *F : *Linked)
    for (Instruction &I : instructions(*F))
      I.setMetadata(LLVMContext::MD_nosanitize, Empty);
  for (Function *F : *Linked)
    // A function cannot have the variable arguments of another one.
    if (!F->isVarArg())
      inlineCalls(*F);
  return Error::success();
}

} // namespace tussah
