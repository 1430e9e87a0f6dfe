//===- memory.h - Memory of the detector, and its end -----------*- C -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_TOOLS_RACE_MEMORY_H
#define TUSSAH_TOOLS_RACE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns \p size bytes of addresses, which are zero and take memory when they
/// are written; null, with errno, if there are none.
void *memory_reserve(uint64_t size);

/// The same, at \p address. Returns false if something else is there.
bool memory_reserve_at(uintptr_t address, uint64_t size);

/// A multiple of the size of pages, whichever the system has.
#ifdef __x86_64__
enum { MEMORY_PAGE = 4096 };
#else
enum { MEMORY_PAGE = 65536 };
#endif

/// Makes \p size bytes of such memory zero, whole pages, and gives the memory
/// back, but not the addresses. Returns false if the system does not do that.
bool memory_clear(void *address, uint64_t size);

/// Prepares for fence_all_seq_cst() of runtime/atomic.h. Returns false if the
/// system does not have that.
bool memory_prepare_barrier(void);

/// Returns \p size bytes that are zero, for ever. Not from malloc, which calls
/// the detector.
void *memory_allocate(uint64_t size);

/// Says \p what, one line, and ends the program.
_Noreturn void memory_fatal(const char *what);

#endif // TUSSAH_TOOLS_RACE_MEMORY_H
