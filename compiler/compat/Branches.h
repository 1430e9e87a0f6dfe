//===- Branches.h - Branches with and without a condition -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_BRANCHES_H
#define TUSSAH_COMPILER_COMPAT_BRANCHES_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Instructions.h"

namespace tussah::compat {

// One class until LLVM 23, where each kind has its own. Delete when LLVM 23 is
// the floor.
#if LLVM_VERSION_MAJOR >= 23

using llvm::CondBrInst;
using llvm::UncondBrInst;

#else

/// As LLVM's own classes of intrinsics: views of a more general class.
class CondBrInst : public llvm::BranchInst {
public:
  static bool classof(const llvm::Instruction *I) {
    return llvm::isa<llvm::BranchInst>(I) && I->getNumSuccessors() == 2;
  }
  static bool classof(const llvm::Value *V) {
    return llvm::isa<llvm::Instruction>(V) &&
           classof(llvm::cast<llvm::Instruction>(V));
  }
};

class UncondBrInst : public llvm::BranchInst {
public:
  static llvm::BranchInst *Create(llvm::BasicBlock *Target) {
    return llvm::BranchInst::Create(Target);
  }
  template <typename Place>
  static llvm::BranchInst *Create(llvm::BasicBlock *Target, Place At) {
    return llvm::BranchInst::Create(Target, At);
  }
  llvm::BasicBlock *getSuccessor() const {
    return llvm::BranchInst::getSuccessor(0);
  }
  static bool classof(const llvm::Instruction *I) {
    return llvm::isa<llvm::BranchInst>(I) && I->getNumSuccessors() == 1;
  }
  static bool classof(const llvm::Value *V) {
    return llvm::isa<llvm::Instruction>(V) &&
           classof(llvm::cast<llvm::Instruction>(V));
  }
};

#endif

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_BRANCHES_H
