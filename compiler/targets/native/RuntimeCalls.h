//===- RuntimeCalls.h - What compiled code asks of the native runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tussah::native {

/// Value of the selector when a thief enters a landing pad; the same as
/// TUSSAH_RESUME_SELECTOR of runtime/scheduler/runtime.h.
inline constexpr unsigned ResumeSelector = 0x7ffe0001;

/// Emits uses of the interface between compiled code and runtime/scheduler.
/// Creates declarations in the module as needed.
class RuntimeCalls {
public:
  explicit RuntimeCalls(llvm::Module &M) : M(M), C(M.getContext()) {}

  /// Loads of the words of the thread. Each emits its own address: a thread may
  /// change at any spawn or sync.
  llvm::Value *loadRequest(llvm::IRBuilder<> &B) { return loadWord(B, 0); }
  llvm::Value *loadMark(llvm::IRBuilder<> &B) { return loadWord(B, 8); }
  llvm::Value *loadWorker(llvm::IRBuilder<> &B) { return loadWord(B, 16); }
  llvm::Value *loadScope(llvm::IRBuilder<> &B) { return loadWord(B, 32); }

  /// The frame pointer of the function that \p B emits into.
  llvm::Value *framePointer(llvm::IRBuilder<> &B);

  llvm::Function *poll();
  llvm::Function *childDone();
  llvm::Function *sync();
  llvm::Function *syncUnwind();
  llvm::Function *exception();
  llvm::Function *root();
  llvm::Function *storage();
  llvm::Function *freeStorage();
  llvm::Function *grain();
  llvm::Function *allocate();
  llvm::Function *release();
  llvm::Function *cancelled();

  llvm::Constant *spawnTag();

  /// The number of cancellations of the process.
  llvm::Constant *cancellations();

  /// The personality of the runtime that forwards to \p Old, which may be null,
  /// or a personality of the runtime already.
  /// Null if there is none.
  llvm::Constant *personalityFor(const llvm::Constant *Old);

private:
  llvm::Value *loadWord(llvm::IRBuilder<> &B, unsigned Offset);
  llvm::Function *declare(llvm::StringRef Name, llvm::Type *Result,
                          llvm::ArrayRef<llvm::Type *> Params,
                          unsigned Convention, bool MayThrow, bool IsCold);

  llvm::Module &M;
  llvm::LLVMContext &C;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H
