//===- memory.c - Memory that compiled code asks for -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attributes.h"
#include "error.h"

#include <stdint.h>
#include <stdlib.h>

static void *allocate(size_t size, size_t align) {
  void *memory;
  if (align < sizeof(void *))
    align = sizeof(void *);
  if (posix_memalign(&memory, align, size ? size : 1) != 0)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  return memory;
}

/// Memory for objects that the parent of a task builds for it.
TUSSAH_EXPORT void *__tussah_storage(uint64_t size, uint64_t align) {
  return allocate(size, align);
}

TUSSAH_EXPORT void __tussah_storage_free(void *memory) { free(memory); }

/// Precedes the memory of an alloca that is on the heap.
struct allocation {
  struct allocation *older;
  void *block;
};

/// An alloca of a function that spawns, if it cannot be on its stack. \p list
/// is the function's list of these.
TUSSAH_EXPORT void *__tussah_allocate(struct allocation **list, uint64_t size,
                                      uint64_t align) {
  if (align < _Alignof(struct allocation))
    align = _Alignof(struct allocation);
  uint64_t header = (sizeof(struct allocation) + align - 1) & ~(align - 1);
  if (size > SIZE_MAX - header)
    tussah_fatal(TUSSAH_ERROR_NO_MEMORY);
  char *block = allocate(header + size, align);
  struct allocation *allocation = (struct allocation *)(block + header) - 1;
  allocation->older = *list;
  allocation->block = block;
  *list = allocation;
  return block + header;
}

/// Frees all that are newer than \p oldest.
TUSSAH_EXPORT void __tussah_release(struct allocation **list,
                                    const struct allocation *oldest) {
  while (*list != oldest) {
    struct allocation *allocation = *list;
    *list = allocation->older;
    free(allocation->block);
  }
}
