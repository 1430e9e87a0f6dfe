//===- AlignedCalls.h - Over-aligned arguments on the stack -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_NATIVE_ALIGNEDCALLS_H
#define TUSSAH_COMPILER_TARGETS_NATIVE_ALIGNEDCALLS_H

#include "Processor.h"

namespace tussah::native {

/// Sees to it that calls of foreign functions in \p F pass arguments where they
/// are aligned. LLVM aligns the arguments that lie on the stack by realigning
/// the caller's frame, which a native function must not do. So what is aligned
/// more strictly than the stack, objects passed by value and wide vectors, is
/// passed to an internal function by its address, and that one, whose frame is
/// an ordinary one, makes the call.
void alignCalls(llvm::Function &F, const Processor &Machine);

} // namespace tussah::native

#endif // TUSSAH_COMPILER_TARGETS_NATIVE_ALIGNEDCALLS_H
