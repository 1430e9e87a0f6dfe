//===- Processors.h - The processors of the native target -------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORS_H

#include "Processor.h"

namespace tussah::native {

/// The processor that \p M is compiled for; null if there is no native runtime
/// for it. A module that does not say is for x86-64.
const Processor *processorOf(const llvm::Module &M);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_PROCESSORS_H
