/*===- tussah-c/pass.h - Tasks for front ends, in C -----------------------===*\
|*                                                                            *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * The C interface of libtussah-pass, in the style of llvm-c, for bindings.
 * `tussah/pass.h`, the C++ interface, has the rules for marked tasks. Like
 * llvm-c, all functions may be called by several threads at once for different
 * contexts, and pointers must not be null where nothing else is said.
 */

#ifndef TUSSAH_C_PASS_H
#define TUSSAH_C_PASS_H

#include "llvm-c/Error.h"
#include "llvm-c/ExternC.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Types.h"

LLVM_C_EXTERN_C_BEGIN

/** What tasks become, and what they keep. */
typedef struct TussahOpaqueOptions *TussahOptionsRef;

/** Options with the target `native` and all else off. The caller owns them. */
TussahOptionsRef TussahCreateOptions(void);

/** Ends the lifetime of \p Options. */
void TussahDisposeOptions(TussahOptionsRef Options);

/** Sets the target: `native`, `serial`, another name, or the path of a bitcode
 * file. The string is copied. */
void TussahOptionsSetTarget(TussahOptionsRef Options, const char *Target);

/** Sets the folder of the targets' bitcode files; the empty string is `abi/`
 * beside the library. The string is copied. */
void TussahOptionsSetAbiDir(TussahOptionsRef Options, const char *AbiDir);

/** Whether strands have pedigrees (docs/guides/pedigrees.md). */
void TussahOptionsSetPedigrees(TussahOptionsRef Options, LLVMBool Pedigrees);

/** Whether every spawn stays one, and every loop parallel. */
void TussahOptionsSetKeepSpawns(TussahOptionsRef Options, LLVMBool KeepSpawns);

/** Adds the bitcode file of a tool (docs/guides/tools.md). The string is
 * copied. */
void TussahOptionsAddTool(TussahOptionsRef Options, const char *Path);

/** Whether a JIT will link the code. */
void TussahOptionsSetJustInTime(TussahOptionsRef Options, LLVMBool JustInTime);

/** A task or loop whose end has not been written. Owns nothing. */
typedef struct {
  LLVMValueRef Begin;     /**< the begin marker */
  LLVMBasicBlockRef Join; /**< where the parent goes on */
} TussahOpenRegion;

/** A parallel loop whose body is being written. */
typedef struct {
  TussahOpenRegion Region;
  LLVMValueRef Index; /**< the number of the iteration, an i64 */
} TussahOpenLoop;

/** Begins a task of sync region \p Region where \p Builder inserts, which is in
 * the task afterwards. */
TussahOpenRegion TussahBeginTask(LLVMBuilderRef Builder, unsigned Region);

/** Ends \p Task. \p Builder is in the parent afterwards. \p UnwindDest is the
 * landing pad of the place where the task starts, or null. */
void TussahEndTask(LLVMBuilderRef Builder, TussahOpenRegion Task,
                   LLVMBasicBlockRef UnwindDest);

/** Begins a loop of \p Count iterations, an i64. \p Grain is an i64, or null
 * for automatic. */
TussahOpenLoop TussahBeginLoop(LLVMBuilderRef Builder, LLVMValueRef Count,
                               LLVMValueRef Grain, unsigned Region);

/** Ends \p Loop; behind it all iterations are finished. \p UnwindDest as
 * above. */
void TussahEndLoop(LLVMBuilderRef Builder, TussahOpenLoop Loop,
                   LLVMBasicBlockRef UnwindDest);

/** Waits for the tasks of sync region \p Region. \p UnwindDest is the landing
 * pad for an exception of theirs, or null. */
void TussahBuildSync(LLVMBuilderRef Builder, unsigned Region,
                     LLVMBasicBlockRef UnwindDest);

/** The same in a landing pad that has received \p Exception, a pointer. If a
 * task has failed, its exception goes to \p UnwindDest, or out of the function
 * if that is null. */
void TussahBuildSyncUnwind(LLVMBuilderRef Builder, LLVMValueRef Exception,
                           unsigned Region, LLVMBasicBlockRef UnwindDest);

/**
 * Runs LLVM's default pipeline on \p Module, with the passes that lower tasks
 * to the runtime that \p Options names. \p OptLevel is 0, 1, 2 or 3, as in -O2.
 * \p TargetMachine may be null.
 *
 * Returns LLVMErrorSuccess, or an error, which the caller owns, with one line
 * for each thing that is wrong. The module can only be disposed of then.
 */
LLVMErrorRef TussahLowerTasks(LLVMModuleRef Module, TussahOptionsRef Options,
                              unsigned OptLevel,
                              LLVMTargetMachineRef TargetMachine);

LLVM_C_EXTERN_C_END

#endif /* TUSSAH_C_PASS_H */
