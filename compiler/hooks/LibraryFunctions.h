//===- LibraryFunctions.h - Functions that tools know -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_LIBRARYFUNCTIONS_H
#define TUSSAH_COMPILER_HOOKS_LIBRARYFUNCTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace tussah {

/// True if \p F was made by Tussah for what programs do not write.
bool isInternal(const llvm::Function &F);

/// True if \p F is a hook of a tool.
bool isHook(const llvm::Function &F);

/// True if \p Call is one that the program makes: not of what Tussah or the
/// compiler has added.
bool isForHooks(const llvm::CallBase &Call);

/// A call that allocates memory. Numbers are those of operands, -1 for none.
struct Allocation {
  uint64_t Kind; ///< allocfn_ty of <tussah/csi.h>
  int Size, Count, Align, Old;
};

std::optional<Allocation> allocationOf(const llvm::CallBase &Call);

/// allocfn_ty of the function that \p Call frees memory with, if it does.
std::optional<uint64_t> freeOf(const llvm::CallBase &Call);

/// A call of a function that is not in the module, with the arguments that all
/// calls of it have.
struct LibraryCall {
  /// Copies that the compiler makes have those of memcpy, memmove and memset.
  llvm::StringRef Name;
  /// With the types that a function of this name has.
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Type *>, 8> Arguments;
};

/// True if the program has a function of its own with the name of one of the C
/// library, which \p Call calls.
bool isNamesake(const llvm::CallBase &Call);

std::optional<LibraryCall> libraryCallOf(const llvm::CallBase &Call);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_LIBRARYFUNCTIONS_H
