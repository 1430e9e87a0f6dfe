//===- Places.h - Ids of places, and where they are in the source -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_PLACES_H
#define TUSSAH_COMPILER_HOOKS_PLACES_H

#include "include/tussah/csi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <array>

namespace tussah {

/// The places of a module that hooks have seen. Each kind has its own numbers,
/// which start at a base that the runtime (runtime/csi) sets when the program
/// is loaded.
class Places {
public:
  explicit Places(llvm::Module &M) : M(M) {}

  /// Adds a place in \p F, which is about \p Object, and returns its number in
  /// this module.
  uint64_t add(csi_kind_t Kind, const llvm::Function &F,
               const llvm::DebugLoc &L, llvm::StringRef Object = {});

  /// The number of \p F, which is its place of the kind CSI_FUNC.
  uint64_t numberOf(const llvm::Function &F);

  /// The variable with the id of the place 0 of the module.
  llvm::GlobalVariable *baseOf(csi_kind_t Kind);

  /// Computes the id of the place with the number \p Number.
  llvm::Value *id(llvm::IRBuilder<> &B, csi_kind_t Kind, uint64_t Number);

  /// Emits the tables, and a constructor that hands them over, with the tools'
  /// functions \p Init and \p UnitInit.
  void emit(llvm::ArrayRef<llvm::Function *> Init,
            llvm::ArrayRef<llvm::Function *> UnitInit);

private:
  struct Table {
    llvm::SmallVector<llvm::Constant *, 0> Rows;
    llvm::GlobalVariable *Base = nullptr;
  };

  llvm::Constant *callAll(llvm::ArrayRef<llvm::Function *> Called);
  llvm::Constant *string(llvm::StringRef Text);
  llvm::StringRef sourceName(const llvm::Function &F);

  llvm::Module &M;
  std::array<Table, CSI_KINDS> Tables;
  llvm::DenseMap<const llvm::Function *, uint64_t> Functions;
  llvm::StringMap<llvm::Constant *> Strings;
  llvm::DenseMap<const llvm::Function *, std::string> Names;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_PLACES_H
