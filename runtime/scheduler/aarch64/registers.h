//===- registers.h - The registers of an interrupted thread -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_AARCH64_REGISTERS_H
#define TUSSAH_RUNTIME_SCHEDULER_AARCH64_REGISTERS_H

#include <asm/sigcontext.h>
#include <stdint.h>
#include <ucontext.h>

/// DWARF's number of the frame pointer.
enum { DWARF_FRAME_POINTER = 29 };

/// The unwinder authenticates return addresses that are signed. If one is not,
/// because unwind information is wrong where a signal has interrupted, newer
/// processors (FEAT_FPAC) treat that as an illegal instruction.
enum { UNWINDER_HAS_TRAPS = 1 };

struct registers {
  uintptr_t program_counter, stack_pointer, frame_pointer;
  uintptr_t environment; ///< as by context_environment
};

/// FPCR, which is in one of the records at the end of \p machine.
static inline uintptr_t environment_of(const mcontext_t *machine) {
  const unsigned char *next = machine->__reserved;
  const unsigned char *end = next + sizeof machine->__reserved;
  while (next + sizeof(struct _aarch64_ctx) <= end) {
    const struct _aarch64_ctx *record = (const struct _aarch64_ctx *)next;
    if (record->magic == FPSIMD_MAGIC)
      return ((const struct fpsimd_context *)record)->fpcr;
    if (record->magic == 0 || record->size == 0)
      break;
    next += record->size;
  }
  return 0;
}

/// Reads \p context, which a signal handler was given.
static inline struct registers registers_of(const void *context) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  return (struct registers){machine->pc, machine->sp, machine->regs[29],
                            environment_of(machine)};
}

#endif // TUSSAH_RUNTIME_SCHEDULER_AARCH64_REGISTERS_H
