//===- sanitizer.c - What AddressSanitizer wants to know -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AddressSanitizer keeps local variables on a stack of its own, one for each
/// thread or fiber, and knows the bounds of the current stack. The stack of
/// variables goes with a fiber: it is taken from the thread when the fiber is
/// left, and given to the thread that returns to it.
///
//===----------------------------------------------------------------------===//

#include "runtime.h"

#define WEAK __attribute__((weak))

extern void __sanitizer_start_switch_fiber(void **fake_stack,
                                           const void *bottom,
                                           size_t size) WEAK;
extern void __sanitizer_finish_switch_fiber(void *fake_stack,
                                            const void **old_bottom,
                                            size_t *old_size) WEAK;
extern void __asan_unpoison_memory_region(void const volatile *base,
                                          size_t size) WEAK;
extern void __lsan_register_root_region(const void *base, size_t size) WEAK;
extern void __lsan_unregister_root_region(const void *base, size_t size) WEAK;

// The interface tells beginning and end of a switch apart. Between them only
// code runs that is not instrumented, so both are called before it.

void sanitizer_enter_fiber(struct worker *worker, struct fiber *fiber) {
  if (!__sanitizer_start_switch_fiber)
    return;
  size_t size;
  void *stack = fiber_stack(fiber, &size);
  __sanitizer_start_switch_fiber(&worker->fake_stack, stack, size);
  __sanitizer_finish_switch_fiber(fiber->fake_stack, &worker->stack_bottom,
                                  &worker->stack_size);
  fiber->fake_stack = NULL;
}

void sanitizer_leave_fiber(struct worker *worker, struct fiber *fiber,
                           bool returns) {
  if (!__sanitizer_start_switch_fiber)
    return;
  __sanitizer_start_switch_fiber(returns ? &fiber->fake_stack : NULL,
                                 worker->stack_bottom, worker->stack_size);
  __sanitizer_finish_switch_fiber(worker->fake_stack, NULL, NULL);
  worker->fake_stack = NULL;
}

void sanitizer_exception_arrives(struct fiber *fiber, uintptr_t stack_pointer) {
  size_t size;
  char *stack = fiber_stack(fiber, &size);
  sanitizer_stack_cleared((void *)stack_pointer,
                          (size_t)(stack + size - (char *)stack_pointer));
}

void sanitizer_stack_mapped(void *base, size_t size) {
  if (__lsan_register_root_region)
    __lsan_register_root_region(base, size);
}

void sanitizer_stack_cleared(void *base, size_t size) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(base, size);
}

void sanitizer_stack_unmapped(void *base, size_t size) {
  sanitizer_stack_cleared(base, size);
  if (__lsan_unregister_root_region)
    __lsan_unregister_root_region(base, size);
}
