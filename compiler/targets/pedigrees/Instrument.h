//===- Instrument.h - Code that keeps pedigrees -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_PEDIGREES_INSTRUMENT_H
#define TUSSAH_COMPILER_TARGETS_PEDIGREES_INSTRUMENT_H

#include "Observers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace tussah {

/// The functions of runtime/random/pedigree.c that instrumented code calls,
/// declared in a module.
class PedigreeCalls {
public:
  /// A node has \p NodeSize bytes, aligned to \p NodeAlign.
  PedigreeCalls(llvm::Module &M, uint64_t NodeSize, uint64_t NodeAlign);

  /// Returns the rank and the parent of the current strand.
  std::pair<llvm::Value *, llvm::Value *> get(llvm::IRBuilder<> &B) const;
  void next(llvm::IRBuilder<> &B, llvm::Value *Rank, llvm::Value *Parent) const;
  void catchException(llvm::IRBuilder<> &B, llvm::Value *Rank,
                      llvm::Value *Parent) const;
  void enter(llvm::IRBuilder<> &B, llvm::Value *Node) const;
  /// Makes a node in the frame of the function that \p B is in. Returns its
  /// address.
  llvm::Value *term(llvm::IRBuilder<> &B, llvm::Value *Rank,
                    llvm::Value *Parent) const;

private:
  llvm::FunctionCallee Get, Next, Catch, Term, Enter;
  uint64_t NodeSize, NodeAlign;
};

/// Adds calls of \p Calls to all functions of \p M but those in \p Quiet.
void instrumentPedigrees(llvm::Module &M, const ConstFunctionSet &Quiet,
                         const PedigreeCalls &Calls);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_PEDIGREES_INSTRUMENT_H
