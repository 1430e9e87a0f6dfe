//===- Pipeline.h - Where the passes run in LLVM's pipelines ----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_PIPELINE_H
#define TUSSAH_COMPILER_TARGETS_PIPELINE_H

#include <string>

namespace llvm {
class PassBuilder;
}

namespace tussah {

/// What the user chose on the command line.
struct PipelineOptions {
  /// `native`, `serial`, the name of a file in AbiDir, or the path of a bitcode
  /// file that implements runtime/abi/abi.h.
  std::string Target = "native";
  /// Folder that holds `libtussah-abi-<target>.bc` and the like. Empty: `abi/`
  /// beside the shared library that this code is in.
  std::string AbiDir;
  /// Whether strands have pedigrees (docs/pedigrees.md).
  bool Pedigrees = false;
  /// Every spawn stays one, and every loop parallel (docs/optimizations.md).
  bool KeepSpawns = false;
};

/// Adds all passes to the extension points of \p PB (docs/ir.md): outlining at
/// PipelineStart, pedigrees, optimizations and loop lowering at OptimizerEarly,
/// task lowering at OptimizerLast; and their names for `opt`, which begin with
/// `tussah-` (addByName has all).
void registerPipeline(llvm::PassBuilder &PB, const PipelineOptions &Options);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_PIPELINE_H
