//===- sanitizer.c - AddressSanitizer and the switching of stacks -===//
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

#include "sanitizer.h"

#include "fiber.h"
#include "sanitizer_stack.h"
#include "worker.h"

#define WEAK __attribute__((weak))

extern void __sanitizer_start_switch_fiber(void **fake_stack,
                                           const void *bottom,
                                           size_t size) WEAK;
extern void __sanitizer_finish_switch_fiber(void *fake_stack,
                                            const void **old_bottom,
                                            size_t *old_size) WEAK;

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
