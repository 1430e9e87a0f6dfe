//===- Tool.h - The hooks that a tool defines ------------------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_TOOL_H
#define TUSSAH_COMPILER_HOOKS_TOOL_H

#include "compiler/targets/lowering/BitcodeFile.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tussah {

/// The bitcode file of a tool, read and checked for one module.
class Tool {
public:
  /// Reads the file \p Path. Fails with one line that says what is wrong with
  /// it: what BitcodeFile::read says, or a hook that does not exist, or has
  /// another type than in <tussah/csi.h>. \p Index is how many tools of the
  /// module have been read before.
  static llvm::Expected<Tool> read(const std::string &Path, llvm::Module &M,
                                   unsigned Index);

  /// The hook \p Name, such as "func_entry", declared in the module; null if
  /// the tool does not define it. \p Name must be one of <tussah/csi.h>.
  llvm::Function *hook(llvm::StringRef Name) const;

  /// The tool's hook \p When ("before" or "after") for the library function \p
  /// Name, declared in the module with the tool's type; null if it has none.
  llvm::Function *libraryHook(llvm::StringRef When, llvm::StringRef Name) const;

  /// Whether \p Hook, of a library function, only tells of accesses.
  bool isOfAccesses(const llvm::Function &Hook) const;

  /// Size of the tool's structure in each sync scope, 0 if it has none.
  uint64_t scopeSize() const { return ScopeSize; }

  /// Size of the tool's structure in each frame, 0 if it has none.
  uint64_t frameSize() const { return FrameSize; }

  /// Whether before_load and before_store need not be called again by a strand
  /// that has accessed the memory.
  bool ignoresRepetition() const { return IgnoresRepetition; }

  /// Whether it has no hooks for accesses that `no_sanitize("cilk")` or an
  /// ignore list is about.
  bool heedsNoSanitize() const { return HeedsNoSanitize; }

  /// Fails if the module has what the tool does not support.
  llvm::Error checkSupport() const;

  /// An error about the file; \p What continues "tool file '<path>' ".
  llvm::Error error(const llvm::Twine &What) const { return File.error(What); }

  /// Links the hooks that the module uses into it, and puts their code into the
  /// places of their calls.
  llvm::Error linkAndInline() &&;

private:
  Tool(BitcodeFile File, llvm::Module &M) : File(std::move(File)), M(M) {}

  llvm::Error check();
  void rename(const std::string &WithSuffix);
  /// Reads the size of a structure, the constant \p Name, if there is one.
  llvm::Error readSize(llvm::StringRef Name, llvm::StringRef Where,
                       uint64_t &Size);
  llvm::Function *declare(llvm::StringRef Name) const;

  BitcodeFile File;
  llvm::Module &M;
  /// What the names of the hooks end with, where those of the file do not.
  std::string Suffix;
  uint64_t ScopeSize = 0, FrameSize = 0;
  bool IgnoresRepetition = false, HeedsNoSanitize = false;
  /// CSI_REDUCERS and the like.
  uint64_t Unsupported = 0;
};

/// The tools of one program, in the order in which their hooks are called.
using Tools = llvm::SmallVector<Tool, 2>;

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_TOOL_H
