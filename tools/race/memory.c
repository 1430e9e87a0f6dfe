//===- memory.c - Memory of the detector, and its end ---------------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memory.h"

#include "text.h"

#include "runtime/atomic.h"

#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Exit code of a run that could not be checked to its end.
enum { FAILED = 1 };

void *memory_reserve(uint64_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

bool memory_reserve_at(uintptr_t address, uint64_t size) {
  void *wanted = (void *)address;
  void *memory = mmap(
      wanted, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return memory == wanted && !madvise(memory, size, MADV_DONTDUMP);
}

bool memory_clear(void *address, uint64_t size) {
  return !madvise(address, size, MADV_DONTNEED);
}

bool memory_prepare_barrier(void) {
  return !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0,
                  0);
}

void memory_barrier(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0))
    memory_fatal("the system has no membarrier any more");
}

void *memory_allocate(uint64_t size) {
  enum { BLOCK = 1 << 20 };
  static _Thread_local char *next, *end;
  if ((uint64_t)(end - next) < size) {
    next = memory_reserve(BLOCK);
    if (!next)
      memory_fatal("no memory; run the program on a smaller input");
    end = next + BLOCK;
  }
  void *result = next;
  next += (size + 15) & ~UINT64_C(15);
  return result;
}

_Noreturn void memory_fatal(const char *what) {
  text_say(STDERR_FILENO, "tussah race: error: %s\n", what);
  _exit(FAILED);
}
