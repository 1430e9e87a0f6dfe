//===- ClosureTarget.h - Tasks are closures given to a runtime -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TARGETS_LOWERING_CLOSURETARGET_H
#define TUSSAH_COMPILER_TARGETS_LOWERING_CLOSURETARGET_H

#include "AbiModule.h"
#include "Target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace tussah {

/// Any runtime that implements runtime/abi/abi.h. The closure of a task is
///
///     [ storage, if the spawn has any ][ captured values ]
///
/// and its entry function, <helper>.run, loads the captured values and calls
/// the helper. Storage comes first so that its address is the closure's.
class ClosureTarget : public Target {
public:
  explicit ClosureTarget(std::string AbiPath) : AbiPath(std::move(AbiPath)) {}

  llvm::Error begin(llvm::Module &M) override;
  llvm::Error lowerSpawn(llvm::CallBase *Call) override;
  llvm::Error lowerDiscard(llvm::CallBase *Call) override;
  llvm::Error lowerStorage(llvm::CallBase *Call) override;
  llvm::Error lowerSync(llvm::CallBase *Call) override;
  llvm::Error lowerSyncUnwind(llvm::CallBase *Call) override;
  llvm::Error lowerGrain(llvm::CallBase *Call) override;
  llvm::Error lowerFrame(llvm::CallBase *Call) override;
  llvm::Error lowerView(llvm::CallBase *Call) override;
  llvm::Error lowerReducerBegin(llvm::CallBase *Call) override;
  llvm::Error lowerReducerEnd(llvm::CallBase *Call) override;
  llvm::Error end(llvm::Module &M, FunctionSet &Changed,
                  bool Optimize) override;

private:
  /// Size and alignment of an object in memory.
  struct Extent {
    uint64_t Size = 0;
    uint64_t Align = 1;
  };

  static llvm::Expected<Extent> extentOf(llvm::CallBase *Storage);
  llvm::Expected<uint64_t> reserveStorage(llvm::CallBase *Storage,
                                          Extent Captures);
  llvm::Function *entryOf(llvm::Function &Helper, uint64_t Offset);
  void emitEntry(llvm::Function &Entry, llvm::Function &Helper,
                 uint64_t Offset);
  llvm::CallInst *emitTask(llvm::IRBuilder<> &B, llvm::Value *Frame,
                           Extent Closure);

  llvm::StructType *capturesOf(const llvm::Function &Helper) const;
  void emitCallInScope(llvm::IRBuilder<> &B, llvm::Function &Helper,
                       llvm::ArrayRef<llvm::Value *> Args, llvm::Value *Scope);

  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): from `begin` on
  AbiModule &abi() { return *Abi; }

  std::string AbiPath;
  /// The last captured value is the scope of cancellation.
  bool HasScopes = false;
  std::optional<AbiModule> Abi; ///< from `begin` on
  /// What each storage call has to allocate.
  llvm::DenseMap<llvm::CallBase *, Extent> Closures;
  /// Entry functions by helper and by where the captured values are.
  llvm::MapVector<std::pair<llvm::Function *, uint64_t>, llvm::Function *>
      Entries;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TARGETS_LOWERING_CLOSURETARGET_H
