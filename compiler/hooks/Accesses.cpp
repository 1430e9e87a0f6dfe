//===- Accesses.cpp - Loads and stores, and what is known of them ---------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "compiler/tasks/DebugVariables.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tussah {

/// The other bits of access_prop_t.
enum : uint64_t {
  IsOnStack = 1 << 9,
  IsThreadLocal = 1 << 12,
  IsVolatile = 1 << 13
};

/// True if the address \p U of a variable is used as one only: what other
/// strands could do with it, they would have to learn first.
static bool keepsPrivate(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst>(I))
    return true;
  if (auto *Store = dyn_cast<StoreInst>(I))
    return U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
           Store->getValueOperand() != U.get();
  if (auto *II = dyn_cast<IntrinsicInst>(I))
    // Not of what copies memory, which is a hook that knows no properties.
    return II->isAssumeLikeIntrinsic();
  return false;
}

bool AccessFinder::isPrivate(const AllocaInst &Variable) {
  auto [Known, IsNew] = Private.insert({&Variable, true});
  if (!IsNew)
    return Known->second;
  SmallVector<const Value *, 8> Worklist{&Variable};
  while (!Worklist.empty())
    for (const Use &U : Worklist.pop_back_val()->uses()) {
      if (isa<GetElementPtrInst>(U.getUser()))
        Worklist.push_back(U.getUser());
      else if (!keepsPrivate(U))
        return Known->second = false;
    }
  return true;
}

uint64_t AccessFinder::propertiesOf(const Instruction &I, const Value &Address,
                                    Align Alignment) {
  uint64_t Properties = std::min<uint64_t>(Alignment.value(), 255);
  const Value *Object = getUnderlyingObject(&Address);
  bool IsCaptured = true;
  if (auto *Variable = dyn_cast<AllocaInst>(Object)) {
    Properties |= IsOnStack;
    IsCaptured = !isPrivate(*Variable);
  } else if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    if (Global->isConstant())
      Properties |= AccessIsConstant;
    if (Global->isThreadLocal())
      Properties |= IsThreadLocal;
  } else if (auto *II = dyn_cast<IntrinsicInst>(Object);
             II && II->getIntrinsicID() == Intrinsic::threadlocal_address) {
    Properties |= IsThreadLocal;
  }
  if (IsCaptured)
    Properties |= AccessMayBeCaptured;
  if (I.isAtomic())
    Properties |= AccessIsAtomic;
  if (I.isVolatile())
    Properties |= IsVolatile;
  return Properties;
}

std::optional<Access> AccessFinder::find(Instruction &I) {
  Value *Address = nullptr;
  Type *Accessed = nullptr;
  Align Alignment;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Address = Load->getPointerOperand();
    Accessed = Load->getType();
    Alignment = Load->getAlign();
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Address = Store->getPointerOperand();
    Accessed = Store->getValueOperand()->getType();
    Alignment = Store->getAlign();
  } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    Address = Update->getPointerOperand();
    Accessed = Update->getValOperand()->getType();
    Alignment = Update->getAlign();
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Address = Exchange->getPointerOperand();
    Accessed = Exchange->getNewValOperand()->getType();
    Alignment = Exchange->getAlign();
  } else {
    return std::nullopt;
  }
  // Other address spaces, as those of %fs, are not the program's memory.
  if (Address->getType()->getPointerAddressSpace() != 0 ||
      Address->isSwiftError())
    return std::nullopt;
  TypeSize Size = I.getDataLayout().getTypeStoreSize(Accessed);
  if (Size.isScalable())
    return std::nullopt;
  return Access{&I, Address, Size.getFixedValue(), !isa<LoadInst>(I),
                propertiesOf(I, *Address, Alignment)};
}

Access AccessFinder::byteAt(Instruction &I, Value &Address, bool IsStore) {
  return {&I, &Address, 1, IsStore, propertiesOf(I, Address, Align(1))};
}

const DbgVariableRecord *declarationOf(AllocaInst &Variable) {
  for (const DbgVariableRecord *D : findDVRDeclares(&Variable))
    return D;
  for (const DbgVariableRecord *D : markersOf(&Variable))
    return D;
  return nullptr;
}

std::string variableAt(const Value &Address) {
  auto *Object = const_cast<Value *>(getUnderlyingObject(&Address));
  if (auto *Global = dyn_cast<GlobalVariable>(Object)) {
    SmallVector<DIGlobalVariableExpression *, 1> Known;
    Global->getDebugInfo(Known);
    return Known.empty() ? demangle(Global->getName().str())
                         : Known.front()->getVariable()->getName().str();
  }
  auto *Variable = dyn_cast<AllocaInst>(Object);
  const DbgVariableRecord *D = Variable ? declarationOf(*Variable) : nullptr;
  return D ? D->getVariable()->getName().str() : "";
}

} // namespace tussah
