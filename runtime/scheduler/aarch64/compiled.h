/*===- compiled.h - What compiled code does on AArch64 --------------------===*\
|*                                                                            *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * For runtime/abi/native.c, runtime/random/pedigree.c and the hooks of tools.
 */

#ifndef TUSSAH_RUNTIME_SCHEDULER_AARCH64_COMPILED_H
#define TUSSAH_RUNTIME_SCHEDULER_AARCH64_COMPILED_H

#include <stdint.h>

/** Memory of the thread has ordinary addresses. */
#define OF_THREAD

/** The thread pointer. Volatile: it is another one behind each spawn and sync,
 * and LLVM must not keep it until then. */
static inline uintptr_t thread_base(void) {
  uintptr_t base;
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(base));
  return base;
}

/** Lets \p offset, a word, be the distance of the thread-local variable \p
 * symbol from the thread pointer; by \p assembler, which is __asm__, or with
 * volatile. */
#define LOAD_THREAD_OFFSET(assembler, symbol, offset)                          \
  assembler("adrp %0, :gottprel:" #symbol "\n\t"                               \
            "ldr %0, [%0, :gottprel_lo12:" #symbol "]" : "=r"(offset))

/** Lets \p sum be the frame pointer plus the constant \p addend. It says that
 * it writes \p memory. */
#define ADD_TO_FRAME_POINTER(sum, addend, memory)                              \
  __asm__("add %0, x29, %2" : "=r"(sum), "=m"(memory) : "i"(addend))

/** Stores the stack pointer to \p place. */
#define STORE_STACK_POINTER(place) __asm__ volatile("mov %0, sp" : "=r"(place))

/** The stack pointer of who has called the function that this is inlined
 * into. */
static inline char *stack_pointer_at_call(void) {
  char *at_entry(void) __asm__("llvm.sponentry.p0");
  return at_entry();
}

#endif
