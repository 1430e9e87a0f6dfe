//===- RuntimeCalls.cpp - What compiled code asks of the native runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

using namespace llvm;

namespace tussah::native {

Value *RuntimeCalls::framePointer(IRBuilder<> &B) {
  Value *Address = B.CreateIntrinsic(Intrinsic::frameaddress, {B.getPtrTy()},
                                     {B.getInt32(0)});
  return B.CreatePtrToInt(Address, B.getInt64Ty());
}

Function *RuntimeCalls::declare(StringRef Name, Type *Result,
                                ArrayRef<Type *> Params, unsigned Convention,
                                bool MayThrow, bool IsCold) {
  if (Function *F = M.getFunction(Name))
    return F;
  auto *F = Function::Create(FunctionType::get(Result, Params, false),
                             GlobalValue::ExternalLinkage, Name, M);
  F->setCallingConv(Convention);
  if (!MayThrow)
    F->setDoesNotThrow();
  if (IsCold)
    F->addFnAttr(Attribute::Cold);
  return F;
}

Function *RuntimeCalls::poll() {
  // It does not throw, but then LLVM could tell that a task does not either,
  // and remove the landing pad of its spawn.
  Function *Poll = declare("__tussah_poll", Type::getVoidTy(C), {},
                           CallingConv::PreserveMost, true, true);
  // The dynamic linker, which binds a function at its first call through the
  // PLT, does not preserve R10 and R11 as this calling convention does.
  Poll->addFnAttr(Attribute::NonLazyBind);
  return Poll;
}

// The functions after which the caller may be on another thread preserve
// nothing, so that nothing is kept in registers.

Function *RuntimeCalls::childDone() {
  return declare("__tussah_child_done", Type::getVoidTy(C), {},
                 CallingConv::PreserveNone, false, true);
}

Function *RuntimeCalls::sync() {
  Type *I64 = Type::getInt64Ty(C);
  return declare("__tussah_join", I64, {I64}, CallingConv::PreserveNone, true,
                 true);
}

Function *RuntimeCalls::syncUnwind() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_join_unwind", I64, {I64, Ptr},
                 CallingConv::PreserveNone, true, true);
}

Function *RuntimeCalls::exception() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_exception", StructType::get(Ptr, I64),
                 {Ptr, I64, I64, I64}, CallingConv::C, false, true);
}

Function *RuntimeCalls::root() {
  Type *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_root", Type::getVoidTy(C), {Ptr, Ptr},
                 CallingConv::C, true, false);
}

Function *RuntimeCalls::storage() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_storage", Ptr, {I64, I64}, CallingConv::C, false,
                 false);
}

Function *RuntimeCalls::freeStorage() {
  return declare("__tussah_storage_free", Type::getVoidTy(C),
                 {PointerType::getUnqual(C)}, CallingConv::C, false, false);
}

Function *RuntimeCalls::grain() {
  Type *I64 = Type::getInt64Ty(C);
  return declare("__tussah_grain", I64, {I64, I64}, CallingConv::C, false,
                 false);
}

Function *RuntimeCalls::allocate() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_allocate", Ptr, {Ptr, I64, I64}, CallingConv::C,
                 false, false);
}

Function *RuntimeCalls::release() {
  Type *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_release", Type::getVoidTy(C), {Ptr, Ptr},
                 CallingConv::C, false, false);
}

Function *RuntimeCalls::cancelled() {
  return declare("tussah_cancelled", Type::getInt32Ty(C), {}, CallingConv::C,
                 false, false);
}

Function *RuntimeCalls::view() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__cilkrts_reducer_lookup", Ptr, {Ptr, I64, Ptr, Ptr},
                 CallingConv::C, true, false);
}

Function *RuntimeCalls::reducersBegin() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_reducers_begin", Type::getVoidTy(C),
                 {Ptr, I64, I64, I64, Ptr, Ptr}, CallingConv::C, false, false);
}

Function *RuntimeCalls::reducersEnd() {
  Type *I64 = Type::getInt64Ty(C), *Ptr = PointerType::getUnqual(C);
  return declare("__tussah_reducers_end", Type::getVoidTy(C), {Ptr, I64, I64},
                 CallingConv::C, true, false);
}

Constant *RuntimeCalls::spawnTag() {
  return M.getOrInsertGlobal(
      "__tussah_spawn_tag",
      StructType::get(PointerType::getUnqual(C), PointerType::getUnqual(C)));
}

Constant *RuntimeCalls::personalityFor(const Constant *Old) {
  StringRef Name = "__tussah_personality_c";
  if (Old) {
    StringRef OldName = Old->stripPointerCasts()->getName();
    if (OldName == "__gxx_personality_v0" ||
        OldName == "__tussah_personality_cxx")
      Name = "__tussah_personality_cxx";
    else if (OldName != "__gcc_personality_v0" && OldName != Name)
      return nullptr;
  }
  return cast<Constant>(
      M.getOrInsertFunction(Name, FunctionType::get(Type::getInt32Ty(C), true))
          .getCallee());
}

} // namespace tussah::native
