//===- race.h - What compiled code tells the race detector ------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_RACE_H
#define TUSSAH_TOOLS_RACE_RACE_H

#include "include/tussah/csi.h"

#define RACE_EXPORT __attribute__((visibility("default")))

/// Of each sync scope, in the frame of its function: the number of the node of
/// its tasks, 0 if none is outstanding.
struct race_scope {
  uint32_t node;
};

RACE_EXPORT uint64_t __tussah_race_detach(struct race_scope *scope);
RACE_EXPORT void __tussah_race_task(csi_id_t detach_id, uint64_t value);
RACE_EXPORT void __tussah_race_continue(uint64_t value);
RACE_EXPORT void __tussah_race_sync(struct race_scope *scope);
RACE_EXPORT uint64_t __tussah_race_loop(csi_id_t loop_id);
RACE_EXPORT void __tussah_race_iteration(csi_id_t loop_id, uint64_t value,
                                         uint64_t k);
RACE_EXPORT void __tussah_race_after_loop(uint64_t value);

/// Their callers seldom call them, and keep their registers.
#define RACE_SELDOM RACE_EXPORT __attribute__((cold, preserve_most))
RACE_SELDOM void __tussah_race_load(csi_id_t id, const void *address,
                                    uint64_t size, int is_atomic);
RACE_SELDOM void __tussah_race_store(csi_id_t id, const void *address,
                                     uint64_t size, int is_atomic);
/// \p count accesses, the first at \p address, each \p stride bytes behind the
/// one before.
RACE_EXPORT void __tussah_race_load_range(csi_id_t id, const void *address,
                                          uint64_t size, uint64_t count,
                                          int64_t stride);
RACE_EXPORT void __tussah_race_store_range(csi_id_t id, const void *address,
                                           uint64_t size, uint64_t count,
                                           int64_t stride);
/// A library function, called at \p id, reads or writes.
RACE_EXPORT void __tussah_race_call(csi_id_t id, const void *address,
                                    uint64_t size, int is_write);

/// The memory is another object now.
RACE_EXPORT void __tussah_race_new(const void *address, uint64_t size);
/// The thread is about to free \p address, or to give it to realloc.
RACE_EXPORT void __tussah_race_free(csi_id_t id, const void *address);
RACE_EXPORT void __tussah_race_realloc(csi_id_t id, const void *address);

/// The strand initializes a static variable, or has done so (\p change is 1 or
/// -1): others wait for it.
RACE_EXPORT void __tussah_race_guard(int change);

#endif // TUSSAH_TOOLS_RACE_RACE_H
