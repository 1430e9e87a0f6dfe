//===- TailCalls.h - Functions that end with a call of themselves -*- C++ -*-=//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `x = spawn f(a); y = f(b); sync; return x + y` is a loop while nothing is
/// stolen: in the fast copy a sync is nothing, so the second call is the last
/// thing that the function does, but for an operation that can be done before
/// it. LLVM's own pass sees a sync behind the call. The proof is in
/// docs/internals/native.md, "Tail calls".
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_TAILCALLS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_TAILCALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace tussah::native {

/// Marks with rep::TailAttr each call in \p M by which a function that spawns
/// ends with a call of itself, if that may use the caller's frame. Comes before
/// the functions get their native form, which forgets which pointers they keep.
void markTailCalls(llvm::Module &M);

/// Turns the marked calls of a function into jumps, in its fast copy.
class TailLoops {
public:
  explicit TailLoops(llvm::Function &F) : F(F) {}

  /// Finds the calls, and lets the function take its parameters from variables,
  /// which each call sets. Before the body is copied.
  void prepare();

  /// Replaces the calls by jumps. \p Slow has the instructions of the slow
  /// copy, where they stay calls.
  void connect(llvm::ValueToValueMapTy &Slow);

  /// The variables.
  llvm::ArrayRef<llvm::AllocaInst *> slots() const { return Slots; }

private:
  /// A call, and what sets the variables for its jump.
  struct TailCall {
    llvm::CallBase *Call;
    llvm::SmallVector<llvm::StoreInst *, 4> Sets;
  };

  void find();
  llvm::AllocaInst *addSlot(llvm::Value *Initial, const llvm::Twine &Name);
  void passInSlots();
  void accumulate();

  llvm::Function &F;
  llvm::SmallVector<TailCall, 2> Calls;
  llvm::SmallVector<llvm::AllocaInst *, 8> Slots;
  llvm::BasicBlock *Head = nullptr;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_TAILCALLS_H
