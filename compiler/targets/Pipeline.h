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
};

/// Adds all passes to the extension points of \p PB (docs/ir.md): outlining at
/// PipelineStart, pedigrees and loop lowering at OptimizerEarly, task lowering
/// at OptimizerLast; and the names `tussah-outline`, `tussah-verify`,
/// `print<tussah>`, `tussah-pedigrees`, `tussah-lower-loops`,
/// `tussah-lower-tasks` for `opt`.
void registerPipeline(llvm::PassBuilder &PB, const PipelineOptions &Options);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_PIPELINE_H
