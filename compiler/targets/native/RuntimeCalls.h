//===- RuntimeCalls.h - What compiled code asks of the native runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H

#include "NativeAbi.h"
#include "Processor.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tussah::native {

/// Emits uses of the interface between compiled code and runtime/scheduler.
/// Creates declarations in the module as needed.
class RuntimeCalls {
public:
  RuntimeCalls(llvm::Module &M, const NativeAbi &Abi, const Processor &Machine)
      : Abi(Abi), Machine(Machine), M(M), C(M.getContext()) {}

  /// The functions of the runtime that are inlined.
  const NativeAbi &Abi;

  /// What the code is for.
  const Processor &Machine;

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
  llvm::Function *view();
  llvm::Function *reducersBegin();
  llvm::Function *reducersEnd();

  llvm::Constant *spawnTag();

  /// The personality of the runtime that forwards to \p Old, which may be null,
  /// or a personality of the runtime already.
  /// Null if there is none.
  llvm::Constant *personalityFor(const llvm::Constant *Old);

private:
  llvm::Function *declare(llvm::StringRef Name, llvm::Type *Result,
                          llvm::ArrayRef<llvm::Type *> Params,
                          unsigned Convention, bool MayThrow, bool IsCold);

  llvm::Module &M;
  llvm::LLVMContext &C;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_RUNTIMECALLS_H
