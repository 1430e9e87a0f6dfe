//===- hooks.c - The hooks that record a dag ------------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled to bitcode, and inlined into programs (docs/guides/tools.md).
///
//===----------------------------------------------------------------------===//

// A program that is linked without the tool can so say what is wrong.
#define PREDICT_EXPORT __attribute__((weak))

#include "predict.h"

#include <stdio.h>
#include <stdlib.h>

void __csi_unit_init(const char *file_name) {
  (void)file_name;
  if (!__tussah_predict_begin) {
    fputs("predict: error: the program is linked without the tool; link it "
          "with -fcilktool=predict, too\n",
          stderr);
    exit(EXIT_FAILURE);
  }
  __tussah_predict_begin();
}

const uint64_t __csi_scope_size = sizeof(struct predict_scope);

uint64_t __csi_detach(csi_id_t detach_id, void *scope) {
  (void)detach_id;
  __tussah_predict_detach(scope);
  return 0;
}

void __csi_task_exit(csi_id_t task_exit_id, csi_id_t task_id,
                     csi_id_t detach_id, task_exit_prop_t prop) {
  (void)task_exit_id, (void)task_id, (void)detach_id, (void)prop;
  __tussah_predict_task_exit();
}

void __csi_after_sync(csi_id_t sync_id, sync_prop_t prop, void *scope) {
  (void)sync_id, (void)prop;
  struct predict_scope *own = scope;
  if (own->is_open)
    __tussah_predict_sync(own);
}

uint64_t __csi_before_loop(csi_id_t loop_id, int64_t trip_count,
                           loop_prop_t prop) {
  (void)loop_id, (void)prop;
  __tussah_predict_loop(trip_count);
  return 0;
}

void __csi_loopleaf_entry(csi_id_t loop_id, loop_prop_t prop, uint64_t value,
                          int64_t first, int64_t end) {
  (void)loop_id, (void)prop, (void)value;
  __tussah_predict_leaf(end - first);
}

void __csi_loopleaf_exit(csi_id_t loop_id, loop_prop_t prop, uint64_t value) {
  (void)loop_id, (void)prop, (void)value;
  __tussah_predict_leaf_exit();
}

void __csi_after_loop(csi_id_t loop_id, continue_prop_t prop, uint64_t value) {
  (void)loop_id, (void)prop, (void)value;
  __tussah_predict_after_loop();
}
