//===- Places.cpp - Ids of places, and where they are in the source -------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tussah {

/// Before constructors of the program, which may have hooks.
static constexpr int ConstructorPriority = 1;

Constant *Places::string(StringRef Text) {
  if (Text.empty())
    return ConstantPointerNull::get(PointerType::getUnqual(M.getContext()));
  Constant *&Entry = Strings[Text];
  if (!Entry) {
    Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
    auto *G =
        new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                           GlobalValue::PrivateLinkage, Data, "csi.string");
    G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    Entry = G;
  }
  return Entry;
}

/// The name that the source gives \p F, or, if it was outlined, the function
/// that it is from.
StringRef Places::sourceName(const Function &F) {
  std::string &Name = Names[&F];
  if (!Name.empty())
    return Name;
  StringRef Symbol = F.getName();
  // f.task, f.task.1, f.body.task
  for (StringRef Suffix : {".task", ".body", ".scope"})
    Symbol = Symbol.split(Suffix).first;
  const Function *Source = M.getFunction(Symbol);
  const DISubprogram *SP = Source ? Source->getSubprogram() : nullptr;
  Name = SP && !SP->getName().empty() ? SP->getName().str()
                                      : demangle(Symbol.str());
  return Name;
}

GlobalVariable *Places::baseOf(csi_kind_t Kind) {
  GlobalVariable *&Base = Tables[Kind].Base;
  if (!Base) {
    Type *I64 = Type::getInt64Ty(M.getContext());
    Base = new GlobalVariable(M, I64, /*isConstant=*/false,
                              GlobalValue::InternalLinkage,
                              ConstantInt::get(I64, 0), "csi.base");
  }
  return Base;
}

Value *Places::id(IRBuilder<> &B, csi_kind_t Kind, uint64_t Number) {
  Value *Base = B.CreateLoad(B.getInt64Ty(), baseOf(Kind));
  return B.CreateAdd(Base, B.getInt64(Number), "id", /*HasNUW=*/true,
                     /*HasNSW=*/true);
}

/// The file of \p L, from the folder of the compilation: clang gives some a
/// folder of their own.
static std::string pathOf(const DILocation &L) {
  StringRef File = L.getFilename(), Folder = L.getDirectory();
  const DICompileUnit *Unit = L.getScope()->getSubprogram()->getUnit();
  if (sys::path::is_absolute(File) || Folder.empty() || !Unit ||
      Folder == Unit->getDirectory())
    return File.str();
  return (Folder + "/" + File).str();
}

uint64_t Places::add(csi_kind_t Kind, const Function &F, const DebugLoc &L,
                     StringRef Object) {
  std::string File;
  unsigned Line = 0, Column = 0;
  if (L) {
    File = pathOf(*L);
    Line = L.getLine();
    Column = L.getCol();
  }
  Type *I32 = Type::getInt32Ty(M.getContext());
  auto &Rows = Tables[Kind].Rows;
  Rows.push_back(ConstantStruct::getAnon(
      {string(sourceName(F)), ConstantInt::get(I32, Line),
       ConstantInt::get(I32, Column), string(File), string(Object)}));
  return Rows.size() - 1;
}

uint64_t Places::numberOf(const Function &F) {
  auto [Known, IsNew] = Functions.insert({&F, 0});
  if (IsNew) {
    DebugLoc L;
    if (DISubprogram *SP = F.getSubprogram())
      L = DILocation::get(F.getContext(), SP->getLine(), 0, SP);
    Known->second = add(CSI_FUNC, F, L, demangle(F.getName().str()));
  }
  return Known->second;
}

/// A function that passes its argument, a pointer, to all of \p Called; null if
/// there are none.
Constant *Places::callAll(ArrayRef<Function *> Called) {
  auto *Ptr = PointerType::getUnqual(M.getContext());
  if (Called.empty())
    return ConstantPointerNull::get(Ptr);
  if (Called.size() == 1)
    return Called.front();
  Type *Void = Type::getVoidTy(M.getContext());
  auto *All =
      Function::Create(FunctionType::get(Void, Ptr, false),
                       GlobalValue::InternalLinkage, "tussah.csi.all", M);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", All));
  for (Function *F : Called)
    B.CreateCall(F, All->getArg(0));
  B.CreateRetVoid();
  return All;
}

void Places::emit(ArrayRef<Function *> Init, ArrayRef<Function *> UnitInit) {
  LLVMContext &C = M.getContext();
  Type *I64 = Type::getInt64Ty(C);
  auto *Ptr = PointerType::getUnqual(C);
  Constant *Null = ConstantPointerNull::get(Ptr);
  auto Global = [&](Constant *Value, bool IsConstant, StringRef Name) {
    return new GlobalVariable(M, Value->getType(), IsConstant,
                              GlobalValue::InternalLinkage, Value, Name);
  };
  SmallVector<Constant *, CSI_KINDS> Heads;
  for (unsigned Kind = 0; Kind != CSI_KINDS; ++Kind) {
    Table &T = Tables[Kind];
    Constant *Rows = Null;
    if (!T.Rows.empty())
      Rows = Global(
          ConstantArray::get(
              ArrayType::get(T.Rows.front()->getType(), T.Rows.size()), T.Rows),
          /*IsConstant=*/true, "csi.places");
    Heads.push_back(
        ConstantStruct::getAnon({ConstantInt::get(I64, T.Rows.size()), Rows,
                                 baseOf(static_cast<csi_kind_t>(Kind))}));
  }
  Constant *Array =
      Global(ConstantArray::get(
                 ArrayType::get(Heads.front()->getType(), CSI_KINDS), Heads),
             /*IsConstant=*/true, "csi.tables");
  Constant *Unit = Global(
      ConstantStruct::getAnon({string(M.getSourceFileName()), callAll(Init),
                               callAll(UnitInit), Array, Null}),
      /*IsConstant=*/false, "csi.unit");
  auto *Constructor =
      Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                       GlobalValue::InternalLinkage, "tussah.csi.begin", M);
  IRBuilder<> B(BasicBlock::Create(C, "", Constructor));
  B.CreateCall(M.getOrInsertFunction("__tussah_csi_unit", B.getVoidTy(), Ptr),
               Unit);
  B.CreateRetVoid();
  appendToGlobalCtors(M, Constructor, ConstructorPriority);
}

} // namespace tussah
