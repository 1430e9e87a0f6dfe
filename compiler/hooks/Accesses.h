//===- Accesses.h - Loads and stores, and what is known of them -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_ACCESSES_H
#define TUSSAH_COMPILER_HOOKS_ACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tussah {

/// Bits of access_prop_t.
enum : uint64_t {
  AccessAlignment = 255, ///< all of these
  AccessIsConstant = 1 << 8,
  AccessMayBeCaptured = 1 << 10,
  AccessIsAtomic = 1 << 11
};

/// An instruction that reads or writes memory at one address.
struct Access {
  llvm::Instruction *I;
  llvm::Value *Address;
  uint64_t Size;
  /// Also of what reads and writes at once.
  bool IsStore;
  /// An access_prop_t of <tussah/csi.h>.
  uint64_t Properties;

  /// Whether no other strand can write what it reads, or read what it writes.
  bool isPrivate() const {
    return Properties & AccessIsConstant || !(Properties & AccessMayBeCaptured);
  }
};

/// Finds accesses in functions before optimization.
class AccessFinder {
public:
  /// The access that \p I is, if it is one.
  std::optional<Access> find(llvm::Instruction &I);

  /// An access of the byte at \p Address by \p I.
  Access byteAt(llvm::Instruction &I, llvm::Value &Address, bool IsStore);

  /// Whether nothing but loads and stores of its function knows the address of
  /// \p Variable.
  bool isPrivate(const llvm::AllocaInst &Variable);

private:
  uint64_t propertiesOf(const llvm::Instruction &I, const llvm::Value &Address,
                        llvm::Align Alignment);

  llvm::DenseMap<const llvm::AllocaInst *, bool> Private;
};

/// What debuggers know of \p Variable, or null.
const llvm::DbgVariableRecord *declarationOf(llvm::AllocaInst &Variable);

/// What the source calls the variable that \p Address is in; empty if that is
/// not known.
std::string variableAt(const llvm::Value &Address);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_ACCESSES_H
