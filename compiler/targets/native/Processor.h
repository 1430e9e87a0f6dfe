//===- Processor.h - What the native target knows of a processor -*- C++
//-*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSOR_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSOR_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tussah::native {

/// What the calling convention guarantees of the stack pointer.
inline constexpr uint64_t FrameAlign = 16;

/// All of the lowering that depends on the processor. The other half is in
/// runtime/scheduler, in the processor's folder. docs/internals/native.md has a
/// table of both.
class Processor {
public:
  virtual ~Processor() = default;

  /// How many registers pass integers, and vectors, in \p Convention; or fewer.
  struct Registers {
    unsigned Integers, Vectors;
  };
  virtual Registers registersFor(llvm::CallingConv::ID Convention) const = 0;

  /// What va_start initializes.
  virtual llvm::StructType *argumentListType(llvm::LLVMContext &C) const = 0;

  /// Emits the number 0, 64 bits, which LLVM does not see.
  virtual llvm::Value *emitHiddenZero(llvm::IRBuilder<> &B) const = 0;

  /// Overwrites the word below the stack pointer, which the last call has used.
  /// Others may write what lies below the stack pointer, so it is moved for
  /// that moment.
  virtual void emitForgetCall(llvm::IRBuilder<> &B) const = 0;

  /// What code of \p F, which gets the native form, cannot have on this
  /// processor, as the end of a sentence about the function; null if it has
  /// nothing of that.
  virtual const char *obstacleIn(const llvm::Function &F) const = 0;

  /// Lets no pass behind NativePreparePass make such an obstacle in \p F.
  virtual void prepare(llvm::Function &F) const = 0;

  /// True if the frame pointer addresses the frames of functions in native form
  /// only where the stack pointer is moved by what LLVM does not know, and
  /// their variables are small.
  virtual bool movesForFramePointer() const = 0;

  /// Makes the variables of \p F, whose stack pointer is moved, small enough
  /// for that. What LLVM keeps in memory for its own calculations may need
  /// more; LLVM warns of the inline assembly that is returned then. Null if
  /// that cannot be.
  virtual llvm::CallBase *makeVariablesSmall(llvm::Function &F) const = 0;

  /// True if AddressSanitizer may give a function in native form a frame of its
  /// own.
  virtual bool letsSanitizersMakeFrames() const = 0;
};

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSOR_H
