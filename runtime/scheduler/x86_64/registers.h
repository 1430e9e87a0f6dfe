//===- registers.h - The registers of an interrupted thread -----*- C++ -*-===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_X86_64_REGISTERS_H
#define TUSSAH_RUNTIME_SCHEDULER_X86_64_REGISTERS_H

#include <stdint.h>
#include <ucontext.h>

/// DWARF's number of the frame pointer.
enum { DWARF_FRAME_POINTER = 6 };

/// The unwinder executes no instruction that wrong unwind information makes
/// illegal.
enum { UNWINDER_HAS_TRAPS = 0 };

struct registers {
  uintptr_t program_counter, stack_pointer, frame_pointer;
  uintptr_t environment; ///< as by context_environment
};

/// Reads \p context, which a signal handler was given.
static inline struct registers registers_of(const void *context) {
  const mcontext_t *machine = &((const ucontext_t *)context)->uc_mcontext;
  uintptr_t environment = 0;
  if (machine->fpregs)
    environment = (machine->fpregs->mxcsr & ~(uintptr_t)0x3f) |
                  (uintptr_t)machine->fpregs->cwd << 32;
  return (struct registers){(uintptr_t)machine->gregs[REG_RIP],
                            (uintptr_t)machine->gregs[REG_RSP],
                            (uintptr_t)machine->gregs[REG_RBP], environment};
}

#endif // TUSSAH_RUNTIME_SCHEDULER_X86_64_REGISTERS_H
