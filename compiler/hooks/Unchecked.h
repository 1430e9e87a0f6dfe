//===- Unchecked.h - What the program wants not to be checked --*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_UNCHECKED_H
#define TUSSAH_COMPILER_HOOKS_UNCHECKED_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tussah {

/// Marks the functions of \p M that the files of -fsanitize-ignorelist \p Lists
/// name, for `cilk` or for all sanitizers. Fails if a file cannot be read.
llvm::Error markIgnored(llvm::Module &M, const std::vector<std::string> &Lists);

/// Whether tools that heed `no_sanitize("cilk")` have no hooks for the accesses
/// of \p F.
bool isUnchecked(const llvm::Function &F);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_UNCHECKED_H
