//===- BitcodeFile.h - Code that is linked into user's modules -*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_BITCODEFILE_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_BITCODEFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tussah {

/// A bitcode file, read for one module that is being compiled.
class BitcodeFile {
public:
  /// Reads the file \p Path for use in \p User. Errors call it "\p Kind file".
  /// Fails with one line that says what is wrong with the file: unreadable, not
  /// bitcode of this or an older LLVM, or made for another machine.
  static llvm::Expected<BitcodeFile> read(const llvm::Twine &Kind,
                                          const std::string &Path,
                                          const llvm::Module &User,
                                          llvm::StringRef Advice);

  /// An error about the file; \p What continues "<kind> file '<path>' ".
  llvm::Error error(const llvm::Twine &What) const;

  /// The value of the integer constant \p Name. An error, which ends with
  /// "; see " and \p Interface, if the file does not define it.
  llvm::Expected<uint64_t> constant(llvm::StringRef Name,
                                    llvm::StringRef Interface) const;

  /// What the file defines. Bodies of functions may not be read yet.
  const llvm::Module &module() const { return *M; }
  llvm::Module &module() { return *M; }

  /// Links what \p User uses of the file into it, and makes it internal, except
  /// for what all translation units of a program share. Returns the functions
  /// called \p Names that are now defined in \p User.
  llvm::Expected<llvm::SmallVector<llvm::Function *, 8>>
  linkInto(llvm::Module &User, llvm::ArrayRef<llvm::StringRef> Names) &&;

private:
  BitcodeFile() = default;

  llvm::Error checkMachine(const llvm::Module &User) const;
  void adaptTo(const llvm::Module &User);

  std::string Kind, Path;
  std::unique_ptr<llvm::Module> M;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_BITCODEFILE_H
