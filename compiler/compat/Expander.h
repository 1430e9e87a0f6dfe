//===- Expander.h - Code of scalar evolutions in each LLVM version -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_COMPAT_EXPANDER_H
#define TUSSAH_COMPILER_COMPAT_EXPANDER_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace tussah::compat {

/// An expander that keeps no LCSSA form. It has known the layout since LLVM 22.
/// Use LLVM's own when that is the floor.
class Expander : public llvm::SCEVExpander {
public:
#if LLVM_VERSION_MAJOR >= 22
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &, const char *Name)
      : SCEVExpander(SE, Name, /*PreserveLCSSA=*/false) {}
#else
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &M, const char *Name)
      : SCEVExpander(SE, M.getDataLayout(), Name, /*PreserveLCSSA=*/false) {}
#endif
};

} // namespace tussah::compat

#endif // TUSSAH_COMPILER_COMPAT_EXPANDER_H
