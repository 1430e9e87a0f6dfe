//===- RaceMemory.c - The memory of the modelled race detector ------------===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of tools/race/memory.c, and resets all that the detector
/// writes: its variables, the first numbers of its tables, the shadow of the
/// memory that models access, and the variables of threads. The threads of a
/// model are coroutines, so their variables are found by the calls that
/// -femulated-tls makes. Not instrumented.
///
//===----------------------------------------------------------------------===//

#include "RaceMemory.h"

#include "models.h"

#include "tools/race/layout.h"
#include "tools/race/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void require(bool condition) {
  if (!condition)
    abort();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

extern char __start_race_data[], __stop_race_data[];
extern char __start_race_bss[], __stop_race_bss[];

/// Memory that each execution begins with as it was kept.
struct area {
  char *memory, *kept;
  size_t size;
};

enum { MOST_AREAS = 32, AREA = 4096, RESERVED = 1 << 16 };
static struct area areas[MOST_AREAS];
static unsigned area_count;

static void add_area(void *memory, size_t size) {
  require(area_count != MOST_AREAS);
  areas[area_count++] = (struct area){memory, malloc(size), size};
}

/// What is allocated in an execution.
static _Alignas(16) char heap[AREA];
static size_t allocated;

void *memory_reserve(uint64_t size) {
  (void)size;
  void *memory = calloc(1, RESERVED);
  add_area(memory, AREA);
  return memory;
}

/// Shadow memory: only what models need of it.
bool memory_reserve_at(uintptr_t address, uint64_t size) {
  // Both tables are in proportion to the program's memory.
  uint64_t each = size >> (RACE_ADDRESS_BITS - 4);
  char *used = (char *)address + MEMORY / 16 * each;
  size_t pages = (MEMORY_SIZE / 16 * each + 2 * AREA - 1) / AREA * AREA;
  void *from = (void *)((uintptr_t)used / AREA * AREA);
  require(mmap(from, pages, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
               0) == from);
  add_area(used, MEMORY_SIZE / 16 * each);
  return true;
}

bool memory_clear(void *address, uint64_t size) {
  (void)address, (void)size;
  require(false);
  return true;
}

bool memory_prepare_barrier(void) { return true; }

void *memory_allocate(uint64_t size) {
  require(allocated + size <= sizeof heap);
  void *result = heap + allocated;
  allocated += (size + 15) & ~UINT64_C(15);
  return memset(result, 0, size);
}

_Noreturn void memory_fatal(const char *what) {
  model_require(false, what);
  abort();
}

//===----------------------------------------------------------------------===//
// Variables of threads
//===----------------------------------------------------------------------===//

/// What compilers and libgcc have agreed on.
struct variable {
  size_t size, align;
  uintptr_t offset; ///< 0: none yet; in all executions the same
  const void *initial;
};

/// The last is that of nobody, before and after an execution.
enum { THREADS = 4, NOBODY = THREADS - 1, SIZE = 8192, MOST_VARIABLES = 64 };
static _Alignas(64) char variables[THREADS][SIZE];
static bool is_there[THREADS][MOST_VARIABLES];

void *__emutls_get_address(struct variable *variable) {
  static size_t used = 64, count;
  if (!variable->offset) {
    used = (used + variable->align - 1) & ~(variable->align - 1);
    // The lowest bits are the number.
    variable->offset = used << 8 | ++count;
    used += variable->size;
    require(used <= SIZE && count < MOST_VARIABLES);
  }
  unsigned thread = model_runs() ? model_self() : NOBODY;
  char *address = &variables[thread][variable->offset >> 8];
  bool *is = &is_there[thread][variable->offset & 255];
  if (!*is) {
    if (variable->initial)
      memcpy(address, variable->initial, variable->size);
    else
      memset(address, 0, variable->size);
  }
  *is = true;
  return address;
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

void race_memory_keep(void) {
  add_area(__start_race_data, (size_t)(__stop_race_data - __start_race_data));
  add_area(__start_race_bss, (size_t)(__stop_race_bss - __start_race_bss));
  add_area(variables[NOBODY], SIZE);
  for (unsigned i = 0; i != area_count; ++i)
    memcpy(areas[i].kept, areas[i].memory, areas[i].size);
}

void race_memory_reset(void) {
  for (unsigned i = 0; i != area_count; ++i)
    memcpy(areas[i].memory, areas[i].kept, areas[i].size);
  memset(is_there, 0, sizeof is_there - sizeof is_there[NOBODY]);
  allocated = 0;
}
