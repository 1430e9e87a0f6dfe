//===- Deferred.h - Hooks of frames and variables, made later ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a tool that gets checks (Checks.h), hooks of frames and variables are
// calls of
//
//     csi.deferred(what, address, value)
//
// too, which LLVM optimizes around: else the frame of each small function that
// is inlined would be code that no check may pass, and its variables would have
// to be in memory. When functions have been simplified, those of frames in
// which nothing is checked or called are left out, and the others become calls
// of the hooks.
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_DEFERRED_H
#define TUSSAH_COMPILER_HOOKS_DEFERRED_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace tussah {

inline constexpr llvm::StringLiteral DeferredName = "csi.deferred";

/// Declares a function that touches nothing that the program knows, and
/// returns. It does not learn the pointers that are its first two operands.
llvm::Function *declareForOptimizer(llvm::Module &M, llvm::StringRef Name,
                                    llvm::ArrayRef<llvm::Type *> Types);

/// A call of csi.deferred.
class DeferredHook {
  llvm::CallBase *Call;

  enum Member { Hook, Base, Number, KindOfHook, Properties };
  explicit DeferredHook(llvm::CallBase *Call) : Call(Call) {}
  llvm::Constant *member(Member Which) const;
  uint64_t constant(Member Which) const;

public:
  /// Of the frame at the address: `value` is whether a strand begins with it.
  /// Of the variable at the address: `value` is its size.
  enum Kind { FrameEntry, FrameExit, FrameResume, FrameCall, Variable };

  static std::optional<DeferredHook> find(llvm::Instruction &I);

  llvm::CallBase *call() const { return Call; }
  llvm::Value *address() const { return Call->getArgOperand(1); }
  Kind kind() const { return static_cast<Kind>(constant(KindOfHook)); }
  bool isOfFrame() const { return kind() != Variable; }

  /// Adds one to \p B. The id of the place is what the variable \p Base has,
  /// plus \p Number; there is none if that is null.
  static void add(llvm::IRBuilder<> &B, llvm::Function *Hook, Kind K,
                  llvm::Value *Address, llvm::Value *Value,
                  llvm::GlobalVariable *Base = nullptr, uint64_t Number = 0,
                  uint64_t Properties = 0);

  /// Replaces the call by one of its hook, which is inlined.
  void lower() const;
};

/// Removes what \p F does for frames in which nothing is checked or called.
void removeIdleFrames(llvm::Function &F);

/// Makes all deferred hooks of \p M calls of hooks.
void lowerDeferredHooks(llvm::Module &M);

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_DEFERRED_H
