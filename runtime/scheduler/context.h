//===- context.h - Switching stacks -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// context.S of the processor's folder implements this, and the stubs that
/// compiled code calls. The folder has the rest that depends on the processor,
/// too. Outside of it is only spin_pause in atomic.h.
///
//===----------------------------------------------------------------------===//

#ifndef TUSSAH_RUNTIME_SCHEDULER_CONTEXT_H
#define TUSSAH_RUNTIME_SCHEDULER_CONTEXT_H

#include "attributes.h"

#include <stdint.h>

struct _Unwind_Exception;
struct worker;

/// Saves the caller's context at \p *saved, then calls run(argument) on the
/// fiber whose stack ends at \p stack. What happens when it returns or throws
/// is in root.c. Returns when context_leave is called.
void context_enter_fiber(uintptr_t *saved, uintptr_t stack, void (*run)(void *),
                         void *argument) TUSSAH_HIDDEN;

/// Where what context_enter_fiber has called returns to. The frame pointer
/// there is null.
extern const char context_fiber_called[] TUSSAH_HIDDEN;

/// Saves the caller's context at \p *saved, and calls schedule(worker) on the
/// same stack. Returns when context_leave is called.
void context_enter_scheduler(uintptr_t *saved,
                             struct worker *worker) TUSSAH_HIDDEN;

/// Returns from the context_enter function that wrote \p saved.
_Noreturn void context_leave(uintptr_t saved) TUSSAH_HIDDEN;

/// Saves the caller's context at \p *saved, and calls function(worker), which
/// does not return, on the stack \p stack. Returns when context_exchange is
/// called with \p *saved, on that thread.
void context_depart(uintptr_t *saved, uintptr_t stack,
                    void (*function)(struct worker *),
                    struct worker *worker) TUSSAH_HIDDEN;

/// Saves the caller's context at \p *saved, and returns from the context_depart
/// that saved \p departed. Returns when context_leave is called.
void context_exchange(uintptr_t *saved, uintptr_t departed) TUSSAH_HIDDEN;

/// Calls function(worker), which does not return, on the stack \p stack.
_Noreturn void context_switch(uintptr_t stack,
                              void (*function)(struct worker *),
                              struct worker *worker) TUSSAH_HIDDEN;

/// Enters the landing pad \p address of the frame \p frame on the stack \p
/// stack as a thief.
_Noreturn void context_resume(uintptr_t address, uintptr_t frame,
                              uintptr_t stack,
                              uintptr_t environment) TUSSAH_HIDDEN;

/// Lets the call that returns to \p address return \p value.
_Noreturn void context_return(uintptr_t address, uintptr_t frame,
                              uintptr_t stack, uintptr_t value,
                              uintptr_t environment) TUSSAH_HIDDEN;

/// Throws \p exception out of the call that returns to \p address.
_Noreturn void context_raise(uintptr_t address, uintptr_t frame,
                             uintptr_t stack,
                             struct _Unwind_Exception *exception,
                             uintptr_t environment) TUSSAH_HIDDEN;

/// The floating-point control words of this thread, which a strand takes along.
uintptr_t context_environment(void) TUSSAH_HIDDEN;

/// Calls function(argument), and returns null, or the exception that it throws,
/// which is still in flight.
struct _Unwind_Exception *context_try(void (*function)(void *),
                                      void *argument) TUSSAH_HIDDEN;

/// Where the code of all these begins and ends, with the stubs.
extern const char context_code_begin[] TUSSAH_HIDDEN,
    context_code_end[] TUSSAH_HIDDEN;

#endif // TUSSAH_RUNTIME_SCHEDULER_CONTEXT_H
