//===- CheckMarks.h - Whether a front end's marks make sense ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_LIBRARY_CHECKMARKS_H
#define TUSSAH_COMPILER_LIBRARY_CHECKMARKS_H

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace tussah {

/// Checks the rules of include/tussah/pass.h that code in form 1
/// (docs/internals/ir.md) shows: outlining relies on them, and the keyword
/// plugin keeps them by construction. Writes one line for each violation to \p
/// OS, and returns true if there was none. Linear in the size of the module
/// times the depth to which tasks are nested.
bool checkMarks(llvm::Module &M, llvm::raw_ostream &OS);

/// Checks in form 2 that no exception can leave a function past its tasks, or
/// one of a task past the handlers. Like checkMarks.
bool checkUnwinding(llvm::Module &M, llvm::raw_ostream &OS);

} // namespace tussah

#endif // TUSSAH_COMPILER_LIBRARY_CHECKMARKS_H
