//===- SerialTarget.h - Tasks are called where they are spawned -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_SERIALTARGET_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_SERIALTARGET_H

#include "Target.h"

namespace tussah {

/// The serial elision: a spawn calls its helper, with the spawn's own unwind
/// edge, and a sync is nothing. Needs no runtime.
class SerialTarget : public Target {
public:
  llvm::Error begin(llvm::Module &M) override;
  llvm::Error lowerSpawn(llvm::CallBase *Call) override;
  llvm::Error lowerDiscard(llvm::CallBase *Call) override;
  llvm::Error lowerStorage(llvm::CallBase *Call) override;
  llvm::Error lowerSync(llvm::CallBase *Call) override;
  llvm::Error lowerSyncUnwind(llvm::CallBase *Call) override;
  llvm::Error lowerGrain(llvm::CallBase *Call) override;
  llvm::Error lowerFrame(llvm::CallBase *Call) override;
  bool isSerial() const override { return true; }
  llvm::Error lowerView(llvm::CallBase *Call) override;
  llvm::Error lowerReducerBegin(llvm::CallBase *Call) override;
  llvm::Error lowerReducerEnd(llvm::CallBase *Call) override;
  llvm::Error end(llvm::Module &M, FunctionSet &Changed,
                  bool Optimize) override;

private:
  FunctionSet Helpers;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_SERIALTARGET_H
