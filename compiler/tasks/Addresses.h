//===- Addresses.h - Who may know the address of a variable -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_ADDRESSES_H
#define TUSSAH_COMPILER_TASKS_ADDRESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace tussah {

/// True if nothing but plain loads and stores knows the address of \p AI, so
/// that its content is all there is to it.
bool isValueOnly(const llvm::AllocaInst *AI);

/// True if the pointer \p Address may become known where \p IsInside is false,
/// or where that is not known: it is used for more than plain accesses.
bool leaves(const llvm::Value &Address,
            llvm::function_ref<bool(const llvm::Instruction &)> IsInside);

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_ADDRESSES_H
