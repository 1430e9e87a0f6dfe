//===- tussah/csi.h - Hooks of tools in Cilk programs -----------*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For tools, not for programs. A tool is a bitcode file that defines some of
/// these hooks. `tussah-clang -fcilktool=tool.bc` puts calls of them into a
/// program, only of those that are defined, and inlines them.
/// docs/guides/tools.md is the way in.
///
/// The names are those of CSI (Schardl et al., The CSI Framework for
/// Compiler-Inserted Program Instrumentation, 2017). What differs is marked
/// with "not as in CSI".
///
/// The header is C11 and C++11.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_CSI_H
#define TUSSAH_CSI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of a place in the program: unique among those of its kind, in
/// all translation units and libraries, from 0 without gaps. It differs from
/// run to run if libraries are loaded in another order.
typedef int64_t csi_id_t;

/// An unknown place, such as the function that a pointer calls.
#define UNKNOWN_CSI_ID ((csi_id_t) - 1)

//===----------------------------------------------------------------------===//
// Where places are
//===----------------------------------------------------------------------===//

/// Kinds of places. Each has its own ids.
typedef enum csi_kind {
  CSI_FUNC,
  CSI_FUNC_EXIT,
  CSI_CALL,
  CSI_LOAD,
  CSI_STORE,
  CSI_DETACH,
  CSI_TASK,
  CSI_TASK_EXIT,
  CSI_DETACH_CONTINUE,
  CSI_SYNC,
  CSI_LOOP,
  CSI_ALLOCA,
  CSI_ALLOCFN,
  CSI_FREE,
  CSI_BB,
  CSI_KINDS
} csi_kind_t;

/// A place in the source. What the compiler does not know, as without `-g`, is
/// null or 0.
typedef struct source_loc_t {
  /// The function, as its source calls it. Tasks and loop bodies have the name
  /// of the function that they are in.
  const char *name;
  int32_t line_number;
  int32_t column_number;
  const char *filename;
  /// The variable that is accessed or gets memory, if the compiler knows it;
  /// the symbol of the function, or of one that is called and defined
  /// elsewhere. Not as in CSI.
  const char *object;
} source_loc_t;

/// Returns where the place \p id of the kind \p kind is, or null if there is
/// none. Not as in CSI, which has a function for each kind.
const source_loc_t *__csi_get_source_loc(csi_kind_t kind, csi_id_t id);

/// Returns how many places of a kind there are. Not as in CSI.
csi_id_t __csi_get_count(csi_kind_t kind);

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//
//
// 64 bits that the compiler knows. Branches that depend on them cost nothing.

typedef struct {
  /// It has tasks or parallel loops.
  unsigned may_spawn : 1;
  uint64_t _padding : 63;
} func_prop_t;

typedef struct {
  unsigned may_spawn : 1;
  /// An exception leaves the function.
  unsigned eh_return : 1;
  uint64_t _padding : 62;
} func_exit_prop_t;

/// Of basic blocks.
typedef struct {
  /// An exception arrives here.
  unsigned is_landing_pad : 1;
  uint64_t _padding : 31;
  /// How many instructions of the source program the block has. Left out is
  /// what costs nothing: markers, jumps, casts of pointers, and accesses of
  /// variables that nobody else can know, which are registers. Not as in CSI,
  /// which has a table of sizes.
  uint64_t num_instructions : 32;
} bb_prop_t;

typedef struct {
  /// The function is not known when compiling.
  unsigned is_indirect : 1;
  uint64_t _padding : 63;
} call_prop_t;

/// Of loads and stores.
typedef struct {
  /// Of the address, in bytes.
  unsigned alignment : 8;
  /// It is that of a constant.
  unsigned is_constant : 1;
  /// It is in a variable of the function.
  unsigned is_on_stack : 1;
  /// Somebody else than the function's own loads and stores may know it. What
  /// is 0 here is in no other strand.
  unsigned may_be_captured : 1;
  /// Also of what reads and writes at once. Those are stores.
  unsigned is_atomic : 1;
  unsigned is_thread_local : 1;
  unsigned is_volatile : 1;
  uint64_t _padding : 50;
} access_prop_t;
typedef access_prop_t load_prop_t;
typedef access_prop_t store_prop_t;

typedef struct {
  uint64_t _padding : 64;
} task_prop_t;

typedef struct {
  /// An exception leaves the task.
  unsigned eh_return : 1;
  uint64_t _padding : 63;
} task_exit_prop_t;

/// Of detach_continue, sync and after_loop.
typedef struct {
  /// The strand goes on with an exception.
  unsigned is_unwind : 1;
  uint64_t _padding : 63;
} continue_prop_t;
typedef continue_prop_t detach_continue_prop_t;
typedef continue_prop_t sync_prop_t;

typedef struct {
  /// A parallel loop. Others have no hooks yet.
  unsigned is_parallel : 1;
  uint64_t _padding : 63;
} loop_prop_t;

typedef struct {
  /// It has one size, and is there as long as the function runs.
  unsigned is_static : 1;
  /// A parameter that is passed in memory.
  unsigned is_parameter : 1;
  /// Memory for the arguments of a task: there until the task has ended.
  unsigned is_task_storage : 1;
  /// As of accesses. What is 0 here is in no other strand.
  unsigned may_be_captured : 1;
  uint64_t _padding : 60;
} alloca_prop_t;

/// Functions that allocate, or free.
typedef struct {
  /// Which one: 0 malloc, 1 calloc, 2 realloc, 3 aligned_alloc, 4 operator new,
  /// 5 operator new[]; 0 free, 1 operator delete, 2 operator delete[].
  unsigned allocfn_ty : 8;
  uint64_t _padding : 56;
} allocfn_prop_t;
typedef allocfn_prop_t free_prop_t;

/// Of uses of reducers.
typedef struct {
  /// The view is read, and nothing that the strand does there changes it.
  unsigned is_read : 1;
  uint64_t _padding : 63;
} view_prop_t;

//===----------------------------------------------------------------------===//
// What a tool does not support
//===----------------------------------------------------------------------===//
//
// A tool that would be wrong about some programs defines
// `const uint64_t __csi_unsupported`, a sum of these. It is then an error to
// compile such code. Not as in CSI.

/// Strands of one worker may have a view of a reducer in turn, at one address.
#define CSI_REDUCERS UINT64_C(1)
/// <tussah/cancel.h>: tasks may be left out.
#define CSI_CANCELLATION UINT64_C(2)

//===----------------------------------------------------------------------===//
// Hooks
//===----------------------------------------------------------------------===//

/// Called once for a program, before everything else, for the tools of its
/// first translation unit that has some.
void __csi_init(const char *name);

/// Called once for each translation unit, before its code runs. Ids from
/// __csi_get_count() at this time are still to come. Not as in CSI, which has
/// the counts as an argument.
void __csi_unit_init(const char *file_name);

/// \name Functions
/// Tasks and loop bodies have hooks of their own instead.
/// @{
void __csi_func_entry(csi_id_t func_id, func_prop_t prop);
void __csi_func_exit(csi_id_t func_exit_id, csi_id_t func_id,
                     func_exit_prop_t prop);
/// \p func_id is UNKNOWN_CSI_ID unless the function is in the same unit.
void __csi_before_call(csi_id_t call_id, csi_id_t func_id, call_prop_t prop);
/// Not called if the call throws.
void __csi_after_call(csi_id_t call_id, csi_id_t func_id, call_prop_t prop);
/// @}

/// \name Basic blocks
/// As the source has them, whatever becomes of them. A spawn, a sync, or a
/// parallel loop ends a block, too.
/// @{
void __csi_bb_entry(csi_id_t bb_id, bb_prop_t prop);
/// Not called if an exception leaves the block.
void __csi_bb_exit(csi_id_t bb_id, bb_prop_t prop);
/// @}

/// \name Accesses
/// @{
void __csi_before_load(csi_id_t load_id, const void *addr, int32_t num_bytes,
                       load_prop_t prop);
void __csi_after_load(csi_id_t load_id, const void *addr, int32_t num_bytes,
                      load_prop_t prop);
/// Behind a load that says whether a static variable, or what libc++'s
/// std::call_once is for, has been initialized, with what it has loaded. Not as
/// in CSI.
void __csi_after_guard_load(csi_id_t load_id, const void *addr,
                            int32_t num_bytes, uint64_t value);
void __csi_before_store(csi_id_t store_id, const void *addr, int32_t num_bytes,
                        store_prop_t prop);
void __csi_after_store(csi_id_t store_id, const void *addr, int32_t num_bytes,
                       store_prop_t prop);
/// A tool that defines `const uint64_t __csi_heeds_no_sanitize = 1` has none in
/// functions with `no_sanitize("cilk")` and where -fsanitize-ignorelist says
/// so, nor those hooks of library functions that have the attribute
/// `section(CSI_ACCESSES)`.
#define CSI_ACCESSES "csi.accesses"
/// Not as in CSI: only for a tool that defines
/// `const uint64_t __csi_ignores_repetition = 1`. Its before_load and
/// before_store only ask whether the strand accesses the memory in this way. So
/// they may be left out if it has done so before, or has stored, or if no other
/// strand can access it. All accesses of a loop that cannot leave early may
/// have one call before the loop: \p count of them, the first at \p addr, each
/// \p stride bytes behind the one before.
void __csi_before_load_range(csi_id_t load_id, const void *addr,
                             int32_t num_bytes, uint64_t count, int64_t stride,
                             load_prop_t prop);
void __csi_before_store_range(csi_id_t store_id, const void *addr,
                              int32_t num_bytes, uint64_t count, int64_t stride,
                              store_prop_t prop);
/// @}

/// \name Tasks
/// A strand that spawns calls detach, then the task calls task and task_exit,
/// and what follows the spawn calls detach_continue. The last two may happen at
/// the same time, on any threads. \p scope is the tool's structure of the sync
/// scope, or null if it has none: it defines
/// `const uint64_t __csi_scope_size = sizeof(...)` for that. It is zero when
/// the function begins. What detach returns is passed to the others. Not as in
/// CSI: this value, and \p scope, which is there a flag that a task is
/// outstanding.
/// @{
uint64_t __csi_detach(csi_id_t detach_id, void *scope);
void __csi_task(csi_id_t task_id, csi_id_t detach_id, task_prop_t prop,
                uint64_t value);
void __csi_task_exit(csi_id_t task_exit_id, csi_id_t task_id,
                     csi_id_t detach_id, task_exit_prop_t prop);
void __csi_detach_continue(csi_id_t detach_continue_id, csi_id_t detach_id,
                           detach_continue_prop_t prop, void *scope,
                           uint64_t value);
void __csi_before_sync(csi_id_t sync_id, sync_prop_t prop, void *scope);
void __csi_after_sync(csi_id_t sync_id, sync_prop_t prop, void *scope);
/// @}

/// \name Parallel loops
/// What before_loop returns is passed to the others. \p k is the number of the
/// iteration. Iterations may run at the same time. Not as in CSI: this value,
/// and \p k.
/// @{
uint64_t __csi_before_loop(csi_id_t loop_id, int64_t trip_count,
                           loop_prop_t prop);
void __csi_loopbody_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t k);
/// Also if an exception leaves the body.
void __csi_loopbody_exit(csi_id_t loop_id, loop_prop_t prop);
void __csi_after_loop(csi_id_t loop_id, continue_prop_t prop, uint64_t value);
/// A strand runs the iterations from \p first to \p end - 1, one after another:
/// how many depends on the grain. They are optimized as they would be without
/// hooks. Not called for a loop that has become a serial one. Not as in CSI.
void __csi_loopleaf_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t first, int64_t end);
/// Also if an exception leaves the leaf.
void __csi_loopleaf_exit(csi_id_t loop_id, loop_prop_t prop, uint64_t value);
/// @}

/// \name Memory
/// @{
void __csi_after_alloca(csi_id_t alloca_id, const void *addr, size_t num_bytes,
                        alloca_prop_t prop);
void __csi_before_allocfn(csi_id_t allocfn_id, size_t size, size_t num,
                          size_t alignment, const void *oldaddr,
                          allocfn_prop_t prop);
/// Not called if the function throws.
void __csi_after_allocfn(csi_id_t allocfn_id, const void *addr, size_t size,
                         size_t num, size_t alignment, const void *oldaddr,
                         allocfn_prop_t prop);
void __csi_before_free(csi_id_t free_id, const void *ptr, free_prop_t prop);
/// A variable that others may know ends, in a function that has tasks: where
/// its block is left, or at the end of the function. Not as in CSI, and only
/// for tools with `__csi_ignores_repetition`.
void __csi_lifetime_end(csi_id_t alloca_id, const void *addr, int32_t num_bytes,
                        store_prop_t prop);
/// The same for memory whose size is known at run time: \p count times
/// \p num_bytes, which is 1, as \p stride is.
void __csi_lifetime_end_range(csi_id_t alloca_id, const void *addr,
                              int32_t num_bytes, uint64_t count, int64_t stride,
                              store_prop_t prop);
/// @}

/// \name Frames
/// A tool that defines all of these, and
/// `const uint64_t __csi_frame_size = sizeof(...)`, has such a structure in
/// each activation of a function, task and loop body. `frame_entry` initializes
/// it; \p begins_strand is 1 for tasks and loop bodies. `frame_resume` is
/// called where the thread may be another one, behind spawns, syncs, loops and
/// calls, and where exceptions are caught; `frame_call` before calls. Not as in
/// CSI.
/// @{
void __csi_frame_entry(csi_id_t func_id, void *frame, uint64_t begins_strand);
void __csi_frame_exit(void *frame);
void __csi_frame_resume(void *frame);
void __csi_frame_call(csi_id_t call_id, void *frame);
/// @}

/// \name Reducers
/// A tool that defines these three makes and reduces the views, in place of the
/// runtime. `view` returns the view of \p reducer, an object of \p size bytes,
/// of the strand that calls it; `reducer_begin` and `reducer_end` are called
/// for
/// \p count reducers, \p stride bytes apart, none if \p first is null. What
/// identity and reduce throw, view and reducer_end may throw. Not as in CSI.
/// @{
void *__csi_view(csi_id_t call_id, void *reducer, size_t size,
                 void (*identity)(void *view),
                 void (*reduce)(void *left, void *right), view_prop_t prop);
void __csi_reducer_begin(void *first, size_t count, size_t stride, size_t size,
                         void (*identity)(void *view),
                         void (*reduce)(void *left, void *right));
void __csi_reducer_end(void *first, size_t count, size_t stride);
/// @}

// Functions of libraries. A tool that defines
//
//     void __csi_before_lib_NAME(csi_id_t call_id, ARGUMENTS...);
//     void __csi_after_lib_NAME(csi_id_t call_id, RESULT, ARGUMENTS...);
//     void __csi_unwind_lib_NAME(csi_id_t call_id, ARGUMENTS...);
//
// gets the arguments, and the result unless that is void, of each call of the
// function NAME that the unit only declares. The third one is in place of the
// second where the call throws. A hook with variable arguments
// gets those of the call, too. Copies that the compiler makes are calls of
// memcpy, memmove and memset without a result: for these three, the hook is
// `__csi_before_lib_NAME`. Not as in CSI.

#ifdef __cplusplus
} // extern "C"
#endif

#endif // TUSSAH_CSI_H
