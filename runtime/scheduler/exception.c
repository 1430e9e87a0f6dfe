//===- exception.c - Exceptions between strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime is written in C, and programs without a C++ library use it. So
/// its references to functions of that library are weak.
///
//===----------------------------------------------------------------------===//

#include "exception.h"

#include "error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

/// The exception state of a thread, as the Itanium ABI defines it.
struct cxa_globals {
  void *caught;
  unsigned uncaught;
};

#define WEAK __attribute__((weak))

extern struct cxa_globals *__cxa_get_globals(void) WEAK;
extern void *__cxa_begin_catch(void *) WEAK;
extern void terminate(void) __asm__("_ZSt9terminatev") WEAK;
/// Classes of exceptions without the last byte, which differs for copies:
/// "GNUCC++" and "CLNGC++".
static const uint64_t libstdcxx_class = 0x474e5543432b2b;
static const uint64_t libcxxabi_class = 0x434c4e47432b2b;

static uint64_t class_of(const struct _Unwind_Exception *exception) {
  return exception->exception_class >> 8;
}

static bool is_cxx(const struct _Unwind_Exception *exception) {
  uint64_t class = class_of(exception);
  return (class == libstdcxx_class || class == libcxxabi_class) &&
         __cxa_get_globals;
}

void *const *exceptions_caught(void) {
  static void *const nothing = NULL;
  return __cxa_get_globals ? &__cxa_get_globals()->caught : &nothing;
}

struct exception_state exception_state_get(void) {
  if (!__cxa_get_globals)
    return (struct exception_state){NULL, 0};
  const struct cxa_globals *globals = __cxa_get_globals();
  return (struct exception_state){globals->caught, globals->uncaught};
}

void exception_state_set(struct exception_state state) {
  if (!__cxa_get_globals)
    return;
  struct cxa_globals *globals = __cxa_get_globals();
  globals->caught = state.caught;
  globals->uncaught = state.uncaught;
}

void exception_departs(struct _Unwind_Exception *exception) {
  // The unwinder's way to tell pthread_exit and cancellation.
  if (exception && exception->private_1)
    tussah_fatal(TUSSAH_ERROR_THREAD_ENDS);
  if (exception && is_cxx(exception))
    --__cxa_get_globals()->uncaught;
}

void exception_arrives(struct _Unwind_Exception *exception) {
  if (exception && is_cxx(exception))
    ++__cxa_get_globals()->uncaught;
}

void tussah_raise(struct _Unwind_Exception *exception) {
  exception_arrives(exception);
  _Unwind_RaiseException(exception);
  // As if it had just been thrown, and nothing catches it.
  if (is_cxx(exception) && __cxa_begin_catch && terminate) {
    __cxa_begin_catch(exception);
    terminate();
  }
  tussah_fatal(TUSSAH_ERROR_UNCAUGHT);
}

void exception_destroy(struct _Unwind_Exception *exception) {
  if (exception)
    _Unwind_DeleteException(exception);
}
