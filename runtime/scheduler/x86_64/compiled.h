/*===- compiled.h - What compiled code does on x86-64 ---------------------===*\
|*                                                                            *|
|* Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * For runtime/abi/native.c, runtime/random/pedigree.c and the hooks of tools.
 */

#ifndef TUSSAH_RUNTIME_SCHEDULER_X86_64_COMPILED_H
#define TUSSAH_RUNTIME_SCHEDULER_X86_64_COMPILED_H

#include <stdint.h>

/** Memory that is addressed by its distance from the thread pointer: relative
 * to %fs. */
#define OF_THREAD __attribute__((address_space(257)))

/** What is added to that distance. */
static inline uintptr_t thread_base(void) { return 0; }

/** Lets \p offset, a word, be the distance of the thread-local variable \p
 * symbol; by \p assembler, which is __asm__, or with volatile. */
#define LOAD_THREAD_OFFSET(assembler, symbol, offset)                          \
  assembler("movq " #symbol "@GOTTPOFF(%%rip), %0" : "=r"(offset))

/** Lets \p sum be the frame pointer plus the constant \p addend. It says that
 * it writes \p memory. */
#define ADD_TO_FRAME_POINTER(sum, addend, memory)                              \
  __asm__("leaq %c2(%%rbp), %0" : "=r"(sum), "=m"(memory) : "i"(addend))

/** Stores the stack pointer to \p place. */
#define STORE_STACK_POINTER(place)                                             \
  __asm__ volatile("movq %%rsp, %0" : "=m"(place))

/** The stack pointer of who has called the function that this is inlined into,
 * behind what the call has put there. */
static inline char *stack_pointer_at_call(void) {
  char *return_address(void) __asm__("llvm.addressofreturnaddress.p0");
  return return_address() + sizeof(void *);
}

#endif
