//===- IR.h - IR interfaces that differ between LLVM versions -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_IR_H
#define TUSSAH_COMPILER_COMPAT_IR_H

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/InstructionCost.h"
#include "llvm/TargetParser/Triple.h"

namespace tussah::compat {

/// The target triple was a string until LLVM 21. Delete when LLVM 21 is the
/// floor.
inline llvm::Triple targetTriple(const llvm::Module &M) {
  return llvm::Triple(M.getTargetTriple());
}

/// Makes \p To's triple that of \p From. Delete when LLVM 21 is the floor.
inline void copyTargetTriple(llvm::Module &To, const llvm::Module &From) {
  To.setTargetTriple(From.getTargetTriple());
}

/// The attribute of a parameter that says where its pointer may be kept. Delete
/// when LLVM 21 is the floor.
#if LLVM_VERSION_MAJOR >= 21
inline constexpr auto CapturesAttribute = llvm::Attribute::Captures;
#else
inline constexpr auto CapturesAttribute = llvm::Attribute::NoCapture;
#endif

/// The attribute of a parameter whose pointer is kept nowhere. Delete when LLVM
/// 21 is the floor.
inline llvm::Attribute capturesNothing(llvm::LLVMContext &C) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(C, llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(C, llvm::Attribute::NoCapture);
#endif
}

/// True if the address of \p Alloca may be known elsewhere while its function
/// runs. Delete when LLVM 21 is the floor.
inline bool mayBeCaptured(const llvm::Value &Alloca) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::PointerMayBeCaptured(&Alloca, /*ReturnCaptures=*/false);
#else
  return llvm::PointerMayBeCaptured(&Alloca, /*ReturnCaptures=*/false,
                                    /*StoreCaptures=*/true);
#endif
}

/// The number of \p Cost, which is valid. It was optional until LLVM 20. Delete
/// when LLVM 20 is the floor.
inline int64_t costValue(const llvm::InstructionCost &Cost) {
#if LLVM_VERSION_MAJOR >= 20
  return Cost.getValue();
#else
  return *Cost.getValue();
#endif
}

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_IR_H
