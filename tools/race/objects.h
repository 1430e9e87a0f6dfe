//===- objects.h - What is at an address ------------------------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_OBJECTS_H
#define TUSSAH_TOOLS_RACE_OBJECTS_H

#include "paths.h"

/// A variable of a function, or a block of memory from an allocator.
struct object {
  uintptr_t begin;
  uint64_t size;
  csi_kind_t kind; ///< CSI_ALLOCA or CSI_ALLOCFN
  csi_id_t id;
  path_id path; ///< of a block: where it was allocated
};

/// Reserves memory. Returns false, with errno, if there is none.
bool objects_prepare(void);

/// Notes a variable, or a block that malloc has returned.
void object_note_variable(csi_id_t id, const void *begin, uint64_t size);
void object_note_block(csi_id_t id, const void *begin);
/// The block \p begin is freed.
void object_forget_block(const void *begin);

/// Finds the object that has \p address. Returns false if none is known.
bool object_find(uintptr_t address, struct object *found);

/// Marks the paths of all blocks. By a reclamation (reclaim.c).
void objects_mark_paths(void);

#endif // TUSSAH_TOOLS_RACE_OBJECTS_H
