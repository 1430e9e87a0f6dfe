//===- BranchProtection.h - Landing pads and signed addresses ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_BRANCHPROTECTION_H
#define TUSSAH_COMPILER_TASKS_BRANCHPROTECTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <utility>

namespace tussah {

/// The attributes that say how branches and return addresses of a function are
/// protected (-mbranch-protection on AArch64).
llvm::ArrayRef<llvm::StringRef> branchProtectionAttributes();

/// What a module says of that, before another module is linked into it that
/// says nothing: LLVM takes the less of both. Shadow stacks are left out, as
/// they do not follow a strand to another thread.
class BranchProtection {
public:
  explicit BranchProtection(const llvm::Module &M);

  /// Lets \p M say again what it said.
  void restore(llvm::Module &M) const;

  /// Protects \p F, which was linked into the module, as the module's own.
  void protect(llvm::Function &F) const;

private:
  llvm::SmallVector<std::pair<llvm::StringRef, uint32_t>, 4> Flags;
  llvm::SmallVector<llvm::Attribute, 4> Attributes;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_BRANCHPROTECTION_H
