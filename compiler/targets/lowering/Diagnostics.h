//===- Diagnostics.h - Errors for the user of the compiler -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_DIAGNOSTICS_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class CallBase;
class DebugLoc;
class Function;
class LLVMContext;
} // namespace llvm

namespace tussah {

/// An error whose message is \p Message: lower case, no full stop, one line.
llvm::Error makeError(const llvm::Twine &Message);

/// Likewise, about \p F. The compiler shows the place \p L, or that of \p F, if
/// it knows it. \p F must exist when the error is reported.
llvm::Error makeError(const llvm::Twine &Message, const llvm::Function &F,
                      const llvm::DebugLoc &L);

/// Hands \p E to the compiler's diagnostics as an error; the compilation goes
/// on but writes no output and fails.
void reportError(llvm::LLVMContext &C, llvm::Error E);

/// Inline assembly of which LLVM may warn when it emits the function that has
/// it. The warning becomes an error about \p Written, which may be deleted
/// before.
struct EmittedAssembly {
  llvm::CallBase *Call;
  llvm::Function *Written;
  std::string Message;
};

/// Lets LLVM's warnings of any of \p All, which are of one module, be errors.
/// Only the compiler's are; a linker that generates code warns.
void reportWhenEmitted(llvm::ArrayRef<EmittedAssembly> All);

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_DIAGNOSTICS_H
