//===- SerialCode.h - Code that nothing runs in parallel with ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program begins with a call of main, which no task makes. Where main has
// no task that runs, all strands of the program come before or after, so what
// it accesses there is in no race. The same is true of functions that only such
// places call.
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_SERIALCODE_H
#define TUSSAH_COMPILER_HOOKS_SERIALCODE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

class SerialCode {
  llvm::SmallSetVector<const llvm::Function *, 8> Functions;
  /// Of these functions: instructions that tasks of the function may run
  /// beside.
  llvm::DenseSet<const llvm::Instruction *> Parallel;

  bool isCalledSeriallyOnly(const llvm::Function &F) const;
  void removeOthers();

public:
  /// Of a module in form 2. Functions that are added later are not serial.
  explicit SerialCode(const llvm::Module &M);

  bool contains(const llvm::Instruction &I) const {
    return Functions.contains(I.getFunction()) && !Parallel.contains(&I);
  }
};

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_SERIALCODE_H
