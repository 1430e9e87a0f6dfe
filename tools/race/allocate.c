//===- allocate.c - Memory that is used again -----------------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The functions of malloc in front of the C library's, so that blocks which
/// are allocated have no history, whoever allocates them. AddressSanitizer has
/// its own, which come first, and tells who asks.
///
//===----------------------------------------------------------------------===//

#include "checks.h"
#include "memory.h"
#include "objects.h"
#include "race.h"
#include "shadow.h"
#include "thread.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void __libc_free(void *memory);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t align, size_t size);

/// Large blocks begin where lines of shadow memory do, as then so do many rows
/// and blocks of matrices: a line with one history is checked several times as
/// fast as parts of lines.
enum { LARGE = 1024 };

static void *announce(void *memory) {
  if (memory) {
    __tussah_race_new(memory, malloc_usable_size(memory));
    thread_allocates(memory);
  }
  return memory;
}

static void leave(void *memory) {
  if (!memory)
    return;
  object_forget_block(memory);
  thread_frees(memory, malloc_usable_size(memory));
}

int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void *, size_t),
    void (*freed)(const volatile void *)) __attribute__((weak));

static void on_malloc(const volatile void *memory, size_t size) {
  (void)size;
  announce((void *)memory);
}

static void on_free(const volatile void *memory) { leave((void *)memory); }

/// Behind that of tasks.c.
__attribute__((constructor(102))) static void ask_sanitizer(void) {
  if (__sanitizer_install_malloc_and_free_hooks)
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

RACE_EXPORT void *malloc(size_t size) {
  return announce(size < LARGE ? __libc_malloc(size)
                               : __libc_memalign(SHADOW_LINE, size));
}

RACE_EXPORT void free(void *memory) {
  leave(memory);
  __libc_free(memory);
}

/// Makes the block \p memory zero. Pages that the program may never touch stay
/// away.
static void clear(char *memory, size_t size) {
  enum { PAGE = MEMORY_PAGE, MANY = 1 << 18 };
  size_t before = -(uintptr_t)memory % PAGE, behind = 0;
  if (size >= MANY &&
      memory_clear(memory + before, (size - before) / PAGE * PAGE))
    behind = (size - before) % PAGE;
  else
    before = size;
  memset(memory, 0, before);
  memset(memory + size - behind, 0, behind);
}

RACE_EXPORT void *calloc(size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole) || whole < LARGE)
    return announce(__libc_calloc(count, size));
  void *memory = __libc_memalign(SHADOW_LINE, whole);
  if (memory)
    clear(memory, whole);
  return announce(memory);
}

RACE_EXPORT void *realloc(void *memory, size_t size) {
  leave(memory);
  size_t before = memory ? malloc_usable_size(memory) : 0;
  void *moved = __libc_realloc(memory, size);
  if (moved != memory)
    return announce(moved);
  // What has been added is new.
  size_t after = moved ? malloc_usable_size(moved) : 0;
  if (after > before)
    __tussah_race_new((char *)moved + before, after - before);
  return moved;
}

RACE_EXPORT void *memalign(size_t align, size_t size) {
  if (size >= LARGE && align < SHADOW_LINE)
    align = SHADOW_LINE;
  return announce(__libc_memalign(align, size));
}

RACE_EXPORT void *aligned_alloc(size_t align, size_t size) {
  return memalign(align, size);
}

RACE_EXPORT void *valloc(size_t size) {
  return memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

RACE_EXPORT void *pvalloc(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return memalign(page, (size + page - 1) / page * page);
}

RACE_EXPORT int posix_memalign(void **result, size_t align, size_t size) {
  if (align < sizeof(void *) || (align & (align - 1)))
    return EINVAL;
  void *memory = memalign(align, size);
  if (!memory)
    return ENOMEM;
  *result = memory;
  return 0;
}
