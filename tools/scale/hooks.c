//===- hooks.c - The hooks of Cilkscale -----------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled to bitcode for each unit, SCALE_UNIT, and inlined into programs
/// (docs/guides/tools.md).
///
/// Time is measured between strands, where leaves of loops are strands: loops
/// are optimized as they would be without the tool. Instructions are counted
/// for each iteration, so that the span does not depend on the grain.
///
//===----------------------------------------------------------------------===//

// A program that is linked without the tool can so say what is wrong.
#define SCALE_EXPORT __attribute__((weak))

#include "compiled.h"
#include "scale.h"

#include <stdio.h>
#include <stdlib.h>

#define IS_BENCHMARK 2 // scale_unit
#define IS_INSTRUCTIONS 1

void __csi_unit_init(const char *file_name) {
  (void)file_name;
  if (!__tussah_scale_begin) {
    fputs("cilkscale: error: the program is linked without the tool; link it "
          "with the flag -fcilktool= that it is compiled with\n",
          stderr);
    exit(EXIT_FAILURE);
  }
  __tussah_scale_begin((enum scale_unit)SCALE_UNIT);
}

#if SCALE_UNIT != IS_BENCHMARK

const uint64_t __csi_scope_size = sizeof(struct scale_scope);

uint64_t __csi_detach(csi_id_t detach_id, void *scope) {
  (void)detach_id;
  return __tussah_scale_detach(scope);
}

void __csi_task(csi_id_t task_id, csi_id_t detach_id, task_prop_t prop,
                uint64_t value) {
  (void)task_id, (void)prop;
  __tussah_scale_task(detach_id, value);
}

void __csi_task_exit(csi_id_t task_exit_id, csi_id_t task_id,
                     csi_id_t detach_id, task_exit_prop_t prop) {
  (void)task_exit_id, (void)task_id, (void)detach_id, (void)prop;
  __tussah_scale_task_exit();
}

void __csi_detach_continue(csi_id_t detach_continue_id, csi_id_t detach_id,
                           detach_continue_prop_t prop, void *scope,
                           uint64_t value) {
  (void)detach_continue_id, (void)detach_id, (void)prop, (void)value;
  __tussah_scale_continue(scope);
}

void __csi_before_sync(csi_id_t sync_id, sync_prop_t prop, void *scope) {
  (void)sync_id, (void)prop;
  struct scale_scope *own = scope;
  if (own->spawn)
    __tussah_scale_before_sync(own);
}

void __csi_after_sync(csi_id_t sync_id, sync_prop_t prop, void *scope) {
  (void)sync_id, (void)prop;
  struct scale_scope *own = scope;
  if (own->spawn)
    __tussah_scale_after_sync(own);
}

uint64_t __csi_before_loop(csi_id_t loop_id, int64_t trip_count,
                           loop_prop_t prop) {
  (void)prop;
  return __tussah_scale_before_loop(loop_id, trip_count);
}

void __csi_loopleaf_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t first, int64_t end) {
  (void)loop_id, (void)prop;
  __tussah_scale_leaf(value, end - first);
}

void __csi_loopleaf_exit(csi_id_t loop_id, loop_prop_t prop, uint64_t value) {
  (void)loop_id, (void)prop;
  __tussah_scale_leaf_exit(value);
}

void __csi_after_loop(csi_id_t loop_id, continue_prop_t prop, uint64_t value) {
  (void)loop_id, (void)prop;
  __tussah_scale_after_loop(value);
}

#endif

#if SCALE_UNIT == IS_INSTRUCTIONS

void __csi_loopbody_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t k) {
  (void)loop_id, (void)prop, (void)k;
  __tussah_scale_iteration(value);
}

void __csi_loopbody_exit(csi_id_t loop_id, loop_prop_t prop) {
  (void)loop_id, (void)prop;
  __tussah_scale_iteration_exit();
}

/// The counter is not reached by its address, which LLVM might keep while the
/// strand goes on in another thread, but by its offset, the same for all
/// threads.
void __csi_bb_entry(csi_id_t bb_id, bb_prop_t prop) {
  (void)bb_id;
  if (prop.num_instructions == 0)
    return;
  uintptr_t offset;
  LOAD_THREAD_OFFSET(__asm__, __tussah_tool_strand, offset);
  ((OF_THREAD struct scale_strand *)(thread_base() + offset))->count +=
      prop.num_instructions;
}

#endif
