//===- Representation.h - The task representation in LLVM IR ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and accessors of form 2 of docs/internals/ir.md, which instrumentation
/// and all targets consume. The semantics are in docs/internals/ir.md.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_COMPILER_TASKS_REPRESENTATION_H
#define TUSSAH_COMPILER_TASKS_REPRESENTATION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace tussah {

namespace rep {

/// What the names of the functions below begin with.
inline constexpr llvm::StringLiteral Prefix = "tussah.";

inline constexpr llvm::StringLiteral Frame = "tussah.frame";
inline constexpr llvm::StringLiteral Spawn = "tussah.spawn";
inline constexpr llvm::StringLiteral Storage = "tussah.storage";
inline constexpr llvm::StringLiteral Discard = "tussah.discard";
inline constexpr llvm::StringLiteral Sync = "tussah.sync";
inline constexpr llvm::StringLiteral SyncUnwind = "tussah.sync.unwind";
inline constexpr llvm::StringLiteral ParFor = "tussah.parfor";
inline constexpr llvm::StringLiteral Grain = "tussah.grain";
inline constexpr llvm::StringLiteral Cancelled = "tussah.cancelled";
inline constexpr llvm::StringLiteral Scope = "tussah.scope";
inline constexpr llvm::StringLiteral View = "tussah.view";
inline constexpr llvm::StringLiteral ReducerBegin = "tussah.reducer.begin";
inline constexpr llvm::StringLiteral ReducerEnd = "tussah.reducer.end";
/// With what Leaves.h of compiler/hooks says: which functions of tools are
/// called around the leaves of a loop.
inline constexpr llvm::StringLiteral LeafHooks = "tussah.leaf.hooks";

/// Function attributes of outlined functions.
inline constexpr llvm::StringLiteral TaskAttr = "tussah-task";
inline constexpr llvm::StringLiteral BodyAttr = "tussah-body";

/// Attribute of an argument of the spawned call that is passed by value in
/// memory: in the task, it is a parameter that points to a copy which nothing
/// else uses.
inline constexpr llvm::StringLiteral OwnCopyAttr = "tussah-own-copy";

/// Attribute of a call of the function that it is in, if that is the last thing
/// which the function does while nothing is stolen (native/TailCalls.h).
inline constexpr llvm::StringLiteral TailAttr = "tussah-tail";

} // namespace rep

/// Returns the declaration of the representation function \p Name in \p M,
/// creating it with the type and attributes that docs/internals/ir.md gives it.
/// \p Name must be one of the names in namespace rep.
llvm::Function *getOrInsertRep(llvm::Module &M, llvm::StringRef Name);

/// Returns all calls (and invokes) of the function called \p Name, in the
/// order of the functions in \p M. Empty if the module does not declare it.
llvm::SmallVector<llvm::CallBase *, 16> callsOf(llvm::Module &M,
                                                llvm::StringRef Name);

/// Returns those in \p F.
llvm::SmallVector<llvm::CallBase *, 8> callsIn(llvm::Function &F,
                                               llvm::StringRef Name);

/// Replaces \p Old by a call of \p Callee, with the same unwind edge. Returns
/// the new call.
llvm::CallBase *replaceCall(llvm::CallBase *Old, llvm::FunctionCallee Callee,
                            llvm::ArrayRef<llvm::Value *> Args);

/// True if \p I is a call of the representation function \p Name.
bool isCallOf(const llvm::Instruction &I, llvm::StringRef Name);

/// True if \p U is where a call of tussah.spawn names its helper.
bool isHelperOfSpawn(const llvm::Use &U);

/// True if \p U is where a call of tussah.parfor names its body.
bool isBodyOfLoop(const llvm::Use &U);

/// View of a call of tussah.spawn. Cheap to copy; does not own the call.
class SpawnCall {
  llvm::CallBase *Call;

public:
  static constexpr unsigned NumFixed = 3;
  /// Where the storage is, in calls of tussah.discard too.
  static constexpr unsigned StorageArg = 1;

  explicit SpawnCall(llvm::CallBase *Call) : Call(Call) {}
  llvm::CallBase *call() const { return Call; }
  llvm::Value *frame() const { return Call->getArgOperand(0); }
  /// Null pointer constant, or the result of a tussah.storage call.
  llvm::Value *storage() const { return Call->getArgOperand(StorageArg); }
  /// Null if the operand is not a function (which the verifier rejects).
  llvm::Function *helper() const;
  llvm::iterator_range<llvm::User::op_iterator> captures() const {
    return {Call->arg_begin() + NumFixed, Call->arg_end()};
  }
};

/// View of a call of tussah.parfor. Cheap to copy; does not own the call.
class ParForCall {
  llvm::CallBase *Call;

public:
  static constexpr unsigned NumFixed = 4;

  explicit ParForCall(llvm::CallBase *Call) : Call(Call) {}
  llvm::CallBase *call() const { return Call; }
  llvm::Value *frame() const { return Call->getArgOperand(0); }
  /// Null if the operand is not a function (which the verifier rejects).
  llvm::Function *body() const;
  llvm::Value *tripCount() const { return Call->getArgOperand(2); }
  /// Iterations per leaf, or constant 0 for automatic.
  llvm::Value *grain() const { return Call->getArgOperand(3); }
  llvm::iterator_range<llvm::User::op_iterator> captures() const {
    return {Call->arg_begin() + NumFixed, Call->arg_end()};
  }
};

/// View of a call of tussah.view. Cheap to copy; does not own the call.
class ViewCall {
  llvm::CallBase *Call;

public:
  explicit ViewCall(llvm::CallBase *Call) : Call(Call) {}
  llvm::CallBase *call() const { return Call; }
  llvm::Value *reducer() const { return Call->getArgOperand(0); }
  /// Null if the function is not known.
  llvm::Function *identity() const;
};

} // namespace tussah

#endif // TUSSAH_COMPILER_TASKS_REPRESENTATION_H
