//===- tussah/pass.h - Tasks for front ends that emit LLVM IR ---*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The library `libtussah-pass`, for compilers other than clang: a front end
/// marks tasks and parallel loops while it emits a function, and `lowerTasks`
/// makes the module one that runs on a runtime, ahead of time or just in time.
/// docs/internals/tutorial-front-end.md is the way in; `tussah-c/pass.h` has
/// the same for other languages than C++.
///
/// The library is `lib/tussah/<LLVM version>/libtussah-pass.so`. It uses the
/// LLVM of the program that loads it, and refuses another version. So LLVM
/// must be in a shared library, or the program be linked with
/// `--export-dynamic`.
///
/// Like LLVM itself, all functions may be called by several threads at once
/// for different LLVMContexts, not for the same one.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_PASS_H
#define TUSSAH_PASS_H

#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class CallBase;
class IRBuilderBase;
class Module;
class PassBuilder;
class TargetMachine;
class Value;
} // namespace llvm

namespace tussah {

/// What tasks become, and what they keep.
struct PipelineOptions {
  /// `native`, `serial`, the name of a file in AbiDir, or the path of a bitcode
  /// file that implements runtime/abi/abi.h.
  std::string Target = "native";
  /// Folder that holds `libtussah-abi-<target>.bc` and the like. Empty: `abi/`
  /// beside the shared library that this code is in.
  std::string AbiDir;
  /// Whether strands have pedigrees (docs/guides/pedigrees.md).
  bool Pedigrees = false;
  /// Every spawn stays one, and every loop parallel
  /// (docs/reference/optimizations.md).
  bool KeepSpawns = false;
  /// The bitcode files of tools, whose hooks are put into the program
  /// (docs/guides/tools.md).
  std::vector<std::string> Tools;
  /// Files of -fsanitize-ignorelist, for tools that heed them.
  std::vector<std::string> IgnoreLists;
  /// The code will be linked by a JIT instead of the system's linkers. They
  /// support initial-exec thread-local variables, JITs do not: `native` and
  /// pedigrees find theirs in another way then, which takes a load more.
  bool JustInTime = false;
};

/// Adds all passes to the extension points of \p PB (docs/internals/ir.md):
/// outlining and hooks at PipelineStart, pedigrees, optimizations and loop
/// lowering at OptimizerEarly, task lowering at OptimizerLast; and the names
/// that `opt` calls them, which begin with `tussah-`.
///
/// For front ends that build pipelines of their own; it must be called before.
/// Errors go to the LLVMContext of the module that is compiled. Marks must be
/// as lowerTasks wants them; here they are not all checked.
void registerPipeline(llvm::PassBuilder &PB, const PipelineOptions &Options);

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//
//
// Marks are written into a function while it is emitted. In a function there
// may be several sync regions, which the front end numbers from 0: a sync waits
// for the tasks of its region only. 2^32 - 1 is no number of a region. Every
// path from a task to a return must pass a sync of its region.
//
// What is between beginTask and endTask becomes a function of its own, which
// may run at the same time as what follows, until the sync. So:
//
//  - Control leaves a task at endTask only: it does not return or jump out.
//  - No value that is computed in the task is used outside. Results are stored
//    to memory.
//  - Values from outside are captured when the task starts. Of a variable, that
//    is, an `alloca` in the entry block of which only loads and stores know the
//    address, the task has a copy if it does not store to it; else it is shared
//    until the sync. The same is true of the iterations of a loop. A variable
//    that nothing outside uses is the task's own: each time it runs it has
//    another. What is to be kept is written to before.
//  - An exception leaves a task, and arrives at the sync. A task with handlers
//    of its own is a call of a function that has them: invokes are refused.
//  - In a function that may unwind (without the attribute `nounwind`), what may
//    throw while tasks are not finished must be an invoke, whose landing pad
//    calls createSyncUnwind; with another landing pad, if it handles
//    exceptions.
//
// lowerTasks checks all these rules but the one about time.

/// A task or loop whose end has not been written. Cheap to copy. Owns nothing,
/// and is of no use after its end.
struct OpenRegion {
  /// The begin marker.
  llvm::CallBase *Begin = nullptr;
  /// Where the parent goes on.
  llvm::BasicBlock *Join = nullptr;
};

/// A parallel loop whose body is being written.
struct OpenLoop : OpenRegion {
  /// The number of the iteration, an i64 from 0 to Count - 1. For the body.
  llvm::Value *Index = nullptr;
};

/// Begins a task of sync region \p Region where \p B inserts. \p B is in the
/// task afterwards; its block must have had no terminator.
OpenRegion beginTask(llvm::IRBuilderBase &B, unsigned Region = 0);

/// Ends \p Task, which was begun with the same \p Region, where \p B inserts.
/// \p B is in the parent afterwards, behind the place where the task starts.
/// With \p UnwindDest, that place is an invoke with this landing pad: a runtime
/// may run the task at once, and it may throw.
void endTask(llvm::IRBuilderBase &B, const OpenRegion &Task,
             llvm::BasicBlock *UnwindDest = nullptr);

/// Begins a loop of \p Count iterations, an i64, unsigned, that may run in any
/// order or at once. Like beginTask. \p Grain, an i64, is how many iterations
/// run one after another at least; null or 0: chosen by the runtime. \p Region
/// may be that of other tasks: a loop does not wait for them.
OpenLoop beginLoop(llvm::IRBuilderBase &B, llvm::Value *Count,
                   llvm::Value *Grain = nullptr, unsigned Region = 0);

/// Ends \p Loop. Like endTask; behind it all iterations are finished.
void endLoop(llvm::IRBuilderBase &B, const OpenLoop &Loop,
             llvm::BasicBlock *UnwindDest = nullptr);

/// Waits for the tasks of sync region \p Region. Throws the exception of the
/// serially first of them that failed, to \p UnwindDest if that is not null.
void createSync(llvm::IRBuilderBase &B, unsigned Region = 0,
                llvm::BasicBlock *UnwindDest = nullptr);

/// The same in a landing pad that has received \p Exception, a pointer, the
/// first value of the pad. If a task has failed, which is serially earlier,
/// \p Exception is destroyed and that task's exception thrown instead: out of
/// the function, or to \p UnwindDest if that is not null. A function that
/// handles exceptions itself needs that, or its handlers would not see the
/// task's.
void createSyncUnwind(llvm::IRBuilderBase &B, llvm::Value *Exception,
                      unsigned Region = 0,
                      llvm::BasicBlock *UnwindDest = nullptr);

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// Runs LLVM's default pipeline of \p Level on \p M, with the passes that turn
/// marked tasks into calls of the runtime that \p Options names. Afterwards the
/// module is ordinary code, to be compiled or given to a JIT. \p M must have
/// its triple and data layout, those of the ABI's files. \p TM, which may be
/// null, tells the pipeline about costs; it is not kept.
///
/// The error, if any, has one line for each thing that is wrong: an unknown
/// target, invalid IR, tasks against the rules above, a file of an ABI that is
/// missing, incomplete, or of another LLVM or machine. The module may be half
/// lowered then, and can only be deleted. Other diagnostics than errors go to
/// the handler of the LLVMContext, as do remarks that it has enabled; from then
/// on it gets only such ones (RespectFilters).
///
/// What the result needs when it runs: `libtussah.so` (or `.a`) for `native`;
/// what docs/guides/targets.md says for other targets; for all of them, nothing
/// else.
llvm::Error lowerTasks(llvm::Module &M, const PipelineOptions &Options,
                       llvm::OptimizationLevel Level,
                       llvm::TargetMachine *TM = nullptr);

} // namespace tussah

#endif // TUSSAH_PASS_H
