//===- NativeAbi.h - The native runtime's inline functions -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_NATIVEABI_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_NATIVEABI_H

#include "compiler/targets/lowering/BitcodeFile.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

namespace tussah::native {

/// runtime/abi/native.c, linked into the module that is being lowered.
class NativeAbi {
public:
  /// Links the file \p Path into \p M. Fails with one line that says what is
  /// wrong with it, as BitcodeFile::read, or that it is incomplete.
  static llvm::Expected<NativeAbi> link(llvm::Module &M,
                                        const std::string &Path);

  /// Emits what the function `tussah_native_<Name>` does, and returns its
  /// result; null for void.
  llvm::Value *emit(llvm::IRBuilder<> &B, llvm::StringRef Name,
                    llvm::ArrayRef<llvm::Value *> Args = {}) const;

  /// The value of the selector when a thief enters a landing pad.
  uint64_t resumeSelector() const { return Resume; }

  /// What a function may take from its stack at once, and write at its upper
  /// end only.
  uint64_t mostOnStack() const { return MostOnStack; }

  /// Gives \p F, which spawns, the memory that the runtime keeps in its frame,
  /// if it does, and emits what is done with it.
  void emitFrame(llvm::Function &F) const;

  /// Emits the memory that the runtime keeps in the frame of a wrapper.
  llvm::AllocaInst *emitCall(llvm::IRBuilder<> &B) const;

  /// Gives the functions of \p M that handle exceptions, and that \p IsNative
  /// is true of, the memory that the runtime keeps in their frames, and emits
  /// what is done with it.
  void emitHandlers(llvm::Module &M,
                    llvm::function_ref<bool(llvm::Function &)> IsNative) const;

  /// Deletes what was linked and is only needed to be inlined.
  void erase();

private:
  NativeAbi() = default;
  llvm::Error readConstants(const BitcodeFile &File);
  llvm::Error checkFunctions(const BitcodeFile &File, llvm::Module &M);

  void emitCaught(llvm::CallBase *Call, llvm::Value *Handler) const;

  llvm::StringMap<llvm::Function *> Functions;
  uint64_t Resume = 0, FrameSize = 0, FrameAlign = 1, CallSize = 0,
           HandlerSize = 0, MostOnStack = 0;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_NATIVEABI_H
