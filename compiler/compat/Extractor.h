//===- Extractor.h - LLVM's extractor of code in each version ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_EXTRACTOR_H
#define TUSSAH_COMPILER_COMPAT_EXTRACTOR_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

namespace tussah::compat {

/// An extractor of \p Blocks, which may have variables, into a function whose
/// name ends in \p Suffix. LLVM 23 has one parameter more. Delete when LLVM 23
/// is the floor.
inline llvm::CodeExtractor
makeExtractor(llvm::ArrayRef<llvm::BasicBlock *> Blocks, std::string Suffix) {
  return llvm::CodeExtractor(
      Blocks, /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
      /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false,
      /*AllowAlloca=*/true, /*AllocationBlock=*/nullptr,
#if LLVM_VERSION_MAJOR >= 23
      /*DeallocationBlocks=*/{},
#endif
      std::move(Suffix));
}

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_EXTRACTOR_H
