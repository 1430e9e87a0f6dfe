//===- ObjectMark.h - Which target an object is for -------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_OBJECTMARK_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_OBJECTMARK_H

#include "include/tussah/pass.h"

namespace tussah {

/// Writes into \p M, which has tasks, the symbol by which the driver knows
/// their target when it links (support/abi/object_mark.h). Not for JITs, which
/// link no files.
void markObject(llvm::Module &M, const PipelineOptions &Options);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_OBJECTMARK_H
