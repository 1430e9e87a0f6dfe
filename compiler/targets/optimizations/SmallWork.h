//===- SmallWork.h - Tasks and loops not worth dividing ---------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H
#define TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H

#include "include/tussah/pass.h"

#include "llvm/IR/PassManager.h"

namespace tussah {

/// What both passes have. They run on form 2, when tasks are optimized, and
/// behind pedigrees: what makes a node of them is not small.
class SmallWorkPass {
public:
  /// \p Simplification runs on functions that small work has become part of.
  SmallWorkPass(PipelineOptions Options,
                llvm::FunctionPassManager Simplification)
      : Options(std::move(Options)), Simplification(std::move(Simplification)) {
  }

protected:
  PipelineOptions Options;
  llvm::FunctionPassManager Simplification;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_OPTIMIZATIONS_SMALLWORK_H
