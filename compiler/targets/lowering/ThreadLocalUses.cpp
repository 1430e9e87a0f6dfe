//===- ThreadLocalUses.cpp - Uses of thread-local variables ---------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLocalUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tussah {

bool usesThreadLocal(const Constant &C) {
  if (auto *G = dyn_cast<GlobalValue>(&C))
    return G->isThreadLocal();
  return any_of(C.operands(), [](const Use &U) {
    auto *Operand = dyn_cast<Constant>(U); // a block, in a block address
    return Operand && usesThreadLocal(*Operand);
  });
}

bool usesThreadLocal(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return any_of(I.operands(), [](const Use &U) {
      auto *C = dyn_cast<Constant>(U);
      return C && usesThreadLocal(*C);
    });
  });
}

} // namespace tussah
