//===- Target.h - What tasks can be lowered to -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_TARGET_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_TARGET_H

#include "compiler/tasks/Representation.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Error.h"

namespace tussah {

/// Functions that lowering has made or changed.
using FunctionSet = llvm::SmallSetVector<llvm::Function *, 16>;

/// Lowers each construct of form 2 (docs/internals/ir.md) to what one runtime
/// does. An object lowers one module; every lowering function replaces and
/// erases the call that it is given, whose unwind edge stays.
///
/// A target whose runtime fits runtime/abi/abi.h is only that bitcode file, in
/// the folder of the others. Another kind of target derives from this class and
/// gets a line in createTarget (Targets.h).
class Target {
public:
  virtual ~Target() = default;

  /// Called first. An error means that the module cannot be lowered.
  virtual llvm::Error begin(llvm::Module &M) = 0;

  /// The module's calls of each construct, in this order: a spawn is lowered
  /// before the frame and storage that it uses.
  virtual llvm::Error lowerSpawn(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerDiscard(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerStorage(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerSync(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerSyncUnwind(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerGrain(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerFrame(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerView(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerReducerBegin(llvm::CallBase *Call) = 0;
  virtual llvm::Error lowerReducerEnd(llvm::CallBase *Call) = 0;

  /// Whether a task is always done when its spawn is.
  virtual bool isSerial() const { return false; }

  /// Called last, when nothing of form 2 is left. Adds functions that it
  /// changes to \p Changed. \p Optimize is false at -O0.
  virtual llvm::Error end(llvm::Module &M, FunctionSet &Changed,
                          bool Optimize) = 0;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_TARGET_H
