//===- Checks.h - Calls of hooks that the optimizer sees --------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool that only asks whether a strand accesses memory
// (__csi_ignores_repetition in <tussah/csi.h>) gets, in place of a hook, a call
//
//     csi.check(access, address)
//
// The constant `access` says what LLVM should not see, such as the hook. The
// call touches nothing that the program knows, so LLVM optimizes around it.
// When functions are simplified, repeated checks are left out, those of loops
// become
//
//     csi.check.range(access, address, count, stride)
//
// and what is left becomes calls of the hooks, which are inlined.
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_CHECKS_H
#define TUSSAH_COMPILER_HOOKS_CHECKS_H

#include "Accesses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace tussah {

/// A call of csi.check or csi.check.range.
class CheckCall {
  llvm::CallBase *Call;

  enum Operand { Access, Address, Count, Stride };
  enum Member { Hook, RangeHook, Base, Number, IsStore, Size, Properties };
  explicit CheckCall(llvm::CallBase *Call) : Call(Call) {}

public:
  static std::optional<CheckCall> find(llvm::Instruction &I);

  llvm::CallBase *call() const { return Call; }
  llvm::Value *address() const { return Call->getArgOperand(Address); }
  uint64_t size() const { return constant(Size); }
  bool isStore() const { return constant(IsStore); }
  bool isAtomic() const { return constant(Properties) & AccessIsAtomic; }
  bool isRange() const { return Call->arg_size() > Count; }
  bool hasRangeHook() const {
    return llvm::isa<llvm::Function>(member(RangeHook));
  }
  llvm::Value *count() const { return Call->getArgOperand(Count); }
  llvm::Value *stride() const { return Call->getArgOperand(Stride); }

  /// Puts in front of \p Where the check of \p Count accesses as this one, the
  /// first at \p Address, each \p Stride bytes behind the one before.
  CheckCall makeRange(llvm::Instruction *Where, llvm::Value *Address,
                      llvm::Value *Count, llvm::Value *Stride) const;

  /// The same for \p Count bytes from \p Address on.
  void makeBytes(llvm::Instruction *Where, llvm::Value *Address,
                 llvm::Value *Count) const;

  /// Puts in front of this check one of \p Size bytes at \p Address, which
  /// begins with those of \p First.
  void makeLarger(CheckCall First, llvm::Value *Address, uint64_t Size) const;

  /// Replaces the check by a call of its hook, which is inlined.
  void lower() const;

private:
  llvm::Constant *member(Member Which) const;
  /// A copy of what the constant `access` says, for other bytes.
  llvm::Constant *accessOf(uint64_t Size, uint64_t Alignment) const;
  uint64_t constant(Member Which) const;
};

/// Adds a check of \p A to \p B. \p RangeHook may be null. The id of the place
/// is what the variable \p Base has, plus \p Number. With \p Count it is one of
/// so many accesses, one directly behind the other.
void addCheck(llvm::IRBuilder<> &B, llvm::Function *Hook,
              llvm::Function *RangeHook, llvm::GlobalVariable *Base,
              uint64_t Number, const Access &A, llvm::Value *Count = nullptr);

/// True if what \p I does may end the strand, or make memory that has been
/// checked another object: a check from before does not count behind it.
bool endsChecks(const llvm::Instruction &I);

/// Removes checks from \p F that each path to them has made, in the same
/// strand.
void removeRepeatedChecks(llvm::Function &F);

/// Makes the checks of loops in \p F that cannot leave early one for each.
void moveChecksOutOfLoops(llvm::Function &F,
                          llvm::FunctionAnalysisManager &FAM);

/// Makes the checks of loops in \p F that step through arrays some for all.
void makeStreamChecks(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Makes one of checks in \p F that are side by side.
void joinAdjacentChecks(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

bool hasChecks(llvm::Function &F);

/// Removes from \p F the checks of variables whose address nothing else knows
/// by now, as functions that had it have been inlined.
void removePrivateChecks(llvm::Function &F);

/// Makes all checks of \p M calls of hooks.
void lowerChecks(llvm::Module &M);

/// Optimizes checks when functions are simplified, and lowers them.
class ChecksPass : public llvm::PassInfoMixin<ChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);

  static bool isRequired() { return true; }
};

/// Runs removePrivateChecks, so that such variables become values.
class PrivateChecksPass : public llvm::PassInfoMixin<PrivateChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_CHECKS_H
