//===- HookInserter.h - Inserts calls of hooks into functions ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_HOOKS_HOOKINSERTER_H
#define TUSSAH_COMPILER_HOOKS_HOOKINSERTER_H

#include "Accesses.h"
#include "LibraryFunctions.h"
#include "Places.h"
#include "SerialCode.h"
#include "TaskPlaces.h"
#include "Tool.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace tussah {

/// Bits of the property words of <tussah/csi.h>.
enum : uint64_t {
  FuncMaySpawn = 1,
  ExitMaySpawn = 1,
  ExitIsUnwind = 2,
  CallIsIndirect = 1,
  TaskExitIsUnwind = 1,
  GoesOnUnwinding = 1,
  LoopIsParallel = 1,
  VariableIsStatic = 1,
  VariableIsParameter = 2,
  VariableIsTaskStorage = 4,
  VariableMayBeCaptured = 8
};

/// Inserts calls of the hooks that tools define into a function.
class HookInserter {
public:
  HookInserter(llvm::Function &F, const Tools &All, Places &P,
               const TaskPlaces &Tasks, const SerialCode &Serial);

  llvm::Error run();

private:
  using Hooks = llvm::SmallVector<llvm::Function *, 2>;

  /// The hook \p Name of each tool, null for tools that have none. Empty if no
  /// tool has it.
  Hooks hooks(llvm::StringRef Name) const;
  bool isWanted(llvm::StringRef Name) const { return !hooks(Name).empty(); }
  /// Whether \p T has hooks for what the function reads and writes itself.
  bool hasAccesses(const Tool &T) const {
    return !IsUnchecked || !T.heedsNoSanitize();
  }
  /// Whether \p T wants to know what \p A accesses.
  bool wants(const Tool &T, const Access &A) const {
    return hasAccesses(T) &&
           !(T.ignoresRepetition() && (A.isPrivate() || Serial.contains(*A.I)));
  }
  /// Calls those of \p Called that are not null.
  void call(llvm::IRBuilder<> &B, const Hooks &Called,
            llvm::ArrayRef<llvm::Value *> Arguments);
  /// The same, with \p Own, which is something else for each tool, as argument
  /// \p Index.
  void call(llvm::IRBuilder<> &B, const Hooks &Called,
            llvm::ArrayRef<llvm::Value *> Arguments, unsigned Index,
            llvm::ArrayRef<llvm::Value *> Own);
  llvm::Value *place(llvm::IRBuilder<> &B, csi_kind_t Kind,
                     const llvm::DebugLoc &L) {
    return P.id(B, Kind, P.add(Kind, F, L));
  }
  llvm::Value *functionId(llvm::IRBuilder<> &B, const llvm::Function *Callee);
  llvm::SmallVector<llvm::Value *, 2> valuesOf(const TaskPlace &Task) const;

  void catchExceptions();
  void instrumentBlocks();
  void collect();
  void instrumentEntry();
  void instrumentExit(llvm::Instruction *End);
  void instrumentVariable(llvm::Instruction *Where, llvm::Value *Address,
                          llvm::Value *Size, uint64_t Properties,
                          const llvm::DebugLoc &L);
  void instrumentLifetimeEnds();
  void instrumentAccess(const Access &A);
  void instrumentGuardLoad(const Access &A);
  void instrumentLanes(llvm::Instruction &I);
  llvm::Error instrumentCall(llvm::CallBase *Call);
  bool addRangeChecks(llvm::CallBase *Call, const Tool &T);
  llvm::Error instrumentLibraryCall(llvm::CallBase *&Call, const LibraryCall &L,
                                    const Tool &T);
  void instrumentAllocation(llvm::CallBase *Call, const Allocation &A);
  void instrumentFree(llvm::CallBase *Call, uint64_t Kind);
  void instrumentSpawn(llvm::CallBase *Call);
  void instrumentSync(llvm::CallBase *Call);
  void instrumentLoop(llvm::CallBase *Call);
  llvm::Value *scopeOf(llvm::Value *Frame, unsigned Index);
  llvm::SmallVector<llvm::Value *, 2> scopesOf(llvm::Value *Frame);
  llvm::SmallVector<llvm::Value *, 2>
  callFirst(llvm::CallBase *Call, llvm::StringRef Name, const TaskPlace &Task,
            llvm::ArrayRef<llvm::Value *> Arguments,
            llvm::ArrayRef<llvm::Value *> Own);

  llvm::Function &F;
  const Tools &All;
  Places &P;
  const TaskPlaces &Tasks;
  const SerialCode &Serial;
  const bool IsTask, IsBody, IsUnchecked;
  bool MaySpawn = false;

  AccessFinder Finder;
  llvm::SmallVector<llvm::AllocaInst *, 16> Variables;
  llvm::SmallVector<Access, 32> Accesses;
  llvm::SmallVector<llvm::Instruction *, 4> Masked;
  llvm::SmallVector<llvm::CallBase *, 16> Spawns, Syncs, Loops, Storages, Calls;
  /// Returns, resumes, and calls that are returns.
  llvm::SmallVector<llvm::Instruction *, 4> Ends;
  /// The structures of each tool, by frame.
  llvm::SmallVector<llvm::DenseMap<llvm::Value *, llvm::Value *>, 2> Scopes;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_HOOKS_HOOKINSERTER_H
