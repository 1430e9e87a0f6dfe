//===- hooks.c - The hooks of the race detector ---------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled to bitcode, and inlined into programs (docs/guides/tools.md). What
/// need not be checked is left out here: properties are constants there.
///
//===----------------------------------------------------------------------===//

#include "layout.h"
#include "race.h"

#include "runtime/random/pedigree.h"

#include "compiled.h"

const uint64_t __csi_scope_size = sizeof(struct race_scope);
const uint64_t __csi_frame_size = sizeof(struct race_frame);
const uint64_t __csi_ignores_repetition = 1;
const uint64_t __csi_heeds_no_sanitize = 1;

void __csi_unit_init(const char *name) { __tussah_race_unit(name); }

uint64_t __csi_detach(csi_id_t detach_id, void *scope) {
  (void)detach_id;
  return __tussah_race_detach(scope);
}

void __csi_task(csi_id_t task_id, csi_id_t detach_id, task_prop_t prop,
                uint64_t value) {
  (void)task_id, (void)prop;
  __tussah_race_task(detach_id, value);
}

void __csi_task_exit(csi_id_t task_exit_id, csi_id_t task_id,
                     csi_id_t detach_id, task_exit_prop_t prop) {
  (void)task_exit_id, (void)task_id, (void)detach_id, (void)prop;
  __tussah_race_task_exit();
}

void __csi_detach_continue(csi_id_t detach_continue_id, csi_id_t detach_id,
                           detach_continue_prop_t prop, void *scope,
                           uint64_t value) {
  (void)detach_continue_id, (void)detach_id, (void)prop;
  __tussah_race_continue(scope, value);
}

void __csi_before_sync(csi_id_t sync_id, sync_prop_t prop, void *scope) {
  (void)sync_id, (void)prop;
  __tussah_race_before_sync(scope);
}

void __csi_after_sync(csi_id_t sync_id, sync_prop_t prop, void *scope) {
  (void)sync_id, (void)prop;
  __tussah_race_sync(scope);
}

uint64_t __csi_before_loop(csi_id_t loop_id, int64_t trip_count,
                           loop_prop_t prop) {
  (void)trip_count, (void)prop;
  return __tussah_race_loop(loop_id);
}

void __csi_loopbody_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t k) {
  (void)prop;
  __tussah_race_iteration(loop_id, value, (uint64_t)k);
}

void __csi_loopbody_exit(csi_id_t loop_id, loop_prop_t prop) {
  (void)loop_id, (void)prop;
  __tussah_race_iteration_exit();
}

void __csi_after_loop(csi_id_t loop_id, continue_prop_t prop, uint64_t value) {
  (void)loop_id, (void)prop;
  __tussah_race_after_loop(value);
}

// JITs do not link initial-exec thread-local variables: their code reads the
// offsets where the detector has written them.
#ifdef TUSSAH_JUST_IN_TIME
#define GET_OFFSET(asm_kind, variable, kept) offset = kept
#else
#define GET_OFFSET(asm_kind, variable, kept)                                   \
  LOAD_THREAD_OFFSET(asm_kind, variable, offset)
#endif

/// The thread's current frame. Its offset is the same in all threads, so no
/// address is kept where the strand goes on in another one
/// (runtime/random/pedigree.c).
static inline struct race_frame * OF_THREAD * current_frame(void) {
  uintptr_t offset;
  GET_OFFSET(__asm__ volatile, __tussah_race_frame,
             __tussah_race_offsets.frame);
  return (struct race_frame * OF_THREAD *)(thread_base() + offset);
}

/// The memory between the function and the last one with checks is that of
/// functions without, which nobody announces: of qsort, say, that calls back.
static void forget_gap(const struct race_frame *caller) {
  const char *from = stack_pointer_at_call();
  if (caller->stack > from)
    __tussah_race_gap(from, caller->stack);
}

void __csi_frame_entry(csi_id_t func_id, void *memory, uint64_t begins_strand) {
  struct race_frame *frame = memory;
  frame->caller = begins_strand ? NULL : *current_frame();
  if (frame->caller)
    forget_gap(frame->caller);
  frame->stack = NULL;
  frame->function = func_id;
  frame->call = UNKNOWN_CSI_ID;
  frame->path = 0;
  *current_frame() = frame;
}

void __csi_frame_exit(void *frame) {
  *current_frame() = ((struct race_frame *)frame)->caller;
}

void __csi_frame_resume(void *frame) { *current_frame() = frame; }

void __csi_frame_call(csi_id_t call_id, void *memory) {
  struct race_frame *frame = memory;
  frame->call = call_id;
  STORE_STACK_POINTER(frame->stack);
}

void *__csi_view(csi_id_t call_id, void *reducer, size_t size,
                 void (*identity)(void *view),
                 void (*reduce)(void *left, void *right), view_prop_t prop) {
  return __tussah_race_view(call_id, reducer, size, identity, reduce,
                            prop.is_read);
}

void __csi_reducer_begin(void *first, size_t count, size_t stride, size_t size,
                         void (*identity)(void *view),
                         void (*reduce)(void *left, void *right)) {
  (void)size, (void)identity;
  __tussah_race_reducer_begin(first, count, stride, reduce);
}

void __csi_reducer_end(void *first, size_t count, size_t stride) {
  __tussah_race_reducer_end(first, count, stride);
}

/// Whether strands in parallel may access the same. Thread-local variables are
/// left out: whose they are depends on the schedule.
static int is_checked(access_prop_t prop) {
  return prop.may_be_captured && !prop.is_constant && !prop.is_thread_local;
}

// As in runtime/random/pedigree.c: the offsets of thread-local variables, which
// are the same in all threads, so that no address is kept where a strand goes
// on in another thread.

static inline const OF_THREAD struct race_window *window(void) {
  uintptr_t offset;
  GET_OFFSET(__asm__, __tussah_race_window, __tussah_race_offsets.window);
  return (const OF_THREAD struct race_window *)(thread_base() + offset);
}

static inline uint64_t current_strand(void) {
  uintptr_t offset;
  GET_OFFSET(__asm__, __tussah_pedigree, __tussah_race_offsets.pedigree);
  const OF_THREAD struct pedigree *strand =
      (const OF_THREAD struct pedigree *)(thread_base() + offset);
  return (uint64_t)strand->parent;
}

/// Whether the current strand has made an access of \p size bytes, a power of
/// two, at \p addr that conflicts with no less.
static inline int is_repeated(const void *addr, uint64_t size,
                              access_prop_t prop, int is_read) {
  uintptr_t address = (uintptr_t)addr;
  if (prop.is_atomic || size > 2 * RACE_WORD)
    return 0;
  uint64_t align = size < RACE_WORD ? size : RACE_WORD;
  if (prop.alignment < align && address & (align - 1))
    return 0;
  const OF_THREAD struct race_window *labels = window();
  if (labels->strand != current_strand())
    return 0;
  const struct race_window of = *labels;
  const struct race_cell *cell = race_cell_of(address);
  return race_cell_is_seen(&cell[0], of, is_read) &&
         (size <= RACE_WORD || race_cell_is_seen(&cell[1], of, is_read));
}

void __csi_before_load(csi_id_t load_id, const void *addr, int32_t num_bytes,
                       load_prop_t prop) {
  if (is_checked(prop) && !is_repeated(addr, (uint64_t)num_bytes, prop, 1))
    __tussah_race_load(load_id, addr, (uint64_t)num_bytes, prop.is_atomic);
}

void __csi_before_store(csi_id_t store_id, const void *addr, int32_t num_bytes,
                        store_prop_t prop) {
  if (is_checked(prop) && !is_repeated(addr, (uint64_t)num_bytes, prop, 0))
    __tussah_race_store(store_id, addr, (uint64_t)num_bytes, prop.is_atomic);
}

void __csi_before_load_range(csi_id_t load_id, const void *addr,
                             int32_t num_bytes, uint64_t count, int64_t stride,
                             load_prop_t prop) {
  if (is_checked(prop))
    __tussah_race_load_range(load_id, addr, (uint64_t)num_bytes, count, stride);
}

void __csi_before_store_range(csi_id_t store_id, const void *addr,
                              int32_t num_bytes, uint64_t count, int64_t stride,
                              store_prop_t prop) {
  if (is_checked(prop))
    __tussah_race_store_range(store_id, addr, (uint64_t)num_bytes, count,
                              stride);
}

void __csi_after_alloca(csi_id_t alloca_id, const void *addr, size_t num_bytes,
                        alloca_prop_t prop) {
  if (prop.may_be_captured)
    __tussah_race_variable(alloca_id, addr, num_bytes);
}

void __csi_lifetime_end(csi_id_t alloca_id, const void *addr, int32_t num_bytes,
                        store_prop_t prop) {
  if (is_checked(prop) && !is_repeated(addr, (uint64_t)num_bytes, prop, 0))
    __tussah_race_end(alloca_id, addr, (uint64_t)num_bytes);
}

void __csi_lifetime_end_range(csi_id_t alloca_id, const void *addr,
                              int32_t num_bytes, uint64_t count, int64_t stride,
                              store_prop_t prop) {
  (void)stride;
  if (is_checked(prop))
    __tussah_race_end(alloca_id, addr, count * (uint64_t)num_bytes);
}

void __csi_before_allocfn(csi_id_t allocfn_id, size_t size, size_t num,
                          size_t alignment, const void *oldaddr,
                          allocfn_prop_t prop) {
  (void)size, (void)num, (void)alignment, (void)prop;
  __tussah_race_allocates(allocfn_id);
  if (oldaddr)
    __tussah_race_realloc(allocfn_id, oldaddr);
}

void __csi_after_allocfn(csi_id_t allocfn_id, const void *addr, size_t size,
                         size_t num, size_t alignment, const void *oldaddr,
                         allocfn_prop_t prop) {
  (void)allocfn_id, (void)addr, (void)size, (void)num, (void)alignment;
  (void)oldaddr, (void)prop;
  __tussah_race_allocates(UNKNOWN_CSI_ID);
}

void __csi_before_free(csi_id_t free_id, const void *ptr, free_prop_t prop) {
  (void)prop;
  __tussah_race_free(free_id, ptr);
}

#pragma clang attribute push(__attribute__((section(CSI_ACCESSES))),           \
                             apply_to = function)
#include "hooks_of_libc.h"
#pragma clang attribute pop

// What the program's allocator says is heeded where its own accesses are not
// checked, too.

void __csi_before_lib___cilksan_record_alloc(csi_id_t call_id,
                                             const void *block, uint64_t size) {
  (void)call_id;
  __tussah_race_new(block, size);
}

void __csi_before_lib___cilksan_record_free(csi_id_t call_id, const void *block,
                                            uint64_t size) {
  __tussah_race_call(call_id, block, size, 1);
}

#include "hooks_of_locks.h"
