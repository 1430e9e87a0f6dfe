//===- Variables.h - What is known of a function's variables -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_VARIABLES_H
#define TUSSAH_COMPILER_TASKS_VARIABLES_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

#include <optional>

namespace tussah {

/// The size of \p AI, which has a constant number of elements.
inline llvm::TypeSize sizeOf(const llvm::AllocaInst &AI) {
  std::optional<llvm::TypeSize> Size =
      AI.getAllocationSize(AI.getModule()->getDataLayout());
  if (!Size)
    llvm_unreachable("a variable of unknown size");
  return *Size;
}

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_VARIABLES_H
