//===- exception.c - Exceptions between strands -===//
//
// Part of Tussah, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime is C, and is used by programs without a C++ library: what it
/// needs of one is referred to weakly.
///
//===----------------------------------------------------------------------===//

#include "context.h"
#include "personality.h"

#include <stdlib.h>

/// The exception state of a thread, as the Itanium ABI defines it.
struct cxa_globals {
  void *caught;
  unsigned uncaught;
};

#define WEAK __attribute__((weak))

extern struct cxa_globals *__cxa_get_globals(void) WEAK;
extern void *__cxa_begin_catch(void *) WEAK;
extern void terminate(void) __asm__("_ZSt9terminatev") WEAK;
extern const void *
    class_type_info[] __asm__("_ZTVN10__cxxabiv117__class_type_infoE") WEAK;
extern _Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action,
                                                _Unwind_Exception_Class,
                                                struct _Unwind_Exception *,
                                                struct _Unwind_Context *) WEAK;
extern _Unwind_Reason_Code __gcc_personality_v0(int, _Unwind_Action,
                                                _Unwind_Exception_Class,
                                                struct _Unwind_Exception *,
                                                struct _Unwind_Context *);

/// The C++ personality asks the type whether it catches. No exception is of
/// this type, so it does not.
const struct spawn_tag __tussah_spawn_tag = {&class_type_info[2],
                                             "18__tussah_spawn_tag"};

_Unwind_Reason_Code __tussah_personality_cxx(
    int version, _Unwind_Action actions, _Unwind_Exception_Class class,
    struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
  return __gxx_personality_v0(version, actions, class, exception, context);
}

_Unwind_Reason_Code __tussah_personality_c(int version, _Unwind_Action actions,
                                           _Unwind_Exception_Class class,
                                           struct _Unwind_Exception *exception,
                                           struct _Unwind_Context *context) {
  return __gcc_personality_v0(version, actions, class, exception, context);
}

/// Of the frames that catch everything: the lowest one of a root, whose thread
/// throws it again, and context_try. Their language-specific data is where they
/// go on.
TUSSAH_HIDDEN _Unwind_Reason_Code context_personality(
    int version, _Unwind_Action actions, _Unwind_Exception_Class class,
    struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
  (void)class;
  if (actions & _UA_FORCE_UNWIND)
    tussah_fatal(TUSSAH_ERROR_THREAD_ENDS);
  if (version != 1)
    return _URC_CONTINUE_UNWIND;
  if (actions & _UA_SEARCH_PHASE)
    return _URC_HANDLER_FOUND;
  _Unwind_SetGR(context, __builtin_eh_return_data_regno(0),
                (uintptr_t)exception);
  _Unwind_SetIP(context, (uintptr_t)_Unwind_GetLanguageSpecificData(context));
  return _URC_INSTALL_CONTEXT;
}

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
